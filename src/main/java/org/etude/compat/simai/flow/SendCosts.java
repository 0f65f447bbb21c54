// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.flow;

import org.etude.spec.CollectiveType;

/**
 * How long nodes prepare what they send, as SimAI's system layer has it: 10 ns to the NIC; and of each ring's worth of flows
 * of a channel all but the first take 30 ns more to reduce, in a reduce-scatter always, in an all-reduce every other time
 * that any channel begins anew.
 */
final class SendCosts {
    /** The way to the NIC, ns. */
    static final long BUS_NANOS = 10;
    /** A write and two reads of memory, ns. */
    static final long REDUCTION_NANOS = 30;

    private final CollectiveType collective;
    private final boolean sums;
    private final int ringRanks;
    private final int[] left;
    private boolean toggle;

    /**
     * The costs of one node in one collective.
     *
     * @param sums whether nodes add up, rather than NVSwitches
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
