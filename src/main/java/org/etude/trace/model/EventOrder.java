// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.model;

import it.unimi.dsi.fastutil.ints.IntArrays;

/** The order of events by start, longer first, then as given: a radix sort, linear in the number of events. */
public final class EventOrder {
    private static final int BITS = 11;
    private static final int BUCKETS = 1 << BITS;

    private EventOrder() {}

    /** Indices of the first {@code size} events in order. */
    public static int[] of(long[] start, long[] duration, int size) {
        int[] order = ascending(start, size);
        sortTies(order, start, duration);
        return order;
    }

    /** Indices of the first {@code size} values from the smallest to the largest, equal ones as given. */
    public static int[] ascending(long[] start, int size) {
        int[] order = new int[size];
        boolean sorted = true;
        long low = Long.MAX_VALUE;
        long high = Long.MIN_VALUE;
        for (int i = 0; i < size; i++) {
            order[i] = i;
            low = Math.min(low, start[i]);
            high = Math.max(high, start[i]);
            sorted &= i == 0 || start[i - 1] <= start[i];
        }
        if (!sorted) {
            order = radix(order, start, low, high - low);
        }
        return order;
    }

    /** Differences to the lowest value are unsigned, so that the whole range of long works. */
    private static int[] radix(int[] first, long[] start, long low, long range) {
        int[] order = first;
        int[] other = new int[order.length];
        for (int shift = 0; shift < 64 && range >>> shift != 0; shift += BITS) {
            int[] at = new int[BUCKETS + 1];
            for (int i : order) {
                at[((int) (start[i] - low >>> shift) & BUCKETS - 1) + 1]++;
            }
            for (int b = 0; b < BUCKETS; b++) {
                at[b + 1] += at[b];
            }
            for (int i : order) {
                other[at[(int) (start[i] - low >>> shift) & BUCKETS - 1]++] = i;
            }
            int[] swap = order;
            order = other;
            other = swap;
        }
        return order;
    }

    private static void sortTies(int[] order, long[] start, long[] duration) {
        int from = 0;
        while (from < order.length) {
            int to = from + 1;
            boolean sorted = true;
            while (to < order.length && start[order[to]] == start[order[from]]) {
                sorted &= duration[order[to - 1]] >= duration[order[to]];
                to++;
            }
            if (!sorted) {
                IntArrays.mergeSort(order, from, to, (a, b) -> Long.compare(duration[b], duration[a]));
            }
            from = to;
        }
    }
}
