// SPDX-License-Identifier: Apache-2.0
package org.etude.link.order;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;
import org.etude.link.host.EdgeList;
import org.etude.link.host.NodeTable;
import org.etude.link.host.RankContext;
import org.etude.link.model.EdgeKind;
import org.etude.link.model.NodeKind;
import org.etude.report.Counted;

/** Adds the order on the host: callers before callees, and sequential leaves on each thread. */
public final class HostEdges {
    private final RankContext rank;
    private final NodeTable nodes;
    private final EdgeList edges;

    /** For the host nodes of one rank; {@link #add} adds the edges. */
    public HostEdges(RankContext rank, NodeTable nodes, EdgeList edges) {
        this.rank = rank;
        this.nodes = nodes;
        this.edges = edges;
    }

    /** Adds the edges of nesting and of order on each host thread. */
    public void add(int lanes) {
        nesting();
        timedThreads(lanes);
        untimedThreads();
        if (edges.refused(EdgeKind.NESTING) > 0) {
            rank.log()
                    .warn(
                            "",
                            Counted.of(
                                    edges.refused(EdgeKind.NESTING),
                                    "call begins before its caller",
                                    "calls begin before their callers"),
                            "host and device trace disagree on time",
                            "these nesting edges were dropped, the parent is kept");
        }
    }

    private void nesting() {
        for (int i = 0; i < nodes.size; i++) {
            if (!nodes.kind(i).isGpu()) {
                edges.add(nodes.parent[i], i, EdgeKind.NESTING);
            }
        }
    }

    /** Adds an edge from the previous leaf; a first child needs none because its caller has that edge. */
    private void timedThreads(int lanes) {
        boolean[] hasChild = new boolean[nodes.size];
        for (int i = 0; i < nodes.size; i++) {
            int caller = nodes.kind(i).isGpu() ? -1 : nodes.enclosingNode(i, rank.enclosing());
            if (caller >= 0) {
                hasChild[caller] = true;
            }
        }
        int[] previous = new int[lanes];
        Arrays.fill(previous, -1);
        for (int i = 0; i < nodes.size; i++) {
            if (nodes.timed(i) && !nodes.kind(i).isGpu()) {
                int before = previous[nodes.lane[i]];
                if (before >= 0 && !hasChild[before]) {
                    edges.add(before, i, EdgeKind.THREAD_ORDER);
                }
                previous[nodes.lane[i]] = i;
            }
        }
    }

    /** Nodes without a time follow the preceding leaf in the execution trace's order. */
    private void untimedThreads() {
        if (rank.host() == null) {
            return;
        }
        boolean[] hasChild = new boolean[nodes.size];
        for (int i = 0; i < nodes.size; i++) {
            if (nodes.parent[i] >= 0 && !nodes.kind(i).isGpu()) {
                hasChild[nodes.parent[i]] = true;
            }
        }
        Long2IntOpenHashMap previous = new Long2IntOpenHashMap();
        previous.defaultReturnValue(-1);
        for (int host : rank.tree().order()) {
            int node = nodes.nodeOfHost[host];
            if (nodes.kind(node) != NodeKind.ROOT) {
                int before = previous.put(rank.host().tid(host), node);
                if (!nodes.timed(node) && before >= 0 && !hasChild[before]) {
                    edges.add(before, node, EdgeKind.THREAD_ORDER);
                }
            }
        }
    }
}
