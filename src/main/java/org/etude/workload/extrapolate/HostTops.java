// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.extrapolate;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Arrays;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.NodeKind;

/** Finds the outermost operator above each node of a linked graph, ignoring annotations (names without "::"). */
final class HostTops {
    static final String BACKWARD = "autograd::engine::evaluate_function";
    private static final int UNKNOWN = -2;

    private final LinkedRank rank;
    private final int[] top;
    private final boolean[] update;
    private final IntArrayList tops = new IntArrayList();

    HostTops(LinkedRank rank) {
        this.rank = rank;
        top = new int[rank.size()];
        update = new boolean[rank.size()];
        Arrays.fill(top, UNKNOWN);
        IntArrayList path = new IntArrayList();
        for (int node = 0; node < top.length; node++) {
            path.clear();
            int at = node;
            while (at >= 0 && top[at] == UNKNOWN && path.size() <= top.length) {
                path.add(at);
                top[at] = -1;
                at = rank.parent(at);
            }
            for (int k = path.size() - 1; k >= 0; k--) {
                settle(path.getInt(k));
            }
        }
    }

    private void settle(int node) {
        int parent = rank.parent(node);
        update[node] = parent >= 0 && update[parent] || rank.name(node).startsWith("Optimizer.");
        if (parent >= 0 && top[parent] >= 0) {
            top[node] = top[parent];
        } else if (isOperator(node)) {
            top[node] = node;
            tops.add(node);
        }
    }

    private boolean isOperator(int node) {
        boolean timedHost = rank.kind(node) == NodeKind.HOST_OP && rank.startNanos(node) != LinkedRank.UNTIMED;
        return timedHost && rank.name(node).contains("::");
    }

    /** The outermost operators, ascending by start. */
    IntList tops() {
        tops.sort((a, b) -> {
            int byStart = Long.compare(rank.startNanos(a), rank.startNanos(b));
            return byStart != 0 ? byStart : Integer.compare(a, b);
        });
        return tops;
    }

    /** The outermost operator above a node or the node itself; -1 for none. */
    int of(int node) {
        return top[node];
    }

    /** Whether a node is inside an annotation of the optimizer. */
    boolean inOptimizer(int node) {
        return update[node];
    }
}
