// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.analysis;

import org.etude.Traces;
import picocli.CommandLine.Command;
import tech.tablesaw.api.Table;

/** What launching costs. */
@Command(
        name = "launches",
        footer = {"", "Examples: etude launches my-traces", "          etude launches my-traces --ranks 0 --format csv"
        })
public final class LaunchesCommand extends QuestionCommand {
    @Override
    Table ask(Traces traces) {
        return traces.launches();
    }
}
