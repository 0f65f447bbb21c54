// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.command;

import org.etude.cli.base.CommandModel;
import org.etude.compat.simai.command.LlmOptions;
import org.etude.compat.simai.command.WorkloadInferenceCommand;
import org.etude.compat.simai.command.WorkloadTableCommand;
import org.etude.compat.simai.command.WorkloadTextCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** AICB's generators: what to write is a command of its own. */
@Command(
        name = "workload",
        synopsisSubcommandLabel = "(et | simai | csv | inference | models)",
        footer = {"", "Example: etude workload simai --model_name gpt_13B --gpu_type A100 --world_size 32"})
public final class WorkloadCommand extends org.etude.cli.base.Command {
    @Spec
    private CommandSpec spec;

    @Override
    public void addTo(CommandLine line) {
        CommandLine traces = CommandModel.line(new WorkloadTracesCommand().on(console()));
        CommandLine text = CommandModel.line(new WorkloadTextCommand().on(console()));
        CommandLine table = CommandModel.line(new WorkloadTableCommand().on(console()));
        LlmOptions.addTo(traces);
        LlmOptions.addTo(text);
        LlmOptions.addTo(table);
        line.addSubcommand("et", traces);
        line.addSubcommand("simai", text);
        line.addSubcommand("csv", table);
        line.addSubcommand("inference", CommandModel.line(new WorkloadInferenceCommand().on(console())));
        line.addSubcommand("models", CommandModel.line(new WorkloadModelsCommand().on(console())));
    }

    @Override
    public Integer call() {
        throw new ParameterException(
                spec.commandLine(),
                "say what to write: et, simai, csv or inference; or models for the names of models");
    }
}
