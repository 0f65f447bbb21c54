// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;
import java.util.function.IntPredicate;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.NodeKind;
import org.etude.number.BinarySearch;

/**
 * Merges the host threads of a rank that take turns into one timeline; {@link SideThreads} have timelines of their own.
 * At every instant the operator that started last is active. The timeline is divided into contiguous slices: one per
 * operator, from its start until another continues, and gap slices for the remainder of operators after their children
 * and for idle time. The durations of slices add up to the measured time even if threads overlap. Linear in the number
 * of nodes, apart from sorting.
 */
final class HostTimeline {
    /** Denotes "no operator". */
    static final int NONE = -1;

    private final LongArrayList starts;
    private final IntArrayList owners;
    private final IntArrayList operators;
    private final int size;
    /** The starts when all are there. */
    private final long[] startOf;

    private final int[] sliceOf;
    private final long smallestGap;
    private long end = Long.MIN_VALUE;

    /**
     * Lays out the timed host operators of a rank.
     *
     * @param cuts times at which a new slice must begin, ascending
     * @param backend threads whose operators are parts of transfers
     * @param threads threads with timelines of their own
     * @param smallestGap gaps shorter than this, in ns, are merged into the preceding slice
     */
    HostTimeline(LinkedRank rank, long[] cuts, BackendThreads backend, SideThreads threads, long smallestGap) {
        this.smallestGap = smallestGap;
        this.sliceOf = new int[rank.size()];
        Arrays.fill(sliceOf, NONE);
        int slices = expectedSlices(rank, cuts);
        starts = new LongArrayList(slices);
        owners = new IntArrayList(slices);
        operators = new IntArrayList(slices);
        new Sweep(rank, cuts, node -> backend.runs(node) || threads.runs(node)).run();
        size = starts.size();
        startOf = starts.elements();
    }

    /** The usual number of slices: one per operator and cut, and a gap after every other operator. */
    private static int expectedSlices(LinkedRank rank, long[] cuts) {
        long count = cuts.length;
        for (int node = 0; node < rank.size(); node++) {
            count += isOperator(rank, node) ? 1 : 0;
        }
        return (int) Math.min(Integer.MAX_VALUE / 2, count + count / 2);
    }

    /** Whether a node takes time on the host timeline. */
    static boolean isOperator(LinkedRank rank, int node) {
        NodeKind kind = rank.kind(node);
        return (kind == NodeKind.HOST_OP || kind == NodeKind.SYNC_CALL) && rank.startNanos(node) != LinkedRank.UNTIMED;
    }

    int size() {
        return size;
    }

    long start(int slice) {
        return startOf[slice];
    }

    long end(int slice) {
        return slice + 1 < size ? startOf[slice + 1] : end;
    }

    /** The operator that starts with the slice, or {@link #NONE} for a gap. */
    int operator(int slice) {
        return operators.getInt(slice);
    }

    /** The operator that is open during a slice, or {@link #NONE} when the host is idle. */
    int owner(int slice) {
        return owners.getInt(slice);
    }

    /** The slice with which an operator starts, or {@link #NONE}. */
    int sliceOf(int node) {
        return sliceOf[node];
    }

    /** The last slice that has ended by {@code time}, or {@link #NONE}. */
    int lastEndedBy(long time) {
        if (size > 0 && time >= end) {
            return size - 1;
        }
        return Math.max(NONE, lastStartedBy(time) - 1);
    }

    /** The last slice that has started by {@code time}, or {@link #NONE}. */
    int lastStartedBy(long time) {
        return BinarySearch.firstNot(0, size, i -> startOf[i] <= time) - 1;
    }

    /** Walks over the operators' starts and ends in time order. */
    private final class Sweep {
        private final LinkedRank rank;
        private final long[] cuts;
        private final IntPredicate elsewhere;
        /** The open operators; the last started last, as nodes are in order of their start. */
        private final IntArrayList open = new IntArrayList();
        /** Their ends. */
        private final LongArrayList openUntil = new LongArrayList();

        private int nextCut;

        Sweep(LinkedRank rank, long[] cuts, IntPredicate elsewhere) {
            this.rank = rank;
            this.elsewhere = elsewhere;
            this.cuts = cuts;
        }

        void run() {
            for (int node = 0; node < rank.size(); node++) {
                if (isOperator(rank, node) && !elsewhere.test(node)) {
                    cutUntil(rank.startNanos(node));
                    closeUntil(rank.startNanos(node));
                    sliceOf[node] = add(rank.startNanos(node), node, node);
                    open.push(node);
                    openUntil.push(rank.startNanos(node) + Math.max(0, rank.durationNanos(node)));
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

        private int add(long start, int operator, int owner) {
            starts.add(start);
            operators.add(operator);
            owners.add(owner);
            end = Math.max(end, start);
            return starts.size() - 1;
        }
    }
}
