// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.notebook;

import org.etude.cli.base.CommandModel;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The Jupyter kernel: put it in place, take it away, look after it. */
@Command(
        name = "kernel",
        synopsisSubcommandLabel = "COMMAND",
        footer = {"", "Examples:", "  etude kernel install", "  etude kernel doctor"})
public final class KernelCommand extends org.etude.cli.base.Command {
    @Spec
    private CommandSpec spec;

    @Override
    public void addTo(CommandLine line) {
        line.addSubcommand("install", CommandModel.line(new KernelInstallCommand().on(console())));
        line.addSubcommand("uninstall", CommandModel.line(new KernelUninstallCommand().on(console())));
        line.addSubcommand("list", CommandModel.line(new KernelListCommand().on(console())));
        line.addSubcommand("doctor", CommandModel.line(new KernelDoctorCommand().on(console())));
    }

    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(), "say what to do: install, uninstall, list or doctor");
    }
}
