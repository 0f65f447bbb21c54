// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.error;

import java.util.List;
import java.util.Locale;
import jdk.jshell.Diag;

/** Maps JShell's diagnostics of a snippet to lines of its cell. */
public final class Diagnostics {
    private static final int LONGEST_LINE = 400;

    private Diagnostics() {}

    /**
     * Converts diagnostics.
     *
     * @param cell the whole code of the cell
     * @param offset where the snippet's source starts in it
     */
    public static List<CellDiagnostic> of(String cell, int offset, List<Diag> diagnostics) {
        return diagnostics.stream()
                .map(diagnostic -> one(cell, offset, diagnostic))
                .distinct()
                .toList();
    }

    /** A diagnostic of Etude's own at a position. */
    public static CellDiagnostic at(String cell, int position, boolean error, String message) {
        String line = TextLines.at(cell, position);
        int column = TextLines.column(cell, position);
        return new CellDiagnostic(error, TextLines.of(cell, position), column, message, excerpt(line, column, 1));
    }

    private static CellDiagnostic one(String cell, int offset, Diag diagnostic) {
        long position =
                diagnostic.getPosition() == Diag.NOPOS ? diagnostic.getStartPosition() : diagnostic.getPosition();
        long width = Math.max(1, diagnostic.getEndPosition() - Math.max(position, 0));
        return at(cell, offset + position, width, diagnostic.isError(), diagnostic.getMessage(Locale.ROOT));
    }

    /** An error of the compiler at a position, with carets below so many characters. */
    public static CellDiagnostic at(String cell, int position, int width, String message) {
        return at(cell, position, width, true, message);
    }

    private static CellDiagnostic at(String cell, long position, long width, boolean error, String message) {
        int at = (int) Math.min(Math.max(0, cell.length() - 1L), Math.max(0, position));
        while (at > 0 && at < cell.length() && cell.charAt(at) == '\n') {
            at--;
        }
        String line = TextLines.at(cell, at);
        int column = TextLines.column(cell, at);
        int shown = (int) Math.min(width, Math.max(1, line.length() - column + 1));
        return new CellDiagnostic(
                error, TextLines.of(cell, at), column, message(message), excerpt(line, column, shown));
    }

    /** The message without the locations that JShell added. */
    private static String message(String message) {
        return CellNames.readable(message)
                .replaceAll("\\R\\s*symbol:\\s*", ": ")
                .replaceAll("\\R\\s*location: class[ \\t]*$", "");
    }

    /** The line and the carets below; of a long line, the part around them. */
    private static String excerpt(String line, int column, int width) {
        int from = column <= LONGEST_LINE / 2 ? 0 : column - LONGEST_LINE / 2;
        int to = Math.min(line.length(), from + LONGEST_LINE);
        String part = (from > 0 ? "\u2026" : "") + line.substring(from, to) + (to < line.length() ? "\u2026" : "");
        int at = column - from + (from > 0 ? 1 : 0);
        return part + '\n' + caret(part, at, Math.max(1, Math.min(width, to - column + 1)));
    }

    private static String caret(String line, int column, int width) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < column - 1; i++) {
            text.append(line.charAt(i) == '\t' ? '\t' : ' ');
        }
        return text.append("^".repeat(width)).toString();
    }
}
