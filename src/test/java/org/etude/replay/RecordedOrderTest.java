// SPDX-License-Identifier: Apache-2.0
package org.etude.replay;

import static org.assertj.core.api.Assertions.assertThat;

import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtNodeType;
import org.junit.jupiter.api.Test;

class RecordedOrderTest {
    private static EtGraph graph() {
        EtGraphBuilder nodes = RecordedNodes.graph();
        RecordedNodes.add(nodes, 0, true, 5_000, 10);
        RecordedNodes.add(nodes, 1, false, 1_000, 10);
        RecordedNodes.add(nodes, 2, true, 3_000, 10);
        nodes.begin(3, "not recorded", EtNodeType.COMP, 0, 1).end();
        RecordedNodes.add(nodes, 4, true, 3_000, 10);
        return nodes.build();
    }

    @Test
    void nodesAreOrderedByTheirStartsAndEqualOnesAsInTheGraph() {
        RecordedOrder order = new RecordedOrder(graph(), node -> node != 1);
        assertThat(new int[] {order.node(0), order.node(1), order.node(2)}).containsExactly(2, 4, 0);
        assertThat(order.isEmpty()).isFalse();
        assertThat(order.last(Long.MAX_VALUE))
                .as("what has no start is not in it")
                .isEqualTo(2);
    }

    @Test
    void theLastIsTheOneThatStartsByATime() {
        RecordedOrder order = new RecordedOrder(graph(), node -> true);
        assertThat(order.last(999)).isEqualTo(-1);
        assertThat(order.last(1_000)).isZero();
        assertThat(order.last(2_999)).isZero();
        assertThat(order.last(3_000)).isEqualTo(2);
        assertThat(order.last(4_999)).isEqualTo(2);
        assertThat(order.last(5_000)).isEqualTo(3);
    }

    @Test
    void noneIsWanted() {
        RecordedOrder order = new RecordedOrder(graph(), node -> false);
        assertThat(order.isEmpty()).isTrue();
        assertThat(order.last(10_000)).isEqualTo(-1);
    }
}
