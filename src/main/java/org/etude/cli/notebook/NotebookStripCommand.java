// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.notebook;

import java.nio.file.Path;
import java.util.List;
import org.etude.cli.base.ExitCode;
import org.etude.notebook.ipynb.Notebook;
import org.etude.notebook.ipynb.NotebookFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Notebooks as they go into a repository. */
@Command(
        name = "strip",
        description = "Remove outputs and execution counts from notebooks, so that only prose and code are committed.",
        footer = {"", "Example: etude notebook strip notebooks/*.ipynb"})
public final class NotebookStripCommand extends org.etude.cli.base.Command {
    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Notebooks (.ipynb).")
    private List<Path> files;

    @Override
    public Integer call() {
        for (Path file : files) {
            Notebook notebook = NotebookFile.read(file);
            Notebook stripped = notebook.stripped();
            if (!stripped.equals(notebook)) {
                NotebookFile.write(file, stripped);
                console().out().println("stripped " + file);
            }
        }
        return ExitCode.OK;
    }
}
