// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.graph;

import static org.assertj.core.api.Assertions.assertThat;

import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import java.util.ArrayList;
import java.util.List;
import org.etude.et.graph.EtGraph;
import org.etude.repair.Graphs;
import org.junit.jupiter.api.Test;

/** Control dependencies added to nodes with and without dependencies of either kind. */
class EditableGraphTest {
    private final EtGraph graph = Graphs.of(
            Graphs.comp(10),
            Graphs.comp(11, 10),
            Graphs.comp(12, 10, 11).withCtrlDeps(11),
            Graphs.comp(13).withCtrlDeps(10, 12));

    private static List<Long> ids(EditableGraph draft, int from, int to) {
        List<Long> ids = new ArrayList<>();
        for (int edge = from; edge < to; edge++) {
            ids.add(draft.depId(edge));
        }
        return ids;
    }

    private static String deps(EditableGraph draft, int node) {
        return ids(draft, draft.from(node), draft.dataFrom(node)) + " "
                + ids(draft, draft.dataFrom(node), draft.to(node));
    }

    @Test
    void anAddedControlDependencyFollowsTheNodesOwn() {
        EditableGraph draft = new EditableGraph(graph, 0);
        Int2LongOpenHashMap added = new Int2LongOpenHashMap();
        added.put(0, 99);
        added.put(2, 10);
        added.put(3, 98);
        draft.addControl(added);
        assertThat(deps(draft, 0)).isEqualTo("[99] []");
        assertThat(deps(draft, 1)).isEqualTo("[] [10]");
        assertThat(deps(draft, 2)).isEqualTo("[11, 10] [10, 11]");
        assertThat(deps(draft, 3)).isEqualTo("[10, 12, 98] []");
        assertThat(draft.edgeCount()).isEqualTo(9);
        assertThat(Graphs.edges(draft.build()))
                .containsExactly(
                        "10<~99", "11<-10", "12<-10", "12<-11", "12<~10", "12<~11", "13<~10", "13<~12", "13<~98");
    }

    @Test
    void aSecondDependencyCanBeAdded() {
        EditableGraph draft = new EditableGraph(graph, 0);
        for (long id : new long[] {97, 98}) {
            Int2LongOpenHashMap added = new Int2LongOpenHashMap();
            added.put(1, id);
            draft.addControl(added);
        }
        assertThat(deps(draft, 1)).isEqualTo("[97, 98] [10]");
        assertThat(deps(draft, 2)).isEqualTo("[11] [10, 11]");
    }

    @Test
    void aRemovedDependencyStaysRemoved() {
        EditableGraph draft = new EditableGraph(graph, 0);
        draft.removeEdge(draft.from(3));
        Int2LongOpenHashMap added = new Int2LongOpenHashMap();
        added.put(3, 99);
        draft.addControl(added);
        assertThat(draft.build().node(3).ctrlDeps()).containsExactly(12, 99);
    }

    @Test
    void withoutAChangeTheGraphIsTheSameObject() {
        assertThat(new EditableGraph(graph, 0).build()).isSameAs(graph);
    }
}
