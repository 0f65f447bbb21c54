// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.analysis;

import java.nio.file.Path;
import java.util.List;
import org.etude.Simulation;
import org.etude.Traces;
import org.etude.cli.base.Command;
import org.etude.cli.base.ExitCode;
import org.etude.cli.option.RecordingInput;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** One Chrome trace of all ranks, of a recording, a simulated run, or both. */
@picocli.CommandLine.Command(
        name = "perfetto",
        footer = {
            "",
            "The file has one process per rank, arrows from launches to their work and from the last rank of a collective"
                    + " to the others, counters (queues, busy streams, bytes in flight, bus bandwidth, memory), and the"
                    + " critical path as a process of its own. Given a recording and a run, it holds both, each from its own"
                    + " start. Open it in ui.perfetto.dev.",
            "",
            "Examples: etude perfetto my-traces -o all-ranks.json",
            "          etude perfetto my-traces --step 2 --ranks 0,1 -o step-2.json",
            "          etude run my-traces --out runs/x && etude perfetto my-traces runs/x -o both.json"
        })
public final class PerfettoCommand extends Command {
    @Mixin
    private RecordingInput input = new RecordingInput();

    @Option(
            names = {"-o", "--out"},
            required = true,
            paramLabel = "FILE",
            description = "The Chrome trace to write, such as all-ranks.json.")
    private String out;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        List<Path> runs = input.paths().stream()
                .filter(path -> Simulation.find(path).isPresent())
                .toList();
        List<Path> traces =
                input.paths().stream().filter(path -> !runs.contains(path)).toList();
        if (runs.size() > 1) {
            throw new ParameterException(
                    spec.commandLine(), "perfetto takes one simulated run and got " + runs.size() + ": " + runs);
        }
        if (traces.isEmpty()) {
            input.simulated(runs).orElseThrow().exportPerfetto(out);
        } else {
            Traces recorded = input.load(traces, progress());
            if (runs.isEmpty()) {
                recorded.exportPerfetto(out);
            } else {
                recorded.exportPerfetto(
                        out, Simulation.read(Simulation.find(runs.get(0)).orElseThrow()));
            }
        }
        quiet();
        console().out().println("Wrote " + out + ".");
        return ExitCode.OK;
    }
}
