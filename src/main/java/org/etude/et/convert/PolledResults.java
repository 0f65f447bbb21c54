// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import org.etude.et.host.HostTimeline;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.NodeKind;
import org.etude.trace.comm.CommKernels;

/**
 * Finds where the host waits for a kernel in a loop of its own, without a call that the profiler records: DeepEP's dispatch polls
 * for the numbers of received tokens, which {@code notify_dispatch} writes to memory of the host just before it ends
 * ({@code csrc/deep_ep.cpp}).
 */
final class PolledResults {
    private static final String POLLED = "notifydispatch";

    private final LinkedRank rank;
    private final WorkNodes work;
    private final HostTimeline host;

    PolledResults(LinkedRank rank, WorkNodes work, HostTimeline host) {
        this.rank = rank;
        this.work = work;
        this.host = host;
    }

    /**
     * The idle time of the host behind the launch of a kernel that it polls, or {@link HostTimeline#NONE}. The kernel must be in its
     * second half when the host continues; it has written its result by then.
     *
     * @param launched when the call that launched the work returned, in ns
     */
    int slice(int k, long launched) {
        if (launched == Long.MIN_VALUE || !isPolled(work.node(k))) {
            return HostTimeline.NONE;
        }
        int first = host.lastStartedBy(host.lineOf(Cuts.launcher(rank, work.node(k))), launched);
        if (first < 0 || host.start(first) < launched || host.operator(first) != HostTimeline.NONE) {
            return HostTimeline.NONE;
        }
        long resumed = resumed(first);
        return work.end(k) - resumed <= resumed - work.start(k) ? first : HostTimeline.NONE;
    }

    /** When the host continued behind an idle time, in ns. */
    long resumed(int slice) {
        return host.end(lastIdle(slice));
    }

    private int lastIdle(int first) {
        int last = first;
        while (host.next(last) >= 0 && host.operator(host.next(last)) == HostTimeline.NONE) {
            last = host.next(last);
        }
        return last;
    }

    private boolean isPolled(int node) {
        return rank.kind(node) == NodeKind.COMM_KERNEL
                && CommKernels.own(rank.name(node)).startsWith(POLLED);
    }
}
