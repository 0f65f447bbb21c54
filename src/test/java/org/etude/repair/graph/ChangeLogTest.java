// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;
import org.etude.repair.Graphs;
import org.junit.jupiter.api.Test;

/** Rows of changes, and attributes of a node as it is now. */
class ChangeLogTest {
    @Test
    void rowsComeBackInOrder() {
        ChangeLog log = new ChangeLog();
        for (int i = 0; i < 20; i++) {
            log.add(i, 100 + i, "pass", "remove", "because " + i % 3);
        }
        log.add(3, -1, "cycle", "remove data dependency on", -2, "why");
        assertThat(log).hasSize(21);
        assertThat(log.get(17)).satisfies(change -> {
            assertThat(change.rank()).isEqualTo(17);
            assertThat(change.node()).isEqualTo(117);
            assertThat(change.action()).isEqualTo("remove");
            assertThat(change.reason()).isEqualTo("because 2");
        });
        assertThat(log.get(20).action())
                .as("ids are unsigned")
                .isEqualTo("remove data dependency on 18446744073709551614");
        assertThatThrownBy(() -> log.get(21))
                .isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessage("change 21 of 21");
        assertThatThrownBy(() -> log.get(-1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void aReplacedNodeIsSeenAsItIsNow() {
        EditableGraph graph = new EditableGraph(Graphs.of(Graphs.send(1, 0, 3, 5, 64), Graphs.comp(2, 1)), 0);
        CommView before = new CommView(graph, 0);
        assertThat(before.integer("comm_size", -1)).isEqualTo(64);
        assertThat(before.integer("none", -1)).isEqualTo(-1);
        assertThat(before.name()).isEqualTo("send1");
        graph.replace(
                0,
                EtNode.of(
                        1,
                        "other",
                        EtNodeType.COMM_RECV,
                        EtAttribute.int64("comm_size", 7),
                        EtAttribute.int64("comm_size", 8),
                        EtAttribute.bool("flag", true),
                        EtAttribute.string("pg_name", "3")));
        CommView after = new CommView(graph, 0);
        assertThat(after.integer("comm_size", -1)).as("the last one").isEqualTo(8);
        assertThat(after.integer("flag", -1)).isEqualTo(1);
        assertThat(after.integer("pg_name", -1)).as("a text is no number").isEqualTo(-1);
        assertThat(after.text("pg_name", "")).isEqualTo("3");
        assertThat(after.text("comm_size", "x")).isEqualTo("x");
        assertThat(after.attribute("comm_tag")).isNull();
        assertThat(after.name()).isEqualTo("other");
        assertThat(after.type()).isEqualTo(EtNodeType.COMM_RECV);
    }

    @Test
    void controlAndDataAreNamedApart() {
        EtNode node = new EtNode(9, "n", EtNodeType.COMP, new long[] {1}, new long[] {2}, 0, 1, null, null, List.of());
        EditableGraph graph = new EditableGraph(Graphs.of(Graphs.comp(1), Graphs.comp(2), node), 0);
        int from = graph.from(2);
        assertThat(Edges.isData(graph, 2, from)).isFalse();
        assertThat(Edges.removal(graph, 2, from)).isEqualTo("remove control dependency on");
        assertThat(Edges.isData(graph, 2, from + 1)).isTrue();
        assertThat(Edges.removal(graph, 2, from + 1)).isEqualTo("remove data dependency on");
    }
}
