// SPDX-License-Identifier: Apache-2.0
package org.etude.link.order;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import org.etude.link.host.EdgeList;
import org.etude.link.host.NodeTable;
import org.etude.link.host.ParentAssigner;
import org.etude.link.host.RankContext;
import org.etude.link.model.EdgeKind;
import org.etude.link.model.LinkedRank;
import org.etude.report.Counted;

/** Adds the order on the GPU: launcher before work, and sequential work on each stream. */
public final class GpuEdges {
    private final RankContext rank;
    private final NodeTable nodes;
    private final EdgeList edges;
    /** By node, the previous work on its stream, or -1. */
    final int[] previousOnStream;

    /** Prepares the edges of GPU work: from its launch, and from the previous work on its stream. */
    public GpuEdges(RankContext rank, NodeTable nodes, EdgeList edges) {
        this.rank = rank;
        this.nodes = nodes;
        this.edges = edges;
        previousOnStream = new int[nodes.size];
        Arrays.fill(previousOnStream, -1);
    }

    /**
     * Adds the edges, and returns work that started before its launch; those launches are kept if they close no cycle.
     */
    public IntArrayList add() {
        IntArrayList late = new IntArrayList();
        IntArrayList last = new IntArrayList();
        int overlaps = 0;
        for (int i = 0; i < nodes.size; i++) {
            if (!nodes.kind(i).isGpu()) {
                continue;
            }
            int launcher = nodes.parent[i];
            if (launcher >= 0 && !edges.add(launcher, i, EdgeKind.LAUNCH)) {
                late.add(i);
            }
            while (last.size() <= nodes.lane[i]) {
                last.add(-1);
            }
            int before = last.getInt(nodes.lane[i]);
            if (before >= 0) {
                previousOnStream[i] = before;
                edges.add(before, i, EdgeKind.STREAM_ORDER);
                overlaps += nodes.end(before) > nodes.start(i) ? 1 : 0;
            }
            last.set(nodes.lane[i], i);
        }
        if (overlaps > 0) {
            rank.log()
                    .info(
                            "",
                            Counted.of(
                                    overlaps,
                                    "GPU activity begins before the previous one on its stream ends",
                                    "GPU activities begin before the previous one on their stream ends"),
                            "concurrent graph branches or rounded times",
                            "kept in start order");
        }
        reportLate(late);
        return late;
    }

    private String when(int node) {
        return nodes.start(node) == LinkedRank.UNTIMED
                ? "event without a time, "
                : "event at " + nodes.start(node) + " ns, ";
    }

    private void reportLate(IntArrayList late) {
        if (!late.isEmpty()) {
            int first = late.getInt(0);
            rank.log()
                    .warn(
                            when(first) + ParentAssigner.name(rank, nodes, first),
                            Counted.of(
                                    late.size(),
                                    "GPU activity begins before its launch",
                                    "GPU activities begin before their launch"),
                            "host and GPU clocks disagree, or the file is faulty",
                            "the link is kept");
        }
    }
}
