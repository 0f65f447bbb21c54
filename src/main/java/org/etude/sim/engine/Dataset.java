// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.engine;

/** A collective in flight on one rank: how many of its chunks are finished. */
public final class Dataset {
    /** The queues its chunks go through. */
    public final RankStreams queues;

    public final int rank;
    public final int node;
    /** Chunks it waits for. */
    int expected;

    int finished;
    /** The tick before which it cannot end. */
    long notBefore;

    Dataset(RankStreams queues, int rank, int node) {
        this.queues = queues;
        this.rank = rank;
        this.node = node;
    }
}
