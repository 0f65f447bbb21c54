// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.chart;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.etude.plot.figure.Figure;
import org.etude.plot.model.Axis;
import org.etude.plot.model.Extent;
import org.etude.plot.model.Ink;
import org.etude.plot.model.Panel;
import tech.tablesaw.api.Table;

/** Lines or bars of any table's columns. */
public final class SeriesChart {
    private static final double LOG_FROM = 8;

    private SeriesChart() {}

    /**
     * One line with points per series. The x axis is logarithmic if its values are above zero and span a factor of eight,
     * with marks at powers of two if all values are powers of two.
     *
     * @param series the column that names the series; empty for one series
     */
    public static Figure lines(String title, Table table, String x, String y, String series) {
        Map<String, List<Integer>> rows = groups(table, series);
        double[] xs = Columns.scaled(table, x, 1);
        double[] ys = Columns.scaled(table, y, 1);
        Panel panel = Panel.of(axis(Columns.label(x), xs), Axis.linear(Columns.label(y)));
        int number = 0;
        for (Map.Entry<String, List<Integer>> group : rows.entrySet()) {
            List<Integer> order = new ArrayList<>(group.getValue());
            order.sort((a, b) -> Double.compare(xs[a], xs[b]));
            double[] gx = order.stream().mapToDouble(i -> xs[i]).toArray();
            double[] gy = order.stream().mapToDouble(i -> ys[i]).toArray();
            Ink ink = Ink.series(number++);
            panel = panel.line(group.getKey(), ink, gx, gy).points("", ink, gx, gy);
        }
        return Figure.of(title, panel).table(table);
    }

    private static Axis axis(String label, double[] values) {
        Extent extent = new Extent(false);
        extent.addAll(values);
        if (!extent.isWide(LOG_FROM)) {
            return Axis.linear(label);
        }
        boolean doublings = Arrays.stream(values)
                .filter(Double::isFinite)
                .allMatch(value -> Math.scalb(1.0, Math.getExponent(value)) == value);
        return doublings ? Axis.doublings(label) : Axis.log(label);
    }

    /** One group of bars per row, one bar per column of numbers. */
    public static Figure bars(String title, Table table, String label, String... values) {
        Panel panel = Panel.of(
                Axis.categories("", Columns.texts(table, label)),
                Axis.linear(values.length == 1 ? Columns.label(values[0]) : ""));
        for (int i = 0; i < values.length; i++) {
            panel = panel.bars(
                    values.length == 1 ? "" : Columns.label(values[i]),
                    Ink.series(i),
                    Columns.scaled(table, values[i], 1));
        }
        return Figure.of(title, panel).table(table);
    }

    /** One bar per run of {@link org.etude.table.run.SweepTable#SCHEMA}, named by what differs between the runs. */
    public static Figure sweep(String title, Table sweep) {
        List<List<String>> parts = new ArrayList<>();
        for (String column : List.of("topology", "scale", "variant")) {
            List<String> texts = Columns.texts(sweep, column);
            if (column.equals("topology") || texts.stream().distinct().count() > 1) {
                parts.add(texts);
            }
        }
        List<String> names = new ArrayList<>();
        for (int row = 0; row < sweep.rowCount(); row++) {
            int at = row;
            names.add(
                    parts.stream().map(p -> p.get(at)).filter(t -> !t.isEmpty()).collect(Collectors.joining(", ")));
        }
        double[] micros = Columns.scaled(sweep, "step_ms", 1e3);
        Extent extent = new Extent(false);
        extent.addAll(micros);
        TimeUnit unit = TimeUnit.of(extent.isEmpty() ? 1 : extent.high());
        Panel panel = Panel.of(Axis.categories("", names), Axis.linear("step (" + unit.text() + ")"))
                .bars("", Ink.BLUE, unit.from(micros));
        return Figure.of(title, panel).table(sweep);
    }

    private static Map<String, List<Integer>> groups(Table table, String series) {
        Map<String, List<Integer>> groups = new LinkedHashMap<>();
        List<String> names = series.isEmpty() ? List.of() : Columns.texts(table, series);
        for (int i = 0; i < table.rowCount(); i++) {
            groups.computeIfAbsent(names.isEmpty() ? "" : names.get(i), n -> new ArrayList<>())
                    .add(i);
        }
        return groups;
    }
}
