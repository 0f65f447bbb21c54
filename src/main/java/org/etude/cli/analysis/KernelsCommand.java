// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.analysis;

import org.etude.Simulation;
import org.etude.Traces;
import picocli.CommandLine.Command;
import tech.tablesaw.api.Table;

/** What ran and how long. */
@Command(
        name = "kernels",
        footer = {
            "",
            "Without GPU work the operators of the host are listed, with their self time (docs/analysis.md).",
            "",
            "Examples: etude kernels my-traces",
            "          etude kernels my-traces --step 2 --ranks 0 -o kernels.pdf",
            "          etude kernels runs/x --format csv"
        })
public final class KernelsCommand extends QuestionCommand {
    @Override
    Table ask(Traces traces) {
        return traces.kernels();
    }

    @Override
    Table ask(Simulation run) {
        return run.kernels();
    }
}
