// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.notebook;

import java.nio.file.Path;
import java.util.List;
import org.etude.notebook.install.Host;
import org.etude.notebook.install.JupyterPaths;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** Selects a command's directory of kernelspecs. */
final class KernelPlace {
    @ArgGroup
    private Choice choice = new Choice();

    /** At most one of them. */
    private static final class Choice {
        @Option(names = "--user", description = "The user's own kernels (the default).")
        private boolean user;

        @Option(names = "--sys-prefix", description = "The kernels of the Python environment in use.")
        private boolean sysPrefix;

        @Option(
                names = "--prefix",
                paramLabel = "DIR",
                description = "DIR/share/jupyter/kernels, as of a Python environment or /usr/local.")
        private Path prefix;
    }

    /** The selected directory. */
    Path directory(Host host) {
        JupyterPaths paths = new JupyterPaths(host);
        if (choice.prefix != null) {
            return paths.prefix(choice.prefix.toAbsolutePath().normalize());
        }
        return choice.sysPrefix ? paths.sysPrefix() : paths.user();
    }

    /** The selected directory, or else all in Jupyter's search order. */
    List<Path> search(Host host) {
        boolean chosen = choice.prefix != null || choice.sysPrefix || choice.user;
        return chosen ? List.of(directory(host)) : new JupyterPaths(host).all();
    }
}
