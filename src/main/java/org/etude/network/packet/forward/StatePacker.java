// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

import java.util.Arrays;

/**
 * Packs the numbers of a state into about an eighth of their memory. States list events and queued packets, in which every fourth
 * number grows by the same amount again and again. Each number is therefore written as its difference from what the fourth and the
 * eighth before it lead to expect: as a variable-length integer with its sign in the lowest bit, or, for a run of numbers as
 * expected, as a zero byte and their count. Equal states give equal bytes.
 */
final class StatePacker {
    private static final int STRIDE = 4;
    private static final int BITS = 7;
    private static final int LOW = (1 << BITS) - 1;
    /** Set in every byte of an integer but its last. */
    private static final int MORE = 1 << BITS;
    /** Most bytes of an integer. */
    private static final int LONGEST = 10;

    private byte[] bytes = new byte[1024];
    private int count;

    /** Packs the first numbers of an array, in place of what was packed before. */
    void pack(long[] words, int size) {
        count = 0;
        int run = 0;
        for (int i = 0; i < size; i++) {
            long off = words[i] - expected(words, i);
            if (off == 0) {
                run++;
            } else {
                putRun(run);
                run = 0;
                put(off << 1 ^ off >> Long.SIZE - 1);
            }
        }
        putRun(run);
    }

    private static long expected(long[] words, int i) {
        if (i < 2 * STRIDE) {
            return i < STRIDE ? 0 : words[i - STRIDE];
        }
        return 2 * words[i - STRIDE] - words[i - 2 * STRIDE];
    }

    private void putRun(int length) {
        if (length > 0) {
            put(0);
            put(length);
        }
    }

    private void put(long code) {
        if (count + LONGEST > bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * bytes.length);
        }
        long left = code;
        while (left >>> BITS != 0) {
            bytes[count++] = (byte) (left | MORE);
            left >>>= BITS;
        }
        bytes[count++] = (byte) left;
    }

    /** What was packed last. */
    byte[] packed() {
        return Arrays.copyOf(bytes, count);
    }

    /** Whether these bytes are what was packed last. */
    boolean isPacked(byte[] other) {
        return Arrays.equals(bytes, 0, count, other, 0, other.length);
    }

    /** Unpacks a state into an array that has room for its numbers. */
    static void unpack(byte[] packed, long[] words) {
        int at = 0;
        int i = 0;
        while (at < packed.length) {
            boolean run = packed[at] == 0;
            at += run ? 1 : 0;
            long code = packed[at] & LOW;
            for (int shift = BITS; packed[at++] < 0; shift += BITS) {
                code |= (long) (packed[at] & LOW) << shift;
            }
            if (run) {
                for (int end = i + (int) code; i < end; i++) {
                    words[i] = expected(words, i);
                }
            } else {
                words[i] = expected(words, i) + (code >>> 1 ^ -(code & 1));
                i++;
            }
        }
    }
}
