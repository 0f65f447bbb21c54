// SPDX-License-Identifier: Apache-2.0
package org.etude.network.analytic;

/**
 * Ranks in cycles. Rank {@code low + stride * (place + size * high)} is at position {@code place} of its cycle;
 * rotating the cycles takes each rank to the next position. The rank at position 0 of a cycle is simulated for all of
 * it. Positions may also lie in rows, such as the GPUs of a node in each of several nodes; then they are rotated along
 * the rows, along the columns, or both.
 *
 * @param ranks number of ranks, a multiple of {@code stride * size}
 * @param stride distance in ranks between neighbours on a cycle
 * @param size ranks per cycle, at least 2
 * @param row positions in a row, a divisor of {@code size}; {@code size} for a plain cycle
 */
public record EquivalentRanks(int ranks, int stride, int size, int row) implements Symmetries {
    /** Rejects cycles that do not cover the ranks, and rows that do not cover a cycle. */
    public EquivalentRanks {
        if (stride < 1 || size < 2 || ranks % (stride * size) != 0 || row < 2 || size % row != 0) {
            throw new IllegalArgumentException(
                    ranks + " ranks in cycles of " + size + ", " + stride + " apart, in rows of " + row);
        }
    }

    /** Plain cycles. */
    public EquivalentRanks(int ranks, int stride, int size) {
        this(ranks, stride, size, size);
    }

    /** The position of a rank on its cycle. */
    public int place(int rank) {
        return rank / stride % size;
    }

    /** The rank to which a rotation by some positions, from 0 to the size, takes a rank. */
    public int moved(int rank, int places) {
        int place = place(rank);
        return rank + stride * (sum(place, places) - place);
    }

    /** Two rotations one after the other. */
    int sum(int a, int b) {
        if (row == size) {
            int sum = a + b;
            return sum >= size ? sum - size : sum;
        }
        return (a + b) % row + (a / row + b / row) * row % size;
    }

    /** The rotation that undoes another. */
    int inverse(int places) {
        if (row == size) {
            return places == 0 ? 0 : size - places;
        }
        return (row - places % row) % row + (size - places / row * row) % size;
    }

    @Override
    public int sender(int src, int dst) {
        return moved(src, inverse(place(dst)));
    }

    @Override
    public int receiver(int dst) {
        return dst - stride * place(dst);
    }
}
