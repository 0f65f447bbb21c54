// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.etude.digraph.Reach;
import org.etude.et.graph.EtNode;
import org.etude.repair.Graphs;
import org.junit.jupiter.api.Test;

/** {@link Dependants} and {@link GrowingOrder} against reachability computed by brute force. */
class DependantsTest {
    private static final int NODES = 8;

    /** Node n depends on the nodes that are listed for it; edges are pairs as 8 from + to. */
    private static EditableGraph graph(List<Integer> edges) {
        List<EtNode> nodes = new ArrayList<>();
        for (int n = 0; n < NODES; n++) {
            int node = n;
            nodes.add(Graphs.comp(
                    n,
                    edges.stream()
                            .filter(e -> e / NODES == node)
                            .distinct()
                            .mapToLong(e -> e % NODES)
                            .toArray()));
        }
        return new EditableGraph(Graphs.of(nodes), 0);
    }

    @Property
    void dependantsAreTheEdgesTurnedRound(
            @ForAll @Size(max = 20) List<@IntRange(min = 0, max = NODES * NODES - 1) Integer> edges) {
        Dependants dependants = new Dependants(graph(edges));
        for (int node = 0; node < NODES; node++) {
            List<Integer> found = new ArrayList<>();
            for (int at = dependants.from(node); at < dependants.to(node); at++) {
                found.add(dependants.get(at));
            }
            int on = node;
            assertThat(found)
                    .containsExactlyElementsOf(edges.stream()
                            .distinct()
                            .filter(e -> e % NODES == on)
                            .map(e -> e / NODES)
                            .sorted()
                            .toList());
            assertThat(dependants.count(node)).isEqualTo(found.size());
        }
    }

    @Test
    void whoIsGoneDependsOnNothing() {
        EditableGraph graph = graph(List.of(NODES, 2 * NODES));
        assertThat(new Dependants(graph).count(0)).isEqualTo(2);
        graph.remove(1);
        Dependants left = new Dependants(graph);
        assertThat(left.count(0)).isEqualTo(1);
        assertThat(left.get(left.from(0))).isEqualTo(2);
    }

    /** An edge is refused exactly when the graph so far leads back from its end to its beginning. */
    @Property
    void anEdgeIsRefusedExactlyWhenItClosesACycle(
            @ForAll @Size(max = 40) List<@IntRange(min = 0, max = NODES * NODES - 1) Integer> edges) {
        GrowingOrder order = new GrowingOrder(NODES, Long.MAX_VALUE);
        List<Integer> taken = new ArrayList<>();
        for (int edge : edges) {
            int from = edge / NODES;
            int to = edge % NODES;
            boolean closes = from == to || Reach.of(NODES, taken)[to][from];
            assertThat(order.add(from, to)).isEqualTo(!closes);
            if (!closes) {
                taken.add(edge);
            }
        }
    }

    @Test
    void withoutABudgetOnlyForwardEdgesAreTaken() {
        GrowingOrder order = new GrowingOrder(3, 0);
        assertThat(order.add(0, 1)).isTrue();
        assertThat(order.add(2, 1)).isFalse();
        assertThat(order.add(1, 2)).isTrue();
    }
}
