// SPDX-License-Identifier: Apache-2.0
package org.etude.et.host;

import java.util.Arrays;
import java.util.function.IntPredicate;
import org.etude.link.model.LinkedRank;

/**
 * The host threads of a rank as lines of contiguous slices: one per operator, from its start until another continues, and gap
 * slices for the remainder of operators after their children and for idle time. Threads that take turns share a line, so the
 * durations of its slices add up to the measured time even if threads overlap. Threads that work at the same time have lines of
 * their own ({@link HostLines}), side threads such as data loaders are not part of it. Slices are numbered by their ends, so that what one waits
 * for precedes it. Linear in the number of nodes, apart from sorting.
 */
public final class HostTimeline {
    /** Denotes "no operator". */
    public static final int NONE = -1;

    /** The time in ns that a thread may need to resume: it must be woken and get a core. */
    public static final long WAKE_UP = 200_000;

    private final HostLines threads;
    private final HostLine[] lines;
    private final int size;
    private final int[] sliceOf;
    /** By slice, its line, and its place there; null for a single line. */
    private final int[] lineOf;

    private final int[] placeOf;
    /** By line, the slices in order; null for a single line. */
    private final int[][] sliceAt;

    /**
     * Lays out the timed host operators of a rank.
     *
     * @param cuts times at which a new slice must begin, ascending
     * @param elsewhere operators that are parts of transfers or on threads with timelines of their own
     * @param smallestGap gaps shorter than this, in ns, are merged into the preceding slice
     */
    public HostTimeline(LinkedRank rank, long[] cuts, IntPredicate elsewhere, long smallestGap) {
        threads = new HostLines(rank, elsewhere);
        lines = new HostLine[threads.count()];
        int total = 0;
        for (int line = 0; line < lines.length; line++) {
            int of = line;
            lines[line] = new HostLine(
                    rank,
                    lines.length == 1 ? cuts : cuts(rank, cuts, of),
                    lines.length == 1
                            ? elsewhere.negate()
                            : node -> !elsewhere.test(node) && threads.of(rank.lane(node)) == of,
                    smallestGap,
                    line == 0 ? expectedSlices(rank, cuts) : 0);
            total += lines[line].size();
        }
        size = total;
        boolean several = lines.length > 1;
        lineOf = several ? new int[size] : null;
        placeOf = several ? new int[size] : null;
        sliceAt = several ? new int[lines.length][] : null;
        if (several) {
            merge();
        }
        sliceOf = new int[rank.size()];
        Arrays.fill(sliceOf, NONE);
        for (int slice = 0; slice < size; slice++) {
            if (operator(slice) >= 0) {
                sliceOf[operator(slice)] = slice;
            }
        }
    }

    /** The usual number of slices: one per operator and cut, and a gap after every other operator. */
    private static int expectedSlices(LinkedRank rank, long[] cuts) {
        long count = cuts.length;
        for (int node = 0; node < rank.size(); node++) {
            count += rank.takesHostTime(node) ? 1 : 0;
        }
        return (int) Math.min(Integer.MAX_VALUE / 2, count + count / 2);
    }

    /** The cuts of one of several lines: all lines begin with the first operator of the rank, and each ends with its own. */
    private long[] cuts(LinkedRank rank, long[] cuts, int line) {
        long begin = Long.MAX_VALUE;
        long end = Long.MIN_VALUE;
        for (int node = 0; node < rank.size(); node++) {
            if (rank.takesHostTime(node)) {
                begin = Math.min(begin, rank.startNanos(node));
                end = threads.of(rank.lane(node)) == line ? Math.max(end, rank.startNanos(node)) : end;
            }
        }
        long last = line == HostLines.MAIN ? Long.MAX_VALUE : end;
        long first = begin;
        long[] own =
                Arrays.stream(cuts).filter(cut -> cut > first && cut < last).toArray();
        long[] all = new long[own.length + 1];
        all[0] = begin;
        System.arraycopy(own, 0, all, 1, own.length);
        return all;
    }

    /** Numbers the slices of all lines by their ends. */
    private void merge() {
        int[] next = new int[lines.length];
        for (int line = 0; line < lines.length; line++) {
            sliceAt[line] = new int[lines[line].size()];
        }
        for (int slice = 0; slice < size; slice++) {
            int first = NONE;
            for (int line = 0; line < lines.length; line++) {
                boolean left = next[line] < lines[line].size();
                if (left && (first < 0 || lines[line].end(next[line]) < lines[first].end(next[first]))) {
                    first = line;
                }
            }
            lineOf[slice] = first;
            placeOf[slice] = next[first];
            sliceAt[first][next[first]++] = slice;
        }
    }

    /** The number of slices. */
    public int size() {
        return size;
    }

    /** The number of lines. */
    public int lines() {
        return lines.length;
    }

    /** The line of a slice. */
    public int line(int slice) {
        return lineOf == null || slice < 0 ? HostLines.MAIN : lineOf[slice];
    }

    /** The line of the slice that starts with an operator; the main line if no slice does. */
    public int lineOf(int node) {
        return node < 0 ? HostLines.MAIN : line(sliceOf[node]);
    }

    /** The thread that a line other than the main one represents. */
    public int thread(int line) {
        return threads.lane(line);
    }

    private int place(int slice) {
        return placeOf == null ? slice : placeOf[slice];
    }

    private int slice(int line, int place) {
        return place < 0 || sliceAt == null ? place : sliceAt[line][place];
    }

    /** The slice before another on its line, or {@link #NONE}. */
    public int previous(int slice) {
        return slice < 0 ? NONE : slice(line(slice), place(slice) - 1);
    }

    /** The slice behind another on its line, or {@link #NONE}. */
    public int next(int slice) {
        int line = line(slice);
        int place = place(slice) + 1;
        return place < lines[line].size() ? slice(line, place) : NONE;
    }

    /** The start of a slice in ns. */
    public long start(int slice) {
        return lines[line(slice)].start(place(slice));
    }

    /** Its end in ns. */
    public long end(int slice) {
        return lines[line(slice)].end(place(slice));
    }

    /** The operator that starts with the slice, or {@link #NONE} for a gap. */
    public int operator(int slice) {
        return lines[line(slice)].operator(place(slice));
    }

    /** The operator that is open during a slice, or {@link #NONE} when the thread is idle. */
    public int owner(int slice) {
        return lines[line(slice)].owner(place(slice));
    }

    /** The slice that starts with an operator, or {@link #NONE}. */
    public int sliceOf(int node) {
        return sliceOf[node];
    }

    /** The last slice of a line that has ended by {@code time}, or {@link #NONE}. */
    public int lastEndedBy(int line, long time) {
        return slice(line, lines[line].lastEndedBy(time));
    }

    /** The last slice of a line that has started by {@code time}, or {@link #NONE}. */
    public int lastStartedBy(int line, long time) {
        return slice(line, lines[line].lastStartedBy(time));
    }
}
