// SPDX-License-Identifier: Apache-2.0
package org.etude.csv;

import java.util.List;

/**
 * One line of a {@link CsvFile}.
 *
 * @param file what the file is called in errors
 * @param line line on which the row starts; the header is line 1
 * @param header the names of the columns
 * @param cells the cells as in the file, without quotes
 * @param fault creates the exception for a cell that cannot be used
 */
public record CsvRow(String file, long line, List<String> header, List<String> cells, CsvFile.Fault fault) {
    /** The cell of a column, stripped; "" when the file has no such column or the row ends before it. */
    public String text(String column) {
        int at = header.indexOf(column);
        return at >= 0 && at < cells.size() ? cells.get(at).strip() : "";
    }

    /** Whether the cell of a column is not empty. */
    public boolean has(String column) {
        return !text(column).isEmpty();
    }

    /**
     * The cell of a column as a number.
     *
     * @param advice what to do when the cell is not a number
     */
    public double decimal(String column, String advice) {
        try {
            return Double.parseDouble(text(column));
        } catch (NumberFormatException e) {
            throw bad(column, "'" + text(column) + "', not a number", advice);
        }
    }

    /**
     * The cell of a column as an integer.
     *
     * @param advice what to do when the cell is not an integer
     */
    public long whole(String column, String advice) {
        try {
            return Long.parseLong(text(column));
        } catch (NumberFormatException e) {
            throw bad(column, "'" + text(column) + "', not a whole number", advice);
        }
    }

    /** The exception for a cell. */
    public RuntimeException bad(String column, String found, String advice) {
        return fault.of(at() + ", column " + column + ": found " + found, advice);
    }

    /** Where the row is: file and line. */
    public String at() {
        return file + ", line " + line;
    }
}
