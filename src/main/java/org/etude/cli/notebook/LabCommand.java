// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.notebook;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.etude.cli.base.ExitCode;
import org.etude.notebook.install.Host;
import org.etude.notebook.install.JupyterLab;
import org.etude.notebook.install.JupyterLab.Found;
import org.etude.notebook.install.JupyterPaths;
import org.etude.report.EtudeException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Opens a notebook, and first installs JupyterLab where there is none. */
@Command(
        name = "lab",
        footer = {"", "Examples:", "  etude lab", "  etude lab my-notebooks --no-browser --port 8890"})
public final class LabCommand extends org.etude.cli.base.Command {
    @Parameters(
            paramLabel = "[DIR] [ARG]",
            arity = "0..*",
            description = "DIR: the directory to open. Default: the notebooks that come with Etude. ARG: arguments for"
                    + " Jupyter, such as --no-browser or --port 8890; after --, also options that etude itself has.")
    private List<String> arguments = new ArrayList<>();

    @Option(names = "--dry-run", description = "Only print the command line that would open Jupyter; install nothing.")
    private boolean dryRun;

    /** Options that Etude does not know are passed to Jupyter. */
    @Override
    public void addTo(CommandLine line) {
        line.setUnmatchedOptionsArePositionalParams(true);
    }

    private boolean startsWithDirectory() {
        return !arguments.isEmpty() && !arguments.get(0).startsWith("-");
    }

    @Override
    public Integer call() {
        Path opened = opened();
        List<String> more = arguments.subList(startsWithDirectory() ? 1 : 0, arguments.size());
        Host host = Host.current();
        JupyterLab lab = new JupyterLab(host, progress());
        Found found = lab.find().orElseGet(() -> dryRun ? null : make(lab));
        quiet();
        if (dryRun) {
            console()
                    .out()
                    .println(found == null ? "no Jupyter on the PATH" : String.join(" ", found.command(opened, more)));
            return found == null ? ExitCode.FAILED : ExitCode.OK;
        }
        JupyterPaths paths = new JupyterPaths(host);
        Path kernels = found.environment().map(paths::prefix).orElseGet(paths::user);
        Path spec = RunningKernel.installer(host)
                .install(kernels, true, progress())
                .spec()
                .directory();
        quiet();
        console().out().println("kernel: " + spec);
        console().flush();
        return run(found.command(opened, more));
    }

    /** Takes a minute or two, so it says what it is doing. */
    private Found make(JupyterLab lab) {
        console()
                .err()
                .println("etude: no Jupyter on the PATH; JupyterLab " + JupyterLab.VERSION + " is installed into "
                        + lab.environment() + ", about 250 MB from the Python package index");
        console().err().flush();
        return lab.make();
    }

    private Path opened() {
        Path own = RunningKernel.home().resolve("notebooks");
        Path opened = startsWithDirectory() ? Path.of(arguments.get(0)) : Files.isDirectory(own) ? own : Path.of("");
        if (!Files.isDirectory(opened.toAbsolutePath())) {
            throw new EtudeException(
                    opened + ": no such directory", "Give a directory of notebooks, or make it first.");
        }
        return opened.toAbsolutePath().normalize();
    }

    private static int run(List<String> command) {
        try {
            Process jupyter = new ProcessBuilder(command).inheritIO().start();
            try {
                return jupyter.waitFor() == 0 ? ExitCode.OK : ExitCode.FAILED;
            } catch (InterruptedException e) {
                jupyter.destroy();
                Thread.currentThread().interrupt();
                throw new CancellationException("interrupted");
            }
        } catch (IOException e) {
            throw new EtudeException(
                    command.get(0) + ": does not start: " + e.getMessage(),
                    "Start it by hand: " + String.join(" ", command));
        }
    }
}
