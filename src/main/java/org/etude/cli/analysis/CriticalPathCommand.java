// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.analysis;

import java.util.Optional;
import org.etude.Simulation;
import org.etude.Traces;
import org.etude.cli.option.RecordingInput;
import org.etude.table.Excerpt;
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
    Excerpt first(RecordingInput given, int most) {
        Optional<Simulation> run = given.simulated(given.paths());
        return run.isPresent()
                ? Excerpt.whole(ask(run.get()))
                : given.load(given.paths(), progress()).criticalPath(most);
    }

    @Override
    Table ask(Simulation run) {
        return run.criticalPath();
    }
}
