// SPDX-License-Identifier: Apache-2.0
package org.etude;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.etude.analysis.CriticalPath;
import org.etude.network.packet.state.PortRecorder;
import org.etude.plot.chart.CriticalPathChart;
import org.etude.plot.chart.FitChart;
import org.etude.plot.chart.FlowsChart;
import org.etude.plot.chart.LinksChart;
import org.etude.plot.chart.QuestionFigures;
import org.etude.plot.chart.QueuesChart;
import org.etude.plot.chart.SeriesChart;
import org.etude.plot.chart.StepChart;
import org.etude.plot.chart.TimelineChart;
import org.etude.plot.chart.TopologyChart;
import org.etude.plot.figure.Figure;
import org.etude.plot.model.PlotException;
import org.etude.plot.model.TimelineWindow;
import org.etude.report.Given;
import org.etude.report.Internal;
import org.etude.sim.result.SimulationResult;
import org.etude.spec.EventFilter;
import org.etude.table.recorded.TimelineTable;
import org.etude.table.run.ComparisonTable;
import org.etude.table.run.CriticalPathTable;
import org.etude.table.run.OverlapTable;
import org.etude.table.run.QueueDepthTable;
import tech.tablesaw.api.Table;

/**
 * Figures of traces, simulations and sweeps: interactive in a notebook cell, {@code save("x.pdf", Size.COLUMN)} for
 * print; see docs/figures.md.
 */
public final class Plots {
    private static final int PORTS = 6;

    private Plots() {}

    /** What ran when, as recorded: compute and communication of each rank, and where they overlap. */
    public static Figure timeline(Traces traces) {
        return timeline(traces, w -> w);
    }

    /** A part of {@link #timeline(Traces)}: {@code Plots.timeline(traces, w -> w.from(ms(3)).to(ms(5)).ranks(0, 1))}. */
    public static Figure timeline(Traces traces, UnaryOperator<EventFilter> part) {
        return TimelineChart.of(
                "Timeline, recorded", TimelineTable.of(given(traces).set(), traces.hostWaits()), window(part));
    }

    /**
     * What ran when, as simulated.
     *
     * @throws org.etude.report.EtudeException when the run kept no ops
     */
    public static Figure timeline(Simulation sim) {
        return timeline(sim, w -> w);
    }

    /** A part of {@link #timeline(Simulation)}. */
    public static Figure timeline(Simulation sim, UnaryOperator<EventFilter> part) {
        return TimelineChart.of("Timeline, simulated", timelineTable(given(sim)), window(part));
    }

    /** What ran when in an extrapolated step. */
    public static Figure timeline(TrioSimRun run) {
        return timeline(run, w -> w);
    }

    /** A part of {@link #timeline(TrioSimRun)}. */
    public static Figure timeline(TrioSimRun run, UnaryOperator<EventFilter> part) {
        return TimelineChart.of(
                "Timeline, extrapolated", Given.value(run, "the run").timeline(), window(part));
    }

    /**
     * The timeline of a table that {@code Plots.timeline(...).table()} returned.
     *
     * @throws org.etude.report.EtudeException when it has other columns
     */
    public static Figure timeline(Table table, UnaryOperator<EventFilter> part) {
        return TableFigures.timeline(table, window(part));
    }

    /** Each rank's recorded timeline above its simulated one, each starting at its own zero. */
    public static Figure timeline(Traces traces, Simulation sim) {
        return timeline(traces, sim, w -> w);
    }

    /** A part of {@link #timeline(Traces, Simulation)}. */
    public static Figure timeline(Traces traces, Simulation sim, UnaryOperator<EventFilter> part) {
        return TimelineChart.of(
                "Timeline, recorded and simulated",
                TimelineTable.of(given(traces).set(), traces.hostWaits()).append(timelineTable(given(sim))),
                window(part));
    }

    private static TimelineWindow window(UnaryOperator<EventFilter> part) {
        return TimelineWindow.of(Given.options(part, EventFilter.all()));
    }

    /** Breakdown of each rank's step into parts that add up to it: the mean of the recorded steps. */
    public static Figure overlap(Traces traces) {
        return StepChart.overlap(
                "Where the step goes, recorded", OverlapTable.of(given(traces).set(), traces.waits()));
    }

