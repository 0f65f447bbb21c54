// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;
import org.etude.et.host.BackendThreads;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.NodeKind;

/**
 * Times at which the host timeline must be cut so that work can start when it did: work without a launch after an idle
 * time of its queue, host-side collectives, and work launched long before the end of the launching operator; and at launches that
 * waited for the GPU.
 */
final class Cuts {
    /** Maximum delay in ns that work may incur because its launcher is a single slice. */
    private static final long LATEST = 100_000;

    /** Idle times up to this, in ns, are normal gaps between two kernels of a queue. */
    static final long QUEUE_IDLE = 20_000;

    private Cuts() {}

    /** The host operator that launched a node, or -1. */
    static int launcher(LinkedRank rank, int node) {
        int at = rank.parent(node);
        for (int depth = 0; at >= 0 && !rank.takesHostTime(at) && depth < 64; depth++) {
            at = rank.parent(at);
        }
        return at >= 0 && rank.takesHostTime(at) ? at : -1;
    }

    static long[] of(LinkedRank rank, WorkNodes work, BackendThreads backend, Launches launches) {
        LongArrayList cuts = new LongArrayList();
        Int2LongOpenHashMap busyUntil = new Int2LongOpenHashMap();
        busyUntil.defaultReturnValue(Long.MIN_VALUE / 2);
        for (int k = 0; k < work.size(); k++) {
            int node = work.node(k);
            long start = work.start(k);
            int launcher = launcher(rank, node);
            if (work.slot(k) == WorkNodes.Slot.THREAD
                    || BackendThreads.call(rank, node) >= 0
                    || rank.kind(node).isGpu() && backend.runs(launcher)) {
                continue;
            }
            if (anchored(rank, node, launcher)) {
                if (start - busyUntil.get(work.queue(k)) > QUEUE_IDLE || rank.kind(node) == NodeKind.HOST_COMM) {
                    cuts.add(start);
                }
            } else {
                long end = rank.startNanos(launcher) + rank.durationNanos(launcher);
                long at = Math.min(
                        start, launches.copies().launched(node, launcher, start, busyUntil.get(work.queue(k))));
                if (at > rank.startNanos(launcher) && at < end - LATEST) {
                    cuts.add(at);
                }
            }
            busyUntil.put(work.queue(k), Math.max(busyUntil.get(work.queue(k)), work.end(k)));
        }
        FullQueues full = launches.full();
        for (int i = 0; i < full.size(); i++) {
            cuts.add(full.begin(i));
            cuts.add(full.returned(i));
        }
        long[] sorted = cuts.toLongArray();
        Arrays.sort(sorted);
        return sorted;
    }

    /**
     * When the call that launched a node returned, in ns; the end of the launching operator if the call is unknown.
     */
    static long launched(LinkedRank rank, int node, int launcher) {
        int call = rank.launchEvent(node);
        return call >= 0
                ? rank.trace().device().endNanos(call)
                : rank.startNanos(launcher) + rank.durationNanos(launcher);
    }

    /** Whether the start of the work is determined by time alone rather than by a launch. */
    static boolean anchored(LinkedRank rank, int node, int launcher) {
        return launcher < 0 || !rank.kind(node).isGpu();
    }
}
