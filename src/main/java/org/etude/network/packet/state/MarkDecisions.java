// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.state;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/**
 * Deferred decisions about ECN marks that have no effect but to be counted, in order. A run of decisions can be repeated without
 * the packets that caused them.
 */
public final class MarkDecisions {
    /** How many to gather before they are drawn when they will not be repeated. */
    private static final int ENOUGH = 1 << 16;

    private static final int PORT_SHIFT = 40;
    private static final long QUEUED = (1L << PORT_SHIFT) - 1;
    private static final long FRAME = -1;
    /** An entry that repeats those before it: the sign, how many of them, how often. */
    private static final long AGAIN = Long.MIN_VALUE;

    private static final int TIMES_BITS = 38;
    private static final int MOST_AGAIN = 1 << 24;

    /** Draws. */
    public interface Judge {
        /** Draws for a packet that left so many bytes behind. */
        void decide(int port, long queued);

        /** A frame was made, which takes a random stream too. */
        void frame();
    }

    private final Judge judge;
    private final int most;
    private Runnable full = () -> {};
    private long[] entries = new long[1024];
    private int size;
    private boolean held;

    /**
     * Makes an empty list.
     *
     * @param most how many to keep at most
     */
    public MarkDecisions(Judge judge, int most) {
        this.judge = judge;
        this.most = Math.max(ENOUGH, most);
    }

    /** Called to release the entries when there are too many. */
    public void whenFull(Runnable action) {
        full = action;
    }

    /** Whether entries may be repeated later. */
    public void hold(boolean hold) {
        held = hold;
    }

    public int size() {
        return size;
    }

    public void add(int port, long queued) {
        append((long) port << PORT_SHIFT | queued);
    }

    public void addFrame() {
        append(FRAME);
    }

    private void append(long entry) {
        makeRoom(1);
        entries[size++] = entry;
    }

    private void makeRoom(int more) {
        if (size + more > ENOUGH && (!held || size + more > most)) {
            if (held) {
                full.run();
            }
            draw();
        }
        if (size + more > entries.length) {
            entries = Arrays.copyOf(entries, Math.max(size + more, entries.length * 2));
        }
    }

    /** Draws for all. */
    public void draw() {
        draw(entries, 0, size);
        size = 0;
        held = false;
    }

    private void draw(long[] from, int begin, int end) {
        for (int i = begin; i < end; i++) {
            long entry = from[i];
            if (entry >= 0) {
                judge.decide((int) (entry >> PORT_SHIFT), entry & QUEUED);
            } else if (entry == FRAME) {
                judge.frame();
            } else {
                int length = (int) ((entry & ~AGAIN) >> TIMES_BITS);
                for (long times = entry & (1L << TIMES_BITS) - 1; times > 0; times--) {
                    draw(from, i - length, i);
                }
            }
        }
    }

    /** The entries from one on, with other numbers for their ports. */
    public long[] since(int first, IntUnaryOperator numberOf) {
        return renumber(Arrays.copyOfRange(entries, first, size), numberOf);
    }

    private static long[] renumber(long[] some, IntUnaryOperator numberOf) {
        for (int i = 0; i < some.length; i++) {
            if (some[i] >= 0) {
                some[i] = (long) numberOf.applyAsInt((int) (some[i] >> PORT_SHIFT)) << PORT_SHIFT | some[i] & QUEUED;
            }
        }
        return some;
    }

    /** Adds entries with the ports that their numbers mean. */
    public void addAll(long[] some, IntUnaryOperator portOf) {
        makeRoom(some.length);
        System.arraycopy(renumber(some.clone(), portOf), 0, entries, size, some.length);
        size += some.length;
    }

    /** Repeats the entries from one on, none of which is itself a repetition. */
    public void repeat(int first, long times) {
        int length = size - first;
        if (length == 0) {
            return;
        }
        if (length < MOST_AGAIN && times < 1L << TIMES_BITS) {
            // Arrays do not grow here: what is computed again must stay.
            if (size == entries.length) {
                entries = Arrays.copyOf(entries, size * 2);
            }
            entries[size++] = AGAIN | (long) length << TIMES_BITS | times;
            return;
        }
        long[] some = Arrays.copyOfRange(entries, first, size);
        full.run();
        draw();
        for (long i = 0; i < times; i++) {
            draw(some, 0, length);
        }
    }
}
