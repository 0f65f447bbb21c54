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

    /** Starts recording the numbers put. */
    void record() {
        matching = false;
        same = true;
        size = 0;
    }

    /** Starts comparing the numbers put with the recorded ones. */
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

    /** The number of numbers put since the last {@link #record} or {@link #match}. */
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

    /** A hash of all numbers, computed in four independent chains that the processor can overlap. */
    long hash() {
        long a = size;
        long b = GOLDEN;
        long c = ~GOLDEN;
        long d = -1;
        int i = 0;
        for (; i + 3 < size; i += 4) {
            a = mix(a, words[i]);
            b = mix(b, words[i + 1]);
            c = mix(c, words[i + 2]);
            d = mix(d, words[i + 3]);
        }
        for (; i < size; i++) {
            a = mix(a, words[i]);
        }
        return mix(mix(mix(a, b), c), d);
    }

    static long mix(long hash, long word) {
        long mixed = (hash ^ word) * GOLDEN;
        return mixed ^ mixed >>> 32;
    }

    boolean sameAs(StateKey other) {
        return Arrays.equals(words, 0, size, other.words, 0, other.size);
    }

    StateKey copy() {
        return new StateKey(Arrays.copyOf(words, Math.max(1, size)), size);
    }
}