    /** Breakdown of each simulated rank's step; the mean when the run has several steps. */
    public static Figure overlap(Simulation sim) {
        return StepChart.overlap(
                "Where the step goes, simulated",
                OverlapTable.of(given(sim).result().ranks(), sim.result().steps()));
    }

    /** Breakdown of each rank's recorded step next to its simulated one: the mean of the same steps on both sides. */
    public static Figure overlap(Traces traces, Simulation sim) {
        return StepChart.overlap(
                "Where the step goes",
                OverlapTable.of(given(traces).set(), traces.waits())
                        .append(OverlapTable.of(traces.set(), given(sim).result())));
    }

    /**
     * The step breakdown of a table that {@code Plots.overlap(...).table()} returned.
     *
     * @throws org.etude.report.EtudeException when it has other columns
     */
    public static Figure overlap(Table table) {
        return TableFigures.overlap(table);
    }

    /**
     * Runs side by side, in the order of the map: for each, the total time of the rank that ended last, and its
     * breakdown.
     */
    public static Figure compare(Map<String, Simulation> runs) {
        return StepChart.comparison("Time of the runs", ComparisonTable.of(results(Given.values(runs, "the runs"))));
    }

    /**
     * Two runs side by side.
     *
     * @throws org.etude.report.EtudeException when both have the same name
     */
    public static Figure compare(String first, Simulation one, String second, Simulation other) {
        Map<String, Simulation> runs = new LinkedHashMap<>();
        runs.put(Given.value(first, "the first name"), Given.value(one, "the first simulation"));
        if (runs.put(Given.value(second, "the second name"), Given.value(other, "the second simulation")) != null) {
            throw new PlotException(
                    "both runs are called \"" + first + "\"",
                    "Give them different names, which tell their bars apart.");
        }
        return compare(runs);
    }

    /** Bars of any table: a group for each row, named by a column, with a bar for each column of numbers. */
    public static Figure compare(Table table, String label, String... values) {
        return SeriesChart.bars(
                title(Given.value(table, "the table")),
                table,
                Given.value(label, "the label"),
                Given.values(values, "the values"));
    }

    /** Step time against the number of ranks, one line per network family. */
    public static Figure scaling(Iterable<Simulation> runs) {
        Map<String, Simulation> named = new LinkedHashMap<>();
        Given.values(runs, "the runs")
                .forEach(run -> named.put(run.result().scenario().topology() + " #" + named.size(), run));
        if (named.isEmpty()) {
            throw new PlotException("a figure of no runs is empty", "Give at least one simulation.");
        }
        Table table = ComparisonTable.of(results(named));
        var family = table.stringColumn("topology").replaceAll(":.*", "").setName("family");
        return SeriesChart.lines("Scaling", table.addColumns(family), "ranks", "step_ms", "family");
    }

    /** Lines of any table; {@code series} names the column that tells lines apart, empty for one line. */
    public static Figure scaling(Table table, String x, String y, String series) {
        return SeriesChart.lines(
                title(Given.value(table, "the table")),
                table,
                Given.value(x, "the column of x"),
                Given.value(y, "the column of y"),
                Given.value(series, "the column of series"));
    }

    /** One column against another, one line per network family in the column {@code topology}. */
    public static Figure scaling(Table table, String x, String y) {
        Given.value(x, "the column of x");
        Given.value(y, "the column of y");
        return scaling(TableFigures.withFamily(table), x, y, "family");
    }

    /** Tables built in code may have no name. */
    private static String title(Table table) {
        return table.name() == null ? "" : table.name();
    }

    /** Step times of a sweep, one bar per completed run. */
    public static Figure compare(Sweep.Result sweep) {
        return SeriesChart.sweep("Sweep", Given.value(sweep, "the sweep").table());
    }

    /**
     * The comparison chart of a table of a sweep, of a comparison, or of a run's ranks.
     *
     * @throws org.etude.report.EtudeException when it has other columns
     */
    public static Figure compare(Table table) {
        return TableFigures.compare(table);
    }

