// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

import java.util.Arrays;

/** A sequence of numbers that is recorded once, then compared with a second walk or read back. */
final class StateKey {
    static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private long[] words;
    private int size;
    private boolean matching;
    private boolean same;
    private int at;

    StateKey() {
        this(new long[1024], 0);
    }

    private StateKey(long[] words, int size) {
        this.words = words;
        this.size = size;
    }

    /** Numbers put from now on are recorded. */
    void record() {
        matching = false;
        same = true;
        size = 0;
    }

    /** Numbers put from now on are compared with the recorded ones. */
    void match() {
        matching = true;
        same = true;
        at = 0;
    }

    void put(long word) {
        if (!matching) {
            if (size == words.length) {
                words = Arrays.copyOf(words, size * 2);
            }
            words[size++] = word;
        } else if (at == size || words[at++] != word) {
            same = false;
        }
    }

    /** Whether everything has matched so far. */
    boolean same() {
        return same;
    }

    /** Whether exactly the recorded numbers were put. */
    boolean matched() {
        return same && at == size;
    }

    /** Numbers put since the last {@link #record} or {@link #match}. */
    int work() {
        return matching ? at : size;
    }

    /** Reads from the start. */
    void rewind() {
        at = 0;
    }

    long next() {
        return words[at++];
    }

    int size() {
        return size;
    }

    long hash() {
        long hash = size;
        for (int i = 0; i < size; i++) {
            hash = (hash ^ words[i]) * GOLDEN;
            hash ^= hash >>> 32;
        }
        return hash;
    }

    boolean sameAs(StateKey other) {
        return Arrays.equals(words, 0, size, other.words, 0, other.size);
    }

    StateKey copy() {
        return new StateKey(Arrays.copyOf(words, Math.max(1, size)), size);
    }
}
