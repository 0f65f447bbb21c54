// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.notebook;

import java.util.List;
import java.util.Locale;
import org.etude.cli.base.ExitCode;
import org.etude.notebook.install.Check;
import org.etude.notebook.install.Doctor;
import org.etude.notebook.install.Host;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Whether notebooks will work. */
@Command(
        name = "doctor",
        description = "Check the JDK, fonts, write access, Jupyter; start the kernel and run a cell over its sockets.",
        footer = {"", "Exit status 3 when something is bad.", "", "Example: etude kernel doctor"})
final class KernelDoctorCommand extends org.etude.cli.base.Command {
    @Mixin
    private KernelPlace place = new KernelPlace();

    @Override
    public Integer call() {
        Host host = Host.current();
        List<Check> checks = Doctor.look(host, place.search(host), this::show);
        return checks.stream().anyMatch(check -> check.state() == Check.State.BAD) ? ExitCode.FINDINGS : ExitCode.OK;
    }

    private void show(Check check) {
        String state = check.state().name().toLowerCase(Locale.ROOT);
        console().out().printf(Locale.ROOT, "%-4s  %-13s  %s%n", state, check.name(), check.found());
        if (!check.advice().isEmpty()) {
            console().out().println("      " + check.advice());
        }
        console().out().flush();
    }
}
