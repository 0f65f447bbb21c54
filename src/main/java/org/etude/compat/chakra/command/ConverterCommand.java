// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.chakra.command;

import java.nio.file.Path;
import org.etude.cli.base.CommandModel;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code chakra_converter}; its subcommands select the input format. */
@Command(name = "chakra-converter", synopsisSubcommandLabel = "(PyTorch | Text)")
public final class ConverterCommand extends org.etude.cli.base.Command {
    @Option(
            names = {"--log-filename", "--log_filename"},
            paramLabel = "FILE",
            description = "Accepted for scripts written for the original; nothing is logged.")
    private Path log;

    @Spec
    private CommandSpec spec;

    @Override
    public void addTo(CommandLine line) {
        line.addSubcommand("PyTorch", CommandModel.line(new PyTorchConverterCommand().on(console())));
        line.addSubcommand("Text", CommandModel.line(new TextConverterCommand().on(console())));
    }

    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(), "say what to convert: PyTorch or Text");
    }
}
