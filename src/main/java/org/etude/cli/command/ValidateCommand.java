package org.etude.cli.command;

import java.nio.file.Path;
import java.util.List;
import org.etude.cli.base.Results;
import org.etude.cli.base.TableOutput;
import org.etude.compat.goal.GoalFiles;
import org.etude.et.check.EtValidator;
import org.etude.et.wire.EtSet;
import org.etude.report.Report;
import org.etude.table.recorded.FindingsTable;
import org.etude.table.work.SummaryTable;
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
        EtSet set = GoalFiles.readSet(prefix, progress());
        Report report = set.report().plus(EtValidator.check(set, progress()));
        quiet();
        output.print(console(), List.of(SummaryTable.of(set.ranks()), FindingsTable.of(report)));
        output.note(console(), report.size() == 0 ? "sound" : report.size() + " findings");
        return Results.exitCode(report);
    }
}
