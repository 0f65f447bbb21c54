// SPDX-License-Identifier: Apache-2.0
package org.etude.cli;

import org.etude.cli.base.CommandModel;
import org.etude.cli.notebook.NotebookStripCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Notebooks without Jupyter. */
@Command(
        name = "notebook",
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Examples:",
            "  etude notebook run notebooks/00-tour.ipynb --html tour.html",
            "  etude notebook strip notebooks/*.ipynb"
        })
final class NotebookCommand extends org.etude.cli.base.Command {
    @Spec
    private CommandSpec spec;

    @Override
    public void addTo(CommandLine line) {
        line.addSubcommand("run", CommandModel.line(new NotebookRunCommand().on(console())));
        line.addSubcommand("strip", CommandModel.line(new NotebookStripCommand().on(console())));
    }

    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(), "say what to do: run or strip");
    }
}