    /**
     * The hosts and switches of a network and the links between them.
     *
     * @throws org.etude.report.EtudeException for more than 5,000 links
     */
    public static Figure topology(Topology topology) {
        return TopologyChart.of(
                Given.value(topology, "the topology").spec().toString(),
                topology.layout(),
                topology.hosts(),
                topology.levels());
    }

    /** How busy each link was, drawn on the network's graph. The analytic network has no links. */
    public static Figure links(Simulation sim) {
        return LinksChart.of(
                "Link utilisation",
                given(sim).recorded().linksOrNone(),
                sim.result().scenario().topology().hosts());
    }

    /**
     * How busy each link was, from the table {@code sim.links()}.
     *
     * @throws org.etude.report.EtudeException when it has other columns
     */
    public static Figure links(Table table) {
        return TableFigures.links(table);
    }

    /** How many chunks waited before each dimension over time, all ranks together. */
    public static Figure queues(Simulation sim) {
        return QueuesChart.of(
                "Chunks waiting",
                given(sim).result().phases().map(QueueDepthTable::of).orElseGet(QueueDepthTable.SCHEMA::empty));
    }

    /** Bytes queued over time at the packet-network ports with the deepest queues, as recorded. */
    @Internal
    public static Figure queues(Simulation sim, PortRecorder recorder) {
        return QueuesChart.of(
                "Bytes waiting at ports",
                sim.packets()
                        .map(p -> QueueDepthTable.of(recorder, p.ports(), PORTS))
                        .orElseGet(QueueDepthTable.SCHEMA::empty));
    }

    /**
     * Queues over time, from a table that {@code Plots.queues(...).table()} returned.
     *
     * @throws org.etude.report.EtudeException when it has other columns
     */
    public static Figure queues(Table table) {
        return TableFigures.queues(table);
    }

    /** Distribution of flow completion times and slowdowns. Packet network only. */
    public static Figure fct(Simulation sim) {
        return FlowsChart.of("Flow completion", given(sim).recorded().flowsOrNone());
    }

    /**
     * Flow completion times, from the table {@code sim.flows()}.
     *
     * @throws org.etude.report.EtudeException when it has other columns
     */
    public static Figure fct(Table table) {
        return TableFigures.fct(table);
    }

    /**
     * The chain of nodes that determined when the step ended; its table adds up to the step.
     *
     * @throws org.etude.report.EtudeException when the run kept no ops
     */
    public static Figure criticalPath(Simulation sim) {
        SimulationResult result = given(sim).result();
        Table path = CriticalPathTable.of(CriticalPath.of(result), result.keptOps());
        return CriticalPathChart.of("Critical path", path);
    }

    /**
     * The critical path, from the table {@code sim.criticalPath()}.
     *
     * @throws org.etude.report.EtudeException when it has other columns
     */
    public static Figure criticalPath(Table table) {
        return TableFigures.criticalPath(table);
    }

    /** Predicted against measured times of a fit, with held-out samples marked. */
    public static Figure calibration(CalibrationFit fit) {
        return FitChart.residuals("Calibration", Given.value(fit, "the fit").residuals());
    }

    /**
     * Predicted against measured times, from the table {@code fit.residuals()}.
     *
     * @throws org.etude.report.EtudeException when it has other columns
     */
    public static Figure calibration(Table table) {
        return TableFigures.calibration(table);
    }

    /**
     * Measured points with a fitted line and its confidence interval; empty {@code low} and {@code high} omit the
     * interval.
     *
     * @param xLabel what x is, with its unit
     * @param yLabel what y is, with its unit
     */
    public static Figure calibration(
            String xLabel, String yLabel, double[] x, double[] y, double[] fit, double[] low, double[] high) {
        return FitChart.of(
                "Calibration",
                Given.value(xLabel, "the label of x"),
                Given.value(yLabel, "the label of y"),
                Given.value(x, "the column of x"),
                Given.value(y, "the column of y"),
                Given.value(fit, "the fit"),
                low,
                high);
    }

    /**
     * The figure for an analysis table: {@code Plots.of(sim.kernels())}, {@code Plots.of(traces.diff(other))}.
     *
     * @throws org.etude.report.EtudeException when no figure belongs to the table, or it has no rows
     */
    public static Figure of(Table answer) {
        return QuestionFigures.ofAnswer(Given.value(answer, "the table"));
    }

