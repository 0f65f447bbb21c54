// SPDX-License-Identifier: Apache-2.0
package org.etude.digraph;

import java.util.Arrays;
import org.etude.report.Progress;

/**
 * Strongly connected components by Tarjan's algorithm (SIAM J. Comput. 1(2), 1972) with explicit stacks, so depth is
 * limited only by memory. Nodes that reach each other share a component; a node on a path from one cycle to another
 * belongs to neither. Linear in nodes and edges, 24 bytes per node.
 */
public final class StrongComponents {
    private final Digraph graph;
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

    /** Finds the components of the graph in its current state. */
    public StrongComponents(Digraph graph) {
        this.graph = graph;
        int size = graph.size();
        component = new int[size];
        Arrays.fill(component, -1);
        order = new int[size];
        low = new int[size];
        edgeAt = new int[size];
        path = new int[size];
        open = new int[size];
        for (int node = 0; node < size; node++) {
            if (order[node] == 0 && !graph.isRemoved(node)) {
                search(node);
            }
        }
    }

    /** The component of a node, -1 for a removed one. */
    public int of(int node) {
        return component[node];
    }

    /** Whether a node reaches itself through another one. */
    public boolean isOnCycle(int node) {
        return component[node] >= 0 && sizes[component[node]] > 1;
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
        edgeAt[node] = graph.from(node);
        path[depth++] = node;
        open[openCount++] = node;
    }

    /** The next unvisited target of this node's edges, or -1 when none is left. */
    private int nextChild(int node) {
        while (edgeAt[node] < graph.to(node)) {
            int dep = graph.dep(edgeAt[node]++);
            if (dep < 0 || graph.isRemoved(dep)) {
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
