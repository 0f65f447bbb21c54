// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.display;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tech.tablesaw.api.NumericColumn;
import tech.tablesaw.api.Table;
import tech.tablesaw.columns.Column;

/** A Tablesaw table: units from the suffixes of column names, and as many decimals per column as needed. */
final class TableGrid implements Grid {
    private static final Map<String, String> UNITS =
            Map.of("ns", "ns", "us", "us", "ms", "ms", "bytes", "bytes", "gbps", "gbps", "frac", "frac");
    private static final String BYTES = "bytes";
    private static final int ROWS_LOOKED_AT = 1_000;

    private final Table table;
    private final List<Head> heads;
    private final Decimals[] decimals;
    private final ByteScale[] scales;

    TableGrid(Table table) {
        this.table = table;
        scales = table.columns().stream().map(TableGrid::scale).toArray(ByteScale[]::new);
        List<Head> made = new ArrayList<>();
        decimals = new Decimals[scales.length];
        for (int i = 0; i < scales.length; i++) {
            made.add(head(table.column(i), scales[i]));
            decimals[i] = decimals(table.column(i), scales[i]);
        }
        heads = List.copyOf(made);
    }

    @Override
    public String name() {
        return table.name() == null ? "" : table.name();
    }

    @Override
    public List<Head> heads() {
        return heads;
    }

    @Override
    public int rows() {
        return table.rowCount();
    }

    @Override
    public String cell(int row, int column) {
        Column<?> values = table.column(column);
        if (values.isMissing(row)) {
            return "";
        }
        if (values instanceof NumericColumn<?> numbers) {
            Object exact = values.get(row);
            return exact instanceof Long whole && scales[column] == ByteScale.BYTES
                    ? Decimals.grouped(whole)
                    : decimals[column].text(scales[column].from(numbers.getDouble(row)));
        }
        return values.getString(row);
    }

    /** A column whose name has a bytes suffix is scaled; all others are unchanged. */
    private static ByteScale scale(Column<?> column) {
        boolean bytes = column.name().equals(BYTES) || column.name().endsWith('_' + BYTES);
        if (!bytes || !(column instanceof NumericColumn<?> numbers)) {
            return ByteScale.BYTES;
        }
        double largest = 0;
        for (int row = 0; row < numbers.size(); row++) {
            largest = numbers.isMissing(row) ? largest : Math.max(largest, Math.abs(numbers.getDouble(row)));
        }
        return ByteScale.of(largest);
    }

    private static Head head(Column<?> column, ByteScale scale) {
        String name = column.name();
        boolean number = column instanceof NumericColumn<?>;
        String end = name.substring(name.lastIndexOf('_') + 1);
        String unit = number && name.contains("_") ? UNITS.getOrDefault(end, "") : "";
        unit = scale == ByteScale.BYTES ? unit : scale.unit();
        return new Head(name, column.type().name().toLowerCase(Locale.ROOT), unit, number);
    }

    private static Decimals decimals(Column<?> column, ByteScale scale) {
        Decimals decimals = new Decimals();
        if (column instanceof NumericColumn<?> numbers) {
            int step = Math.max(1, numbers.size() / ROWS_LOOKED_AT);
            for (int row = 0; row < numbers.size(); row += step) {
                if (!numbers.isMissing(row)) {
                    decimals.see(scale.from(numbers.getDouble(row)));
                }
            }
        }
        return decimals;
    }
}
