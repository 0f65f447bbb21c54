// SPDX-License-Identifier: Apache-2.0
package org.etude.network.queue;

import java.util.Arrays;

/**
 * The open (tag, source, destination, bytes) keys behind {@link Messages}, with a hash index over them. Key and state of
 * a channel are neighbours in one array, since a lookup that misses the cache costs more than all else here.
 */
final class Channels {
    /** First posted receive that waits for a message. */
    static final int POST_HEAD = 0;
    /** Last posted receive that waits for a message. */
    static final int POST_TAIL = 1;
    /** Number of messages that wait for a receive. */
    static final int ARRIVED = 2;
    /** Number of messages in flight. */
    static final int IN_FLIGHT = 3;

    private static final int NONE = -1;
    private static final int TAG = 4;
    private static final int SRC = 5;
    private static final int DST = 6;
    private static final int BYTES_HIGH = 7;
    private static final int BYTES_LOW = 8;
    private static final int LIVE = 9;
    private static final int FIELDS = 10;
    private static final int FIRST_CHANNELS = 256;

    private int[] cells = new int[FIRST_CHANNELS * FIELDS];
    private int used;
    private int sweeps;
    private int[] free = new int[FIRST_CHANNELS];
    private int freeCount;
    private int[] table = new int[4 * FIRST_CHANNELS];
    private int sweepAt = 1 << 14;

    Channels() {
        Arrays.fill(table, NONE);
    }

    /** Channels are numbered below this; not all of them are live. */
    int used() {
        return used;
    }

    /** Counts sweeps; channel numbers from before the last sweep may be stale. */
    int sweeps() {
        return sweeps;
    }

    /** A field of a channel's state. */
    int get(int channel, int field) {
        return cells[channel * FIELDS + field];
    }

    /** Sets a field of a channel's state. */
    void set(int channel, int field, int value) {
        cells[channel * FIELDS + field] = value;
    }

    /** Adds to a field of a channel's state. */
    void add(int channel, int field, int more) {
        cells[channel * FIELDS + field] += more;
    }

    boolean live(int channel) {
        return get(channel, LIVE) != 0;
    }

    int tag(int channel) {
        return get(channel, TAG);
    }

    int src(int channel) {
        return get(channel, SRC);
    }

    int dst(int channel) {
        return get(channel, DST);
    }

    long bytes(int channel) {
        return (long) get(channel, BYTES_HIGH) << Integer.SIZE | Integer.toUnsignedLong(get(channel, BYTES_LOW));
    }

    private boolean holds(int channel, int t, int s, int d, long b) {
        return dst(channel) == d && tag(channel) == t && src(channel) == s && bytes(channel) == b && live(channel);
    }

    /** The channel of a key, created if there is none. May drop idle channels, so older numbers may become stale. */
    int of(int t, int s, int d, long b) {
        int at = hash(t, s, d, b) & table.length - 1;
        while (table[at] != NONE) {
            if (holds(table[at], t, s, d, b)) {
                return table[at];
            }
            at = at + 1 & table.length - 1;
        }
        if (used - freeCount >= sweepAt) {
            sweep();
        }
        return make(t, s, d, b);
    }

    private int make(int t, int s, int d, long b) {
        int channel = freeCount > 0 ? free[--freeCount] : append();
        int at = channel * FIELDS;
        cells[at + POST_HEAD] = NONE;
        cells[at + ARRIVED] = 0;
        cells[at + IN_FLIGHT] = 0;
        cells[at + TAG] = t;
        cells[at + SRC] = s;
        cells[at + DST] = d;
        cells[at + BYTES_HIGH] = (int) (b >>> Integer.SIZE);
        cells[at + BYTES_LOW] = (int) b;
        cells[at + LIVE] = 1;
        if ((used - freeCount) * 2 > table.length) {
            rehash(table.length * 4);
        } else {
            index(channel);
        }
        return channel;
    }

    private int append() {
        if (used == free.length) {
            cells = Arrays.copyOf(cells, cells.length * 2);
            free = Arrays.copyOf(free, used * 2);
        }
        return used++;
    }

    /** Drops channels without waiters, which keeps the cost of a lookup constant over long runs. */
    private void sweep() {
        for (int c = 0; c < used; c++) {
            if (live(c) && get(c, POST_HEAD) == NONE && get(c, ARRIVED) == 0 && get(c, IN_FLIGHT) == 0) {
                set(c, LIVE, 0);
                free[freeCount++] = c;
            }
        }
        sweeps++;
        rehash(table.length);
        sweepAt = Math.max(sweepAt, 2 * (used - freeCount));
    }

    private void rehash(int size) {
        if (size == table.length) {
            Arrays.fill(table, NONE);
        } else {
            table = new int[size];
            Arrays.fill(table, NONE);
        }
        for (int c = 0; c < used; c++) {
            if (live(c)) {
                index(c);
            }
        }
    }

    private void index(int channel) {
        int at = hash(tag(channel), src(channel), dst(channel), bytes(channel)) & table.length - 1;
        while (table[at] != NONE) {
            at = at + 1 & table.length - 1;
        }
        table[at] = channel;
    }

    private static int hash(int t, int s, int d, long b) {
        long h = t * 0x9E3779B97F4A7C15L + ((long) s << 32 | d) * 0xC2B2AE3D27D4EB4FL + b * 0x165667B19E3779F9L;
        h ^= h >>> 29;
        h *= 0xBF58476D1CE4E5B9L;
        return (int) (h >>> 32);
    }
}
