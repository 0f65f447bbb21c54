// SPDX-License-Identifier: Apache-2.0
package org.etude.link.order;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import org.etude.link.host.EdgeList;
import org.etude.link.host.NodeTable;
import org.etude.link.model.EdgeKind;

/**
 * Keeps launches that time contradicts, unless they would close a cycle. All other edges lead forward in time, so every cycle
 * has such a launch in it, and leaving out those that lie on cycles leaves none.
 */
public final class CycleGuard {
    private CycleGuard() {}

    /** Adds the launch edges of the late nodes that close no cycle; gives the number left out. */
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

    /** Which nodes never come free when all edges and all late launches hold: those on cycles or behind one. */
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
