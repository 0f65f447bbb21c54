// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.command;

import java.util.List;
import java.util.function.Function;
import org.etude.Plots;
import org.etude.Simulation;
import org.etude.Traces;
import org.etude.plot.figure.Figure;
import org.etude.plot.model.PlotException;
import org.etude.spec.SimulationException;
import org.etude.table.Tables;
import tech.tablesaw.api.Table;

/**
 * Figures of an analysis of a recording or a simulated run, or of a table written by the analysis's command.
 *
 * @param kind the analysis
 * @param ranksPerNode for traffic; 0 if not given
 * @param run opens or simulates an input that is not a recording
 */
record QuestionPlots(PlotKind kind, int ranksPerNode, Function<PlotInputs, Simulation> run) {
    private static final String FOR_RUNS = "kernels, idle, bandwidth, traffic and diff are drawn of runs too.";

    /** The figure of one input; for diff, of two. */
    Figure of(PlotInputs given) {
        if (given.isTable()) {
            return ofTable(Tables.read(given.paths().get(0)));
        }
        if (kind == PlotKind.DIFF) {
            return Plots.of(diff(given.each()));
        }
        return Plots.of(given.isRecording() ? ask(given.traces()) : ask(run.apply(given)));
    }

    private Figure ofTable(Table table) {
        if (!table.name().equals(kind.table())) {
            throw new PlotException(
                    "table " + table.name() + " has other columns than " + kind.table(),
                    "Give the table that 'etude " + kind.text() + " --out' wrote; docs/formats.md has its columns.");
        }
        return Plots.of(table);
    }

    private Table diff(List<PlotInputs> each) {
        if (each.size() != 2) {
            throw new PlotException(
                    "diff takes two inputs, before and after, and got " + each.size(),
                    "Give two recordings, a recording and a run, or two runs.");
        }
        PlotInputs before = each.get(0);
        PlotInputs after = each.get(1);
        if (before.isRecording()) {
            Traces recorded = before.traces();
            return after.isRecording() ? recorded.diff(after.traces()) : recorded.diff(run.apply(after));
        }
        if (after.isRecording()) {
            throw new SimulationException(
                    before.name() + " is a simulated run and " + after.name() + " a recording",
                    "Give the recording first.");
        }
        return run.apply(before).diff(run.apply(after));
    }

    private Table ask(Traces traces) {
        return switch (kind) {
            case KERNELS -> traces.kernels();
            case IDLE -> traces.idle();
            case OPERATORS -> traces.operators();
            case LAUNCHES -> traces.launches();
            case LAUNCH_QUEUES -> traces.launchQueues();
            case COPIES -> traces.copies();
            case ANNOTATIONS -> traces.annotations();
            case FLOPS -> traces.flops();
            case MEMORY -> traces.memory();
            case SEQUENCES -> traces.sequences();
            case COUNTERS -> traces.counters();
            case BANDWIDTH -> traces.bandwidth();
            case TRAFFIC -> traces.nodeTraffic(perNode());
            default -> throw new PlotException(kind.text() + " asks nothing of a recording", "Choose another figure.");
        };
    }

    private Table ask(Simulation of) {
        return switch (kind) {
            case KERNELS -> of.kernels();
            case IDLE -> of.idle();
            case BANDWIDTH -> of.bandwidth();
            case TRAFFIC -> of.nodeTraffic(perNode());
            default ->
                throw new PlotException(
                        "'" + kind.text() + "' cannot be drawn for a simulated run: only a recording shows it",
                        "Give the traces instead; " + FOR_RUNS);
        };
    }

    private int perNode() {
        if (ranksPerNode < 1) {
            throw new PlotException(
                    "traffic needs to know how many ranks a node has", "Give --ranks-per-node, such as 8.");
        }
        return ranksPerNode;
    }
}
