// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.command;

import java.nio.file.Path;
import java.util.List;
import org.etude.Workload;
import org.etude.cli.base.Results;
import org.etude.cli.base.TableOutput;
import org.etude.report.Report;
import org.etude.table.FindingsTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Whether ETs keep the feeder's rules. */
@Command(
        name = "validate",
        footer = {
            "",
            "Exit status: 0 sound; 3 a rule is broken; 1 the files cannot be read.",
            "",
            "Example: etude validate runs/x/et"
        })
public final class ValidateCommand extends org.etude.cli.base.Command {
    @Parameters(
            paramLabel = "PREFIX",
            description =
                    "The ETs: the path before .RANK.et, a directory that holds one such prefix, or a GOAL schedule.")
    private Path prefix;

    @Mixin
    private TableOutput output = new TableOutput();

    @Override
    public Integer call() {
        Workload workload = Workload.read(prefix, progress());
        Report report = workload.assumptions().plus(workload.check(progress()));
        quiet();
        output.print(console(), List.of(workload.summary(), FindingsTable.of(report)));
        output.note(console(), report.size() == 0 ? "sound" : report.size() + " findings");
        return Results.exitCode(report);
    }
}
