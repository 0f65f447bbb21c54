// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.analysis;

import org.etude.Traces;
import picocli.CommandLine.Command;
import tech.tablesaw.api.Table;

/** Hardware counters of kernels. */
@Command(
        name = "counters",
        footer = {
            "",
            "Needs a profile taken with profiler_metrics and profiler_measure_per_kernel=True.",
            "",
            "Examples: etude counters my-traces",
            "          etude counters my-traces --name aten::mm --format csv"
        })
public final class CountersCommand extends QuestionCommand {
    @Override
    Table ask(Traces traces) {
        return traces.counters();
    }
}
