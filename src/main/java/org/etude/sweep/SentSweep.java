// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.etude.et.graph.EtGraph;
import org.etude.et.wire.CommGroups;
import org.etude.et.wire.EtFiles;
import org.etude.et.wire.EtSet;
import org.etude.report.Report;
import org.etude.sim.spec.PacketSetup;
import org.etude.sim.spec.Scenario;
import org.etude.spec.ScaleSettings;
import org.etude.spec.SimOptions;
import org.etude.spec.SystemSpec;
import org.etude.spec.network.RemoteMemorySpec;
import org.etude.topology.graph.LogicalTopology;

/**
 * The data that the runs of a sweep share, sent once to other machines. A run is then three indices into {@code parts}:
 * its work, its settings and its network.
 *
 * @param traces the jobs before scaling
 * @param parts saved values, without duplicates
 */
record SentSweep(List<Traces> traces, List<byte[]> parts) {
    static final String KIND = "sweep";
    static final String PART = "part";

    /** Copies the lists. */
    SentSweep {
        traces = List.copyOf(traces);
        parts = List.copyOf(parts);
    }

    /**
     * Execution traces; ranks that share a trace still share it after receipt.
     *
     * @param graphs distinct traces as file contents
     * @param graphOfRank index into {@code graphs} by rank
     */
    record Traces(String prefix, List<byte[]> graphs, int[] graphOfRank, CommGroups groups) {
        static Traces of(EtSet set) {
            Map<EtGraph, Integer> numbers = new IdentityHashMap<>();
            List<byte[]> graphs = new ArrayList<>();
            int[] graphOfRank = new int[set.ranks().size()];
            for (int rank = 0; rank < graphOfRank.length; rank++) {
                EtGraph graph = set.ranks().get(rank);
                graphOfRank[rank] = numbers.computeIfAbsent(graph, g -> {
                    graphs.add(EtFiles.bytes(g));
                    return graphs.size() - 1;
                });
            }
            return new Traces(set.prefix(), graphs, graphOfRank, set.groups());
        }

        EtSet set() {
            List<EtGraph> different = graphs.stream().map(EtFiles::of).toList();
            List<EtGraph> ranks = new ArrayList<>();
            for (int graph : graphOfRank) {
                ranks.add(different.get(graph));
            }
            return new EtSet(prefix, ranks, groups, Report.empty());
        }
    }

    /** Traces by index, and how they are scaled. */
    record Work(int traces, int ranks, Optional<ScaleSettings> scale) {}

    /** The settings that do not depend on the network. */
    record Settings(SystemSpec system, RemoteMemorySpec memory, Path directory, SimOptions options) {}

    /** The network. */
    record Fabric(LogicalTopology topology, PacketSetup packets) {}

    static Settings settings(Scenario scenario) {
        return new Settings(
                scenario.system(), scenario.memory(), scenario.directory().toAbsolutePath(), scenario.options());
    }

    static Fabric fabric(Scenario scenario) {
        return new Fabric(scenario.topology(), scenario.packets());
    }

    static Scenario scenario(EtSet work, Settings settings, Fabric fabric) {
        return new Scenario(
                work.ranks(),
                work.groups(),
                settings.system(),
                fabric.topology(),
                settings.memory(),
                settings.directory(),
                settings.options(),
                fabric.packets());
    }
}
