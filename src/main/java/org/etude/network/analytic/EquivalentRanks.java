// SPDX-License-Identifier: Apache-2.0
package org.etude.network.analytic;

/**
 * Ranks in cycles: a rank's number is written as {@code low + stride * (place + size * high)}, and turning the cycles
 * takes each rank to the next place. The rank at place 0 of a cycle is simulated for the others.
 *
 * @param ranks how many there are, a multiple of {@code stride * size}
 * @param stride distance of neighbours on a cycle
 * @param size ranks on a cycle, at least 2
 */
public record EquivalentRanks(int ranks, int stride, int size) implements Symmetries {
    /** Refuses cycles that do not cover the ranks. */
    public EquivalentRanks {
        if (stride < 1 || size < 2 || ranks % (stride * size) != 0) {
            throw new IllegalArgumentException(ranks + " ranks in cycles of " + size + ", " + stride + " apart");
        }
    }

    /** The place of a rank on its cycle. */
    public int place(int rank) {
        return rank / stride % size;
    }

    /** The rank that many places on. */
    public int moved(int rank, int places) {
        int place = place(rank);
        return rank + stride * (Math.floorMod(place + places, size) - place);
    }

    /** Steps of a place, counted round the cycle. */
    int sum(int a, int b) {
        int sum = a + b;
        return sum >= size ? sum - size : sum;
    }

    @Override
    public int sender(int src, int dst) {
        return moved(src, -place(dst));
    }

    @Override
    public int receiver(int dst) {
        return dst - stride * place(dst);
    }
}
