// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.etude.csv.CsvRow;
import org.etude.number.DecimalText;

/** Reads the cells of one line of a table of measured steps by the layout's names of the columns. */
final class RowReader {
    /** How tables mark an empty cell. */
    private static final Set<String> BLANK = Set.of("", "-", "n/a", "na", "none");

    private static final Pattern THOUSANDS = Pattern.compile("[0-9]{1,3}(,[0-9]{3})+([.][0-9]+)?");

    private final CsvRow row;
    private final Map<String, String> columns;
    private final Set<String> read = new HashSet<>();

    /**
     * Reads a line.
     *
     * @param columns the file's names of the layout's columns
     */
    RowReader(CsvRow row, Map<String, String> columns) {
        this.row = row;
        this.columns = columns;
    }

    int line() {
        return Math.toIntExact(row.line());
    }

    String text(String column) {
        read.add(called(column));
        return row.text(called(column));
    }

    /** Columns with a value in this line that were not read, except these. */
    List<String> unread(Set<String> others) {
        return row.header().stream()
                .filter(column -> !read.contains(column) && !row.text(column).isBlank())
                .filter(column -> !others.contains(ColumnNames.key(column)))
                .toList();
    }

    private String called(String column) {
        return columns.getOrDefault(column, column);
    }

    boolean has(String column) {
        return !BLANK.contains(text(column).toLowerCase(Locale.ROOT));
    }

    /**
     * A count.
     *
     * @throws UnmodelledRow when there is none, it is 0, or the cell is not a whole number
     */
    int count(String column) {
        int value = whole(column);
        if (value == 0) {
            throw new UnmodelledRow("column " + called(column) + " is 0");
        }
        return value;
    }

    /** A count, or {@code otherwise} if the cell is empty or 0. */
    int count(String column, int otherwise) {
        return has(column) && whole(column) > 0 ? whole(column) : otherwise;
    }

    private int whole(String column) {
        double value = number(column);
        if (value != Math.rint(value) || value > Integer.MAX_VALUE) {
            throw unreadable(column, "a whole number");
        }
        return (int) value;
    }

    private double number(String column) {
        if (!has(column)) {
            throw new UnmodelledRow("column " + called(column) + " is empty");
        }
        String cell = text(column);
        String text = THOUSANDS.matcher(cell).matches() ? cell.replace(",", "") : cell;
        if (!DecimalText.isNumber(text)) {
            throw unreadable(column, "a number");
        }
        double value = Double.parseDouble(text);
        if (value >= 0 && value <= Double.MAX_VALUE) {
            return value;
        }
        throw unreadable(column, "a number, 0 or more");
    }

    /** A number above 0. */
    double positive(String column) {
        double value = number(column);
        if (value <= 0) {
            throw unreadable(column, "above 0");
        }
        return value;
    }

    private UnmodelledRow unreadable(String column, String wanted) {
        return UnmodelledRow.unreadable("column " + called(column) + " is '" + text(column) + "', not " + wanted);
    }
}
