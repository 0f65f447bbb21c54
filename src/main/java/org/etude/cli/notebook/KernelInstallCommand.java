// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.notebook;

import org.etude.cli.base.ExitCode;
import org.etude.notebook.install.Host;
import org.etude.notebook.install.KernelInstaller.Installed;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Puts the kernel where Jupyter finds it. */
@Command(
        name = "install",
        description = {
            "Install the kernel for Jupyter, replacing an older one. It is a copy, so the clone may be"
                    + " deleted afterwards.",
            "Jupyter lists it as \"Etude (Java)\"; it is run by the JDK that runs this command."
        },
        footer = {"", "Examples:", "  etude kernel install", "  etude kernel install --prefix /opt/conda"})
final class KernelInstallCommand extends org.etude.cli.base.Command {
    @Mixin
    private KernelPlace place = new KernelPlace();

    @Option(
            names = "--no-archive",
            description = "Write no class-data archive; saves some seconds now and costs one at each start.")
    private boolean noArchive;

    @Override
    public Integer call() {
        Host host = Host.current();
        Installed installed = RunningKernel.installer(host).install(place.directory(host), !noArchive, progress());
        quiet();
        installed.written().forEach(file -> console().out().println("wrote " + file));
        if (!noArchive && !installed.archived()) {
            console().out().println("no class-data archive: all works, starts take a second longer");
        }
        console()
                .out()
                .println("Jupyter lists it as \"" + installed.spec().displayName()
                        + "\". Check it: etude kernel doctor");
        return ExitCode.OK;
    }
}
