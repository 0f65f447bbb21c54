// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.graph;

/** The reversed edges of an editable graph: for each node its dependants, once per edge. */
final class Dependants {
    private final int[] start;
    private final int[] nodes;

    Dependants(EditableGraph draft) {
        int size = draft.size();
        start = new int[size + 2];
        for (int node = 0; node < size; node++) {
            for (int edge = draft.from(node); !draft.isRemoved(node) && edge < draft.to(node); edge++) {
                if (draft.dep(edge) >= 0) {
                    start[draft.dep(edge) + 2]++;
                }
            }
        }
        for (int i = 2; i < start.length; i++) {
            start[i] += start[i - 1];
        }
        nodes = new int[start[size + 1]];
        for (int node = 0; node < size; node++) {
            for (int edge = draft.from(node); !draft.isRemoved(node) && edge < draft.to(node); edge++) {
                if (draft.dep(edge) >= 0) {
                    nodes[start[draft.dep(edge) + 1]++] = node;
                }
            }
        }
    }

    int from(int node) {
        return start[node];
    }

    int to(int node) {
        return start[node + 1];
    }

    int get(int at) {
        return nodes[at];
    }

    /** Number of edges to the node. */
    int count(int node) {
        return to(node) - from(node);
    }
}
