// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.command;

import java.util.List;
import org.etude.Workload;
import org.etude.cli.base.Results;
import org.etude.cli.base.TableOutput;
import org.etude.cli.option.WorkloadInput;
import org.etude.report.Counted;
import org.etude.report.Report;
import org.etude.table.FindingsTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

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
    @Mixin
    private WorkloadInput input = new WorkloadInput();

    @Mixin
    private TableOutput output = new TableOutput();

    @Override
    public Integer call() {
        Workload workload = input.read(progress());
        Report report = workload.assumptions().plus(workload.check(progress()));
        quiet();
        output.print(console(), List.of(workload.summary(), FindingsTable.of(report)));
        output.note(console(), report.size() == 0 ? "sound" : Counted.of(report.size(), "finding"));
        return Results.exitCode(report);
    }
}
