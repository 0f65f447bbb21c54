// SPDX-License-Identifier: Apache-2.0
package org.etude.et.host;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.function.IntPredicate;
import org.etude.link.model.LinkedRank;
import org.etude.number.BinarySearch;

/**
 * The contiguous slices, in time order, of one line: host threads that take turns. At every instant the operator that
 * started last is active. Linear in the number of nodes.
 */
final class HostLine {
    private static final int NONE = HostTimeline.NONE;

    /** By place, when it starts; longer than the line, as are the other two. */
    private final long[] startOf;

    private final int[] ownerOf;
    private final int[] operatorOf;
    private final int size;
    private final long end;

    /**
     * Lays out operators of a rank.
     *
     * @param cuts times at which a new slice must begin, ascending
     * @param runs which operators belong to the line
     * @param smallestGap gaps shorter than this, in ns, are merged into the preceding slice
     * @param expected usual number of slices
     */
    HostLine(LinkedRank rank, long[] cuts, IntPredicate runs, long smallestGap, int expected) {
        Sweep sweep = new Sweep(rank, cuts, runs, smallestGap, expected);
        sweep.run();
        startOf = sweep.starts.elements();
        ownerOf = sweep.owners.elements();
        operatorOf = sweep.operators.elements();
        size = sweep.starts.size();
        end = sweep.end;
    }

    int size() {
        return size;
    }

    long start(int place) {
        return startOf[place];
    }

    long end(int place) {
        return place + 1 < size ? startOf[place + 1] : end;
    }

    /** The operator that starts with a slice, or {@link HostTimeline#NONE} for a gap. */
    int operator(int place) {
        return operatorOf[place];
    }

    /** The operator that is open during a slice, or {@link HostTimeline#NONE}. */
    int owner(int place) {
        return ownerOf[place];
    }

    /** The last slice that has started by {@code time}, or {@link HostTimeline#NONE}. */
    int lastStartedBy(long time) {
        return BinarySearch.firstAbove(startOf, 0, size, time) - 1;
    }

    /** The last slice that has ended by {@code time}, or {@link HostTimeline#NONE}. */
    int lastEndedBy(long time) {
        return size > 0 && time >= end ? size - 1 : Math.max(NONE, lastStartedBy(time) - 1);
    }

    /** Walks over the operators' starts and ends in time order. */
    private static final class Sweep {
        private final LongArrayList starts;
        private final IntArrayList owners;
        private final IntArrayList operators;
        private final long smallestGap;
        private final LinkedRank rank;
        private final long[] cuts;
        private final IntPredicate runs;
        /** The open operators; the last started last, as nodes are in order of their start. */
        private final IntArrayList open = new IntArrayList();
        /** Their ends. */
        private final LongArrayList openUntil = new LongArrayList();

        private int nextCut;
        private long end = Long.MIN_VALUE;

        Sweep(LinkedRank rank, long[] cuts, IntPredicate runs, long smallestGap, int expected) {
            starts = new LongArrayList(expected);
            owners = new IntArrayList(expected);
            operators = new IntArrayList(expected);
            this.smallestGap = smallestGap;
            this.rank = rank;
            this.runs = runs;
            this.cuts = cuts;
        }

        void run() {
            for (int node = 0; node < rank.size(); node++) {
                if (rank.takesHostTime(node) && runs.test(node)) {
                    long start = rank.startNanos(node);
                    cutUntil(start);
                    closeUntil(start);
                    add(start, node, node);
                    open.push(node);
                    openUntil.push(start + Math.max(0, rank.durationNanos(node)));
                }
            }
            cutUntil(Long.MAX_VALUE);
            closeUntil(Long.MAX_VALUE);
        }

        private void cutUntil(long time) {
            while (nextCut < cuts.length && cuts[nextCut] < time) {
                long cut = cuts[nextCut++];
                closeUntil(cut);
                if (starts.isEmpty() || starts.getLong(starts.size() - 1) < cut) {
                    add(cut, NONE, innermost());
                }
            }
        }

        /** Ends the operators that end by {@code time}; the enclosing operator then continues. */
        private void closeUntil(long time) {
            while (!open.isEmpty() && openUntil.topLong() <= time) {
                long at = Math.max(close(), starts.isEmpty() ? Long.MIN_VALUE : starts.getLong(starts.size() - 1));
                while (!open.isEmpty() && openUntil.topLong() <= at) {
                    close();
                }
                end = Math.max(end, at);
                long next = Math.min(open.isEmpty() ? time : openUntil.topLong(), time);
                boolean last = open.isEmpty() && time == Long.MAX_VALUE;
                int owner = innermost();
                boolean goesOn =
                        operators.getInt(operators.size() - 1) == NONE && owners.getInt(owners.size() - 1) == owner;
                if (!last && !goesOn && next - at >= smallestGap) {
                    add(at, NONE, owner);
                }
            }
            if (time != Long.MAX_VALUE) {
                end = Math.max(end, time);
            }
        }

        private int innermost() {
            return open.isEmpty() ? NONE : open.topInt();
        }

        /** Closes the operator that started last; returns its end. */
        private long close() {
            open.popInt();
            return openUntil.popLong();
        }

        private void add(long start, int operator, int owner) {
            starts.add(start);
            operators.add(operator);
            owners.add(owner);
            end = Math.max(end, start);
        }
    }
}
