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
        description = "List the models whose names set their sizes: for --model_name, and --model of 'etude plan'.",
        footer = {
            "",
            "A model is also found as it is published: meta-llama/Llama-3.1-8B, DeepSeek-V3, gpt3-175b. All rows: --rows 0."
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
