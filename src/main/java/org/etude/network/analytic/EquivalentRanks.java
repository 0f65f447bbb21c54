// SPDX-License-Identifier: Apache-2.0
package org.etude.network.analytic;

/**
 * Ranks in cycles. Rank {@code low + stride * (place + size * high)} is at position {@code place} of its cycle;
 * rotating the cycles takes each rank to the next position. The rank at position 0 of a cycle is simulated for all of
 * it.
 *
 * @param ranks number of ranks, a multiple of {@code stride * size}
 * @param stride distance in ranks between neighbours on a cycle
 * @param size ranks per cycle, at least 2
 */
public record EquivalentRanks(int ranks, int stride, int size) implements Symmetries {
    /** Rejects cycles that do not cover the ranks. */
    public EquivalentRanks {
        if (stride < 1 || size < 2 || ranks % (stride * size) != 0) {
            throw new IllegalArgumentException(ranks + " ranks in cycles of " + size + ", " + stride + " apart");
        }
    }

    /** The position of a rank on its cycle. */
    public int place(int rank) {
        return rank / stride % size;
    }

    /** The rank this many positions further along the cycle. */
    public int moved(int rank, int places) {
        int place = place(rank);
        return rank + stride * (Math.floorMod(place + places, size) - place);
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
