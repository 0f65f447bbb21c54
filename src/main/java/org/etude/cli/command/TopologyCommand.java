// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.etude.Topology;
import org.etude.cli.base.Allowed;
import org.etude.cli.base.CheckedOptions;
import org.etude.cli.base.CommandModel;
import org.etude.cli.base.GivenOptions;
import org.etude.cli.base.Results;
import org.etude.cli.base.TableOutput;
import org.etude.cli.option.LinkRates;
import org.etude.cli.option.TopologyArgument;
import org.etude.compat.simai.command.ClusterOptions;
import org.etude.compat.simai.command.SimAiTopologyCommand;
import org.etude.report.Report;
import org.etude.table.FindingsTable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tech.tablesaw.api.Table;

/** A network by itself: what it is worth, and the files that describe it. */
@Command(
        name = "topology",
        footer = {
            "",
            "Families: ring:8 switch:8 fc:8 torus:4x4x8 mesh:4x4 twisted:4x4x8[@1x0x0] fattree:LEAVESxSPINES[xHOSTS]",
            "  dragonfly:GROUPSxROUTERSxHOSTS rail:NODESxGPUSxSPINES hierarchical:fc:8/fattree:4x4 auto:2d dims:4x4",
            "Clusters of SimAI: spectrum-x:1024 alibaba-hpn:2048[:dp] dcn+:512[:dt] nvl72:RACKS cluster:64[:ro][:dt][:dp]",
            "  with SimAI's options after colons: spectrum-x:256:gps=4:psn=8:bw=200Gbps; extend enlarges the pod",
            "Example: etude topology torus:4x4x8 --bandwidth 25,25,65Gbps --latency 5,5,14us --out runs/torus"
        })
public final class TopologyCommand extends org.etude.cli.base.Command implements CheckedOptions {
    @Parameters(
            paramLabel = "SHAPE",
            arity = "0..1",
            converter = TopologyArgument.Converter.class,
            description =
                    "The network: one of the families below, or a file: net.yml, a physical text, SimAI's topology.")
    private TopologyArgument shape;

    @Allowed(from = 1)
    @Option(names = "--ranks", paramLabel = "N", description = "Hosts, for the auto: forms.")
    private int ranks;

    @Allowed(from = 1)
    @Option(
            names = "--ports",
            paramLabel = "N",
            description = "Ports per switch; a switch with more links is an error. Default: any number.")
    private int ports;

    @Option(names = "--links", description = "Also show one row per link.")
    private boolean links;

    @Option(
            names = "--out",
            paramLabel = "PATH",
            description = "Where to write physical.txt (ns-3), logical.json, network.yml and system.json (ASTRA-sim);"
                    + " a name that ends in .yaml or .json is an InfraGraph description.")
    private Path out;

    @Mixin
    private LinkRates rates = new LinkRates();

    @Mixin
    private TableOutput output = new TableOutput();

    @Spec
    private CommandSpec spec;

    @Override
    public void addTo(CommandLine line) {
        CommandLine simai = CommandModel.line(new SimAiTopologyCommand().on(console()));
        ClusterOptions.addTo(simai);
        line.addSubcommand("simai", simai);
    }

    @Override
    public void check(GivenOptions given) {
        if (shape != null && !shape.dependsOnRanks()) {
            given.refuse("on " + shape + ", which has its number of hosts", "--ranks");
        }
    }

    @Override
    public Integer call() {
        if (shape == null) {
            throw new ParameterException(spec.commandLine(), "say which network, such as torus:4x4x8, or simai");
        }
        Topology topology = rates.apply(shape.topology(ranks));
        Report report = topology.check(ports);
        List<Table> tables = new ArrayList<>(List.of(topology.summary()));
        if (links) {
            tables.add(topology.links());
        }
        tables.add(FindingsTable.of(report));
        if (out != null) {
            topology.save(out.toString());
        }
        quiet();
        output.print(console(), tables);
        return Results.exitCode(report);
    }
}
