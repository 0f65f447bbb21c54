// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import org.etude.link.model.EdgeKind;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.NodeKind;

/**
 * When GPU work was launched. Calls that return when the copy that they launch is done ({@code hipMemcpyWithStream}, copies of
 * pageable memory) may wait for most of their time until the stream is free; that is no work of the host. O(edges).
 */
final class WaitingCopies {
    private final LinkedRank rank;
    /** By copy, the call that launched it and waits for it. */
    private final Int2IntOpenHashMap callOf = new Int2IntOpenHashMap();

    WaitingCopies(LinkedRank rank) {
        this.rank = rank;
        callOf.defaultReturnValue(-1);
        for (int call = 0; call < rank.size(); call++) {
            if (rank.kind(call) == NodeKind.SYNC_CALL) {
                find(call);
            }
        }
    }

    private void find(int call) {
        for (int d = 0; d < rank.dependencyCount(call); d++) {
            int copy = rank.dependency(call, d);
            int launcher = rank.kind(copy) == NodeKind.MEMCPY && rank.dependencyKind(call, d) == EdgeKind.SYNC
                    ? Cuts.launcher(rank, copy)
                    : -1;
            if (launcher >= 0
                    && Cuts.launched(rank, copy, launcher) == rank.startNanos(call) + rank.durationNanos(call)) {
                callOf.put(copy, call);
            }
        }
    }

    /**
     * When a node was launched, in ns: as {@link Cuts#launched}, but at the begin of a call that waits for its copy where this starts as
     * soon as its queue is free.
     *
     * @param start when it started
     * @param free when its queue became free
     */
    long launched(int node, int launcher, long start, long free) {
        int call = callOf.get(node);
        boolean queued = call >= 0 && free > rank.startNanos(call) && start - free <= Cuts.QUEUE_IDLE;
        return queued ? rank.startNanos(call) : Cuts.launched(rank, node, launcher);
    }
}
