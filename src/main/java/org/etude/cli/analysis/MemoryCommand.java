// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.analysis;

import org.etude.Traces;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tech.tablesaw.api.Table;

/** Memory in use over time. */
@Command(
        name = "memory",
        footer = {
            "",
            "One row per allocation and release, when the profiler ran with profile_memory=True.",
            "With --kinds, one row per rank and step from the tensors of the execution traces;"
                    + " profile_memory is not needed.",
            "",
            "Examples: etude memory my-traces -o memory.pdf",
            "          etude memory my-traces --kinds",
            "          etude memory my-traces --step 2 --ranks 0 --format csv"
        })
public final class MemoryCommand extends QuestionCommand {
    @Option(
            names = "--kinds",
            description = "What each rank and step holds: parameters, gradients, optimizer states, activations, ...")
    private boolean kinds;

    @Override
    Table ask(Traces traces) {
        return kinds ? traces.stepMemory() : traces.memory();
    }
}
