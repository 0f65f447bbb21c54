// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.analysis;

import org.etude.Simulation;
import org.etude.Traces;
import org.etude.cli.option.TimeText;
import org.etude.unit.Time;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tech.tablesaw.api.Table;

/** Why GPU streams were idle. */
@Command(
        name = "idle",
        footer = {
            "",
            "host_wait: launched after the previous work had ended; kernel_wait: shorter than --kernel-wait; other: waits on the GPU.",
            "",
            "Examples: etude idle my-traces",
            "          etude idle my-traces --streams 7 --kernel-wait 2us"
        })
public final class IdleCommand extends QuestionCommand {
    @Option(
            names = "--kernel-wait",
            paramLabel = "TIME",
            converter = TimeText.class,
            defaultValue = "30ns",
            description = "Shorter idle times count as kernel start-up. Default: 30ns.")
    private Time kernelWait;

    @Override
    Table ask(Traces traces) {
        return traces.idle(kernelWait);
    }

    @Override
    Table ask(Simulation run) {
        return run.idle();
    }
}
