// SPDX-License-Identifier: Apache-2.0
package org.etude.et.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The encoded inputs and outputs of nodes as in the file: bytes in segments, with nearby duplicates stored once. A
 * reference of 0 means that the node has none.
 */
public final class IoStore {
    private static final int SEGMENT = 1 << 20;
    private static final int RECENT = 1 << 12;

    private final List<byte[]> segments = new ArrayList<>();
    private int used;
    private long[] recent = new long[RECENT];

    /** Stores bytes; returns their reference. */
    public long add(byte[] from, int start, int length) {
        int hash = length;
        for (int i = start; i < start + length; i++) {
            hash = 31 * hash + from[i];
        }
        int slot = (hash ^ hash >>> 16) & RECENT - 1;
        if (recent[slot] == 0 || !holds(recent[slot], from, start, length)) {
            recent[slot] = append(from, start, length);
        }
        return recent[slot];
    }

    private long append(byte[] from, int start, int length) {
        int need = length + 4;
        if (segments.isEmpty() || used + need > last().length) {
            segments.add(new byte[segments.isEmpty() ? Math.max(need, 1024) : Math.max(need, SEGMENT)]);
            used = 0;
        }
        byte[] segment = last();
        int at = used;
        for (int k = 0; k < 4; k++) {
            segment[at + k] = (byte) (length >>> 8 * k);
        }
        System.arraycopy(from, start, segment, at + 4, length);
        used = at + need;
        return ((long) segments.size() << 32 | at);
    }

    private byte[] last() {
        return segments.get(segments.size() - 1);
    }

    private boolean holds(long reference, byte[] from, int start, int length) {
        int at = start(reference);
        return length(reference) == length
                && Arrays.equals(segment(reference), at, at + length, from, start, start + length);
    }

    /** Releases the structures needed only for adding. */
    void seal() {
        recent = null;
    }

    /** The array that holds the bytes. */
    public byte[] segment(long reference) {
        return segments.get((int) (reference >>> 32) - 1);
    }

    /** Where they begin in it. */
    public int start(long reference) {
        return (int) reference + 4;
    }

    /** How many there are. */
    public int length(long reference) {
        byte[] segment = segment(reference);
        int at = (int) reference;
        return (segment[at] & 0xff)
                | (segment[at + 1] & 0xff) << 8
                | (segment[at + 2] & 0xff) << 16
                | (segment[at + 3] & 0xff) << 24;
    }
}
