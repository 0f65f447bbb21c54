// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

import java.util.Arrays;
import org.etude.network.packet.state.CellPool;

/**
 * Cells of packets that are gone, to be used again in the order of their addresses. The pool's own list is in the order of release:
 * after some simulation each cell taken from it is a cache miss, and so is each packet of a queue made of them.
 */
final class ReclaimedCells {
    private final CellPool pool;
    /** One bit per cell. */
    private long[] bits = new long[16];

    private int word;
    private int end;

    ReclaimedCells(CellPool pool) {
        this.pool = pool;
    }

    /** Adds a cell. */
    void add(int cell) {
        int at = cell >> 6;
        if (at >= bits.length) {
            bits = Arrays.copyOf(bits, at * 2);
        }
        bits[at] |= 1L << cell;
        end = Math.max(end, at + 1);
    }

    /** Adds all cells of a queue, of which the first may be negative. */
    void addQueue(int head) {
        int[] cells = pool.cells();
        for (int cell = head; cell >= 0; cell = cells[cell << CellPool.SHIFT]) {
            add(cell);
        }
    }

    /** The cell of the lowest address, or one of the pool when none is left. */
    int take() {
        while (word < end) {
            long some = bits[word];
            if (some != 0) {
                bits[word] = some & some - 1;
                return (word << 6) + Long.numberOfTrailingZeros(some);
            }
            word++;
        }
        return pool.take();
    }

    /** Returns what is left to the pool. */
    void giveRest() {
        for (int at = end - 1; at >= word; at--) {
            for (long some = bits[at]; some != 0; some &= ~Long.highestOneBit(some)) {
                pool.give((at << 6) + 63 - Long.numberOfLeadingZeros(some));
            }
            bits[at] = 0;
        }
        word = 0;
        end = 0;
    }
}
