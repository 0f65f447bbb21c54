// SPDX-License-Identifier: Apache-2.0
package org.etude.network.analytic;

/**
 * Proves, while some ranks are simulated for all, that the events of a tick occur in the same order on every rank that
 * a simulated rank represents; also tracks the order of those ranks.
 */
public interface TieLedger {
    /** The number of the current block: events that fire rank by rank, one after the other. */
    int block();

    /** The order of ranks in which the current event fires. */
    long order();

    /** The number of ranks that each simulated rank represents. */
    int copies();

    /**
     * Expands simulated events of one block to those of all ranks, in the order in which they occur.
     *
     * @param simulated the ranks of the simulated events
     * @param orders their orders
     */
    void expand(int[] simulated, long[] orders, Expanded each);

    /** The current event opened a rank's list of plans for a tick. */
    void opened(int list);

    /** A rank's list of plans fires. */
    void fires(long tick, int rank, int list);

    /** Visits the events of all ranks. */
    interface Expanded {
        /** A simulated event, by its number, as it occurs on a rank. */
        void on(int event, int rank);
    }
}
