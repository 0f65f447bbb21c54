// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.chart;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.etude.number.IntervalSet;
import org.etude.plot.figure.Figure;
import org.etude.plot.model.Axis;
import org.etude.plot.model.Extent;
import org.etude.plot.model.Ink;
import org.etude.plot.model.Panel;
import org.etude.plot.model.PlotException;
import org.etude.plot.model.TimelineWindow;
import org.etude.table.recorded.TimelineTable;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;
import tech.tablesaw.selection.Selection;

/**
 * A timeline: lanes for compute, communication, host and memory of each rank, with the overlap of compute and
 * communication highlighted.
 */
public final class TimelineChart {
    private static final double NS = 1e3;
    private static final List<String> KINDS = List.of("compute", "comm", "host", "memory");
    private static final Map<String, Ink> INKS =
            Map.of("compute", Ink.BLUE, "comm", Ink.VERMILLION, "host", Ink.ORANGE, "memory", Ink.PURPLE);
    private static final Map<String, String> NAMES = Map.of("comm", "communication");

    /** A lane: one kind of activity of a rank in a source. */
    private record Lane(int rank, String source, String kind) {}

    private final Table table;
    private final IntColumn rank;
    private final StringColumn source;
    private final StringColumn kind;
    private final StringColumn name;
    private final DoubleColumn start;
    private final DoubleColumn duration;
    private final TimelineWindow window;
    private final Map<Lane, Integer> lanes = new LinkedHashMap<>();
    private TimeUnit unit = TimeUnit.US;

    private TimelineChart(Table table, TimelineWindow window) {
        this.table = table;
        this.window = window;
        rank = table.intColumn("rank");
        source = table.stringColumn("source");
        kind = table.stringColumn("lane");
        name = table.stringColumn("name");
        start = table.doubleColumn("start_us");
        duration = table.doubleColumn("duration_us");
    }

    /**
     * Plots rows of {@link TimelineTable#SCHEMA}; with several sources, a rank's lanes are adjacent.
     *
     * @throws PlotException when no row is in the window
     */
    public static Figure of(String title, Table timeline, TimelineWindow window) {
        return new TimelineChart(timeline, window).figure(title);
    }

    private Figure figure(String title) {
        IntArrayList rows = new IntArrayList();
        Extent extent = new Extent(false);
        for (int row = 0; row < table.rowCount(); row++) {
            if (isShown(row)) {
                rows.add(row);
                extent.add(Math.max(window.fromUs(), start.getDouble(row)));
                extent.add(Math.min(window.toUs(), end(row)));
            }
        }
        if (rows.isEmpty()) {
            throw new PlotException(
                    "the timeline has nothing to show" + (table.rowCount() == 0 ? "" : " in this window"),
                    table.rowCount() == 0
                            ? "Load Kineto traces, or simulate with OPS recorded."
                            : "Choose ranks and times from the timeline table.");
        }
        unit = TimeUnit.of(extent.high());
        lanes(rows);
        boolean both = lanes.keySet().stream().map(Lane::source).distinct().count() > 1;
        Axis time = Axis.linear("time (" + unit.text() + ")");
        if (extent.low() < extent.high()) {
            time = time.range(unit.from(extent.low()), unit.from(extent.high()));
        }
        Axis names = Axis.categories(
                "", lanes.keySet().stream().map(l -> label(l, both)).toList());
        Panel panel = boxes(overlap(Panel.of(time, names), rows), rows);
        return Figure.of(title, panel).table(table.where(Selection.with(rows.toIntArray())));
    }

    private boolean isShown(int row) {
        return (window.ranks().isEmpty() || window.ranks().contains(rank.getInt(row)))
                && end(row) > window.fromUs()
                && start.getDouble(row) < window.toUs();
    }

    private double end(int row) {
        return start.getDouble(row) + duration.getDouble(row);
    }

    private Lane lane(int row) {
        return new Lane(rank.getInt(row), source.get(row), kind.get(row));
    }

    private void lanes(IntArrayList rows) {
        TreeMap<String, Lane> sorted = new TreeMap<>();
        for (int row : rows) {
            Lane lane = lane(row);
            String key = String.format(
                    Locale.ROOT, "%09d %s %d %s", lane.rank, lane.source, KINDS.indexOf(lane.kind) + 1, lane.kind);
            sorted.put(key, lane);
        }
        sorted.values().forEach(lane -> lanes.put(lane, lanes.size()));
    }

    private static String label(Lane lane, boolean both) {
        return "rank " + lane.rank + " " + (both ? lane.source + " " : "") + lane.kind;
    }

    /** Highlights the compute and communication lanes of a rank while both were active. */
    private Panel overlap(Panel panel, IntArrayList rows) {
        Map<Lane, IntervalSet.Builder> spans = new LinkedHashMap<>();
        for (int row : rows) {
            spans.computeIfAbsent(lane(row), l -> new IntervalSet.Builder())
                    .add(Math.round(start.getDouble(row) * NS), Math.round(end(row) * NS));
        }
        IntArrayList at = new IntArrayList();
        DoubleArrayList from = new DoubleArrayList();
        DoubleArrayList to = new DoubleArrayList();
        spans.forEach((lane, compute) -> {
            IntervalSet.Builder comm = spans.get(new Lane(lane.rank, lane.source, "comm"));
            if (lane.kind.equals("compute") && comm != null) {
                compute.union().and(comm.union()).forEach((begin, end) -> {
                    at.add(lanes.get(lane).intValue());
                    from.add(unit.from(begin / NS));
                    to.add(unit.from(end / NS));
                });
            }
        });
        return at.isEmpty()
                ? panel
                : panel.background("overlap", Ink.GREEN, at.toIntArray(), from.toDoubleArray(), to.toDoubleArray(), 2);
    }

    private Panel boxes(Panel panel, IntArrayList rows) {
        Panel result = panel;
        List<String> kinds = new ArrayList<>(KINDS);
        lanes.keySet().stream()
                .map(Lane::kind)
                .filter(k -> !KINDS.contains(k))
                .distinct()
                .forEach(kinds::add);
        for (String one : kinds) {
            IntArrayList at = new IntArrayList();
            DoubleArrayList from = new DoubleArrayList();
            DoubleArrayList to = new DoubleArrayList();
            List<String> texts = new ArrayList<>();
            for (int row : rows) {
                if (kind.get(row).equals(one)) {
                    at.add(lanes.get(lane(row)).intValue());
                    from.add(unit.from(start.getDouble(row)));
                    to.add(unit.from(end(row)));
                    texts.add(KernelLabels.brief(name.get(row)));
                }
            }
            if (!at.isEmpty()) {
                result = result.boxes(
                        NAMES.getOrDefault(one, one),
                        INKS.getOrDefault(one, Ink.SKY),
                        at.toIntArray(),
                        from.toDoubleArray(),
                        to.toDoubleArray(),
                        texts);
            }
        }
        return result;
    }
}
