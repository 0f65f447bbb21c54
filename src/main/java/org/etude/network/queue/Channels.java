// SPDX-License-Identifier: Apache-2.0
package org.etude.network.queue;

import java.util.Arrays;

/** Columns of the open (tag, source, destination, bytes) keys behind {@link Messages}, with a hash index over them. */
final class Channels {
    private static final int NONE = -1;

    int[] tag = new int[256];
    int[] src = new int[256];
    int[] dst = new int[256];
    long[] bytes = new long[256];
    /** First and last posted receive that waits for a message. */
    int[] postHead = new int[256];

    int[] postTail = new int[256];
    /** Messages that wait for a receive. */
    int[] arrived = new int[256];
    /** Messages in flight. */
    int[] inFlight = new int[256];

    boolean[] live = new boolean[256];
    int used;
    /** Counts sweeps; channel numbers from before the last sweep may be stale. */
    int sweeps;

    private int[] free = new int[256];
    private int freeCount;
    private int[] table = new int[1024];
    private int sweepAt = 1 << 14;

    Channels() {
        Arrays.fill(table, NONE);
    }

    boolean holds(int channel, int t, int s, int d, long b) {
        return live[channel] && tag[channel] == t && src[channel] == s && dst[channel] == d && bytes[channel] == b;
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
            return make(t, s, d, b);
        }
        return make(t, s, d, b);
    }

    private int make(int t, int s, int d, long b) {
        int channel = freeCount > 0 ? free[--freeCount] : append();
        tag[channel] = t;
        src[channel] = s;
        dst[channel] = d;
        bytes[channel] = b;
        postHead[channel] = NONE;
        arrived[channel] = 0;
        inFlight[channel] = 0;
        live[channel] = true;
        if ((used - freeCount) * 2 > table.length) {
            rehash(table.length * 4);
        } else {
            index(channel);
        }
        return channel;
    }

    private int append() {
        if (used == tag.length) {
            int wider = used * 2;
            tag = Arrays.copyOf(tag, wider);
            src = Arrays.copyOf(src, wider);
            dst = Arrays.copyOf(dst, wider);
            bytes = Arrays.copyOf(bytes, wider);
            postHead = Arrays.copyOf(postHead, wider);
            postTail = Arrays.copyOf(postTail, wider);
            arrived = Arrays.copyOf(arrived, wider);
            inFlight = Arrays.copyOf(inFlight, wider);
            live = Arrays.copyOf(live, wider);
            free = Arrays.copyOf(free, wider);
        }
        return used++;
    }

    /** Drops channels without waiters, which keeps the cost of a lookup constant over long runs. */
    private void sweep() {
        for (int c = 0; c < used; c++) {
            if (live[c] && postHead[c] == NONE && arrived[c] == 0 && inFlight[c] == 0) {
                live[c] = false;
                free[freeCount++] = c;
            }
        }
        sweeps++;
        rehash(table.length);
        sweepAt = Math.max(sweepAt, 2 * (used - freeCount));
    }

    private void rehash(int size) {
        table = new int[size];
        Arrays.fill(table, NONE);
        for (int c = 0; c < used; c++) {
            if (live[c]) {
                index(c);
            }
        }
    }

    private void index(int channel) {
        int at = hash(tag[channel], src[channel], dst[channel], bytes[channel]) & table.length - 1;
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
