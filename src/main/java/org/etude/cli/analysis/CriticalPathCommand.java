// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.analysis;

import org.etude.Simulation;
import org.etude.Traces;
import picocli.CommandLine.Command;
import tech.tablesaw.api.Table;

/** What the end of a recording or a run hung on. */
@Command(
        name = "critical-path",
        footer = {
            "",
            "Durations add up to the time from the first event to the last. etude perfetto draws the path over the recording.",
            "",
            "Examples: etude critical-path my-traces --step 2",
            "          etude critical-path my-traces --step 2 -o path.pdf",
            "          etude critical-path runs/x"
        })
public final class CriticalPathCommand extends QuestionCommand {
    @Override
    Table ask(Traces traces) {
        return traces.criticalPath();
    }

    @Override
    Table ask(Simulation run) {
        return run.criticalPath();
    }
}
