// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

import java.util.Arrays;

/** A sequence of numbers that is recorded once, then compared with a second walk or read back. */
final class StateKey {
    static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private final StatePacker packer = new StatePacker();
    private long[] words = new long[1024];
    private int size;
    private boolean matching;
    private boolean same;
    private int at;
    /** How many numbers the packer holds of those recorded now, or -1. */
    private int packed = -1;

    /** Starts recording the numbers put. */
    void record() {
        matching = false;
        same = true;
        size = 0;
        packed = -1;
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

    /** Takes the numbers of a state that was kept, to be read from the start. */
    void read(KeptState state) {
        makeRoom(state.size());
        StatePacker.unpack(state.packed(), words);
        at = 0;
    }

    /** Takes the numbers of another key. */
    void copyFrom(StateKey other) {
        makeRoom(other.size);
        System.arraycopy(other.words, 0, words, 0, size);
    }

    private void makeRoom(int numbers) {
        size = numbers;
        packed = -1;
        if (size > words.length) {
            words = new long[Math.max(size, 2 * words.length)];
        }
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

    /** Whether the numbers are those of a state that was kept. */
    boolean sameAs(KeptState other) {
        if (size != other.size()) {
            return false;
        }
        pack();
        return packer.isPacked(other.packed());
    }

    /** Once, however many states the numbers are compared with. */
    private void pack() {
        if (packed != size) {
            packer.pack(words, size);
            packed = size;
        }
    }

    /** The numbers, to keep. */
    KeptState keep() {
        pack();
        return new KeptState(packer.packed(), size);
    }
}
