// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import java.util.List;
import jdk.jshell.JShell;
import jdk.jshell.Snippet.Status;
import jdk.jshell.SnippetEvent;

/**
 * Adds the startup imports of cells to JShell. Public only because cells import it.
 *
 * <p>JShell compiles three times per import. It accepts the text of an import unchecked, so one import statement that
 * contains all lines costs as much as one line: for 40 imports, 0.4 s less until a first cell. JShell registers that
 * text under its first line, which must be one that nobody writes in a cell, because repeating it would replace them
 * all. Whether JShell then puts all lines before later cells is checked on what it would compile; otherwise each import
 * is added separately.
 */
public final class CellImports {
    private static final String FIRST = "import " + CellImports.class.getName() + ";\n";

    private CellImports() {}

    /** Adds imports; those that fail are left out. */
    static void make(JShell shell, List<String> lines) {
        if (lines.isEmpty()) {
            return;
        }
        String text = FIRST + String.join("\n", lines);
        List<SnippetEvent> together = shell.eval(text);
        if (together.size() == 1 && taken(together.get(0), text, shell)) {
            return;
        }
        together.stream().filter(event -> event.status().isActive()).forEach(event -> shell.drop(event.snippet()));
        lines.forEach(shell::eval);
    }

    private static boolean taken(SnippetEvent event, String text, JShell shell) {
        return event.status() == Status.VALID
                && shell.sourceCodeAnalysis().wrapper(event.snippet()).wrapped().contains(text);
    }
}
