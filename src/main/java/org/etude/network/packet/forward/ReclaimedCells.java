// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

import java.util.Arrays;
import org.etude.network.packet.state.CellPool;

/**
 * Cells of vanished packets, reused in address order. The pool's free list is in order of release, so after a while each cell taken
 * from it is a cache miss, and so is each packet of a queue built from such cells.
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

    /** Adds all cells of a queue; its head is negative if it is empty. */
    void addQueue(int head) {
        int[] cells = pool.cells();
        for (int cell = head; cell >= 0; cell = cells[cell << CellPool.SHIFT]) {
            add(cell);
        }
    }

    /** The cell with the lowest address, or one from the pool when none is left. */
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

    /** Returns the remaining cells to the pool. */
    void releaseRest() {
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
