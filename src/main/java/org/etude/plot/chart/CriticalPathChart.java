// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.chart;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.etude.et.graph.EtNames;
import org.etude.plot.figure.Figure;
import org.etude.plot.model.Axis;
import org.etude.plot.model.Ink;
import org.etude.plot.model.Panel;
import org.etude.plot.model.PlotException;
import tech.tablesaw.api.Row;
import tech.tablesaw.api.Table;

/** The critical path of a step: the rank it ran on over time, and the operators it consists of. */
public final class CriticalPathChart {
    private static final List<String> LANES = List.of("compute", "comm", "host", "memory", "none");
    private static final List<String> NAMES = List.of("compute", "communication", "host", "memory", "gap");
    private static final List<Ink> INKS = List.of(Ink.BLUE, Ink.VERMILLION, Ink.ORANGE, Ink.PURPLE, Ink.GREY);
    private static final int LARGEST = 8;
    private static final String SELF_TIME = EtNames.SELF_TIME;

    private CriticalPathChart() {}

    /**
     * Plots a table of {@link org.etude.table.run.CriticalPathTable#SCHEMA}.
     *
     * @throws PlotException when the path is empty
     */
    public static Figure of(String title, Table path) {
        if (path.rowCount() == 0) {
            throw new PlotException("the critical path is empty", "Simulate a workload in which something runs.");
        }
        double end = path.longColumn("end_ns").max() / 1e3;
        TimeUnit unit = TimeUnit.of(end);
        return Figure.of(title, where(path, unit), what(path, unit)).table(path);
    }

    private static Panel where(Table path, TimeUnit unit) {
        List<Integer> ranks = List.copyOf(new TreeSet<>(path.intColumn("rank").asList()));
        Panel panel = Panel.of(
                        Axis.linear("time (" + unit.text() + ")"),
                        Axis.categories(
                                "rank", ranks.stream().map(String::valueOf).toList()))
                .title("Where the path runs");
        for (int kind = 0; kind < LANES.size(); kind++) {
            IntArrayList lane = new IntArrayList();
            DoubleArrayList from = new DoubleArrayList();
            DoubleArrayList to = new DoubleArrayList();
            List<String> texts = new ArrayList<>();
            for (Row row : path) {
                if (row.getString("lane").equals(LANES.get(kind))) {
                    lane.add(ranks.indexOf(row.getInt("rank")));
                    from.add(unit.from(row.getLong("start_ns") / 1e3));
                    to.add(unit.from(row.getLong("end_ns") / 1e3));
                    texts.add(KernelLabels.brief(row.getString("name")));
                }
            }
            if (!lane.isEmpty()) {
                panel = panel.boxes(
                        NAMES.get(kind),
                        INKS.get(kind),
                        lane.toIntArray(),
                        from.toDoubleArray(),
                        to.toDoubleArray(),
                        texts);
            }
        }
        return panel;
    }

    private static Panel what(Table path, TimeUnit unit) {
        Map<String, double[]> sums = new LinkedHashMap<>();
        for (Row row : path) {
            int kind = LANES.indexOf(row.getString("lane"));
            String name = kind == LANES.size() - 1 ? "(gap)" : KernelLabels.brief(operator(row.getString("name")));
            sums.computeIfAbsent(name, n -> new double[LANES.size()])[kind] += row.getDouble("duration_us");
        }
        List<String> names = new ArrayList<>(sums.keySet());
        names.sort(Comparator.comparingDouble((String n) -> -total(sums.get(n))).thenComparing(n -> n));
        List<String> shown = shown(names, sums);
        Panel panel = Panel.of(Axis.categories("", shown), Axis.linear("time on the path (" + unit.text() + ")"))
                .title("What it is made of")
                .stacked();
        for (int kind = 0; kind < LANES.size(); kind++) {
            int of = kind;
            double[] values =
                    shown.stream().mapToDouble(n -> unit.from(sums.get(n)[of])).toArray();
            if (total(values) > 0) {
                panel = panel.bars(NAMES.get(kind), INKS.get(kind), values);
            }
        }
        return panel;
    }

    /** An operator's own slice and its self time after its children are one operator. */
    private static String operator(String name) {
        return name.startsWith(SELF_TIME) ? name.substring(SELF_TIME.length()) : name;
    }

    /**
     * The largest names, then the rest of each lane as one bar. Enough names are shown that no such rest is the highest
     * bar, which would hide what the path consists of.
     */
    private static List<String> shown(List<String> names, Map<String, double[]> sums) {
        int count = Math.min(LARGEST, names.size());
        double top = names.isEmpty() ? 0 : total(sums.get(names.get(0)));
        while (count < names.size() && largest(rest(names, count, sums)) > top) {
            count++;
        }
        List<String> shown = new ArrayList<>(names.subList(0, count));
        double[] rest = rest(names, count, sums);
        for (int kind = 0; kind < rest.length; kind++) {
            if (rest[kind] > 0) {
                double[] ofLane = new double[rest.length];
                ofLane[kind] = rest[kind];
                String name = "other " + NAMES.get(kind);
                sums.put(name, ofLane);
                shown.add(name);
            }
        }
        return shown;
    }

    private static double[] rest(List<String> names, int from, Map<String, double[]> sums) {
        double[] rest = new double[LANES.size()];
        for (String name : names.subList(from, names.size())) {
            for (int kind = 0; kind < rest.length; kind++) {
                rest[kind] += sums.get(name)[kind];
            }
        }
        return rest;
    }

    private static double largest(double[] values) {
        return Arrays.stream(values).max().orElse(0);
    }

    private static double total(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum;
    }
}
