// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.etude.Workload;
import org.etude.cli.base.ExitCode;
import org.etude.cli.base.JobOutput;
import org.etude.logs.FlightRecorder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tech.tablesaw.api.Table;

/** Shows which rank did not reach which collective, from flight recorder dumps. */
@Command(
        name = "flight",
        footer = {
            "",
            "The first line says which rank is missing from which collective, and since when. The exit"
                    + " status is 3 if ranks are"
                    + " stuck. With --out, the tables and the ETs of a communication-only job are written there"
                    + " (docs/inputs.md).",
            "",
            "Examples: etude flight comm_traces",
            "          etude flight comm_traces --out runs/job && etude simulate runs/job/flight --topology ring:8"
        })
public final class FlightCommand extends org.etude.cli.base.Command {
    @Parameters(
            paramLabel = "PATH",
            description = "Directory of the dumps rank_0, rank_1, ... (pickle or JSON), or one of them.")
    private Path path;

    @Option(names = "--out", paramLabel = "DIR", description = "Where to write the tables and the ETs.")
    private Path out;

    @Mixin
    private JobOutput output = new JobOutput();

    @Override
    public Integer call() {
        FlightRecorder recorder = FlightRecorder.load(path);
        List<Table> tables = new ArrayList<>(List.of(recorder.stalls(), recorder.ranks()));
        if (out != null) {
            Workload work = recorder.toEt();
            tables.add(work.findings());
            output.save(out, work, progress(), tables);
        }
        quiet();
        output.head(console(), List.of(recorder.verdict()));
        output.print(console(), tables);
        return recorder.isStalled() ? ExitCode.FINDINGS : ExitCode.OK;
    }
}
