// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.command;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.etude.Simulation;
import org.etude.Traces;
import org.etude.cli.base.Allowed;
import org.etude.cli.base.ExitCode;
import org.etude.cli.base.RecordingPaths;
import org.etude.cli.base.TableOutput;
import org.etude.cli.option.ReadingMixin;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tech.tablesaw.api.Table;

/** How much a recorded step varies, and what each rank costs. */
@Command(
        name = "spread",
        footer = {
            "",
            "A job's step takes as long as the slowest rank's own time (wall time minus waiting for"
                    + " others), plus what all ranks wait, such as a pipeline's bubble. Each draw takes one of"
                    + " the recorded steps of each rank. What slows all ranks at once is understated (docs/scaling.md).",
            "",
            "For a simulated run: how much later than the others each rank reached the collectives.",
            "",
            "Examples: etude spread my-traces",
            "          etude spread my-traces --ranks 1024 --format csv",
            "          etude spread runs/x"
        })
public final class SpreadCommand extends org.etude.cli.base.Command {
    @Mixin
    private RecordingPaths where = new RecordingPaths();

    @Mixin
    private ReadingMixin reading = new ReadingMixin();

    @Allowed(from = 0, give = "0 or more")
    @Option(
            names = "--ranks",
            paramLabel = "N",
            defaultValue = "0",
            description = "Ranks of the job; ranks beyond the recorded ones draw from all of them. Default:"
                    + " as recorded.")
    private int ranks;

    @Allowed(from = 1)
    @Option(
            names = "--draws",
            paramLabel = "N",
            defaultValue = "" + Traces.DRAWS,
            description = "Draws of a step. Default: ${DEFAULT-VALUE}.")
    private int draws;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1", description = "Seed of the draws. Default: 1.")
    private long seed;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "Where to write step_spread.csv and straggler_cost.csv, or stragglers.csv for a simulated run.")
    private Path out;

    @Mixin
    private TableOutput output = new TableOutput();

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        List<Table> tables = tables();
        if (out != null) {
            output.save(out, tables);
        }
        quiet();
        output.print(console(), tables);
        if (tables.get(tables.size() - 1).isEmpty()) {
            output.note(console(), tables.get(tables.size() - 1).name() + ": no rows: one rank alone delays no other.");
        }
        return ExitCode.OK;
    }

    private boolean isGiven(String option) {
        return spec.commandLine().getParseResult().hasMatchedOption(option);
    }

    private List<Table> tables() {
        List<Path> paths = where.paths();
        Optional<Path> run =
                paths.stream().flatMap(path -> Simulation.find(path).stream()).findFirst();
        if (run.isEmpty()) {
            Traces traces = reading.load(paths, progress());
            return List.of(traces.spread(ranks, draws, seed), traces.stragglerCosts());
        }
        if (paths.size() > 1) {
            throw new ParameterException(
                    spec.commandLine(),
                    run.get() + " is a simulated run; give one run alone, or traces of one recording");
        }
        if (isGiven("--ranks") || isGiven("--draws") || isGiven("--seed") || reading.isGiven()) {
            throw new ParameterException(
                    spec.commandLine(),
                    paths.get(0) + " is a simulated run;"
                            + " --ranks, --draws, --seed, --step and --keep-truncated are for recordings");
        }
        return List.of(Simulation.read(run.get()).stragglers());
    }
}
