// SPDX-License-Identifier: Apache-2.0
package org.etude.digraph;

import java.util.Collection;
import java.util.List;
import java.util.function.IntUnaryOperator;

/** An immutable graph in which every edge has a target: 4 bytes per node and 4 per edge. */
public final class EdgeLists implements Digraph {
    private final int[] start;
    private final int[] deps;

    /** Builds the graph from the targets of each node's edges. */
    public EdgeLists(List<? extends Collection<Integer>> lists) {
        start = new int[lists.size() + 1];
        deps = new int[lists.stream().mapToInt(Collection::size).sum()];
        int edge = 0;
        for (int node = 0; node < lists.size(); node++) {
            for (int dep : lists.get(node)) {
                deps[edge++] = dep;
            }
            start[node + 1] = edge;
        }
    }

    /**
     * Builds the graph from edges in any order; those of one node keep their order.
     *
     * @param source the node of an edge, asked twice for each
     * @param target the node that it leads to
     */
    public EdgeLists(int nodes, int edges, IntUnaryOperator source, IntUnaryOperator target) {
        start = new int[nodes + 1];
        deps = new int[edges];
        for (int edge = 0; edge < edges; edge++) {
            start[source.applyAsInt(edge) + 1]++;
        }
        for (int node = 0; node < nodes; node++) {
            start[node + 1] += start[node];
        }
        int[] next = start.clone();
        for (int edge = 0; edge < edges; edge++) {
            deps[next[source.applyAsInt(edge)]++] = target.applyAsInt(edge);
        }
    }

    @Override
    public int size() {
        return start.length - 1;
    }

    @Override
    public boolean isRemoved(int node) {
        return false;
    }

    @Override
    public int from(int node) {
        return start[node];
    }

    @Override
    public int to(int node) {
        return start[node + 1];
    }

    @Override
    public int dep(int edge) {
        return deps[edge];
    }
}
