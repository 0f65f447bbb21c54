// SPDX-License-Identifier: Apache-2.0
package org.etude.link.host;

import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.Arrays;
import org.etude.link.model.LinkedRank;
import org.etude.number.BinarySearch;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.HostTrace;

/**
 * Places host nodes of threads without events in the Kineto trace, such as the threads that run callbacks of futures:
 * the execution-trace observer sees every thread, the profiler only its own. Record function ids ascend in start
 * order over all threads, so such a node started between the recorded nodes before and after it. Behind the last
 * recorded node the window had ended, so it comes last and keeps no time.
 */
final class UnrecordedThreads {
    private static final UnrecordedThreads NONE = new UnrecordedThreads(new int[0], new long[0]);

    private final int[] anchor;
    private final long[] start;

    private UnrecordedThreads(int[] anchor, long[] start) {
        this.anchor = anchor;
        this.start = start;
    }

    /** Places the nodes of a rank's unrecorded threads; none if the start order is unknown. */
    static UnrecordedThreads of(RankContext rank) {
        HostTrace host = rank.host();
        if (host == null || rank.device() == null || !rank.tree().ordersStarts()) {
            return NONE;
        }
        LongOpenHashSet recorded = new LongOpenHashSet();
        int matched = 0;
        for (int node = 0; node < host.size(); node++) {
            if (rank.match().eventOf[node] >= 0) {
                recorded.add(host.tid(node));
                matched++;
            }
        }
        return matched == 0 ? NONE : place(rank, recorded);
    }

    private static UnrecordedThreads place(RankContext rank, LongOpenHashSet recorded) {
        int[] anchor = new int[rank.hostSize()];
        long[] start = new long[rank.hostSize()];
        Arrays.fill(anchor, -1);
        Arrays.fill(start, LinkedRank.UNTIMED);
        int[] next = nextEvents(rank);
        int last = -1;
        int[] order = rank.tree().order();
        for (int k = 0; k < order.length; k++) {
            int node = order[k];
            int event = rank.match().eventOf[node];
            last = event >= 0 ? event : last;
            if (last < 0 || recorded.contains(rank.host().tid(node)) || HostTree.isRoot(rank.host(), node)) {
                continue;
            }
            if (next[k] < 0) {
                anchor[node] = rank.eventSize() - 1;
                continue;
            }
            long ended = Math.min(rank.device().endNanos(last), rank.device().startNanos(next[k]));
            start[node] = Math.max(rank.device().startNanos(last), ended);
            anchor[node] = lastStartedBy(rank.device(), start[node]);
        }
        return new UnrecordedThreads(anchor, start);
    }

    /** By place in the start order, the event of the first recorded node from there on, or -1. */
    private static int[] nextEvents(RankContext rank) {
        int[] order = rank.tree().order();
        int[] next = new int[order.length];
        int following = -1;
        for (int k = order.length - 1; k >= 0; k--) {
            int event = rank.match().eventOf[order[k]];
            following = event >= 0 ? event : following;
            next[k] = following;
        }
        return next;
    }

    private static int lastStartedBy(DeviceTrace device, long time) {
        return BinarySearch.firstNot(0, device.size(), i -> device.startNanos(i) <= time) - 1;
    }

    /** The last event that had started by the estimated start of a host node of such a thread; -1 for other nodes. */
    int anchor(int node) {
        return anchor.length == 0 ? -1 : anchor[node];
    }

    /**
     * An estimate in ns of when a host node of such a thread started: at the end of the recorded node before
     * it, or at the start of the one after it if that is earlier. {@link LinkedRank#UNTIMED} for other nodes.
     */
    long start(int node) {
        return start.length == 0 ? LinkedRank.UNTIMED : start[node];
    }
}
