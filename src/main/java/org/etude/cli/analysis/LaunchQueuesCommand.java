// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.analysis;

import org.etude.Traces;
import picocli.CommandLine.Command;
import tech.tablesaw.api.Table;

/** How long launch queues were. */
@Command(
        name = "launch-queues",
        footer = {
            "",
            "'etude perfetto' writes the lengths over time as counters.",
            "",
            "Examples: etude launch-queues my-traces"
        })
public final class LaunchQueuesCommand extends QuestionCommand {
    @Override
    Table ask(Traces traces) {
        return traces.launchQueues();
    }
}
