// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.astra;

import java.io.PrintStream;
import java.nio.file.Path;
import org.etude.et.wire.CommGroups;
import org.etude.report.Finding;
import org.etude.sim.GroupsReader;
import org.etude.sim.RankFiles;
import org.etude.sim.Simulator;
import org.etude.sim.result.SimulationResult;
import org.etude.sim.spec.RemoteMemoryReader;
import org.etude.sim.spec.Scenario;
import org.etude.sim.spec.SystemReader;
import org.etude.spec.SystemSpec;
import org.etude.topology.graph.LogicalTopology;
import org.etude.topology.text.LogicalTopologyReader;
import org.etude.topology.text.NetworkYaml;

/** Runs inputs of the ASTRA-sim binaries and prints the same output. */
public final class AstraSim {
    private AstraSim() {}

    /**
     * Reads all files into a scenario.
     *
     * @throws org.etude.report.EtudeException when one is missing or invalid
     */
    public static Scenario scenario(AstraSimArgs args) {
        LogicalTopology topology = NetworkYaml.read(args.network());
        boolean grouped =
                args.commGroups() != null && !args.commGroups().toString().contains("empty");
        SystemSpec system = SystemReader.read(args.system(), args.directory());
        return new Scenario(
                RankFiles.read(args.workload(), topology.hosts(), args.replicate(), "network"),
                grouped ? GroupsReader.read(args.commGroups()) : CommGroups.none(),
                args.logicalTopology() == null ? system : ignored(args.logicalTopology(), topology, system),
                topology,
                RemoteMemoryReader.read(args.remoteMemory()),
                args.directory(),
                args.options().asReference());
    }

    /** The analytical backends lack this flag; the file is checked and then ignored, as by ASTRA-sim. */
    private static SystemSpec ignored(Path file, LogicalTopology topology, SystemSpec system) {
        LogicalTopology logical = LogicalTopologyReader.read(file);
        return system.toBuilder()
                .finding(new Finding(
                        Finding.Level.WARNING,
                        "simulate",
                        -1,
                        file.toString(),
                        "logical dimensions " + logical + " are not used",
                        "the analytical backends take their dimensions from the network file, as ASTRA-sim's do",
                        "collectives run along " + topology + "; use the packet backend for other dimensions"))
                .build();
    }

    /** Runs and prints ASTRA-sim's lines; returns 0 when every rank finished, else 1. */
    public static int run(AstraSimArgs args, PrintStream out) {
        SimulationResult result = Simulator.run(scenario(args));
        AstraSimReport.print(result, out);
        return result.complete() ? 0 : 1;
    }
}
