// SPDX-License-Identifier: Apache-2.0
package org.etude.table;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.etude.report.Internal;
import org.etude.table.schema.Cells;
import tech.tablesaw.api.Table;
import tech.tablesaw.columns.Column;

/**
 * Formats tables as text: aligned columns, numbers grouped and rounded to three places, long texts wrapped, long tables
 * truncated with a note. In a given width, the least informative columns are omitted and listed.
 */
@Internal
public final class TableText {
    private static final String REFERENCE_PREFIX = "astra_";
    private static final String HASH = "key";

    /** How many columns that find no place are named; others are only counted. */
    private static final int MOST_NAMED = 20;

    private TableText() {}

    /**
     * Whether a column is shown only on request: it repeats another simulator's figures, or is a hash for programs.
     */
    public static boolean isOnDemand(String column) {
        return column.startsWith(REFERENCE_PREFIX) || column.equals(HASH);
    }

    /** The table without such columns. */
    public static Table withoutOnDemand(Table table) {
        Column<?>[] kept = table.columns().stream()
                .filter(column -> !isOnDemand(column.name()))
                .toArray(Column<?>[]::new);
        return kept.length == table.columnCount() ? table : Table.create(table.name(), kept);
    }

    /**
     * The table as lines of any width.
     *
     * @param maxRows maximum number of rows to show; 0 for all
     */
    public static String of(Table table, int maxRows) {
        return of(table, maxRows, 0);
    }

    /**
     * The table as lines that fit a width, as far as its first column and its texts can.
     *
     * @param maxRows how many rows to show at most; 0 for all
     * @param width characters of a line; 0 for any number
     */
    public static String of(Table table, int maxRows, int width) {
        return of(Excerpt.whole(table), maxRows, width);
    }

    /** The same of a table of which at least the rows to show are here. */
    public static String of(Excerpt excerpt, int maxRows, int width) {
        Table table = excerpt.table();
        int shown = maxRows <= 0 ? table.rowCount() : Math.min(maxRows, table.rowCount());
        List<TextColumn> columns = new ArrayList<>(
                table.columns().stream().map(c -> TextColumn.of(c, shown)).toList());
        List<TextColumn> left = TextFit.fit(columns, width);
        StringBuilder text = new StringBuilder();
        for (int line = 0; line <= shown; line++) {
            line(columns, line, text);
        }
        if (excerpt.rows() == 0) {
            text.append(" (no rows)\n");
        } else if (shown < excerpt.rows()) {
            text.append(" ... ")
                    .append(Cells.grouped(Integer.toString(excerpt.rows() - shown)))
                    .append(" more rows\n");
        }
        note(left, width, text);
        return text.toString();
    }

    private static void line(List<TextColumn> columns, int line, StringBuilder text) {
        List<List<String>> cells =
                columns.stream().map(column -> column.lines(line)).toList();
        int height = cells.stream().mapToInt(List::size).max().orElse(1);
        for (int part = 0; part < height; part++) {
            int start = text.length();
            for (int c = 0; c < columns.size(); c++) {
                List<String> cell = cells.get(c);
                text.append(c == 0 ? " " : "  ")
                        .append(columns.get(c).padded(part < cell.size() ? cell.get(part) : ""));
            }
            int end = text.length();
            while (end > start && text.charAt(end - 1) == ' ') {
                end--;
            }
            text.setLength(end);
            text.append('\n');
        }
    }

    private static void note(List<TextColumn> left, int width, StringBuilder text) {
        if (!left.isEmpty()) {
            String names = left.stream().limit(MOST_NAMED).map(TextColumn::name).collect(Collectors.joining(", "));
            names += left.size() > MOST_NAMED
                    ? ", ... " + Cells.grouped(Integer.toString(left.size() - MOST_NAMED)) + " more"
                    : "";
            String note = "(too wide for " + width + " columns: " + names + ")";
            for (String line : TextWrap.lines(note, Math.max(1, width - 1))) {
                text.append(' ').append(line).append('\n');
            }
        }
    }
}
