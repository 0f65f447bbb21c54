// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.flow;

import org.etude.spec.CollectiveType;

/**
 * Preparation time of sends as in SimAI's system layer: 10 ns to the NIC, plus 30 ns for the reduction. The reduction
 * applies to all but the first flow of each ring traversal of a channel: always in a reduce-scatter, in every second
 * traversal of an all-reduce.
 */
final class SendCosts {
    /** The time to the NIC, ns. */
    static final long BUS_NANOS = 10;
    /** The time of a write and two reads of memory, ns. */
    static final long REDUCTION_NANOS = 30;

    private final CollectiveType collective;
    private final boolean sums;
    private final int ringRanks;
    private final int[] left;
    private boolean toggle;

    /**
     * Creates the costs of one node in one collective.
     *
     * @param sums whether nodes reduce, rather than NVSwitches
     * @param ringRanks ranks of the logical dimension
     */
    SendCosts(CollectiveType collective, boolean sums, int ringRanks, int channels) {
        this.collective = collective;
        this.sums = sums;
        this.ringRanks = ringRanks;
        left = new int[channels];
    }

    /** Whether the next flow of a channel is reduced first. */
    boolean reduces(int channel) {
        if (left[channel] == 0) {
            left[channel] = ringRanks - 1;
            toggle = !toggle;
            return false;
        }
        left[channel]--;
        return collective == CollectiveType.REDUCE_SCATTER || collective == CollectiveType.ALL_REDUCE && sums && toggle;
    }
}
