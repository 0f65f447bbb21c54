package org.etude.sim;

/** A collective in flight on one rank: how many of its chunks are through. */
final class Dataset {
    /** The queues its chunks go through. */
    final RankStreams queues;

    final int rank;
    final int node;
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
