// SPDX-License-Identifier: Apache-2.0
package org.etude.network.analytic;

import java.util.Arrays;

/** For each list of events the block that opened it, and the order in which it did so on the ranks. */
final class ListOrigins {
    private int[] blocks = new int[64];
    private long[] orders = new long[64];

    /** Notes who opened a list, also one whose number was in use before. */
    void set(int list, int block, long order) {
        if (list >= blocks.length) {
            blocks = Arrays.copyOf(blocks, 2 * list);
            orders = Arrays.copyOf(orders, 2 * list);
        }
        blocks[list] = block;
        orders[list] = order;
    }

    /** Replaces the order of a list. */
    void reorder(int list, long order) {
        orders[list] = order;
    }

    int block(int list) {
        return blocks[list];
    }

    long order(int list) {
        return orders[list];
    }
}
