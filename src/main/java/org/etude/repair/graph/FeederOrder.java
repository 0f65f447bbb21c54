// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.graph;

import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.ints.IntHeapPriorityQueue;
import java.util.Arrays;
import org.etude.et.graph.EtGraph;

/**
 * The order in which a feeder releases nodes when each finishes at once: of the nodes with finished dependencies, the
 * one with the smallest id. Nodes on cycles, and those that depend on them or on missing ids, are never released.
 */
public final class FeederOrder {
    private final int[] order;
    private final int alive;

    private FeederOrder(int[] order, int alive) {
        this.order = order;
        this.alive = alive;
    }

    /** The order of a graph. O((nodes + dependencies) log nodes). */
    public static FeederOrder of(EtGraph graph) {
        return of(new EditableGraph(graph, 0));
    }

    static FeederOrder of(EditableGraph draft) {
        int size = draft.size();
        int[] byId = new int[size];
        Arrays.setAll(byId, i -> i);
        if (!ascending(draft)) {
            IntArrays.mergeSort(byId, (a, b) -> Long.compareUnsigned(draft.id(a), draft.id(b)));
        }
        int[] place = new int[size];
        for (int i = 0; i < size; i++) {
            place[byId[i]] = i;
        }
        Dependants dependants = new Dependants(draft);
        int[] waiting = new int[size];
        IntHeapPriorityQueue free = new IntHeapPriorityQueue();
        int alive = 0;
        for (int node = 0; node < size; node++) {
            if (!draft.isRemoved(node)) {
                alive++;
                waiting[node] = waiting(draft, node);
                if (waiting[node] == 0) {
                    free.enqueue(place[node]);
                }
            }
        }
        int[] order = new int[alive];
        int count = 0;
        while (!free.isEmpty()) {
            int node = byId[free.dequeueInt()];
            order[count++] = node;
            for (int at = dependants.from(node); at < dependants.to(node); at++) {
                int next = dependants.get(at);
                if (--waiting[next] == 0) {
                    free.enqueue(place[next]);
                }
            }
        }
        return new FeederOrder(Arrays.copyOf(order, count), alive);
    }

    private static boolean ascending(EditableGraph draft) {
        for (int i = 1; i < draft.size(); i++) {
            if (Long.compareUnsigned(draft.id(i - 1), draft.id(i)) > 0) {
                return false;
            }
        }
        return true;
    }

    private static int waiting(EditableGraph draft, int node) {
        int count = 0;
        for (int edge = draft.from(node); edge < draft.to(node); edge++) {
            count += draft.dep(edge) == EditableGraph.REMOVED ? 0 : 1;
        }
        return count;
    }

    /** Node indices in the order of release. */
    public int[] nodes() {
        return order.clone();
    }

    /** Number of released nodes. */
    public int released() {
        return order.length;
    }

    /** Whether every node is released. */
    public boolean isComplete() {
        return order.length == alive;
    }
}
