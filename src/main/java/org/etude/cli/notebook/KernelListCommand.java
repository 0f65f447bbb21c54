// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.notebook;

import java.nio.file.Path;
import java.util.List;
import org.etude.cli.base.ExitCode;
import org.etude.notebook.install.Host;
import org.etude.notebook.install.KernelInstaller;
import org.etude.notebook.install.KernelSpec;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Where the kernel is installed. */
@Command(
        name = "list",
        description = "List where the kernel is installed, in the order Jupyter looks: the first one counts.",
        footer = {"", "Example: etude kernel list"})
final class KernelListCommand extends org.etude.cli.base.Command {
    @Mixin
    private KernelPlace place = new KernelPlace();

    @Override
    public Integer call() {
        List<KernelSpec> specs = KernelInstaller.list(place.search(Host.current()));
        for (KernelSpec spec : specs) {
            List<Path> missing = spec.missing();
            String state = missing.isEmpty() ? "ok" : "broken: " + missing.get(0) + " is gone";
            console().out().println(spec.directory() + "  java " + spec.java() + "  " + state);
        }
        if (specs.isEmpty()) {
            console().out().println("not installed; 'etude kernel install' does that");
        }
        return specs.stream().allMatch(spec -> spec.missing().isEmpty()) ? ExitCode.OK : ExitCode.FINDINGS;
    }
}
