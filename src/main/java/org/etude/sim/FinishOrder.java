package org.etude.sim;

import java.util.Arrays;

/** The order in which ranks finish. */
final class FinishOrder {
    private final int[] ranks;
    private int count;

    FinishOrder(int ranks) {
        this.ranks = new int[ranks];
    }

    void add(int rank) {
        ranks[count++] = rank;
    }

    int count() {
        return count;
    }

    int[] toArray() {
        return Arrays.copyOf(ranks, count);
    }
}
