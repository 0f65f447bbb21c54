package org.etude.plan;

import java.util.Locale;
import java.util.Map;

/** Cells of one line of a table of measured steps. */
final class RowReader {
    private final String file;
    private final int line;
    private final Map<String, String> cells;

    RowReader(String file, int line, Map<String, String> cells) {
        this.file = file;
        this.line = line;
        this.cells = cells;
    }

    int line() {
        return line;
    }

    String text(String column) {
        return cells.getOrDefault(column, "").strip();
    }

    boolean has(String column) {
        return !text(column).isEmpty();
    }

    int integer(String column) {
        double value = number(column);
        if (value != Math.rint(value) || Math.abs(value) > Integer.MAX_VALUE) {
            throw refused(column, "a whole number");
        }
        return (int) value;
    }

    /** A whole number, or this where the cell is empty. */
    int integer(String column, int otherwise) {
        return has(column) ? integer(column) : otherwise;
    }

    double number(String column) {
        try {
            double value = Double.parseDouble(text(column));
            if (value >= 0 && value < Double.MAX_VALUE) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Refused below, like a number out of range.
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

    private PlanException refused(String column, String wanted) {
        return new PlanException(
                String.format(Locale.ROOT, "%s, line %d: %s is '%s', not %s", file, line, column, text(column), wanted),
                "Correct the cell, or leave the row out.");
    }
}
