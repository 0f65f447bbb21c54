package org.etude.sim;

/** A collective in flight on one rank: how many of its chunks are through. */
final class Dataset {
    final int rank;
    final int node;
    /** Chunks it waits for. */
    int expected;

    int finished;

    Dataset(int rank, int node) {
        this.rank = rank;
        this.node = node;
    }
}
