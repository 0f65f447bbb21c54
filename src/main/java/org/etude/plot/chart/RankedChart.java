// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.chart;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.etude.plot.figure.Figure;
import org.etude.plot.model.Axis;
import org.etude.plot.model.Ink;
import org.etude.plot.model.Panel;
import org.etude.plot.model.PlotException;
import org.etude.table.schema.Cells;
import tech.tablesaw.api.Table;

/** The largest sums of a column, as one bar per name with stacked parts: shows what took most of the time. */
public final class RankedChart {
    private static final int MOST = 12;
    private static final String MICROS = "_us";

    private final Table table;
    private final List<String> labels;
    private final List<String> parts;
    private final double[] values;
    /** How the values of rows under one bar are combined. */
    private final boolean sum;

    private RankedChart(Table table, List<String> labels, String part, String value, boolean sum) {
        this.sum = sum;
        this.table = table;
        this.labels = labels;
        this.parts = part.isEmpty() ? labels.stream().map(l -> "").toList() : Columns.texts(table, part);
        values = Columns.scaled(table, value, 1);
    }

    /**
     * Plots any table; rows of the same name and part are summed, as are those beyond the first {@value #MOST} bars.
     *
     * @param part column that distinguishes the parts of a bar; empty for single-part bars
     * @param value column of numbers
     * @param label columns that make up a bar's name
     * @throws PlotException when the table has no rows
     */
    public static Figure of(String title, Table table, String part, String value, String... label) {
        return of(title, table, true, part, value, label);
    }

    /** Plots a table of means or extremes, of which no sum makes sense: the largest takes its place. Otherwise as {@link #of}. */
    static Figure ofLargest(String title, Table table, String part, String value, String... label) {
        return of(title, table, false, part, value, label);
    }

    private static Figure of(String title, Table table, boolean sum, String part, String value, String... label) {
        if (table.rowCount() == 0) {
            throw new PlotException(
                    title + ": there is nothing to draw, the table " + table.name() + " has no rows",
                    "See 'etude load' for what was recorded; without GPU work there are no kernels, streams or launches.");
        }
        return new RankedChart(table, labels(table, label), part, value, sum).figure(title, value);
    }

    private static List<String> labels(Table table, String... columns) {
        List<String> labels = new ArrayList<>();
        for (int row = 0; row < table.rowCount(); row++) {
            int at = row;
            String label = Arrays.stream(columns)
                    .map(column -> text(table, column, at))
                    .filter(text -> !text.isEmpty())
                    .collect(Collectors.joining(", "));
            // Such as GPU work of a graph, which no operator launched.
            labels.add(label.isEmpty() ? "no " + columns[0] : label);
        }
        return labels;
    }

    /** Numbers are prefixed with what they number: rank 3, stream 7. */
    private static String text(Table table, String column, int row) {
        String text = Cells.plain(table.column(column), row);
        boolean number = table.column(column).type().name().matches("INTEGER|LONG");
        return number && !text.isEmpty() ? column.replaceAll("_.*", "") + " " + text : KernelLabels.brief(text);
    }

    private Figure figure(String title, String column) {
        Map<String, Map<String, Double>> sums = new LinkedHashMap<>();
        List<String> stacked = parts.stream().distinct().toList();
        for (int row = 0; row < values.length; row++) {
            if (!Double.isNaN(values[row])) {
                sums.computeIfAbsent(labels.get(row), l -> new LinkedHashMap<>())
                        .merge(parts.get(row), values[row], this::combined);
            }
        }
        List<String> names = new ArrayList<>(sums.keySet());
        names.sort(Comparator.comparingDouble((String name) -> -size(sums.get(name))));
        Map<String, Double> rest = new LinkedHashMap<>();
        for (String name : names.subList(Math.min(MOST, names.size()), names.size())) {
            sums.get(name).forEach((part, value) -> rest.merge(part, value, this::combined));
        }
        List<String> shown = new ArrayList<>(names.subList(0, Math.min(MOST, names.size())));
        if (!rest.isEmpty()) {
            String others = (sum ? "" : "largest of ") + (names.size() - MOST) + " others";
            shown.add(others);
            sums.put(others, rest);
        }
        double highest =
                shown.stream().mapToDouble(name -> size(sums.get(name))).max().orElse(0);
        TimeUnit unit = column.endsWith(MICROS) ? TimeUnit.of(highest) : TimeUnit.US;
        String axis = column.endsWith(MICROS)
                ? Columns.label(column.substring(0, column.length() - MICROS.length()) + "_" + unit.suffix())
                : Columns.label(column);
        Panel panel = Panel.of(Axis.categories("", shown), Axis.linear(axis)).stacked();
        for (int i = 0; i < stacked.size(); i++) {
            String part = stacked.get(i);
            double[] bars = shown.stream()
                    .mapToDouble(name -> sums.get(name).getOrDefault(part, 0.0))
                    .toArray();
            panel = panel.bars(part, Ink.series(i), unit.from(bars));
        }
        return Figure.of(title, panel).table(table);
    }

    private double combined(double a, double b) {
        return sum ? a + b : Math.max(a, b);
    }

    private static double size(Map<String, Double> parts) {
        return parts.values().stream().mapToDouble(Math::abs).sum();
    }
}
