// SPDX-License-Identifier: Apache-2.0
package org.etude.replay;

import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.number.BinarySearch;

/** Nodes of one rank in the order of their recorded starts, those with equal starts as in the graph. */
final class RecordedOrder {
    private final EtGraph graph;
    private final int[] nodes;

    /** Selects the wanted nodes that have a recorded start. O(n log n). */
    RecordedOrder(EtGraph graph, IntPredicate wanted) {
        this.graph = graph;
        nodes = IntStream.range(0, graph.size())
                .filter(n -> wanted.test(n) && graph.has(n, EtNames.START_NS))
                .boxed()
                .sorted((a, b) -> Long.compare(graph.startNanos(a), graph.startNanos(b)))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    boolean isEmpty() {
        return nodes.length == 0;
    }

    /** The node at a place. */
    int node(int place) {
        return nodes[place];
    }

    /** The place of the last node that starts by a time, or -1. */
    int last(long time) {
        return BinarySearch.firstNot(0, nodes.length, i -> graph.startNanos(nodes[i]) <= time) - 1;
    }
}
