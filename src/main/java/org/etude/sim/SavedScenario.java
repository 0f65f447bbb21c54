// SPDX-License-Identifier: Apache-2.0
package org.etude.sim;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.etude.et.graph.EtGraph;
import org.etude.et.wire.CommGroups;
import org.etude.et.wire.EtFiles;
import org.etude.sim.spec.PacketSetup;
import org.etude.sim.spec.Scenario;
import org.etude.spec.SimOptions;
import org.etude.spec.SystemSpec;
import org.etude.spec.network.RemoteMemorySpec;
import org.etude.topology.graph.LogicalTopology;

/**
 * The saved form of a {@link Scenario}.
 *
 * @param traces its execution traces as ET files, each once
 * @param traceOf by rank the number of its trace
 */
record SavedScenario(
        List<byte[]> traces,
        int[] traceOf,
        CommGroups groups,
        SystemSpec system,
        LogicalTopology topology,
        RemoteMemorySpec memory,
        Path directory,
        SimOptions options,
        PacketSetup packets) {

    static SavedScenario of(Scenario s) {
        List<byte[]> traces = new ArrayList<>();
        Map<EtGraph, Integer> numbers = new IdentityHashMap<>();
        int[] traceOf = new int[s.ranks().size()];
        for (int rank = 0; rank < traceOf.length; rank++) {
            EtGraph graph = s.ranks().get(rank);
            if (!numbers.containsKey(graph)) {
                numbers.put(graph, traces.size());
                traces.add(EtFiles.bytes(graph));
            }
            traceOf[rank] = numbers.get(graph);
        }
        return new SavedScenario(
                traces,
                traceOf,
                s.groups(),
                s.system(),
                s.topology(),
                s.memory(),
                s.directory(),
                s.options(),
                s.packets());
    }

    Scenario scenario() {
        List<EtGraph> graphs = traces.stream().map(EtFiles::of).toList();
        List<EtGraph> ranks = new ArrayList<>();
        for (int number : traceOf) {
            ranks.add(graphs.get(number));
        }
        return new Scenario(ranks, groups, system, topology, memory, directory, options, packets);
    }
}
