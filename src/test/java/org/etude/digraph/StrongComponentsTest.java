// SPDX-License-Identifier: Apache-2.0
package org.etude.digraph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.etude.et.graph.EtNode;
import org.etude.repair.Graphs;
import org.etude.repair.graph.EditableGraph;
import org.junit.jupiter.api.Test;

class StrongComponentsTest {
    private static final int NODES = 8;

    /** Edges are pairs as 8 from + to. */
    private static List<TreeSet<Integer>> lists(List<Integer> edges) {
        List<TreeSet<Integer>> lists = new ArrayList<>();
        for (int n = 0; n < NODES; n++) {
            lists.add(new TreeSet<>());
        }
        edges.forEach(e -> lists.get(e / NODES).add(e % NODES));
        return lists;
    }

    private static EditableGraph editable(List<Integer> edges) {
        List<EtNode> nodes = new ArrayList<>();
        for (TreeSet<Integer> deps : lists(edges)) {
            nodes.add(Graphs.comp(nodes.size(), deps.stream().mapToLong(d -> d).toArray()));
        }
        return new EditableGraph(Graphs.of(nodes), 0);
    }

    @Property
    void nodesThatReachEachOtherAreOneComponent(
            @ForAll @Size(max = 20) List<@IntRange(min = 0, max = NODES * NODES - 1) Integer> edges) {
        StrongComponents components = new StrongComponents(new EdgeLists(lists(edges)));
        boolean[][] reach = Reach.of(NODES, edges);
        for (int a = 0; a < NODES; a++) {
            int together = 0;
            for (int b = 0; b < NODES; b++) {
                boolean same = a == b || reach[a][b] && reach[b][a];
                assertThat(components.of(a) == components.of(b)).isEqualTo(same);
                together += same ? 1 : 0;
            }
            assertThat(components.sizeOf(components.of(a))).isEqualTo(together);
            assertThat(components.isOnCycle(a)).isEqualTo(together > 1);
            assertThat(components.of(a)).isBetween(0, components.count() - 1);
        }
    }

    @Property
    void aDraftHasTheComponentsOfItsEdges(
            @ForAll @Size(max = 20) List<@IntRange(min = 0, max = NODES * NODES - 1) Integer> edges) {
        StrongComponents lists = new StrongComponents(new EdgeLists(lists(edges)));
        StrongComponents draft = new StrongComponents(editable(edges));
        assertThat(draft.count()).isEqualTo(lists.count());
        for (int node = 0; node < NODES; node++) {
            assertThat(draft.of(node)).isEqualTo(lists.of(node));
        }
    }

    @Test
    void aNodeThatIsGoneJoinsNothing() {
        EditableGraph graph = editable(List.of(1, NODES + 2, 2 * NODES));
        assertThat(new StrongComponents(graph).count()).isEqualTo(NODES - 2);
        graph.remove(1);
        StrongComponents cut = new StrongComponents(graph);
        assertThat(cut.of(1)).isEqualTo(-1);
        assertThat(cut.isOnCycle(1)).isFalse();
        assertThat(cut.isOnCycle(0)).isFalse();
        assertThat(cut.count()).isEqualTo(NODES - 1);
    }

    /** 0 and 1 wait for each other, as do 3 and 4; 2 is on the path from one pair to the other, and 5 waits for itself. */
    @Test
    void whatLiesBetweenTwoCyclesIsInNeither() {
        StrongComponents components = new StrongComponents(
                new EdgeLists(List.of(List.of(1), List.of(0, 2), List.of(3), List.of(4), List.of(3), List.of(5))));
        assertThat(components.count()).isEqualTo(4);
        assertThat(components.of(0)).isEqualTo(components.of(1)).isNotEqualTo(components.of(3));
        assertThat(components.of(3)).isEqualTo(components.of(4));
        boolean[] onCycle = new boolean[6];
        for (int node = 0; node < 6; node++) {
            onCycle[node] = components.isOnCycle(node);
        }
        assertThat(onCycle).containsExactly(true, true, false, true, true, false);
    }

    /** One cycle of 300,000 nodes: a search by recursion would overflow its stack. */
    @Test
    void depthCostsNoStack() {
        List<List<Integer>> lists = new ArrayList<>();
        for (int node = 0; node < 300_000; node++) {
            lists.add(List.of((node + 1) % 300_000));
        }
        StrongComponents components = new StrongComponents(new EdgeLists(lists));
        assertThat(components.count()).isEqualTo(1);
        assertThat(components.sizeOf(0)).isEqualTo(300_000);
    }

    @Test
    void listsAreNumberedInARow() {
        EdgeLists lists = new EdgeLists(List.of(List.of(2, 1), List.of(), List.of(0)));
        assertThat(lists.size()).isEqualTo(3);
        assertThat(new int[] {lists.from(0), lists.to(0), lists.from(1), lists.to(1), lists.from(2), lists.to(2)})
                .containsExactly(0, 2, 2, 2, 2, 3);
        assertThat(new int[] {lists.dep(0), lists.dep(1), lists.dep(2)}).containsExactly(2, 1, 0);
        assertThat(lists.isRemoved(1)).isFalse();
    }
}
