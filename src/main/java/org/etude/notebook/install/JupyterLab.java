// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.install;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import org.etude.report.Progress;

/** Finds JupyterLab or classic Notebook, or creates an environment with JupyterLab. */
public final class JupyterLab {
    /** The version installed into a new environment; the kernel is tested with it. */
    public static final String VERSION = "4.6.4";

    private static final String JUPYTER = "jupyter";
    private static final List<String> INTERFACES = List.of("lab", "notebook");
    private static final long ASK_SECONDS = 60;
    private static final long END_SECONDS = 2;
    private static final long TELL_MILLIS = 250;
    private static final int LINE = 60;

    private final Host host;
    private final Progress progress;

    /** Creates a search on one machine. */
    public JupyterLab(Host host, Progress progress) {
        this.host = host;
        this.progress = progress;
    }

    /**
     * An installed user interface.
     *
     * @param jupyter the program
     * @param subcommand {@code lab} or {@code notebook}
     * @param environment the Python environment that Etude created for it; empty when it is the user's own
     */
    public record Found(Path jupyter, String subcommand, Optional<Path> environment) {
        /** The command line that opens a directory. */
        public List<String> command(Path directory, List<String> more) {
            List<String> command =
                    new ArrayList<>(List.of(jupyter.toString(), subcommand, "--notebook-dir=" + directory));
            command.addAll(more);
            return command;
        }
    }

    /** Finds one on the PATH, else in the environment that Etude created earlier. */
    public Optional<Found> find() {
        Optional<Found> own = host.program(JUPYTER).flatMap(program -> answering(program, Optional.empty()));
        Path made = environment();
        return own.or(() -> Optional.of(jupyterOf(made))
                .filter(Files::exists)
                .flatMap(program -> answering(program, Optional.of(made))));
    }

    /**
     * Creates a Python environment with JupyterLab in the user's data directory; the packages come from pip's
     * configured index.
     *
     * @throws InstallException with the command to type when Python, its venv module, pip or the network is missing
     * @throws CancellationException when the thread is interrupted; nothing partial remains
     */
    public Found make() {
        Path python = host.program(host.os() == Host.Os.WINDOWS ? "py" : "python3")
                .or(() -> host.program("python"))
                .orElseThrow(() -> new InstallException("no JupyterLab and no Python on the PATH", line()));
        Path environment = environment();
        try {
            run(List.of(python.toString(), "-m", "venv", environment.toString()), "make a Python environment");
            Path pip = host.programsOf(environment).resolve(host.os() == Host.Os.WINDOWS ? "python.exe" : "python");
            run(
                    List.of(
                            pip.toString(),
                            "-m",
                            "pip",
                            "install",
                            "--disable-pip-version-check",
                            "--no-input",
                            "--retries",
                            "1",
                            "jupyterlab==" + VERSION),
                    "get JupyterLab " + VERSION);
        } catch (InstallException | CancellationException e) {
            removeHalf(environment);
            throw e;
        }
        return answering(jupyterOf(environment), Optional.of(environment))
                .orElseThrow(() -> new InstallException(
                        environment + ": JupyterLab was installed but does not start",
                        "Remove that directory. " + line()));
    }

    /** The environment that Etude creates. */
    public Path environment() {
        Path home = host.home();
        Path data =
                switch (host.os()) {
                    case MAC -> home.resolve("Library/Application Support");
                    case WINDOWS -> host.directory("LOCALAPPDATA").orElse(home.resolve("AppData/Local"));
                    default -> host.directory("XDG_DATA_HOME").orElse(home.resolve(".local/share"));
                };
        return data.resolve("etude").resolve("lab");
    }

    /** The command that installs JupyterLab on this platform. */
    String line() {
        String then = ", then again: etude lab";
        return switch (host.os()) {
            case MAC -> "Type: brew install jupyterlab" + then;
            case WINDOWS -> "Type: winget install Python.Python.3.13, then: py -m pip install jupyterlab" + then;
            default -> linuxLine() + then;
        };
    }

    private String linuxLine() {
        Map<String, String> lines = Map.of(
                "apt-get",
                        "sudo apt-get install jupyter-notebook (or: sudo apt-get install pipx && pipx install jupyterlab)",
                "dnf", "sudo dnf install jupyterlab",
                "pacman", "sudo pacman -S jupyterlab",
                "zypper", "sudo zypper install jupyter-jupyterlab");
        for (String manager : List.of("apt-get", "dnf", "pacman", "zypper")) {
            if (host.program(manager).isPresent()) {
                return "Type: " + lines.get(manager);
            }
        }
        return "Type: python3 -m pip install --user jupyterlab";
    }

    private Path jupyterOf(Path environment) {
        return host.programsOf(environment).resolve(host.os() == Host.Os.WINDOWS ? "jupyter.exe" : JUPYTER);
    }

    private Optional<Found> answering(Path program, Optional<Path> environment) {
        for (String subcommand : INTERFACES) {
            if (answers(program, subcommand)) {
                return Optional.of(new Found(program, subcommand, environment));
            }
        }
        return Optional.empty();
    }

    private boolean answers(Path program, String subcommand) {
        try {
            Process process = new ProcessBuilder(program.toString(), subcommand, "--version")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            process.getOutputStream().close();
            boolean ended = waitFor(process);
            process.destroyForcibly();
            return ended && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean waitFor(Process process) {
        try {
            return process.waitFor(ASK_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            Progress.checkInterrupted();
            return false;
        }
    }

    /** Runs a step; its output goes to a file, whose end is reported when the step fails. */
    private void run(List<String> command, String what) {
        progress.at(what, 0, -1);
        Process process = null;
        try {
            File log = File.createTempFile("etude-lab-", ".log");
            try {
                process = new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(log)
                        .start();
                process.getOutputStream().close();
                int status = watched(process, log.toPath(), what);
                if (status != 0) {
                    throw new InstallException(what + ": failed: " + last(log.toPath()), line());
                }
            } finally {
                Files.deleteIfExists(log.toPath());
            }
        } catch (IOException e) {
            throw new InstallException(what + ": " + e.getMessage(), line(), e);
        } catch (InterruptedException e) {
            end(process);
            Thread.currentThread().interrupt();
            Progress.checkInterrupted();
        }
    }

    /** Periodically reports the step's latest line and its running time. */
    private int watched(Process process, Path log, String what) throws IOException, InterruptedException {
        long start = System.nanoTime();
        while (!process.waitFor(TELL_MILLIS, TimeUnit.MILLISECONDS)) {
            long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
            progress.at(String.format(Locale.ROOT, "%s, %d s: %s", what, seconds, shortened(last(log))), 0, -1);
        }
        return process.exitValue();
    }

    private static String shortened(String line) {
        return line.length() <= LINE ? line : line.substring(0, LINE);
    }

    /** Ends the process, which must not write while its partial environment is removed. */
    private static void end(Process process) {
        process.destroy();
        try {
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor(END_SECONDS, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
        }
    }

    private static String last(Path log) throws IOException {
        List<String> lines =
                Files.readString(log).lines().filter(l -> !l.isBlank()).toList();
        return lines.isEmpty()
                ? "it printed nothing"
                : lines.get(lines.size() - 1).strip();
    }

    private static void removeHalf(Path environment) {
        try {
            FileTrees.delete(environment);
        } catch (IOException e) {
            throw new InstallException(environment + ": incomplete and cannot be removed", "Remove it by hand.", e);
        }
    }
}
