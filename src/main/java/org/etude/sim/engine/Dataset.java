// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.engine;

/** A collective in flight on one rank; counts its finished chunks. */
public final class Dataset {
    /** The queues that its chunks use. */
    public final RankStreams queues;

    public final int rank;
    public final int node;
    /** The number of chunks it waits for. */
    int expected;

    int finished;
    /** The earliest tick at which it may end. */
    long notBefore;

    Dataset(RankStreams queues, int rank, int node) {
        this.queues = queues;
        this.rank = rank;
        this.node = node;
    }
}
