// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.display;

import java.util.ArrayList;
import java.util.List;

/**
 * A grid of texts.
 *
 * @param name its name
 * @param heads the columns
 * @param cells the cells by row
 */
record ListGrid(String name, List<Head> heads, List<List<String>> cells) implements Grid {
    @Override
    public int rows() {
        return cells.size();
    }

    @Override
    public String cell(int row, int column) {
        return column < cells.get(row).size() ? cells.get(row).get(column) : "";
    }

    /** A grid of arbitrary objects; a column is numeric if all its values are. */
    static ListGrid of(String name, List<String> columns, List<List<Object>> rows) {
        List<Head> heads = new ArrayList<>();
        List<Decimals> decimals = new ArrayList<>();
        for (int c = 0; c < columns.size(); c++) {
            boolean number = !rows.isEmpty();
            Decimals seen = new Decimals();
            for (List<Object> row : rows) {
                Object value = c < row.size() ? row.get(c) : null;
                number &= value == null || value instanceof Number;
                if (value instanceof Number some) {
                    seen.see(some.doubleValue());
                }
            }
            heads.add(new Head(columns.get(c), "", "", number));
            decimals.add(seen);
        }
        List<List<String>> cells = new ArrayList<>();
        for (List<Object> row : rows) {
            List<String> texts = new ArrayList<>();
            for (int c = 0; c < row.size(); c++) {
                texts.add(text(row.get(c), decimals.get(c)));
            }
            cells.add(texts);
        }
        return new ListGrid(name, heads, cells);
    }

    private static String text(Object value, Decimals decimals) {
        if (value == null) {
            return "";
        }
        if (value instanceof Double || value instanceof Float) {
            return decimals.text(((Number) value).doubleValue());
        }
        return PlainText.brief(value);
    }
}
