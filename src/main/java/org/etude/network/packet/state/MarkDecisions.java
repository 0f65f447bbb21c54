// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.state;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * Deferred decisions about ECN marks whose only effect is to be counted, in order. A run of decisions can be repeated
 * without the packets that caused them. Each decision takes its own random stream, so repeated long runs only skip
 * their streams; they are drawn when the counts are requested, which is often never.
 */
public final class MarkDecisions {
    /** The number of decisions to gather before drawing them, if they will not be repeated. */
    private static final int ENOUGH = 1 << 16;

    private static final int PORT_SHIFT = 40;
    private static final long QUEUED = (1L << PORT_SHIFT) - 1;
    private static final long FRAME = -1;
    /** An entry that repeats the entries before it: the sign bit, the number of entries, the number of repetitions. */
    private static final long AGAIN = Long.MIN_VALUE;

    /** An entry that represents the next of {@link #postponed}: the sign and this bit, which no repetition has. */
    private static final long POSTPONED = AGAIN | 1L << 62;

    /** Runs of at least this many decisions are postponed: skipping streams costs as much as drawing some thousand. */
    private static final long LONG_RUN = 1 << 13;

    private static final int TIMES_BITS = 38;
    private static final int MOST_AGAIN = 1 << 24;

    /** Draws the decisions. */
    public interface Judge {
        /** Draws for a packet that left this many bytes in the queue. */
        void decide(int port, long queued);

        /** A frame was created, which also takes a random stream. */
        void frame();

        /** The next draw takes the stream of this number, the first being 0. */
        void seek(long stream);
    }

    /** A run to be drawn later, at the ports of these links. */
    private record Postponed(MarkRun run, int[] links) {}

    private final Judge judge;
    private final int most;
    private Runnable full = () -> {};
    private long[] entries = new long[1024];
    private int size;
    private boolean held;
    /** The number of streams taken by all entries drawn or skipped. */
    private long streams;

    private final List<Postponed> postponed = new ArrayList<>();
    /** The first stream of each postponed run whose entry was skipped. */
    private final LongArrayList firstStream = new LongArrayList();
    /** Memory that postponed runs take, in 8-byte words. */
    private long postponedWords;

    /**
     * Creates an empty list.
     *
     * @param most maximum number of entries kept
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
            drawEntries();
        }
        if (size + more > entries.length) {
            entries = Arrays.copyOf(entries, Math.max(size + more, entries.length * 2));
        }
    }

    /** Draws all decisions. */
    public void draw() {
        drawEntries();
        long passed = streams;
        for (int i = 0; i < postponed.size(); i++) {
            Postponed later = postponed.get(i);
            judge.seek(firstStream.getLong(i));
            long[] entries = later.run.entries;
            draw(entries, 0, entries.length, number -> portOf(number, later.links));
            later.run.kept = false;
        }
        if (!postponed.isEmpty()) {
            judge.seek(passed);
            streams = passed;
        }
        postponed.clear();
        firstStream.clear();
        postponedWords = 0;
    }

    private static int portOf(int number, int[] links) {
        return 2 * links[number >> 1] + (number & 1);
    }

    private void drawEntries() {
        draw(entries, 0, size, IntUnaryOperator.identity());
        size = 0;
        held = false;
    }

    private void draw(long[] from, int begin, int end, IntUnaryOperator portOf) {
        for (int i = begin; i < end; i++) {
            long entry = from[i];
            if (entry >= 0) {
                judge.decide(portOf.applyAsInt((int) (entry >> PORT_SHIFT)), entry & QUEUED);
                streams++;
            } else if (entry == FRAME) {
                judge.frame();
                streams++;
            } else if ((entry & POSTPONED) == POSTPONED) {
                firstStream.add(streams);
                streams += postponed.get(firstStream.size() - 1).run.streams;
                judge.seek(streams);
            } else {
                int length = lengthOf(entry);
                for (long times = timesOf(entry); times > 0; times--) {
                    draw(from, i - length, i, portOf);
                }
            }
        }
    }

    private static int lengthOf(long again) {
        return (int) ((again & ~AGAIN) >> TIMES_BITS);
    }

    private static long timesOf(long again) {
        return again & (1L << TIMES_BITS) - 1;
    }

    /** The entries from one on, with renumbered ports. */
    public MarkRun since(int first, IntUnaryOperator numberOf) {
        long[] some = Arrays.copyOfRange(entries, first, size);
        long taken = 0;
        for (long entry : some) {
            taken += entry >= FRAME ? 1 : lengthOf(entry) * timesOf(entry);
        }
        return new MarkRun(renumber(some, numberOf), taken);
    }

    private static long[] renumber(long[] some, IntUnaryOperator numberOf) {
        for (int i = 0; i < some.length; i++) {
            if (some[i] >= 0) {
                some[i] = (long) numberOf.applyAsInt((int) (some[i] >> PORT_SHIFT)) << PORT_SHIFT | some[i] & QUEUED;
            }
        }
        return some;
    }

    /** Adds a run, with its numbered ports replaced by those of these links. */
    public void addAll(MarkRun run, int[] links) {
        if (run.streams >= LONG_RUN && mayPostpone(run, links)) {
            append(POSTPONED);
            postponed.add(new Postponed(run, links));
            return;
        }
        long[] some = run.entries;
        makeRoom(some.length);
        System.arraycopy(renumber(some.clone(), number -> portOf(number, links)), 0, entries, size, some.length);
        size += some.length;
    }

    private boolean mayPostpone(MarkRun run, int[] links) {
        long more = links.length / 2 + (run.kept ? 0 : run.words());
        if (more > most) {
            return false;
        }
        if (postponedWords + more > most) {
            draw();
            more = links.length / 2 + run.words();
        }
        postponedWords += more;
        run.kept = true;
        return true;
    }

    /** Repeats the entries from one on, none of which is itself a repetition. */
    public void repeat(int first, long times) {
        int length = size - first;
        if (length == 0) {
            return;
        }
        if (length < MOST_AGAIN && times < 1L << TIMES_BITS) {
            // Arrays must not be replaced here: later recomputation relies on them.
            if (size == entries.length) {
                entries = Arrays.copyOf(entries, size * 2);
            }
            entries[size++] = AGAIN | (long) length << TIMES_BITS | times;
            return;
        }
        long[] some = Arrays.copyOfRange(entries, first, size);
        full.run();
        drawEntries();
        for (long i = 0; i < times; i++) {
            draw(some, 0, length, IntUnaryOperator.identity());
        }
    }
}
