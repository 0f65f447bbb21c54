// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import org.etude.csv.CsvRow;

/** Reads the cells of one line of a table of measured steps. */
final class RowReader {
    private static final String ADVICE = "Correct the cell, or remove the row.";

    private final CsvRow row;

    RowReader(CsvRow row) {
        this.row = row;
    }

    int line() {
        return Math.toIntExact(row.line());
    }

    String text(String column) {
        return row.text(column);
    }

    boolean has(String column) {
        return row.has(column);
    }

    int integer(String column) {
        double value = number(column);
        if (value != Math.rint(value) || Math.abs(value) > Integer.MAX_VALUE) {
            throw refused(column, "a whole number");
        }
        return (int) value;
    }

    /** A whole number, or the given one when the cell is empty. */
    int integer(String column, int otherwise) {
        return has(column) ? integer(column) : otherwise;
    }

    double number(String column) {
        double value = row.decimal(column, ADVICE);
        if (value >= 0 && value < Double.MAX_VALUE) {
            return value;
        }
        throw refused(column, "a number, 0 or more");
    }

    double positive(String column) {
        double value = number(column);
        if (value <= 0) {
            throw refused(column, "above 0");
        }
        return value;
    }

    private RuntimeException refused(String column, String wanted) {
        return row.bad(column, "'" + text(column) + "', not " + wanted, ADVICE);
    }
}
