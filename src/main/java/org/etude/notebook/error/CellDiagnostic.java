// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.error;

/**
 * A compiler diagnostic in a cell.
 *
 * @param error false for a warning
 * @param line the line of the cell, from 1
 * @param column the column, from 1
 * @param message the compiler's message
 * @param excerpt the source line with a caret line under it
 */
public record CellDiagnostic(boolean error, int line, int column, String message, String excerpt) {
    /** Readable form: {@code line 2: cannot find symbol ...} with the line and the caret below. */
    @Override
    public String toString() {
        return "line " + line + ": " + (error ? "" : "warning: ") + message + "\n" + excerpt;
    }
}
