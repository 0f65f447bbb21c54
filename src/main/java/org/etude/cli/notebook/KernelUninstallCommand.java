// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.notebook;

import java.nio.file.Path;
import java.util.Optional;
import org.etude.cli.base.ExitCode;
import org.etude.notebook.install.Host;
import org.etude.notebook.install.KernelInstaller;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Removes the kernel. */
@Command(
        name = "uninstall",
        description = "Remove the kernel from one place.",
        footer = {"", "Example: etude kernel uninstall"})
final class KernelUninstallCommand extends org.etude.cli.base.Command {
    @Mixin
    private KernelPlace place = new KernelPlace();

    @Override
    public Integer call() {
        Path directory = place.directory(Host.current());
        Optional<Path> removed = KernelInstaller.uninstall(directory);
        console()
                .out()
                .println(removed.map(path -> "removed " + path)
                        .orElse("no kernel of Etude in " + directory + "; 'etude kernel list' shows where one is"));
        return removed.isPresent() ? ExitCode.OK : ExitCode.FAILED;
    }
}
