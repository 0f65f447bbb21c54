// SPDX-License-Identifier: Apache-2.0
package org.etude.et.host;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.Arrays;
import org.etude.link.model.BackendCalls;
import org.etude.link.model.LinkedRank;
import org.etude.trace.comm.CommNames;

/**
 * Finds the work of a host backend such as gloo on its own threads: transfers requested by a call on another thread,
 * further pieces of work of such a call, and operators nested in them (copies into and out of buffers). All but the transfer
 * itself are part of it and take no host time.
 */
public final class BackendThreads {
    private final LinkedRank rank;
    /** By operator, the transfer that it is a part of, or -1. */
    private final int[] transfer;

    private final int threads;

    /** Finds the transfers of a rank and what is part of them. Linear in the nodes. */
    public BackendThreads(LinkedRank rank) {
        this.rank = rank;
        this.transfer = new int[rank.size()];
        Arrays.fill(transfer, -1);
        this.threads = HostLines.threads(rank);
        int[] last = new int[threads];
        long[] until = new long[last.length];
        Arrays.fill(until, Long.MIN_VALUE);
        Int2IntOpenHashMap carried = new Int2IntOpenHashMap();
        for (int node = 0; node < rank.size(); node++) {
            long start = rank.startNanos(node);
            if (start == LinkedRank.UNTIMED || rank.kind(node).isGpu() || rank.lane(node) < 0) {
                continue;
            }
            int lane = rank.lane(node);
            if (call(node) >= 0) {
                if (rank.lane(call(node)) != lane) {
                    carried.putIfAbsent(call(node), node);
                    last[lane] = node;
                    until[lane] = Math.max(until[lane], start + rank.durationNanos(node));
                }
            } else if (rank.takesHostTime(node) && start < until[lane]) {
                transfer[node] = last[lane];
            } else if (carried.containsKey(rank.parent(node)) && CommNames.isHostBackend(rank.name(node))) {
                transfer[node] = carried.get(rank.parent(node));
                last[lane] = transfer[node];
                until[lane] = Math.max(until[lane], start + rank.durationNanos(node));
            }
        }
    }

    /** The number of host threads of the rank, side threads and those of backends included. */
    public int threads() {
        return threads;
    }

    /** The operator that requested a host-side transfer whose own work was recorded, or -1. */
    public int call(int node) {
        return call(rank, node);
    }

    /** The operator that requested a host-side transfer whose own work was recorded, or -1. */
    public static int call(LinkedRank rank, int node) {
        return BackendCalls.of(rank, node);
    }

    /** Whether an operator is part of a transfer; not if it is -1. */
    public boolean runs(int node) {
        return transfer(node) >= 0;
    }

    /** The transfer that an operator is part of, or -1. */
    public int transfer(int node) {
        return node < 0 ? -1 : transfer[node];
    }
}
