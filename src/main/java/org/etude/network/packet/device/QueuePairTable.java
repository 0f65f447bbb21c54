// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.device;

import java.util.Arrays;

/**
 * The queue pairs of one host in the order in which the reference visits them when a link fails: the iteration order of
 * a libstdc++ {@code unordered_map} whose hash is the key itself. A new entry goes to the front of its bucket, or to
 * the front of all entries if its bucket is empty. When entries outnumber buckets, all are reinserted, in their order,
 * into more buckets. Adding and removing take constant time.
 */
final class QueuePairTable {
    /** The bucket counts of libstdc++: the next prime of its list above twice the last. */
    private static final int[] BUCKETS = {
        13, 29, 59, 127, 257, 541, 1109, 2357, 5087, 10273, 20753, 42043, 85229, 172933, 351061, 712697, 1447153,
        2938679, 5967347, 12117689, 24607243, 49969847, 101473717
    };

    private static final int NONE = -1;

    private int size;
    private int grown;
    private int head = NONE;
    private int[] firstOfBucket = empty(BUCKETS[0]);
    private int[] flow = new int[16];
    private long[] key = new long[16];
    private int[] next = new int[16];
    private int[] previous = new int[16];
    private int[] free = new int[16];
    private int freeCount;
    private int used;
    /** The entry of each flow. */
    private int[] entryOf = new int[0];

    /** The reference's key: the destination's address, the source port, the priority. */
    static long key(int destination, int sourcePort) {
        return (EcmpHash.address(destination) & 0xffffffffL) << 32 | (sourcePort & 0xffffL) << 16 | 3;
    }

    private static int[] empty(int buckets) {
        int[] all = new int[buckets];
        Arrays.fill(all, NONE);
        return all;
    }

    void add(int newFlow, long newKey) {
        if (size == firstOfBucket.length && grown + 1 < BUCKETS.length) {
            rehash();
        }
        int entry = take();
        flow[entry] = newFlow;
        key[entry] = newKey;
        if (newFlow >= entryOf.length) {
            int from = entryOf.length;
            entryOf = Arrays.copyOf(entryOf, Math.max(newFlow + 1, 2 * from));
            Arrays.fill(entryOf, from, entryOf.length, NONE);
        }
        entryOf[newFlow] = entry;
        insert(entry);
        size++;
    }

    /** Removes a flow; no effect if it is absent. */
    void remove(int oldFlow) {
        int entry = oldFlow < entryOf.length ? entryOf[oldFlow] : NONE;
        if (entry == NONE) {
            return;
        }
        entryOf[oldFlow] = NONE;
        int bucket = bucket(entry);
        int after = next[entry];
        if (firstOfBucket[bucket] == entry) {
            firstOfBucket[bucket] = after != NONE && bucket(after) == bucket ? after : NONE;
        }
        if (previous[entry] == NONE) {
            head = after;
        } else {
            next[previous[entry]] = after;
        }
        if (after != NONE) {
            previous[after] = previous[entry];
        }
        free[freeCount++] = entry;
        size--;
    }

    /** The flows in order. */
    int[] flows() {
        int[] all = new int[size];
        int at = 0;
        for (int entry = head; entry != NONE; entry = next[entry]) {
            all[at++] = flow[entry];
        }
        return all;
    }

    private int take() {
        if (freeCount > 0) {
            return free[--freeCount];
        }
        if (used == flow.length) {
            flow = Arrays.copyOf(flow, used * 2);
            key = Arrays.copyOf(key, used * 2);
            next = Arrays.copyOf(next, used * 2);
            previous = Arrays.copyOf(previous, used * 2);
            free = Arrays.copyOf(free, used * 2);
        }
        return used++;
    }

    private int bucket(int entry) {
        return (int) Long.remainderUnsigned(key[entry], firstOfBucket.length);
    }

    private void insert(int entry) {
        int bucket = bucket(entry);
        int before = firstOfBucket[bucket] == NONE ? head : firstOfBucket[bucket];
        previous[entry] = before == NONE ? NONE : previous[before];
        next[entry] = before;
        if (previous[entry] == NONE) {
            head = entry;
        } else {
            next[previous[entry]] = entry;
        }
        if (before != NONE) {
            previous[before] = entry;
        }
        firstOfBucket[bucket] = entry;
    }

    private void rehash() {
        firstOfBucket = empty(BUCKETS[++grown]);
        int entry = head;
        head = NONE;
        while (entry != NONE) {
            int after = next[entry];
            insert(entry);
            entry = after;
        }
    }
}
