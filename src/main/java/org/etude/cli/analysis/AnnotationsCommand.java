// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.analysis;

import org.etude.Traces;
import picocli.CommandLine.Command;
import tech.tablesaw.api.Table;

/** What annotations took. */
@Command(
        name = "annotations",
        footer = {"", "Examples: etude annotations my-traces", "          etude annotations my-traces --name optimizer"
        })
public final class AnnotationsCommand extends QuestionCommand {
    @Override
    Table ask(Traces traces) {
        return traces.annotations();
    }
}
