// SPDX-License-Identifier: Apache-2.0
package org.etude.link.order;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import org.etude.digraph.EdgeLists;
import org.etude.digraph.StrongComponents;
import org.etude.link.host.EdgeList;
import org.etude.link.host.NodeTable;
import org.etude.link.model.EdgeKind;

/**
 * Keeps launch edges that contradict the timestamps, unless they lie on a cycle. All other edges lead forward in time,
 * so every cycle contains such a launch, and dropping those on cycles removes all cycles. A launch downstream of a cycle
 * stays.
 */
public final class CycleGuard {
    private CycleGuard() {}

    /** Adds the launch edges of the late nodes that lie on no cycle; returns the number dropped. */
    public static int addLaunches(NodeTable nodes, EdgeList edges, IntArrayList late) {
        if (late.isEmpty()) {
            return 0;
        }
        int given = edges.size();
        StrongComponents cycles = new StrongComponents(new EdgeLists(
                nodes.size,
                given + late.size(),
                e -> e < given ? edges.source(e) : nodes.parent[late.getInt(e - given)],
                e -> e < given ? edges.target(e) : late.getInt(e - given)));
        int dropped = 0;
        for (int node : late) {
            int launcher = nodes.parent[node];
            if (cycles.of(launcher) == cycles.of(node)) {
                dropped++;
            } else {
                edges.force(launcher, node, EdgeKind.LAUNCH);
            }
        }
        return dropped;
    }
}
