// SPDX-License-Identifier: Apache-2.0
package org.etude.link.order;

import java.util.Arrays;
import org.etude.link.host.EdgeList;
import org.etude.link.host.NodeTable;
import org.etude.link.host.RankContext;
import org.etude.link.model.EdgeKind;
import org.etude.link.model.NodeKind;

/**
 * Adds edges between host threads: a thread that was idle while another worked is assumed to have waited for it.
 * Between forward and backward threads any such idle time counts; between others it must have a minimum length.
 */
public final class ThreadHandoffs {
    private final RankContext rank;
    private final NodeTable nodes;
    private final EdgeList edges;
    private final boolean[] engine;
    private final long[] busyUntil;
    private final int[] lastDone;

    /** Prepares the edges between host threads. */
    public ThreadHandoffs(RankContext rank, NodeTable nodes, EdgeList edges, int lanes) {
        this.rank = rank;
        this.nodes = nodes;
        this.edges = edges;
        engine = new boolean[lanes];
        busyUntil = new long[lanes];
        lastDone = new int[lanes];
        Arrays.fill(busyUntil, Long.MIN_VALUE);
        Arrays.fill(lastDone, -1);
    }

    /** Adds an edge to the first node of each busy period of a host thread, from the node that it waited for, if there is one. */
    public void add() {
        for (int i = 0; i < nodes.size; i++) {
            if (nodes.timed(i) && !nodes.kind(i).isGpu() && !engine[nodes.lane[i]] && isEngine(i)) {
                engine[nodes.lane[i]] = true;
            }
        }
        for (int i = 0; i < nodes.size; i++) {
            if (!nodes.timed(i) || nodes.kind(i).isGpu()) {
                continue;
            }
            int lane = nodes.lane[i];
            if (nodes.start(i) >= busyUntil[lane]) {
                edges.add(predecessor(i, lane), i, EdgeKind.INTER_THREAD);
            }
            if (nodes.end(i) >= busyUntil[lane]) {
                busyUntil[lane] = nodes.end(i);
                lastDone[lane] = i;
            }
        }
    }

    private boolean isEngine(int i) {
        return nodes.kind(i) == NodeKind.HOST_OP
                && rank.device().name(nodes.event[i]).startsWith("autograd::engine::");
    }

    /** The last node of another thread that ended while this one was idle, or -1. */
    private int predecessor(int i, int lane) {
        int best = -1;
        for (int other = 0; other < lastDone.length; other++) {
            int done = lastDone[other];
            if (other == lane || done < 0 || busyUntil[other] > nodes.start(i) || busyUntil[other] <= busyUntil[lane]) {
                continue;
            }
            boolean handoff = engine[lane] != engine[other];
            boolean idle = busyUntil[lane] == Long.MIN_VALUE
                    || nodes.start(i) - busyUntil[lane] > rank.options().interThreadGapNanos();
            if ((handoff || idle) && (best < 0 || busyUntil[other] > nodes.end(best))) {
                best = done;
            }
        }
        return best;
    }
}
