// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.analysis;

import org.etude.Traces;
import picocli.CommandLine.Command;
import tech.tablesaw.api.Table;

/** Copies and their bandwidth. */
@Command(
        name = "copies",
        footer = {"", "Examples: etude copies my-traces", "          etude copies my-traces --step 2"})
public final class CopiesCommand extends QuestionCommand {
    @Override
    Table ask(Traces traces) {
        return traces.copies();
    }
}
