// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.graph;

import static org.assertj.core.api.Assertions.assertThat;

import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNode;
import org.etude.repair.Graphs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeContractionTest {
    private static List<String> without(List<Long> ids, EtNode... nodes) {
        EtGraph graph = Graphs.of(nodes);
        EditableGraph draft = new EditableGraph(graph, 0);
        IntOpenHashSet leaving = new IntOpenHashSet();
        ids.forEach(id -> leaving.add(graph.indexOf(id)));
        assertThat(NodeContraction.over(draft, leaving, false)).isEmpty();
        return List.copyOf(Graphs.edges(draft.build()));
    }

    private static EtNode ctrl(long id, long... deps) {
        return Graphs.comp(id).withCtrlDeps(deps);
    }

    @Test
    void dependantsTakeOverDependencies() {
        assertThat(without(List.of(2L), Graphs.comp(1), Graphs.comp(2, 1), Graphs.comp(3, 2)))
                .containsExactly("3<-1");
        assertThat(without(List.of(2L, 3L), Graphs.comp(1), Graphs.comp(2, 1), Graphs.comp(3, 2), Graphs.comp(4, 3)))
                .containsExactly("4<-1");
    }

    /** A path of which one edge is control is control; where another path is of data alone, data it is. */
    @Test
    void dataAllTheWayIsData() {
        assertThat(without(List.of(2L), Graphs.comp(1), ctrl(2, 1), Graphs.comp(3, 2)))
                .containsExactly("3<~1");
        assertThat(without(List.of(2L), Graphs.comp(1), Graphs.comp(2, 1), ctrl(3, 2)))
                .containsExactly("3<~1");
        assertThat(without(List.of(2L, 3L), Graphs.comp(1), ctrl(2, 1), Graphs.comp(3, 1), Graphs.comp(4, 2, 3)))
                .containsExactly("4<-1");
    }

    /** A dependency that the node has itself is not added again, of whichever kind it is. */
    @Test
    void ownDependenciesStayAsTheyAre() {
        assertThat(without(List.of(2L), Graphs.comp(1), Graphs.comp(2, 1), Graphs.comp(3, 2, 1)))
                .containsExactly("3<-1");
        EtNode both = Graphs.comp(3, 2).withCtrlDeps(1);
        assertThat(without(List.of(2L), Graphs.comp(1), Graphs.comp(2, 1), both))
                .containsExactly("3<~1");
    }

    /** What is inherited comes after what a node has itself, by id. */
    @Test
    void inheritedDependenciesAreInTheOrderOfIds() {
        EtNode[] nodes = {Graphs.comp(9), Graphs.comp(5), Graphs.comp(7), Graphs.comp(8, 9, 5), Graphs.comp(10, 8, 7)};
        EditableGraph draft = new EditableGraph(Graphs.of(nodes), 0);
        NodeContraction.over(draft, new IntOpenHashSet(new int[] {3}), false);
        EtGraph graph = draft.build();
        assertThat(graph.dataDeps(graph.indexOf(10))).containsExactly(7, 5, 9);
    }

    @Test
    void nothingToRemoveChangesNothing() {
        EtGraph graph = Graphs.of(Graphs.comp(1), Graphs.comp(2, 1));
        EditableGraph draft = new EditableGraph(graph, 0);
        assertThat(NodeContraction.over(draft, new IntOpenHashSet(), true)).isEmpty();
        assertThat(draft.build()).isSameAs(graph);
    }

    /** Pairs above 64 times the edges stay joined by a gate: 129 x 129 > 64 x 258, 128 x 128 = 64 x 256. */
    @ParameterizedTest
    @CsvSource({
        "128, 128, false",
        "129, 129, true",
        "64, 64, false",
        "2000, 67, true",
        "2000, 66, false",
        "1, 5000, false"
    })
    void aNodeThatJoinsTooManyPairsIsKept(int above, int below, boolean gate) {
        List<EtNode> nodes = new ArrayList<>();
        for (int i = 1; i <= above; i++) {
            nodes.add(Graphs.comp(i));
        }
        long middle = above + 1L;
        nodes.add(Graphs.comp(middle, LongStream.rangeClosed(1, above).toArray()));
        for (int i = 1; i <= below; i++) {
            nodes.add(Graphs.comp(middle + i, middle));
        }
        EtGraph graph = Graphs.of(nodes);
        EditableGraph draft = new EditableGraph(graph, 0);
        int node = graph.indexOf(middle);
        IntOpenHashSet stayed = NodeContraction.over(draft, new IntOpenHashSet(new int[] {node}), true);
        assertThat(stayed).isEqualTo(gate ? new IntOpenHashSet(new int[] {node}) : new IntOpenHashSet());
        assertThat(draft.isRemoved(node)).isEqualTo(!gate);
        EtGraph built = draft.build();
        assertThat(built.depCount(built.indexOf(middle + 1))).isEqualTo(gate ? 1 : above);
        assertThat(Arrays.stream(built.dataDeps(built.indexOf(middle + 1)))).hasSize(gate ? 1 : above);
    }
}
