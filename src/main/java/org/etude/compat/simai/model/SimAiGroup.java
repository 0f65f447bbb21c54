// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.model;

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
public record SimAiGroup(int index, Parallel kind, int nodes, List<Integer> ranks, List<Integer> nvSwitches) {
    /** Copies. */
    public SimAiGroup {
        ranks = List.copyOf(ranks);
        nvSwitches = List.copyOf(nvSwitches);
    }

    /** Ranks on each server. */
    public int local() {
        return ranks.size() / nodes;
    }
}
