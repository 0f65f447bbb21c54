// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.program;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.MetadataNumbers;

/** Which ranks share a machine in the recording. */
public final class Machines {
    private Machines() {}

    /**
     * The lowest rank on each rank's machine: the rank itself if the trace does not name a machine, or if the job has
     * other ranks than were recorded together.
     */
    public static int[] of(List<EtGraph> ranks) {
        int[] machine = new int[ranks.size()];
        Map<Long, Integer> first = new HashMap<>();
        for (int rank = 0; rank < machine.length; rank++) {
            EtGraph graph = ranks.get(rank);
            long number = MetadataNumbers.whole(graph, EtNames.MACHINE, -1);
            boolean known = number >= 0 && MetadataNumbers.ordinal(graph, EtNames.RECORDED_RANKS) == ranks.size();
            int own = rank;
            machine[rank] = known ? first.computeIfAbsent(number, n -> own) : rank;
        }
        return machine;
    }

    /** Whether all ranks share one machine. */
    public static boolean isOne(List<EtGraph> ranks) {
        return Arrays.stream(of(ranks)).allMatch(first -> first == 0);
    }
}
