// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.command;

import java.nio.file.Path;
import java.util.List;
import org.etude.ClusterWorkloads;
import org.etude.Workload;
import org.etude.cli.base.JobOutput;
import org.etude.cli.base.Results;
import org.etude.cli.option.RepairOptionsMixin;
import org.etude.cli.option.WorkloadInput;
import org.etude.cluster.Cluster;
import org.etude.report.Report;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tech.tablesaw.api.Table;

/** The step from execution traces to ones that run. */
@Command(
        name = "repair",
        footer = {"", "Example: etude repair runs/x/et --out runs/x/repaired"})
public final class RepairCommand extends org.etude.cli.base.Command {
    @Mixin
    private WorkloadInput input = new WorkloadInput();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Where to write the repaired ETs, groups.json, changes.csv and findings.csv.")
    private Path out;

    @Option(names = "--on", paramLabel = "CLUSTER", description = "Repair on a Spark cluster, as in 'etude sweep'.")
    private String cluster;

    @Mixin
    private RepairOptionsMixin repair = new RepairOptionsMixin();

    @Mixin
    private JobOutput output = new JobOutput();

    @Override
    public Integer call() {
        if (cluster != null && out != null) {
            ClusterWorkloads.Written written = ClusterWorkloads.repairTo(
                    out, output.isForced(), Cluster.at(cluster), input.prefix(), repair.options(), progress());
            List<Table> tables = List.of(written.changes(), written.findings());
            output.save(out, tables);
            return report(tables, written.assumptions());
        }
        Workload workload = cluster == null
                ? input.read(progress()).repair(repair.options(), progress())
                : ClusterWorkloads.repair(Cluster.at(cluster), input.prefix(), repair.options(), progress());
        List<Table> tables = List.of(workload.changes(), workload.findings());
        if (out != null) {
            output.save(out, workload, progress(), tables);
        }
        return report(tables, workload.assumptions());
    }

    private int report(List<Table> tables, Report assumptions) {
        quiet();
        output.print(console(), output.grouped(tables));
        return Results.exitCode(assumptions);
    }
}
