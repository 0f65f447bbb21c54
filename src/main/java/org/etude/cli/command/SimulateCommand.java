// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.etude.Simulation;
import org.etude.Workload;
import org.etude.cli.base.Allowed;
import org.etude.cli.base.Results;
import org.etude.cli.base.TableOutput;
import org.etude.cli.option.AnalysisMixin;
import org.etude.cli.option.CheckpointMixin;
import org.etude.cli.option.SimulationMixin;
import org.etude.cli.option.WorkloadInput;
import org.etude.cli.option.WorldMixin;
import org.etude.table.FindingsTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tech.tablesaw.api.Table;

/** The step from ETs to a simulated run. */
@Command(
        name = "simulate",
        footer = {
            "",
            "Examples:",
            "  etude run data/moe-2 --out runs/x                      # writes the ETs that the next lines read",
            "  etude simulate runs/x/repair --topology switch:2 --bandwidth 25Gbps --latency 5us",
            "  etude simulate runs/x/repair -n 128 --topology torus:4x4x8 --bandwidth 25,25,65Gbps --latency 5,5,14us",
            "  etude simulate runs/x/repair --exposed --stragglers --what-if links=2 --what-if op:aten::mm=0,host=0"
        })
public final class SimulateCommand extends org.etude.cli.base.Command {
    @Mixin
    private WorkloadInput input = new WorkloadInput();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "Where to write ranks.csv, ops.csv, sim_collectives.csv, messages.csv, links.csv, flows.csv, ports.csv, findings.csv, and run.etude, which 'etude plot' and"
                            + " Simulation.read open again.")
    private Path out;

    @Allowed(from = 1)
    @Option(names = "--replicate", paramLabel = "N", description = "Run the single ET on N ranks, which share it.")
    private Integer replicate;

    @Mixin
    private WorldMixin world = new WorldMixin();

    @Mixin
    private SimulationMixin simulation = new SimulationMixin();

    @Mixin
    private CheckpointMixin checkpoint = new CheckpointMixin();

    @Mixin
    private AnalysisMixin analysis = new AnalysisMixin();

    @Mixin
    private TableOutput output = new TableOutput();

    @Override
    public Integer call() {
        Workload workload = input.read(progress());
        if (replicate != null) {
            workload = workload.replicate(replicate);
        }
        workload = world.scale(workload, progress());
        Simulation sim = simulation.run(workload, progress(), analysis, settings -> checkpoint.set(settings, this));
        List<Table> answers = analysis.tables(sim);
        if (out != null) {
            output.save(out, sim);
            output.save(out, answers);
        }
        checkpoint.resultsAreThere(sim);
        quiet();
        Table findings = FindingsTable.of(workload.assumptions().plus(sim.report()));
        List<Table> tables = new ArrayList<>(output.grouped(List.of(sim.ranks())));
        tables.addAll(answers);
        tables.addAll(output.grouped(List.of(findings)));
        output.head(console(), head(sim));
        output.print(console(), tables);
        Results.sayStopped(sim, console());
        return analysis.exitCode(Results.exitCode(sim));
    }

    /** The answer, and the network and rate that it was asked for, before any table. */
    private static List<String> head(Simulation sim) {
        List<String> lines = new ArrayList<>(sim.summary().lines().toList());
        lines.add("Network: " + sim.network());
        return lines;
    }
}
