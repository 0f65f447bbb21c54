// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import java.util.Arrays;
import java.util.function.IntPredicate;
import org.etude.et.host.BackendThreads;
import org.etude.et.host.HostLines;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.NodeKind;

/**
 * Finds host threads that run concurrently with the others instead of taking turns, such as a data loader: other
 * threads start operators while theirs are open. They are separate resources. Threads that launch GPU work, call
 * collectives, wait for the GPU, run autograd or hold the profiler's marks belong to the host timeline. O(nodes x
 * threads).
 */
final class SideThreads {
    private static final int NONE = -1;

    private final LinkedRank rank;
    private final BackendThreads backend;
    /** By node, the outermost enclosing operator on a side thread, possibly itself; NONE elsewhere. Empty without side threads. */
    private final int[] outermost;

    /** Examines the timed operators of a rank that are not part of transfers. */
    SideThreads(LinkedRank rank, BackendThreads backend) {
        this.rank = rank;
        this.backend = backend;
        boolean[] bound = new boolean[backend.threads()];
        this.outermost = bind(bound) ? new int[0] : outermost(new Sweep(backend, bound.length), bound);
    }

    private int[] outermost(Sweep sweep, boolean[] bound) {
        boolean[] side = sweep.find(bound);
        int[] found = new int[rank.size()];
        for (int node = 0; node < found.length; node++) {
            found[node] = sweep.around[node] >= 0 && side[rank.lane(node)] ? sweep.around[node] : NONE;
        }
        return found;
    }

    /**
     * Marks the threads that are part of the host timeline because of a node of theirs, or of work that they launched; returns
     * whether all are, which usually shows in the first nodes.
     */
    private boolean bind(boolean[] bound) {
        int left = bound.length;
        for (int node = 0; node < rank.size() && left > 0; node++) {
            NodeKind kind = rank.kind(node);
            int on = kind.isGpu() ? Cuts.launcher(rank, node) : node;
            if (on < 0 || rank.kind(on).isGpu() || rank.lane(on) < 0 || bound[rank.lane(on)]) {
                continue;
            }
            String name = rank.name(on);
            bound[rank.lane(on)] = kind.isGpu()
                    || kind == NodeKind.HOST_COMM
                    || kind == NodeKind.SYNC_CALL
                    || name.startsWith("autograd::engine::")
                    || name.startsWith("c10d::")
                    || name.startsWith("_c10d_functional::")
                    || HostLines.isStep(name);
            left -= bound[rank.lane(on)] ? 1 : 0;
        }
        return left == 0;
    }

    /** Whether an operator runs on a side thread. */
    boolean runs(int node) {
        return outermost(node) != NONE;
    }

    /** Operators that the host timeline leaves out: those on side threads and parts of transfers. */
    IntPredicate elsewhere() {
        return outermost.length == 0 ? backend::runs : node -> backend.runs(node) || runs(node);
    }

    /** Whether it is an outermost operator of a side thread. */
    boolean isOutermost(int node) {
        return outermost(node) == node;
    }

    /** The outermost operator that encloses a node on a side thread, or itself; -1 on other threads. */
    int outermost(int node) {
        return outermost.length == 0 ? NONE : outermost[node];
    }

    private final class Sweep {
        private final BackendThreads backend;
        private final int[] around;
        private final boolean[] atOnce;
        private final int[] open;
        private final long[] openUntil;

        Sweep(BackendThreads backend, int lanes) {
            this.backend = backend;
            around = new int[rank.size()];
            Arrays.fill(around, NONE);
            atOnce = new boolean[lanes];
            open = new int[lanes];
            openUntil = new long[lanes];
            Arrays.fill(open, NONE);
            Arrays.fill(openUntil, Long.MIN_VALUE);
        }

        boolean[] find(boolean[] bound) {
            Int2LongOpenHashMap busy = new Int2LongOpenHashMap();
            for (int node = 0; node < rank.size(); node++) {
                if (rank.takesHostTime(node) && !backend.runs(node) && rank.lane(node) >= 0) {
                    see(node, busy);
                }
            }
            int longest = NONE;
            for (int lane = 0; lane < bound.length; lane++) {
                longest = longest < 0 || busy.get(lane) > busy.get(longest) ? lane : longest;
            }
            boolean marked = false;
            for (boolean one : bound) {
                marked |= one;
            }
            boolean[] side = new boolean[bound.length];
            for (int lane = 0; lane < side.length; lane++) {
                side[lane] = atOnce[lane] && !bound[lane] && (marked || lane != longest);
            }
            return side;
        }

        private void see(int node, Int2LongOpenHashMap busy) {
            int own = rank.lane(node);
            long start = rank.startNanos(node);
            long end = start + Math.max(0, rank.durationNanos(node));
            for (int lane = 0; lane < open.length; lane++) {
                atOnce[lane] |= lane != own
                        && open[lane] >= 0
                        && rank.startNanos(open[lane]) < start - WorkLanes.ROUNDING
                        && openUntil[lane] > start + WorkLanes.ROUNDING;
            }
            if (start >= openUntil[own]) {
                open[own] = node;
                openUntil[own] = end;
                busy.addTo(own, end - start);
            }
            around[node] = open[own];
        }
    }
}
