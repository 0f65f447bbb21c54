// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.option;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.etude.LinkedTraces;
import org.etude.Prediction;
import org.etude.Simulation;
import org.etude.StepSummary;
import org.etude.Traces;
import org.etude.Workload;
import org.etude.cli.base.Command;
import org.etude.cli.base.JobOutput;
import org.etude.cli.base.Results;
import org.etude.report.Progress;
import org.etude.report.Report;
import org.etude.table.FindingsTable;
import picocli.CommandLine.Mixin;
import tech.tablesaw.api.Table;

/** Runs the chain from loaded traces to a simulated run, showing and writing each stage as it ends. */
public final class ChainMixin {
    /** Subdirectories of the output. */
    private static final List<String> STAGES = List.of("load", "link", "et", "replay", "repair", "sim");

    @Mixin
    private LinkOptionsMixin link = new LinkOptionsMixin();

    @Mixin
    private ConvertOptionsMixin convert = new ConvertOptionsMixin();

    @Mixin
    private RepairOptionsMixin repair = new RepairOptionsMixin();

    @Mixin
    private WorldMixin world = new WorldMixin();

    @Mixin
    private SimulationMixin simulation = new SimulationMixin();

    @Mixin
    private AnalysisMixin analysis = new AnalysisMixin();

    @Mixin
    private JobOutput output = new JobOutput();

    /** Runs the chain; {@code out} may be null. */
    public int run(Command command, Traces traces, Path out) {
        return run(command, traces, out, new CheckpointMixin());
    }

    /** Runs the chain with checkpoints of the simulation. */
    public int run(Command command, Traces traces, Path out, CheckpointMixin checkpoint) {
        Progress progress = command.progress();
        output.claimForStages(out, STAGES, Path.of("load", "traces.csv"), traces.ranks());
        List<Table> shown = new ArrayList<>(List.of(traces.ranks(), traces.steps()));
        save(out, "load", traces.ranks(), traces.steps(), traces.findings());

        LinkedTraces linked = link.link(traces, progress);
        shown.add(linked.report());
        save(out, "link", linked.report(), linked.collectives(), linked.unmatched(), linked.findings());

        Workload workload = convert.convert(linked, progress);
        shown.add(workload.summary());
        save(out, "et", workload, progress, workload.summary(), workload.findings());

        replay(workload, shown, out);

        Workload repaired = workload.repair(repair.options(), progress);
        shown.add(repaired.changes());
        save(out, "repair", repaired, progress, repaired.changes(), repaired.findings());

        Workload scaled = world.scale(repaired, progress);
        Simulation sim = simulation.run(scaled, progress, analysis, settings -> checkpoint.set(settings, command));
        List<Table> answers = analysis.tables(sim);
        Prediction prediction = Prediction.of(traces, sim);
        results(prediction, answers, shown, out);
        checkpoint.resultsAreThere(sim);

        Report all = findings(traces, linked, scaled, sim).plus(prediction.report());
        shown.add(FindingsTable.of(all));
        command.quiet();
        output.head(command.console(), head(prediction.summary(workload), out));
        output.print(command.console(), output.grouped(shown));
        notes(command, repaired, sim);
        Results.sayStopped(sim, command.console());
        return analysis.exitCode(Math.max(Results.exitCode(all), Results.exitCode(sim)));
    }

    private void replay(Workload workload, List<Table> shown, Path out) {
        Table replayed = workload.replay();
        shown.add(0, replayed);
        save(out, "replay", replayed);
    }

    private void results(Prediction prediction, List<Table> answers, List<Table> shown, Path out) {
        Simulation sim = prediction.simulation();
        shown.add(sim.ranks());
        shown.addAll(answers);
        if (out != null) {
            output.save(out.resolve("sim"), sim);
        }
        shown.add(predicted(prediction, out));
        Table range = prediction.range();
        if (!range.isEmpty()) {
            shown.add(range);
            save(out, "sim", range);
        }
        save(out, "sim", answers.toArray(new Table[0]));
    }

    /** The findings of all stages, including those that make the traces unusable. */
    private static Report findings(Traces traces, LinkedTraces linked, Workload scaled, Simulation sim) {
        return traces.assumptions()
                .plus(linked.assumptions())
                .plus(linked.blocking())
                .plus(scaled.assumptions())
                .plus(sim.report());
    }

    private void notes(Command command, Workload recorded, Simulation sim) {
        convert.foundCost().ifPresent(cost -> output.note(command.console(), cost));
        output.note(command.console(), sim.summary());
        String copies = world.copies(recorded);
        if (!copies.isEmpty()) {
            output.note(command.console(), copies);
        }
    }

    /** The most important results. */
    private static List<String> head(StepSummary summary, Path out) {
        List<String> lines = new ArrayList<>(summary.lines());
        if (out != null) {
            lines.add("Written to " + out
                    + ": load/, link/, et/, replay/, repair/ and sim/ with all tables as CSV; ETs in et/ and repair/");
        }
        return lines;
    }

    /** The recorded steps in the simulated run, also written as sim/steps.csv. */
    private Table predicted(Prediction prediction, Path out) {
        Table steps = prediction.steps();
        save(out, "sim", steps.copy().setName("steps"));
        return steps;
    }

    private void save(Path out, String stage, Workload workload, Progress progress, Table... tables) {
        if (out != null) {
            output.saveStage(out.resolve(stage), workload, progress, List.of(tables));
        }
    }

    private void save(Path out, String stage, Table... tables) {
        if (out != null) {
            output.save(out.resolve(stage), List.of(tables));
        }
    }
}
