package org.etude.table;

import java.util.ArrayList;
import java.util.List;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.Table;
import tech.tablesaw.columns.Column;

/** Tables for people: aligned columns, numbers grouped and rounded to three places, long tables cut with a note. */
public final class TableText {
    private static final int WIDEST_TEXT = 60;

    private TableText() {}

    /**
     * The table as lines.
     *
     * @param maxRows how many rows to show at most; 0 for all
     */
    public static String of(Table table, int maxRows) {
        int shown = maxRows <= 0 ? table.rowCount() : Math.min(maxRows, table.rowCount());
        List<List<String>> cells = new ArrayList<>();
        for (Column<?> column : table.columns()) {
            cells.add(column(column, shown));
        }
        StringBuilder text = new StringBuilder();
        for (int line = 0; line <= shown; line++) {
            line(table, cells, line, text);
        }
        if (table.rowCount() == 0) {
            text.append(" (no rows)\n");
        } else if (shown < table.rowCount()) {
            text.append(" ... ")
                    .append(Cells.grouped(Integer.toString(table.rowCount() - shown)))
                    .append(" more rows\n");
        }
        return text.toString();
    }

    private static void line(Table table, List<List<String>> cells, int line, StringBuilder text) {
        int start = text.length();
        for (int c = 0; c < cells.size(); c++) {
            List<String> column = cells.get(c);
            int width = column.stream().mapToInt(String::length).max().orElse(0);
            String cell = column.get(line);
            String padding = " ".repeat(width - cell.length());
            text.append(c == 0 ? " " : "  ");
            text.append(Cells.isNumber(table.column(c)) ? padding + cell : cell + padding);
        }
        int end = text.length();
        while (end > start && text.charAt(end - 1) == ' ') {
            end--;
        }
        text.setLength(end);
        text.append('\n');
    }

    private static List<String> column(Column<?> column, int rows) {
        List<String> cells = new ArrayList<>();
        cells.add(column.name());
        for (int row = 0; row < rows; row++) {
            cells.add(cell(column, row));
        }
        return cells;
    }

    private static String cell(Column<?> column, int row) {
        if (column.isMissing(row)) {
            return "";
        }
        if (column instanceof DoubleColumn doubles) {
            return Cells.grouped(fixed(doubles.getDouble(row), Cells.shownPlaces(column)));
        }
        String text = Cells.plain(column, row);
        return Cells.isNumber(column) ? Cells.grouped(text) : shortened(text);
    }

    /** Always as many places, so that the points of a column stand below each other. */
    private static String fixed(double value, int places) {
        String text = Cells.decimal(value, places);
        if (text.endsWith("Infinity")) {
            return text;
        }
        int point = text.indexOf('.');
        return point < 0 ? text + "." + "0".repeat(places) : text + "0".repeat(places - (text.length() - point - 1));
    }

    private static String shortened(String text) {
        String oneLine = text.replace('\n', ' ').replace('\r', ' ').replace('\t', ' ');
        return oneLine.length() <= WIDEST_TEXT ? oneLine : oneLine.substring(0, WIDEST_TEXT - 3) + "...";
    }
}
