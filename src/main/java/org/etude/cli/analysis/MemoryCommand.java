// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.analysis;

import org.etude.Traces;
import picocli.CommandLine.Command;
import tech.tablesaw.api.Table;

/** Memory in use over time. */
@Command(
        name = "memory",
        footer = {
            "",
            "One row per allocation and release, when the profiler ran with profile_memory=True.",
            "",
            "Examples: etude memory my-traces -o memory.pdf",
            "          etude memory my-traces --step 2 --ranks 0 --format csv"
        })
public final class MemoryCommand extends QuestionCommand {
    @Override
    Table ask(Traces traces) {
        return traces.memory();
    }
}
