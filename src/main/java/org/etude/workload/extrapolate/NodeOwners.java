// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.extrapolate;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.Arrays;
import java.util.List;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.NodeKind;

/** Finds the operator of each node of a converted step, and when it was called, by name and exact start. */
final class NodeOwners {
    private final LinkedRank rank;
    private final EtGraph graph;
    private final HostTops hosts;
    private final Long2ObjectOpenHashMap<IntArrayList> byStart = new Long2ObjectOpenHashMap<>();
    private final int[] op;
    private final long[] calledAt;

    NodeOwners(LinkedRank rank, HostTops hosts, List<TopFacts> tops, EtGraph graph) {
        this.rank = rank;
        this.graph = graph;
        this.hosts = hosts;
        op = new int[graph.size()];
        calledAt = new long[graph.size()];
        Arrays.fill(op, -1);
        int[] place = new int[rank.size()];
        for (int i = 0; i < tops.size(); i++) {
            place[tops.get(i).node] = i;
        }
        for (int node = 0; node < rank.size(); node++) {
            if (rank.startNanos(node) != LinkedRank.UNTIMED) {
                byStart.computeIfAbsent(rank.startNanos(node), at -> new IntArrayList(1))
                        .add(node);
            }
        }
        Gaps gaps = new Gaps();
        for (int node = 0; node < op.length; node++) {
            long start = graph.startNanos(node);
            String gapOf = graph.isCpuOp(node) ? gapOf(graph.name(node)) : "";
            int owner = gapOf.isEmpty() ? named(node, start) : gaps.owner(start, gapOf);
            calledAt[node] = graph.isCpuOp(node) ? start : launchedAt(owner, start);
            if (owner >= 0 && hosts.of(owner) >= 0) {
                op[node] = place[hosts.of(owner)];
            }
        }
    }

    /** The operator named by a self-time slice, or "". */
    private static String gapOf(String name) {
        for (String prefix : List.of(EtNames.REST, EtNames.SELF_TIME)) {
            if (name.startsWith(prefix)) {
                return name.substring(prefix.length());
            }
        }
        return "";
    }

    private int named(int node, long start) {
        IntArrayList there = byStart.get(start);
        for (int k = 0; there != null && k < there.size(); k++) {
            boolean same = rank.kind(there.getInt(k)).isGpu()
                    || graph.isCpuOp(node)
                    || rank.kind(there.getInt(k)) == NodeKind.HOST_COMM;
            if (same && rank.name(there.getInt(k)).equals(graph.name(node))) {
                return there.getInt(k);
            }
        }
        return -1;
    }

    /** When the host operator that launched GPU work started. */
    private long launchedAt(int node, long otherwise) {
        int at = node;
        while (at >= 0 && (rank.kind(at).isGpu() || rank.startNanos(at) == LinkedRank.UNTIMED)) {
            at = rank.parent(at);
        }
        return at < 0 || rank.kind(at) == NodeKind.HOST_COMM ? otherwise : rank.startNanos(at);
    }

    int op(int node) {
        return op[node];
    }

    int[] ops() {
        return op;
    }

    long calledAt(int node) {
        return calledAt[node];
    }

    /** Finds the operator that is open during a gap, given ascending times. */
    private final class Gaps {
        private final IntArrayList open = new IntArrayList();
        private int next;

        int owner(long time, String name) {
            while (next < rank.size() && startsBy(next, time)) {
                boolean host = rank.kind(next) == NodeKind.HOST_OP || rank.kind(next) == NodeKind.SYNC_CALL;
                if (host && rank.startNanos(next) != LinkedRank.UNTIMED) {
                    open.add(next);
                }
                next++;
            }
            open.removeIf(node -> rank.startNanos(node) + rank.durationNanos(node) <= time);
            for (int k = open.size() - 1; k >= 0; k--) {
                if (rank.name(open.getInt(k)).equals(name)) {
                    return open.getInt(k);
                }
            }
            return -1;
        }

        private boolean startsBy(int node, long time) {
            return rank.startNanos(node) == LinkedRank.UNTIMED || rank.startNanos(node) <= time;
        }
    }
}
