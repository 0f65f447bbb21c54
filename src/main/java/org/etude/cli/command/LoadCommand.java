// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.command;

import java.nio.file.Path;
import java.util.List;
import org.etude.Traces;
import org.etude.cli.base.Results;
import org.etude.cli.base.TableOutput;
import org.etude.cli.option.TraceInput;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tech.tablesaw.api.Table;

/** The first step: what was recorded. */
@Command(
        name = "load",
        footer = {
            "",
            "The exit status is 3 when a rank of the job is missing.",
            "",
            "Example: etude load data/moe-2 --format csv"
        })
public final class LoadCommand extends org.etude.cli.base.Command {
    @Mixin
    private TraceInput input = new TraceInput();

    @Option(names = "--out", paramLabel = "DIR", description = "Where to write traces.csv, steps.csv and findings.csv.")
    private Path out;

    @Mixin
    private TableOutput output = new TableOutput();

    @Override
    public Integer call() {
        Traces traces = input.load(progress());
        List<Table> tables = List.of(traces.ranks(), traces.steps(), traces.findings());
        if (out != null) {
            output.save(out, tables);
        }
        quiet();
        output.print(console(), tables);
        // A part of a job has no step; 'run' refuses it too.
        return Results.exitCode(traces.assumptions().plus(traces.missingRanks()));
    }
}
