// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.chart;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.etude.plot.model.PlotException;
import org.etude.table.schema.Cells;
import tech.tablesaw.api.NumericColumn;
import tech.tablesaw.api.Table;
import tech.tablesaw.columns.Column;

/** Reads columns of tables into arrays. */
final class Columns {
    private static final Map<String, String> UNITS = Map.ofEntries(
            Map.entry("ns", "ns"),
            Map.entry("us", "µs"),
            Map.entry("ms", "ms"),
            Map.entry("s", "s"),
            Map.entry("bytes", "bytes"),
            Map.entry("kib", "KiB"),
            Map.entry("mib", "MiB"),
            Map.entry("mb", "MB"),
            Map.entry("gb", "GB"),
            Map.entry("gbps", "Gbit/s"),
            Map.entry("frac", "fraction"));

    private Columns() {}

    /** A column of numbers multiplied by a factor; NaN where a value is missing. */
    static double[] scaled(Table table, String name, double factor) {
        NumericColumn<?> column = number(table, name);
        double[] values = new double[table.rowCount()];
        for (int i = 0; i < values.length; i++) {
            values[i] = column.isMissing(i) ? Double.NaN : column.getDouble(i) * factor;
        }
        return values;
    }

    /** Any column as texts. */
    static List<String> texts(Table table, String name) {
        Column<?> column = column(table, name);
        return IntStream.range(0, table.rowCount())
                .mapToObj(row -> Cells.plain(column, row))
                .toList();
    }

    /** The axis label of a column, with its unit in brackets: "step_ms" becomes "step (ms)". */
    static String label(String name) {
        int at = name.lastIndexOf('_');
        String unit = UNITS.get(name.substring(at + 1));
        return at <= 0 || unit == null
                ? name.replace('_', ' ')
                : name.substring(0, at).replace('_', ' ') + " (" + unit + ")";
    }

    private static NumericColumn<?> number(Table table, String name) {
        if (column(table, name) instanceof NumericColumn<?> numbers) {
            return numbers;
        }
        throw new PlotException(
                "column \"" + name + "\" of table \"" + table.name() + "\" does not contain numbers",
                "Choose another column.");
    }

    private static Column<?> column(Table table, String name) {
        if (!table.containsColumn(name)) {
            throw new PlotException(
                    "table \"" + table.name() + "\" has no column \"" + name + "\"",
                    "Choose one of " + table.columnNames() + ".");
        }
        return table.column(name);
    }
}
