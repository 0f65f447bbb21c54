// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.install;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Where Jupyter looks for kernels, by the rules of {@code jupyter_core} on each platform. */
public final class JupyterPaths {
    private static final String KERNELS = "kernels";
    private static final String JUPYTER = "jupyter";

    private final Host host;

    /** Creates the paths of a machine. */
    public JupyterPaths(Host host) {
        this.host = host;
    }

    /** The user's own kernels. */
    public Path user() {
        return userData().resolve(KERNELS);
    }

    /** The kernels of a Python environment, or of a whole system. */
    public Path prefix(Path prefix) {
        return prefix.resolve("share").resolve(JUPYTER).resolve(KERNELS);
    }

    /**
     * The kernels of the Python environment in use: the active virtual or conda environment, else the one whose
     * {@code jupyter} or {@code python3} is first on the PATH.
     *
     * @throws InstallException when there is none
     */
    public Path sysPrefix() {
        return prefix(
                environment()
                        .orElseThrow(
                                () -> new InstallException(
                                        "--sys-prefix: no Python environment is active and no jupyter is on the PATH",
                                        "Activate the environment, or name it with --prefix DIR, or install for yourself with --user.")));
    }

    /** All directories in Jupyter's search order: the first kernelspec of a name wins. */
    public List<Path> all() {
        Set<Path> places = new LinkedHashSet<>();
        for (String entry : host.variable("JUPYTER_PATH").orElse("").split(Pattern.quote(File.pathSeparator))) {
            if (!entry.isBlank()) {
                places.add(Path.of(entry).resolve(KERNELS));
            }
        }
        places.add(user());
        environment().map(this::prefix).ifPresent(places::add);
        if (host.os() == Host.Os.WINDOWS) {
            host.directory("PROGRAMDATA")
                    .map(d -> d.resolve(JUPYTER).resolve(KERNELS))
                    .ifPresent(places::add);
        } else {
            places.add(prefix(Path.of("/usr/local")));
            places.add(prefix(Path.of("/usr")));
        }
        return new ArrayList<>(places);
    }

    private Path userData() {
        Optional<Path> stated = host.directory("JUPYTER_DATA_DIR");
        if (stated.isPresent()) {
            return stated.get();
        }
        boolean platformDirectories = host.variable("JUPYTER_PLATFORM_DIRS")
                .filter(value -> !value.matches("(?i)0|false|no|off"))
                .isPresent();
        Path home = host.home();
        return switch (host.os()) {
            case MAC ->
                platformDirectories
                        ? home.resolve("Library/Application Support/Jupyter")
                        : home.resolve("Library/Jupyter");
            case WINDOWS ->
                platformDirectories
                        ? host.directory("LOCALAPPDATA")
                                .orElse(home.resolve("AppData/Local"))
                                .resolve("Jupyter")
                        : host.directory("APPDATA").map(d -> d.resolve(JUPYTER)).orElse(home.resolve(".jupyter/data"));
            default ->
                host.directory("XDG_DATA_HOME")
                        .orElse(home.resolve(".local/share"))
                        .resolve(JUPYTER);
        };
    }

    private Optional<Path> environment() {
        return host.directory("VIRTUAL_ENV")
                .or(() -> host.directory("CONDA_PREFIX"))
                .or(() -> host.program(JUPYTER)
                        .or(() -> host.program("python3"))
                        .map(program -> program.toAbsolutePath().getParent())
                        .filter(bin -> bin.endsWith(host.programsOf(Path.of("")).getFileName()))
                        .map(Path::getParent));
    }
}
