package org.etude.sim.network.packet;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/**
 * Decisions about marks that nobody acts on, in order, to be drawn later: what a mark would have done is to be counted. A
 * run of decisions can be made again without the packets that asked for them.
 */
final class MarkDecisions {
    /** How many to gather before they are drawn, when nobody needs them again. */
    private static final int ENOUGH = 1 << 16;

    private static final int PORT_SHIFT = 40;
    private static final long QUEUED = (1L << PORT_SHIFT) - 1;
    private static final long FRAME = -1;

    /** Draws. */
    interface Judge {
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
    MarkDecisions(Judge judge, int most) {
        this.judge = judge;
        this.most = Math.max(ENOUGH, most);
    }

    /** Who lets go of the entries when there are too many. */
    void whenFull(Runnable action) {
        full = action;
    }

    /** Whether somebody will ask for entries again. */
    void hold(boolean hold) {
        held = hold;
    }

    int size() {
        return size;
    }

    void add(int port, long queued) {
        append((long) port << PORT_SHIFT | queued);
    }

    void addFrame() {
        append(FRAME);
    }

    private void append(long entry) {
        if (size >= ENOUGH && (!held || size >= most)) {
            if (held) {
                full.run();
            }
            draw();
        }
        if (size == entries.length) {
            entries = Arrays.copyOf(entries, size * 2);
        }
        entries[size++] = entry;
    }

    /** Draws for all. */
    void draw() {
        draw(entries, size);
        size = 0;
        held = false;
    }

    private void draw(long[] from, int count) {
        for (int i = 0; i < count; i++) {
            if (from[i] == FRAME) {
                judge.frame();
            } else {
                judge.decide((int) (from[i] >> PORT_SHIFT), from[i] & QUEUED);
            }
        }
    }

    /** The entries from one on, with other numbers for their ports. */
    long[] since(int first, IntUnaryOperator numberOf) {
        return renumber(Arrays.copyOfRange(entries, first, size), numberOf);
    }

    private static long[] renumber(long[] some, IntUnaryOperator numberOf) {
        for (int i = 0; i < some.length; i++) {
            if (some[i] != FRAME) {
                some[i] = (long) numberOf.applyAsInt((int) (some[i] >> PORT_SHIFT)) << PORT_SHIFT | some[i] & QUEUED;
            }
        }
        return some;
    }

    /** Adds entries with the ports that their numbers mean. */
    void addAll(long[] some, IntUnaryOperator portOf) {
        for (long entry : renumber(some.clone(), portOf)) {
            append(entry);
        }
    }

    /** Adds the entries from one on again and again. */
    void repeat(int first, long times) {
        long[] some = Arrays.copyOfRange(entries, first, size);
        if (size + times * some.length <= most) {
            for (long i = 0; i < times; i++) {
                for (long entry : some) {
                    append(entry);
                }
            }
            return;
        }
        full.run();
        draw();
        for (long i = 0; i < times; i++) {
            draw(some, some.length);
        }
    }
}
