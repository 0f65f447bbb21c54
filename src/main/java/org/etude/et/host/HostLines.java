// SPDX-License-Identifier: Apache-2.0
package org.etude.et.host;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.NodeKind;
import org.etude.trace.model.EventKind;

/**
 * Finds threads of a program that work at the same time as its main one, such as a second training loop, although they call
 * collectives or run autograd. Threads that take turns, such as that of a training loop and of its backward pass, begin
 * operators within those of another only as it hands over. O(operators x threads).
 */
public final class HostLines {
    /** The line of the main thread and of those that take turns with it. */
    public static final int MAIN = 0;

    /** By thread, its line. */
    private final int[] line;
    /** By line, its first thread. */
    private final IntArrayList lanes = new IntArrayList();

    /**
     * Examines the operators of a rank.
     *
     * @param elsewhere those that are parts of transfers or on side threads
     */
    public HostLines(LinkedRank rank, IntPredicate elsewhere) {
        Sweep sweep = new Sweep(rank, elsewhere);
        sweep.run();
        line = new int[sweep.busy.length];
        List<IntArrayList> members = new ArrayList<>();
        members.add(IntArrayList.of(sweep.main()));
        lanes.add(sweep.main());
        for (int lane = 0; lane < line.length; lane++) {
            if (lane == sweep.main() || sweep.busy[lane] == 0) {
                continue;
            }
            if (!sweep.isApart(lane, members.get(MAIN))) {
                members.get(MAIN).add(lane);
                continue;
            }
            line[lane] = members.size();
            members.add(IntArrayList.of(lane));
            lanes.add(lane);
        }
    }

    /** The number of lines, at least 1. */
    public int count() {
        return lanes.size();
    }

    /** The line of a thread. */
    int of(int lane) {
        return lane < 0 || lane >= line.length ? MAIN : line[lane];
    }

    /** The first thread of a line. */
    int lane(int of) {
        return lanes.getInt(of);
    }

    /** The number of host threads of a rank, side threads and those of backends included. */
    public static int threads(LinkedRank rank) {
        int count = 0;
        for (int node = 0; node < rank.size(); node++) {
            count = rank.kind(node).isGpu() ? count : Math.max(count, rank.lane(node) + 1);
        }
        return count;
    }

    /** Whether a name is that of the profiler's mark of a step. */
    public static boolean isStep(String name) {
        return name.startsWith("ProfilerStep#");
    }

    /** Whether a node is an operator, not a mark or an annotation; the profiler of PyTorch 1 writes marks as operators. */
    public static boolean computes(LinkedRank rank, int node) {
        int event = node >= 0 && rank.kind(node) == NodeKind.HOST_OP ? rank.eventIndex(node) : -1;
        return event >= 0 && rank.trace().device().kind(event) == EventKind.CPU_OP && !isStep(rank.name(node));
    }

    /** For how long operators of one thread, begun within one of another, ran next to it. */
    private static final class Sweep {
        private final LinkedRank rank;
        private final IntPredicate elsewhere;
        private final long[] busy;
        private final long[] openUntil;
        /** By thread, whether it runs autograd. */
        private final boolean[] engine;
        /** By thread and other thread, how long operators of the one ran that began within an operator of the other. */
        private final long[][] within;

        private int marked = HostTimeline.NONE;

        Sweep(LinkedRank rank, IntPredicate elsewhere) {
            this.rank = rank;
            this.elsewhere = elsewhere;
            int count = threads(rank);
            busy = new long[count];
            openUntil = new long[count];
            engine = new boolean[count];
            within = new long[count][];
            Arrays.fill(openUntil, Long.MIN_VALUE);
        }

        void run() {
            for (int node = 0; node < rank.size(); node++) {
                if (rank.takesHostTime(node) && rank.lane(node) >= 0 && !elsewhere.test(node)) {
                    if (HostLines.computes(rank, node)) {
                        int lane = rank.lane(node);
                        long start = rank.startNanos(node);
                        engine[lane] = engine[lane] || rank.name(node).startsWith("autograd::engine::");
                        see(lane, start, start + rank.durationNanos(node));
                    } else if (marked < 0 && isStep(rank.name(node))) {
                        marked = rank.lane(node);
                    }
                }
            }
        }

        private void see(int lane, long start, long end) {
            if (start < openUntil[lane]) {
                return;
            }
            for (int other = 0; other < openUntil.length; other++) {
                if (other != lane && openUntil[other] > start) {
                    within[lane] = within[lane] == null ? new long[busy.length] : within[lane];
                    within[lane][other] += Math.min(end, openUntil[other]) - start;
                }
            }
            openUntil[lane] = end;
            busy[lane] += end - start;
        }

        /** The thread of the steps' marks, or else the busiest. */
        int main() {
            int main = marked;
            for (int lane = 0; marked < 0 && lane < busy.length; lane++) {
                main = main < 0 || busy[lane] > busy[main] ? lane : main;
            }
            return main;
        }

        private long within(int lane, int other) {
            return within[lane] == null ? 0 : within[lane][other];
        }

        /**
         * Whether a thread works at the same time as one of the others: each begins operators within the other's, or the thread does
         * so and is not one that runs a backward pass, which an operator of the other may hold.
         */
        boolean isApart(int lane, IntArrayList others) {
            for (int other : others) {
                long one = within(lane, other);
                long two = within(other, lane);
                boolean both = one > HostTimeline.WAKE_UP && (two > HostTimeline.WAKE_UP || !engine[lane]);
                if (both && one + two >= Math.min(busy[lane], busy[other]) / 10) {
                    return true;
                }
            }
            return false;
        }
    }
}
