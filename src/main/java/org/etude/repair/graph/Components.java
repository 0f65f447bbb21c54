// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.graph;

import java.util.Arrays;
import org.etude.report.Progress;

/**
 * Strongly connected components of a draft by Tarjan's algorithm (SIAM J. Comput. 1(2), 1972) with stacks of its own, so
 * that depth costs memory only. Linear in nodes and edges.
 */
public final class Components {
    private final EditableGraph draft;
    private final int[] component;
    private int[] sizes = new int[16];
    private int count;

    private final int[] order;
    private final int[] low;
    private final int[] edgeAt;
    private final int[] path;
    private final int[] open;
    private int depth;
    private int openCount;
    private int visited;

    /** Prepares the search for strongly connected components (Tarjan 1972), without recursion. */
    public Components(EditableGraph draft) {
        this.draft = draft;
        int size = draft.size();
        component = new int[size];
        Arrays.fill(component, -1);
        order = new int[size];
        low = new int[size];
        edgeAt = new int[size];
        path = new int[size];
        open = new int[size];
        for (int node = 0; node < size; node++) {
            if (order[node] == 0 && !draft.isGone(node)) {
                search(node);
            }
        }
    }

    /** The component of a node, -1 for one that was taken out. */
    public int of(int node) {
        return component[node];
    }

    /** The number of nodes of a component. */
    public int sizeOf(int id) {
        return sizes[id];
    }

    /** The number of components. */
    public int count() {
        return count;
    }

    private void search(int root) {
        Progress.checkInterrupted();
        enter(root);
        while (depth > 0) {
            int node = path[depth - 1];
            int next = nextChild(node);
            if (next >= 0) {
                enter(next);
                continue;
            }
            depth--;
            if (low[node] == order[node]) {
                close(node);
            }
            if (depth > 0) {
                int parent = path[depth - 1];
                low[parent] = Math.min(low[parent], low[node]);
            }
        }
    }

    private void enter(int node) {
        visited++;
        order[node] = visited;
        low[node] = visited;
        edgeAt[node] = draft.from(node);
        path[depth++] = node;
        open[openCount++] = node;
    }

    /** The next dependency not yet visited, or -1 when all were looked at. */
    private int nextChild(int node) {
        while (edgeAt[node] < draft.to(node)) {
            int dep = draft.dep(edgeAt[node]++);
            if (dep < 0 || draft.isGone(dep)) {
                continue;
            }
            if (order[dep] == 0) {
                return dep;
            }
            if (component[dep] < 0) {
                low[node] = Math.min(low[node], order[dep]);
            }
        }
        return -1;
    }

    private void close(int root) {
        if (count == sizes.length) {
            sizes = Arrays.copyOf(sizes, count * 2);
        }
        int node;
        do {
            node = open[--openCount];
            component[node] = count;
            sizes[count]++;
        } while (node != root);
        count++;
    }
}