    /** The kernels that took most of the time, all ranks together. */
    public static Figure kernels(Traces traces) {
        return QuestionFigures.KERNELS.of(given(traces).kernels());
    }

    /** The nodes that took most of the time of a simulated run. */
    public static Figure kernels(Simulation sim) {
        return QuestionFigures.KERNELS.of(given(sim).kernels());
    }

    /** Busy and idle time of each GPU stream, by reason. */
    public static Figure idle(Traces traces) {
        return QuestionFigures.IDLE.of(given(traces).idle());
    }

    /** Busy and idle time of the resources of a simulated run. */
    public static Figure idle(Simulation sim) {
        return QuestionFigures.IDLE.of(given(sim).idle());
    }

    /** The operators that launched most of the GPU time. */
    public static Figure operators(Traces traces) {
        return QuestionFigures.OPERATORS.of(given(traces).operators());
    }

    /** Delay between launches and the start of their GPU work, by runtime function. */
    public static Figure launches(Traces traces) {
        return QuestionFigures.LAUNCHES.of(given(traces).launches());
    }

    /** Maximum length of each launch queue. */
    public static Figure launchQueues(Traces traces) {
        return QuestionFigures.QUEUES.of(given(traces).launchQueues());
    }

    /** Time of copies and memory sets by kind. */
    public static Figure copies(Traces traces) {
        return QuestionFigures.COPIES.of(given(traces).copies());
    }

    /** The annotations with the most time, on the host and on the GPU. */
    public static Figure annotations(Traces traces) {
        return QuestionFigures.ANNOTATIONS.of(given(traces).annotations());
    }

    /** The matrix products, convolutions and attention that took most of the time, by shape. */
    public static Figure flops(Traces traces) {
        return QuestionFigures.FLOPS.of(given(traces).flops());
    }

    /** Memory in use over time, one line per rank and device. */
    public static Figure memory(Traces traces) {
        return QuestionFigures.MEMORY.of(given(traces).memory());
    }

    /** Hardware counters by kernel. */
    public static Figure counters(Traces traces) {
        return QuestionFigures.COUNTERS.of(given(traces).counters());
    }

    /** The most frequent sequences of GPU work. */
    public static Figure sequences(Traces traces) {
        return QuestionFigures.SEQUENCES.of(given(traces).sequences());
    }

    /** Bus bandwidth against the size of collectives, one line per type. */
    public static Figure bandwidth(Traces traces) {
        return QuestionFigures.BANDWIDTH.of(given(traces).bandwidth());
    }

    /** Bus bandwidth against the size of simulated collectives. */
    public static Figure bandwidth(Simulation sim) {
        return QuestionFigures.BANDWIDTH.of(given(sim).bandwidth());
    }

    /** Traffic within nodes and between nodes, by type of collective. */
    public static Figure nodeTraffic(Traces traces, int ranksPerNode) {
        return QuestionFigures.TRAFFIC.of(given(traces).nodeTraffic(ranksPerNode));
    }

    /** The largest differences between two recordings, in time per rank and step. */
    public static Figure diff(Traces before, Traces after) {
        return QuestionFigures.DIFF.of(Given.value(before, "the traces before").diff(after));
    }

    /** The largest differences between a recording and a simulated run. */
    public static Figure diff(Traces before, Simulation after) {
        return QuestionFigures.DIFF.of(Given.value(before, "the traces before").diff(after));
    }

    /** The chain of nodes that determined when a recording ended. */
    public static Figure criticalPath(Traces traces) {
        return CriticalPathChart.of("Critical path, recorded", given(traces).criticalPath());
    }

    private static Traces given(Traces traces) {
        return Given.value(traces, "the traces");
    }

    private static Simulation given(Simulation sim) {
        return Given.value(sim, "the simulation");
    }

    private static Table timelineTable(Simulation sim) {
        return TimelineTable.of(sim.result().keptOps());
    }

    private static Map<String, SimulationResult> results(Map<String, Simulation> runs) {
        Map<String, SimulationResult> results = new LinkedHashMap<>();
        runs.forEach((name, run) -> results.put(name, run.result()));
        return results;
    }
}
