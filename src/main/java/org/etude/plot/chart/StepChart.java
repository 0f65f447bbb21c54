// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.chart;

import java.util.Arrays;
import java.util.List;
import org.etude.plot.figure.Figure;
import org.etude.plot.model.Axis;
import org.etude.plot.model.Extent;
import org.etude.plot.model.Ink;
import org.etude.plot.model.Panel;
import org.etude.plot.model.PlotException;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.Table;

/** Breakdown of step time: stacked bars whose parts add up to a step; parts that are zero everywhere are left out. */
public final class StepChart {
    private static final List<String> PARTS =
            List.of("compute_only_ms", "overlap_ms", "exposed_comm_ms", "copy_ms", "waiting_ms", "host_ms", "idle_ms");
    private static final List<String> NAMES =
            List.of("compute", "overlap", "exposed communication", "copies", "waiting for a rank", "host", "idle");
    private static final List<Ink> INKS =
            List.of(Ink.BLUE, Ink.GREEN, Ink.VERMILLION, Ink.PURPLE, Ink.SKY, Ink.ORANGE, Ink.GREY);

    private static final String STEP = "time of the step";
    /** The label for ranks and comparisons, which cover a run from start to end, regardless of its number of steps. */
    private static final String RUN = "time of the run";

    private StepChart() {}

    /**
     * One bar per rank of {@link org.etude.table.run.OverlapTable#SCHEMA}; with two sources, a rank's bars are
     * adjacent.
     */
    public static Figure overlap(String title, Table overlap) {
        Table sorted = overlap.sortAscendingOn("rank", "source");
        boolean both = sorted.stringColumn("source").unique().size() > 1;
        List<String> names = sorted.stream()
                .map(row ->
                        both ? "rank " + row.getInt("rank") + " " + row.getString("source") : "" + row.getInt("rank"))
                .toList();
        return stacked(title, Axis.categories(both ? "" : "rank", names), STEP, sorted);
    }

    /** One bar per run of {@link org.etude.table.run.ComparisonTable#SCHEMA}. */
    public static Figure comparison(String title, Table comparison) {
        return stacked(title, Axis.categories("", comparison.stringColumn("run").asList()), RUN, comparison);
    }

    /** One bar per rank of {@link org.etude.table.run.SimRanksTable#SCHEMA}, whose compute includes the overlap. */
    public static Figure ranks(String title, Table ranks) {
        List<String> names = Arrays.stream(ranks.intColumn("rank").asIntArray())
                .mapToObj(Integer::toString)
                .toList();
        DoubleColumn alone = ranks.doubleColumn("compute_ms").subtract(ranks.doubleColumn("overlap_ms"));
        return stacked(
                title, Axis.categories("rank", names), RUN, ranks.copy().addColumns(alone.setName(PARTS.get(0))));
    }

    private static Figure stacked(String title, Axis bars, String what, Table table) {
        if (table.rowCount() == 0) {
            throw new PlotException("\"" + title + "\": the table has no rows", "Use traces or runs with a step.");
        }
        Extent extent = new Extent(false);
        double[][] micros = new double[PARTS.size()][];
        for (int p = 0; p < micros.length; p++) {
            micros[p] = Columns.scaled(table, PARTS.get(p), 1e3);
            extent.addAll(micros[p]);
        }
        TimeUnit unit = TimeUnit.of(extent.high());
        Panel panel =
                Panel.of(bars, Axis.linear(what + " (" + unit.text() + ")")).stacked();
        for (int p = 0; p < micros.length; p++) {
            boolean nothing = Arrays.stream(micros[p]).noneMatch(value -> value > 0);
            // An axis needs at least one bar.
            if (nothing && (p > 0 || extent.high() > 0)) {
                continue;
            }
            panel = panel.bars(NAMES.get(p), INKS.get(p), unit.from(micros[p]));
        }
        return Figure.of(title, panel).table(table);
    }
}
