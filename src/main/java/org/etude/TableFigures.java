// SPDX-License-Identifier: Apache-2.0
package org.etude;

import java.util.Arrays;
import org.etude.plot.chart.CriticalPathChart;
import org.etude.plot.chart.FitChart;
import org.etude.plot.chart.FlowsChart;
import org.etude.plot.chart.LinksChart;
import org.etude.plot.chart.QueuesChart;
import org.etude.plot.chart.SeriesChart;
import org.etude.plot.chart.StepChart;
import org.etude.plot.chart.TimelineChart;
import org.etude.plot.figure.Figure;
import org.etude.plot.model.PlotException;
import org.etude.plot.model.TimelineWindow;
import org.etude.report.Given;
import org.etude.table.recorded.ResidualsTable;
import org.etude.table.recorded.TimelineTable;
import org.etude.table.run.ComparisonTable;
import org.etude.table.run.CriticalPathTable;
import org.etude.table.run.FlowsTable;
import org.etude.table.run.LinksTable;
import org.etude.table.run.OverlapTable;
import org.etude.table.run.QueueDepthTable;
import org.etude.table.run.SimRanksTable;
import org.etude.table.run.SweepTable;
import org.etude.table.schema.Schema;
import tech.tablesaw.api.Table;

/** Draws figures from saved tables, and rejects tables without the columns that the figure needs. */
final class TableFigures {
    private TableFigures() {}

    static Figure timeline(Table table, TimelineWindow window) {
        return TimelineChart.of("Timeline", only(table, TimelineTable.SCHEMA), window);
    }

    static Figure overlap(Table table) {
        return StepChart.overlap("Where the step goes", only(table, OverlapTable.SCHEMA));
    }

    static Figure compare(Table table) {
        if (is(table, SweepTable.SCHEMA) || is(table, SweepTable.OUTCOMES)) {
            return SeriesChart.sweep("Sweep", table);
        }
        if (is(table, ComparisonTable.SCHEMA)) {
            return StepChart.comparison("Time of the runs", table);
        }
        if (is(table, SimRanksTable.SCHEMA)) {
            return StepChart.ranks("Where the time of the run goes", table);
        }
        throw new PlotException(
                "table " + table.name() + " is neither a sweep nor a comparison nor the ranks of a run",
                "Choose the columns to draw with --label and --values: " + table.columnNames() + ".");
    }

    /**
     * Networks of one family differ only in size, which is the x axis; auto:1d and auto:2d are families of their own.
     */
    static Table withFamily(Table table) {
        if (!Given.value(table, "the table").containsColumn("topology")) {
            throw new PlotException(
                    "the table " + table.name() + " has no column topology, which tells its lines apart",
                    "Name the column that does, or none: Plots.scaling(table, x, y, \"\").");
        }
        var family = table.stringColumn("topology")
                .replaceAll("^(?!auto:)([^:]*):.*", "$1")
                .setName("family");
        if (table.containsColumn("variant")) {
            family = family.join(" ", table.stringColumn("variant")).trim().setName("family");
        }
        return table.copy().addColumns(family);
    }

    static Figure links(Table table) {
        return LinksChart.of("Link utilisation", only(table, LinksTable.SCHEMA), Integer.MAX_VALUE);
    }

    static Figure queues(Table table) {
        return QueuesChart.of("Waiting", only(table, QueueDepthTable.SCHEMA));
    }

    static Figure fct(Table table) {
        return FlowsChart.of("Flow completion", only(table, FlowsTable.SCHEMA));
    }

    static Figure criticalPath(Table table) {
        return CriticalPathChart.of("Critical path", only(table, CriticalPathTable.SCHEMA));
    }

    static Figure calibration(Table table) {
        return FitChart.residuals("Calibration", only(table, ResidualsTable.SCHEMA));
    }

    private static boolean is(Table table, Schema<?> schema) {
        return Given.value(table, "the table").columnNames().equals(schema.columnNames());
    }

    private static Table only(Table table, Schema<?> schema) {
        if (!is(table, schema)) {
            String[] names = schema.columnNames().toArray(String[]::new);
            throw new PlotException(
                    "table " + table.name() + " has other columns than " + schema.name(),
                    "This figure needs " + Arrays.toString(names)
                            + "; docs/formats.md lists the tables that have them.");
        }
        return table;
    }
}
