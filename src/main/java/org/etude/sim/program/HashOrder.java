// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.program;

import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;

/**
 * A set of ids with the iteration order of a libstdc++ {@code unordered_set}: a new element goes before the first of
 * its bucket, else to the head; the number of buckets grows by the library's primes. ASTRA-sim issues the nodes of
 * custom collectives in that order, so ties and congestion depend on it. It also sums roofline statistics in that
 * order, so their last digits depend on it.
 */
public final class HashOrder {
    private static final long END = Long.MIN_VALUE;
    private static final int[] BUCKETS = {
        1, 13, 29, 59, 127, 257, 541, 1109, 2357, 5087, 10273, 20753, 42043, 85229, 172933, 351061, 712697, 1447153,
        2938679, 5967347
    };

    private final LongOpenHashSet members = new LongOpenHashSet();
    private final Long2LongOpenHashMap next = new Long2LongOpenHashMap();
    private final Long2LongOpenHashMap previous = new Long2LongOpenHashMap();
    private final Long2LongOpenHashMap firstOfBucket = new Long2LongOpenHashMap();
    private long head = END;
    private int level;

    public HashOrder() {
        firstOfBucket.defaultReturnValue(END);
    }

    /** Adds an id unless it is there. */
    public void add(long id) {
        if (members.contains(id)) {
            return;
        }
        if (members.size() + 1 > BUCKETS[level] || level == 0) {
            long[] order = toArray();
            level++;
            head = END;
            firstOfBucket.clear();
            for (long member : order) {
                insert(member);
            }
        }
        members.add(id);
        insert(id);
    }

    private void insert(long id) {
        long bucket = bucket(id);
        long first = firstOfBucket.get(bucket);
        long before = first == END ? END : previous.get(first);
        long after = first == END ? head : first;
        link(before, id);
        link(id, after);
        firstOfBucket.put(bucket, id);
    }

    private void link(long one, long two) {
        if (one == END) {
            head = two;
        } else {
            next.put(one, two);
        }
        if (two != END) {
            previous.put(two, one);
        }
    }

    /** Removes an id. */
    public void remove(long id) {
        if (!members.remove(id)) {
            return;
        }
        long after = next.get(id);
        long bucket = bucket(id);
        if (firstOfBucket.get(bucket) == id) {
            if (after != END && bucket(after) == bucket) {
                firstOfBucket.put(bucket, after);
            } else {
                firstOfBucket.remove(bucket);
            }
        }
        link(previous.get(id), after);
    }

    private long bucket(long id) {
        return Long.remainderUnsigned(id, BUCKETS[level]);
    }

    public boolean isEmpty() {
        return members.isEmpty();
    }

    /** The ids in order. */
    public long[] toArray() {
        long[] order = new long[members.size()];
        long at = head;
        for (int i = 0; i < order.length; i++) {
            order[i] = at;
            at = next.get(at);
        }
        return order;
    }
}
