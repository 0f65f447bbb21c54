package org.etude.notebook.display;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import tech.tablesaw.api.NumericColumn;
import tech.tablesaw.api.Table;
import tech.tablesaw.columns.Column;

/** A Tablesaw table: units from the ends of the columns' names, decimals of a column with as many places as they need. */
final class TableGrid implements Grid {
    private static final Map<String, String> UNITS =
            Map.of("ns", "ns", "us", "µs", "ms", "ms", "bytes", "bytes", "gbps", "Gbit/s", "frac", "fraction");
    private static final int ROWS_LOOKED_AT = 1_000;

    private final Table table;
    private final List<Head> heads;
    private final Decimals[] decimals;

    TableGrid(Table table) {
        this.table = table;
        heads = table.columns().stream().map(TableGrid::head).toList();
        decimals = table.columns().stream().map(TableGrid::decimals).toArray(Decimals[]::new);
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
            return exact instanceof Long whole
                    ? Decimals.grouped(whole)
                    : decimals[column].text(numbers.getDouble(row));
        }
        return values.getString(row);
    }

    private static Head head(Column<?> column) {
        String name = column.name();
        boolean number = column instanceof NumericColumn<?>;
        String end = name.substring(name.lastIndexOf('_') + 1);
        String unit = number && name.contains("_") ? UNITS.getOrDefault(end, "") : "";
        return new Head(name, column.type().name().toLowerCase(Locale.ROOT), unit, number);
    }

    private static Decimals decimals(Column<?> column) {
        Decimals decimals = new Decimals();
        if (column instanceof NumericColumn<?> numbers) {
            int step = Math.max(1, numbers.size() / ROWS_LOOKED_AT);
            for (int row = 0; row < numbers.size(); row += step) {
                if (!numbers.isMissing(row)) {
                    decimals.see(numbers.getDouble(row));
                }
            }
        }
        return decimals;
    }
}
