// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.msccl.command;

import java.nio.file.Path;
import java.util.List;
import org.etude.Workload;
import org.etude.cli.base.Allowed;
import org.etude.cli.base.JobOutput;
import org.etude.cli.base.Results;
import org.etude.cli.option.BytesText;
import org.etude.compat.msccl.CollectivePlan;
import org.etude.et.wire.Existing;
import org.etude.unit.Bytes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tech.tablesaw.api.Table;

/** The command {@code import}: converts plans of collectives to ETs. */
@Command(
        name = "import",
        footer = {
            "",
            "The ETs can be simulated on their own; with system.json they become the implementation of"
                    + " their collective.",
            "",
            "Examples: etude import allreduce.xml --size 64MiB --out runs/plan",
            "          etude simulate runs/plan --topology switch:8",
            "          etude simulate my-ets --topology switch:8 --system runs/plan/system.json"
        })
public final class ImportCommand extends org.etude.cli.base.Command {
    @Parameters(paramLabel = "PLAN", description = "A plan of MSCCL (XML) or MSCCL++ (JSON).")
    private Path plan;

    @Allowed(from = 1, to = 1L << 50, give = "1 to 2^50 bytes")
    @Option(
            names = "--size",
            paramLabel = "BYTES",
            required = true,
            converter = BytesText.class,
            description =
                    "Size of the collective, such as 64MiB: a rank's whole buffer, or for an all-gather its share.")
    private Bytes size;

    @Option(names = "--out", paramLabel = "DIR", description = "Where to write NAME.RANK.et and system.json.")
    private Path out;

    @Mixin
    private JobOutput output = new JobOutput();

    @Override
    public Integer call() {
        Workload workload = out == null
                ? Workload.plan(plan, size)
                : Workload.of(CollectivePlan.read(plan)
                        .save(out, size.value(), Existing.forced(output.isForced()), progress()));
        quiet();
        List<Table> tables = List.of(workload.summary(), workload.findings());
        output.print(console(), tables);
        return Results.exitCode(workload.assumptions());
    }
}
