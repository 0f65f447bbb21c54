// SPDX-License-Identifier: Apache-2.0
package org.etude.network.analytic;

/**
 * The proof, kept while some ranks are simulated for all, that events of one tick come in the same order on every rank that
 * one of them represents; and the order in which those ranks see them.
 */
public interface TieLedger {
    /** The number of the block that fires now: events that fire rank by rank, one after the other. */
    int block();

    /** In which order of ranks the event that fires now fires. */
    long order();

    /** How many ranks each simulated one represents. */
    int copies();

    /** The {@code i}-th of an order of the ranks that a simulated rank represents. */
    int rank(long order, int i, int of);

    /** A rank's list of plans for a tick was made by the event that fires now. */
    void opened(int list);

    /** A rank's list of plans fires. */
    void fires(long tick, int rank, int list);
}
