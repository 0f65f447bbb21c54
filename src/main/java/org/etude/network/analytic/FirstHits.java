// SPDX-License-Identifier: Apache-2.0
package org.etude.network.analytic;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;

/**
 * The messages of a block of which several reach a cycle in different orders, and the order in which the ranks of each
 * cycle receive their first one.
 */
final class FirstHits {
    private final CycleOrders orders;
    private final int size;
    /** By rank: its number among those that received a message, only valid while it is one of them. */
    private final int[] numberOf;

    private final IntArrayList ranks = new IntArrayList();
    private final IntArrayList hit = new IntArrayList();
    private final LongArrayList by = new LongArrayList();

    FirstHits(CycleOrders orders, int ranks, int size) {
        this.orders = orders;
        this.size = size;
        numberOf = new int[ranks];
    }

    void clear() {
        ranks.clear();
        hit.clear();
        by.clear();
    }

    /** A message reaches a cycle, named by its simulated rank, in an order. */
    void add(int rank, long order) {
        int known = numberOf[rank];
        if (known >= ranks.size() || ranks.getInt(known) != rank) {
            known = ranks.size();
            numberOf[rank] = known;
            ranks.add(rank);
        }
        hit.add(known);
        by.add(order);
    }

    /** For each cycle, in the order in which they were first reached, the order of its ranks. */
    long[] settled() {
        long[] first = new long[ranks.size() * size];
        Arrays.fill(first, Long.MAX_VALUE);
        for (int event = 0; event < by.size(); event++) {
            long order = by.getLong(event);
            int from = hit.getInt(event) * size;
            for (int i = 0; i < size; i++) {
                int at = from + orders.place(order, i);
                first[at] = Math.min(first[at], CycleOrders.packed(orders.key(order, i), event));
            }
        }
        long[] sorted = first.clone();
        Arrays.sort(sorted);
        long[] settled = new long[ranks.size()];
        int[] keys = new int[size];
        for (int cycle = 0; cycle < settled.length; cycle++) {
            for (int place = 0; place < size; place++) {
                keys[place] = Arrays.binarySearch(sorted, first[cycle * size + place]);
            }
            settled[cycle] = orders.of(keys);
        }
        return settled;
    }

    /** The number of a cycle in {@link #settled}. */
    int number(int rank) {
        return numberOf[rank];
    }
}
