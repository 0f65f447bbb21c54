// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.command;

import java.util.List;
import org.etude.Workloads;
import org.etude.cli.base.ExitCode;
import org.etude.cli.base.TableOutput;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The models that options may name. */
@Command(
        name = "models",
        description = "List the model names that set all sizes, for --model_name and for --model of 'etude plan'.",
        footer = {
            "",
            "Published names also work: meta-llama/Llama-3.1-8B, DeepSeek-V3, gpt3-175b. For all rows: --rows 0."
        })
final class WorkloadModelsCommand extends org.etude.cli.base.Command {
    @Mixin
    private TableOutput output = new TableOutput();

    @Override
    public Integer call() {
        quiet();
        output.print(console(), List.of(Workloads.models()));
        return ExitCode.OK;
    }
}
