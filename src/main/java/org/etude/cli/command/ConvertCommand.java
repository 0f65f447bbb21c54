// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.command;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.etude.ClusterWorkloads;
import org.etude.LinkedTraces;
import org.etude.Workload;
import org.etude.cli.base.JobOutput;
import org.etude.cli.base.Results;
import org.etude.cli.option.ConvertOptionsMixin;
import org.etude.cli.option.LinkOptionsMixin;
import org.etude.cli.option.ShardMixin;
import org.etude.cli.option.TraceInput;
import org.etude.cluster.Cluster;
import org.etude.report.Report;
import org.etude.spec.TraceConversion;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tech.tablesaw.api.Table;

/** The step from traces to Chakra ETs. */
@Command(
        name = "convert",
        footer = {"", "Example: etude convert my-traces --out runs/x/et"})
public final class ConvertCommand extends org.etude.cli.base.Command {
    @Mixin
    private TraceInput input = new TraceInput();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Where to write PREFIX.RANK.et, groups.json, workload.csv and findings.csv.")
    private Path out;

    @Option(names = "--on", paramLabel = "CLUSTER", description = "Convert on a Spark cluster, as in 'etude sweep'.")
    private String cluster;

    @Mixin
    private LinkOptionsMixin link = new LinkOptionsMixin();

    @Mixin
    private ConvertOptionsMixin convert = new ConvertOptionsMixin();

    @Mixin
    private JobOutput output = new JobOutput();

    @Mixin
    private ShardMixin shard = new ShardMixin();

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        if (cluster != null && shard.isGiven()) {
            throw new ParameterException(
                    spec.commandLine(), "--on spreads the whole conversion; leave out --shard and --print");
        }
        return shard.instead(this, out, part -> part.convert(conversion())).orElseGet(this::whole);
    }

    private int whole() {
        Optional<ClusterWorkloads.Written> written = out == null ? Optional.empty() : written();
        if (written.isPresent()) {
            List<Table> tables = List.of(written.get().summary(), written.get().findings());
            output.save(out, tables);
            return report(tables, written.get().assumptions());
        }
        Workload workload = converted();
        List<Table> tables = List.of(workload.summary(), workload.findings());
        if (out != null) {
            output.save(out, workload, progress(), tables);
        }
        return report(tables, workload.assumptions());
    }

    /** The conversion of a job of which no process holds all ranks; empty where this process is to hold them. */
    private Optional<ClusterWorkloads.Written> written() {
        if (cluster != null) {
            return Optional.of(
                    ClusterWorkloads.convertTo(out, output.isForced(), Cluster.at(cluster), conversion(), progress()));
        }
        return convert.needsAllRanks()
                ? Optional.empty()
                : ClusterWorkloads.convertRankByRank(
                        out,
                        output.isForced(),
                        conversion(),
                        Runtime.getRuntime().maxMemory(),
                        progress());
    }

    private TraceConversion conversion() {
        return input.conversion(link.options(), convert.options());
    }

    private Workload converted() {
        if (cluster != null) {
            return ClusterWorkloads.convert(Cluster.at(cluster), conversion(), progress());
        }
        LinkedTraces linked = link.link(input.load(progress()), progress());
        return convert.convert(linked, progress());
    }

    private int report(List<Table> tables, Report assumptions) {
        quiet();
        output.print(console(), output.grouped(tables));
        convert.foundCost().ifPresent(cost -> output.note(console(), cost));
        return Results.exitCode(assumptions);
    }
}
