package org.etude.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.etude.notebook.install.Host;
import org.etude.notebook.install.JupyterLab;
import org.etude.notebook.install.JupyterLab.Found;
import org.etude.notebook.install.JupyterPaths;
import org.etude.report.EtudeException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** From nothing to an open notebook. */
@Command(
        name = "lab",
        footer = {"", "Examples:", "  etude lab", "  etude lab my-notebooks -- --no-browser --port 8890"})
final class LabCommand extends org.etude.cli.Command {
    @Parameters(
            index = "0",
            paramLabel = "DIR",
            arity = "0..1",
            description = "The directory to open. Default: the notebooks that come with Etude.")
    private Path directory;

    @Parameters(index = "1..*", paramLabel = "ARG", description = "After --: more arguments for Jupyter.")
    private List<String> more = new ArrayList<>();

    @Option(names = "--dry-run", description = "Only print the command line that would open Jupyter; install nothing.")
    private boolean dryRun;

    @Override
    public Integer call() {
        Path opened = opened();
        Host host = Host.current();
        JupyterLab lab = new JupyterLab(host, progress());
        Found found = lab.find().orElseGet(() -> dryRun ? null : lab.make());
        quiet();
        if (dryRun) {
            console()
                    .out()
                    .println(found == null ? "no Jupyter on the PATH" : String.join(" ", found.command(opened, more)));
            return found == null ? ExitCode.FAILED : ExitCode.OK;
        }
        JupyterPaths paths = new JupyterPaths(host);
        Path kernels = found.environment().map(paths::prefix).orElseGet(paths::user);
        Path spec = Kernels.installer(host)
                .install(kernels, true, progress())
                .spec()
                .directory();
        quiet();
        console().out().println("kernel: " + spec);
        console().flush();
        return run(found.command(opened, more));
    }

    private Path opened() {
        Path own = Kernels.home().resolve("notebooks");
        Path opened = directory != null ? directory : Files.isDirectory(own) ? own : Path.of("");
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
