// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.analysis;

import org.etude.cli.base.Command;
import org.etude.cli.base.ExitCode;
import org.etude.cli.option.RecordingInput;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** One Chrome trace of all ranks. */
@picocli.CommandLine.Command(
        name = "perfetto",
        footer = {
            "",
            "One process per rank, arrows from launches to their work, counters of launch queues, and the critical path as a",
            "process of its own. Open the file in ui.perfetto.dev.",
            "",
            "Examples: etude perfetto my-traces -o all-ranks.json",
            "          etude perfetto my-traces --step 2 --ranks 0,1 -o step-2.json"
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

    @Override
    public Integer call() {
        var run = input.simulated(input.paths());
        if (run.isPresent()) {
            run.get().exportPerfetto(out);
        } else {
            input.load(input.paths(), progress()).exportPerfetto(out);
        }
        quiet();
        console().out().println("Wrote " + out + ".");
        return ExitCode.OK;
    }
}
