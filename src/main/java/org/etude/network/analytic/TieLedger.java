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

    /** The {@code i}-th rank in an order of the ranks that a simulated rank represents. */
    int rank(long order, int i, int of);

    /** The current event opened a rank's list of plans for a tick. */
    void opened(int list);

    /** A rank's list of plans fires. */
    void fires(long tick, int rank, int list);
}
