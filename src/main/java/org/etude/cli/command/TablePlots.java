package org.etude.cli.command;

import java.util.Arrays;
import java.util.List;
import org.etude.Plots;
import org.etude.plot.chart.CriticalPathChart;
import org.etude.plot.chart.FitChart;
import org.etude.plot.chart.FlowsChart;
import org.etude.plot.chart.LinksChart;
import org.etude.plot.chart.QueuesChart;
import org.etude.plot.chart.SeriesChart;
import org.etude.plot.chart.StepChart;
import org.etude.plot.chart.TimelineChart;
import org.etude.plot.chart.TimelineWindow;
import org.etude.plot.figure.Figure;
import org.etude.plot.model.PlotException;
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

/** Figures of tables that were written before. */
final class TablePlots {
    private final Table table;
    private final String label;
    private final List<String> values;
    private final String series;

    /**
     * Of a table.
     *
     * @param label column that names bars or is the x of lines; null for the usual one
     * @param values columns of numbers; empty for the usual one
     * @param series column that tells lines apart; null for the usual one
     */
    TablePlots(Table table, String label, List<String> values, String series) {
        this.table = table;
        this.label = label;
        this.values = values;
        this.series = series;
    }

    Figure figure(PlotKind kind, TimelineWindow window) {
        return switch (kind) {
            case TIMELINE -> TimelineChart.of("Timeline", only(TimelineTable.SCHEMA), window);
            case OVERLAP -> StepChart.overlap("Where the step goes", only(OverlapTable.SCHEMA));
            case COMPARE -> compare();
            case SCALING -> scaling();
            case LINKS -> LinksChart.of("Link utilisation", only(LinksTable.SCHEMA), Integer.MAX_VALUE);
            case QUEUES -> QueuesChart.of("Waiting", only(QueueDepthTable.SCHEMA));
            case FCT -> FlowsChart.of("Flow completion", only(FlowsTable.SCHEMA));
            case CRITICAL_PATH -> CriticalPathChart.of("Critical path", only(CriticalPathTable.SCHEMA));
            case CALIBRATION -> FitChart.residuals("Calibration", only(ResidualsTable.SCHEMA));
            case TOPOLOGY ->
                throw new PlotException(
                        "a topology is not drawn from a table", "Give its shape, such as torus:4x4, or its file.");
        };
    }

    private Figure compare() {
        if (label != null && !values.isEmpty()) {
            return Plots.compare(table, label, values.toArray(new String[0]));
        }
        if (is(SweepTable.SCHEMA) || is(SweepTable.OUTCOMES)) {
            return SeriesChart.sweep("Sweep", table);
        }
        if (is(ComparisonTable.SCHEMA)) {
            return StepChart.comparison("Step time", table);
        }
        if (is(SimRanksTable.SCHEMA)) {
            return StepChart.ranks("Where the step goes", table);
        }
        throw new PlotException(
                "table " + table.name() + " is neither a sweep nor a comparison nor the ranks of a run",
                "Say with --label and --values which columns to draw: " + table.columnNames() + ".");
    }

    private Figure scaling() {
        String x = label == null ? "ranks" : label;
        String y = values.isEmpty() ? "step_ms" : values.get(0);
        if (series != null || !table.containsColumn("topology")) {
            return Plots.scaling(table, x, y, series == null ? "" : series);
        }
        // What tells networks of one family apart is their size, which is the x; auto:1d and auto:2d are families.
        var family = table.stringColumn("topology")
                .replaceAll("^(?!auto:)([^:]*):.*", "$1")
                .setName("family");
        if (table.containsColumn("variant")) {
            family = family.join(" ", table.stringColumn("variant")).trim().setName("family");
        }
        return Plots.scaling(table.copy().addColumns(family), x, y, "family");
    }

    private boolean is(Schema<?> schema) {
        return table.columnNames().equals(schema.columnNames());
    }

    private Table only(Schema<?> schema) {
        if (!is(schema)) {
            String[] names = schema.columnNames().toArray(String[]::new);
            throw new PlotException(
                    "table " + table.name() + " has other columns than " + schema.name(),
                    "This figure needs " + Arrays.toString(names) + "; docs/formats.md says where they are from.");
        }
        return table;
    }
}
