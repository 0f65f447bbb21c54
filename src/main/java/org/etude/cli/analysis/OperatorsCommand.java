// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.analysis;

import org.etude.Traces;
import picocli.CommandLine.Command;
import tech.tablesaw.api.Table;

/** Which operator launched which GPU work. */
@Command(
        name = "operators",
        footer = {
            "",
            "Examples: etude operators my-traces",
            "          etude operators my-traces --name aten::mm -o operators.pdf"
        })
public final class OperatorsCommand extends QuestionCommand {
    @Override
    Table ask(Traces traces) {
        return traces.operators();
    }
}
