// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.model;

import java.util.List;

/**
 * A group of ranks that communicate with each other.
 *
 * @param index its index among all groups
 * @param kind the kind of parallelism
 * @param nodes number of its servers
 * @param ranks its ranks
 * @param nvSwitches the NVSwitches of those servers
 */
public record SimAiGroup(int index, Parallel kind, int nodes, List<Integer> ranks, List<Integer> nvSwitches) {
    /** Copies the lists. */
    public SimAiGroup {
        ranks = List.copyOf(ranks);
        nvSwitches = List.copyOf(nvSwitches);
    }

    /** The number of ranks per server. */
    public int local() {
        return ranks.size() / nodes;
    }
}
