package org.etude.sim.simai;

import java.util.List;

/**
 * Ranks that communicate with each other.
 *
 * @param index its place among all groups
 * @param kind the kind of parallelism
 * @param nodes servers that it lies on
 * @param ranks its ranks
 * @param nvSwitches the NVSwitches of those servers
 */
public record ProcessGroup(int index, Parallel kind, int nodes, List<Integer> ranks, List<Integer> nvSwitches) {
    /** Copies. */
    public ProcessGroup {
        ranks = List.copyOf(ranks);
        nvSwitches = List.copyOf(nvSwitches);
    }

    /** Ranks on each server. */
    int local() {
        return ranks.size() / nodes;
    }
}
