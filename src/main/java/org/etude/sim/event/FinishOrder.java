// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.event;

import java.util.Arrays;

/** The order in which ranks finish. */
public final class FinishOrder {
    private final int[] ranks;
    private int count;

    public FinishOrder(int ranks) {
        this.ranks = new int[ranks];
    }

    public void add(int rank) {
        ranks[count++] = rank;
    }

    public int count() {
        return count;
    }

    public int[] toArray() {
        return Arrays.copyOf(ranks, count);
    }
}
