// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.command;

import java.nio.file.Path;
import java.util.List;
import org.etude.Workload;
import org.etude.cli.base.Results;
import org.etude.cli.base.TableOutput;
import org.etude.cli.option.WorkloadInput;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tech.tablesaw.api.Table;

/** ETs as the input of another simulator. */
@Command(
        name = "export",
        footer = {
            "",
            "Collectives become messages: rings for all-reduce, all-gather and reduce-scatter, binomial"
                    + " trees for broadcast and reduce.",
            "",
            "Examples: etude export runs/x/repair --goal job.goal   # text, for txt2bin",
            "          etude export runs/x/repair --goal job.bin    # binary, for LogGOPSim itself"
        })
public final class ExportCommand extends org.etude.cli.base.Command {
    @Mixin
    private WorkloadInput input = new WorkloadInput();

    @Option(
            names = "--goal",
            paramLabel = "FILE",
            required = true,
            description = "The GOAL schedule to write: text, or with the extension .bin the binary form.")
    private Path goal;

    @Mixin
    private TableOutput output = new TableOutput();

    @Override
    public Integer call() {
        Workload workload = input.read(progress()).exportGoal(goal);
        quiet();
        Table findings = workload.findings();
        if (findings.isEmpty() && !output.isFormatGiven()) {
            console().out().println("Wrote " + goal + ".");
        } else {
            output.head(console(), List.of("Wrote " + goal + "."));
            output.print(console(), List.of(findings));
        }
        return Results.exitCode(workload.assumptions());
    }
}
