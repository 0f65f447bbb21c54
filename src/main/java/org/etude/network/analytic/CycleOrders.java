// SPDX-License-Identifier: Apache-2.0
package org.etude.network.analytic;

import it.unimi.dsi.fastutil.longs.LongArrays;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Orders of the events that one event of a simulated rank represents, one at each position of its cycle. An order is a
 * key for each position, moved by a number of positions. A block runs its events by ascending key; events of equal
 * keys run in the order in which they are simulated. By order 0 the keys are 0, 1, 2, ... from position 0 on.
 */
final class CycleOrders {
    /** The most keys that are stored, 64 MB. */
    private static final int MOST_KEYS = 1 << 24;

    private final EquivalentRanks equivalent;
    private final int size;
    /** Keys that are not 0, 1, 2, ...; the least of each comes first. */
    private final List<int[]> bases = new ArrayList<>(Arrays.asList((int[]) null));

    private final Object2IntOpenHashMap<Keys> numbers = new Object2IntOpenHashMap<>();

    CycleOrders(EquivalentRanks equivalent) {
        this.equivalent = equivalent;
        size = equivalent.size();
    }

    /** An order moved on by a number of positions, at least 0 and less than the size of the cycle. */
    long moved(long order, int by) {
        return order & 0xFFFFFFFF00000000L | equivalent.sum((int) order, by);
    }

    /** The position of the {@code i}-th key of an order. */
    int place(long order, int i) {
        return equivalent.sum((int) order, i);
    }

    /** The {@code i}-th key of an order. */
    int key(long order, int i) {
        int[] base = bases.get((int) (order >>> 32));
        return base == null ? i : base[i];
    }

    /** Whether an event precedes one that is simulated after it at every position. */
    boolean precedes(long order, long later) {
        for (int place = 0; place < size; place++) {
            if (keyAt(order, place) > keyAt(later, place)) {
                return false;
            }
        }
        return true;
    }

    private int keyAt(long order, int place) {
        return key(order, equivalent.sum(place, equivalent.inverse((int) order)));
    }

    /** The order with these keys, by position. */
    long of(int[] keys) {
        int least = 0;
        for (int place = 1; place < size; place++) {
            least = keys[place] < keys[least] ? place : least;
        }
        int[] base = new int[size];
        boolean plain = true;
        for (int i = 0; i < size; i++) {
            base[i] = keys[equivalent.sum(least, i)];
            plain &= base[i] == i;
        }
        return plain ? least : (long) number(new Keys(base)) << 32 | least;
    }

    private int number(Keys keys) {
        int known = numbers.getInt(keys);
        if (known > 0) {
            return known;
        }
        if ((long) bases.size() * size > MOST_KEYS) {
            throw new ReductionException("there are too many orders of ranks to keep");
        }
        numbers.put(keys, bases.size());
        bases.add(keys.base());
        return bases.size() - 1;
    }

    /**
     * All events of a block, as they run.
     *
     * @param orders the order of each simulated event
     * @return the number of each simulated event times the size of the cycle, plus the number of its key
     */
    int[] sequence(long[] orders) {
        long[] all = new long[orders.length * size];
        int count = 0;
        for (int event = 0; event < orders.length; event++) {
            for (int i = 0; i < size; i++) {
                all[count] = packed(key(orders[event], i), count);
                count++;
            }
        }
        LongArrays.radixSort(all);
        return Arrays.stream(all).mapToInt(packed -> (int) packed).toArray();
    }

    /** A number by which events sort by key, then in the order in which they are simulated. */
    static long packed(int key, int at) {
        return (long) key << 32 | at;
    }

    private record Keys(int[] base) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Keys keys && Arrays.equals(base, keys.base);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(base);
        }
    }
}
