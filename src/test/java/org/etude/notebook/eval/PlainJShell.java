// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jdk.jshell.JShell;
import jdk.jshell.Snippet;
import jdk.jshell.SnippetEvent;
import jdk.jshell.SourceCodeAnalysis.CompletionInfo;
import jdk.jshell.execution.DirectExecutionControl;

/** The JDK's own JShell, user code in a process of its own, as the {@code jshell} tool has it: what cells must equal. */
final class PlainJShell implements AutoCloseable {
    /** What every session starts with. */
    static final List<String> IMPORTS = List.of("import java.util.*;", "import java.util.function.*;");

    private final JShell shell = JShell.create();

    /** Variables and values after cells that start afresh. */
    Map<String, String> variablesAfter(List<String> cells) {
        reset();
        cells.forEach(this::run);
        return variables();
    }

    /** Runs a cell up to the first snippet that fails. */
    private void run(String cell) {
        String rest = cell;
        while (!rest.isBlank()) {
            CompletionInfo info = shell.sourceCodeAnalysis().analyzeCompletion(rest);
            String source = info.source() == null ? rest : info.source();
            rest = info.source() == null ? "" : info.remaining();
            if (!source.isBlank() && shell.eval(source).stream().anyMatch(PlainJShell::failed)) {
                return;
            }
        }
    }

    private static boolean failed(SnippetEvent event) {
        return event.causeSnippet() == null && (event.exception() != null || event.status() == Snippet.Status.REJECTED);
    }

    /** Name and value of all variables. */
    private Map<String, String> variables() {
        Map<String, String> values = new TreeMap<>();
        shell.variables()
                .filter(variable -> !variable.name().startsWith("$"))
                .filter(variable -> shell.status(variable).isDefined())
                .forEach(variable -> values.put(variable.name(), named(shell.varValue(variable))));
        return values;
    }

    /** A value as JShell shows it. */
    static String shown(Object value) {
        return named(Shown.of(value));
    }

    /** Without what no two runs have in common: hash codes, and the classes that snippets are wrapped in. */
    private static String named(String value) {
        return value.replaceAll("(?:[\\w.$]*\\$)?(\\w+)(?:/\\w+)?@[0-9a-f]+", "$1@")
                .replaceAll("\\w*Lambda\\w*@|\\d+@", "lambda@");
    }

    /** Forgets all but the imports of the start; the newest first, since what still needs a dropped one is compiled again. */
    private void reset() {
        List<Snippet> active = new ArrayList<>(shell.snippets()
                .filter(snippet -> shell.status(snippet).isActive())
                .toList());
        Collections.reverse(active);
        active.forEach(shell::drop);
        IMPORTS.forEach(shell::eval);
    }

    private static final class Shown extends DirectExecutionControl {
        static String of(Object value) {
            return valueString(value);
        }
    }

    @Override
    public void close() {
        shell.close();
    }
}
