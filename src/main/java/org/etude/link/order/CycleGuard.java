// SPDX-License-Identifier: Apache-2.0
package org.etude.link.order;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import org.etude.link.host.EdgeList;
import org.etude.link.host.NodeTable;
import org.etude.link.model.EdgeKind;

/**
 * Keeps launch edges that contradict the timestamps, unless they would close a cycle. All other edges lead forward in
 * time, so every cycle contains such a launch, and dropping those on cycles removes all cycles.
 */
public final class CycleGuard {
    private CycleGuard() {}

    /** Adds the launch edges of the late nodes that close no cycle; returns the number dropped. */
    public static int addLaunches(NodeTable nodes, EdgeList edges, IntArrayList late) {
        if (late.isEmpty()) {
            return 0;
        }
        boolean[] stuck = stuck(nodes, edges, late);
        int left = 0;
        for (int node : late) {
            int launcher = nodes.parent[node];
            if (stuck[node] && stuck[launcher]) {
                left++;
            } else {
                edges.force(launcher, node, EdgeKind.LAUNCH);
            }
        }
        return left;
    }

    /**
     * Nodes that never become ready if all edges and all late launches apply: those on a cycle or downstream of one.
     */
    private static boolean[] stuck(NodeTable nodes, EdgeList edges, IntArrayList late) {
        int count = edges.size() + late.size();
        int[] from = new int[count];
        int[] waits = new int[nodes.size];
        int[] rows = new int[nodes.size + 1];
        for (int e = 0; e < count; e++) {
            from[e] = e < edges.size() ? edges.source(e) : nodes.parent[late.getInt(e - edges.size())];
            rows[from[e] + 1]++;
            waits[target(edges, late, e)]++;
        }
        for (int i = 0; i < nodes.size; i++) {
            rows[i + 1] += rows[i];
        }
        int[] next = rows.clone();
        int[] to = new int[count];
        for (int e = 0; e < count; e++) {
            to[next[from[e]]++] = target(edges, late, e);
        }
        IntArrayList free = new IntArrayList();
        boolean[] stuck = new boolean[nodes.size];
        for (int i = 0; i < nodes.size; i++) {
            stuck[i] = waits[i] > 0;
            if (!stuck[i]) {
                free.add(i);
            }
        }
        while (!free.isEmpty()) {
            int node = free.popInt();
            for (int k = rows[node]; k < rows[node + 1]; k++) {
                if (--waits[to[k]] == 0) {
                    stuck[to[k]] = false;
                    free.add(to[k]);
                }
            }
        }
        return stuck;
    }

    private static int target(EdgeList edges, IntArrayList late, int e) {
        return e < edges.size() ? edges.target(e) : late.getInt(e - edges.size());
    }
}
