// SPDX-License-Identifier: Apache-2.0
package org.etude.table;

import java.util.ArrayList;
import java.util.List;
import org.etude.table.schema.Cells;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.columns.Column;

/** One column of a table for people: its cells as text, the header first, and how wide they may be. */
final class TextColumn {
    /** A name of a kernel or node says enough in this many characters, where nothing else sets the width. */
    private static final int WIDEST_TEXT = 60;

    private final String name;
    private final boolean number;
    private final boolean telling;
    private final List<String> cells;
    private final int natural;
    private int width;

    private TextColumn(String name, boolean number, boolean telling, List<String> cells) {
        this.name = name;
        this.number = number;
        this.telling = telling;
        this.cells = cells;
        this.natural = cells.stream().mapToInt(TextWidth::of).max().orElse(0);
        this.width = natural;
    }

    /** The first rows of a column. */
    static TextColumn of(Column<?> column, int rows) {
        List<String> cells = new ArrayList<>();
        cells.add(column.name());
        boolean telling = rows == 0;
        for (int row = 0; row < rows; row++) {
            cells.add(cell(column, row));
            telling |= !column.isMissing(row) && !Cells.plain(column, row).matches("0?");
        }
        return new TextColumn(column.name(), Cells.isNumber(column), telling, cells);
    }

    String name() {
        return name;
    }

    /** Whether it holds numbers, which are never wrapped. */
    boolean isNumber() {
        return number;
    }

    /** Whether any cell says more than nothing or zero. */
    boolean isTelling() {
        return telling;
    }

    /** Width of the widest cell. */
    int natural() {
        return natural;
    }

    int width() {
        return width;
    }

    /** Sets the width that cells are broken at. */
    void width(int characters) {
        width = characters;
    }

    /** The narrowest that its cells can be broken to: the header stays whole, numbers do too. */
    int narrowest(int least) {
        return number ? natural : Math.min(natural, Math.max(name.length(), least));
    }

    /** The widest that a text is shown when the width of a line is free. */
    int comfortable() {
        return number ? natural : Math.min(natural, Math.max(WIDEST_TEXT, name.length()));
    }

    /** A cell's lines; line 0 is the header. */
    List<String> lines(int line) {
        String cell = cells.get(line);
        if (TextWidth.of(cell) <= width) {
            return List.of(cell);
        }
        if (name.equals("name")) {
            return List.of(cell.substring(0, TextWidth.chars(cell, width - 3)) + "...");
        }
        return TextWrap.lines(cell, width);
    }

    /** A line of a cell in the column's width. */
    String padded(String text) {
        String padding = " ".repeat(Math.max(0, width - TextWidth.of(text)));
        return number ? padding + text : text + padding;
    }

    private static String cell(Column<?> column, int row) {
        if (column.isMissing(row)) {
            return "";
        }
        if (column instanceof DoubleColumn doubles) {
            return Cells.grouped(fixed(doubles.getDouble(row), Cells.shownPlaces(column)));
        }
        String text = Cells.plain(column, row);
        return Cells.isNumber(column) ? Cells.grouped(text) : TextWrap.oneLine(text);
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
}
