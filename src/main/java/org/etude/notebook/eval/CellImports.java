// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import java.util.List;
import jdk.jshell.JShell;
import jdk.jshell.Snippet.Status;
import jdk.jshell.SnippetEvent;

/**
 * The imports that cells start with, as JShell takes them. Public because cells import it; of no other use.
 *
 * <p>JShell compiles three times for each import. It takes the text of an import as it is, so that one with all lines in it
 * costs as much as one line: 40 imports, 0.4 s less until a first cell. It files that text under the first line, which must
 * be one that nobody writes in a cell, for the same line again would replace them all. Whether JShell puts all lines in front of
 * later cells is read from what it would compile; where it does not, each import is made for itself.
 */
public final class CellImports {
    private static final String FIRST = "import " + CellImports.class.getName() + ";\n";

    private CellImports() {}

    /** Makes imports; those that cannot be made are left out. */
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
