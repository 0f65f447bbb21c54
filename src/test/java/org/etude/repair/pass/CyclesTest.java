// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.pass;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtNode;
import org.etude.repair.Graphs;
import org.etude.repair.graph.Change;
import org.etude.repair.graph.FeederOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CyclesTest {
    private static PassResult breakCycles(EtNode... nodes) {
        return new Cycles().apply(Graphs.of(nodes), 0);
    }

    @Test
    void leavesAGraphWithoutCyclesAsItIs() {
        EtGraph graph = Graphs.of(Graphs.comp(1), Graphs.comp(2, 1), Graphs.comp(3, 1, 2));
        PassResult result = new Cycles().apply(graph, 0);
        assertThat(result.graph()).isSameAs(graph);
        assertThat(result.changes()).isEmpty();
    }

    @Test
    void takesOutTheEdgeThatPointsAgainstTime() {
        PassResult result = breakCycles(Graphs.at(7, 100, 5), Graphs.at(5, 200, 7));
        assertThat(result.changes())
                .containsExactly(new Change(
                        0, 7, "cycles", "remove data dependency on 5", "it closes a cycle and points against time"));
        assertThat(Graphs.edges(result.graph())).containsExactly("5<-7");
    }

    @Test
    void prefersToKeepDataWhenTimesSayNothing() {
        PassResult result = breakCycles(Graphs.comp(1, 2), Graphs.comp(2).withCtrlDeps(1));
        assertThat(Graphs.edges(result.graph())).containsExactly("1<-2");
        assertThat(result.changes())
                .extracting(Change::action, Change::reason)
                .containsExactly(tuple(
                        "remove control dependency on 1", "it closes a cycle; the times of its ends are inconclusive"));
    }

    @Test
    void keepsAControlEdgeWithTimeRatherThanADataEdgeAgainstIt() {
        PassResult result = breakCycles(Graphs.at(1, 10, 2), Graphs.at(2, 20).withCtrlDeps(1));
        assertThat(Graphs.edges(result.graph())).containsExactly("2<~1");
    }

    @Test
    void ofTwoEdgesAgainstTimeTakesOutOnlyTheOneThatContradictsMore() {
        // 2 waits for 1 with time, 3 for 2 against it by 5 us, 1 for 3 against it by 15 us.
        PassResult result = breakCycles(Graphs.at(1, 10, 3), Graphs.at(2, 30, 1), Graphs.at(3, 25, 2));
        assertThat(Graphs.edges(result.graph())).containsExactly("2<-1", "3<-2");
        assertThat(result.changes()).hasSize(1);
    }

    @Test
    void ordersUntimedNodesByTheirNeighboursInId() {
        PassResult result = breakCycles(Graphs.at(1, 10, 4), Graphs.comp(2, 1), Graphs.comp(3, 2), Graphs.at(4, 40, 3));
        assertThat(Graphs.edges(result.graph())).containsExactly("2<-1", "3<-2", "4<-3");
    }

    @Test
    void takesOutSelfLoopsWhenRunAlone() {
        PassResult result = breakCycles(Graphs.comp(1, 1), Graphs.comp(2, 1, 2));
        assertThat(Graphs.edges(result.graph())).containsExactly("2<-1");
        assertThat(result.changes()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5, 10, 99, 500, 1000})
    void losesOneEdgeOfACycleOfAnyLength(int length) {
        List<EtNode> nodes = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            nodes.add(Graphs.comp((i * 7L) % length * 3 + 1, ((i + length - 1) * 7L) % length * 3 + 1));
        }
        PassResult result = new Cycles().apply(Graphs.of(nodes), 0);
        assertThat(result.changes()).hasSize(1);
        assertThat(FeederOrder.of(result.graph()).isComplete()).isTrue();
    }

    @Test
    void followsAChainDeeperThanAnyStackClosedToACycle() {
        int length = 100_000;
        EtGraphBuilder builder = new EtGraphBuilder("", List.of());
        for (int i = 0; i < length; i++) {
            builder.add(Graphs.comp(i, i == 0 ? length - 1 : i - 1));
        }
        PassResult result = new Cycles().apply(builder.build(), 3);
        assertThat(result.changes())
                .extracting(Change::rank, Change::node, Change::action)
                .containsExactly(tuple(3, 0L, "remove data dependency on " + (length - 1)));
        assertThat(FeederOrder.of(result.graph()).released()).isEqualTo(length);
    }

    @Test
    void choosesTheSameWhateverTheOrderOfNodes() {
        List<EtNode> nodes = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            nodes.add(Graphs.at(i, (i * 37) % 11, (i * 17 + 5) % 60, (i * 31 + 7) % 60)
                    .withCtrlDeps((i * 13 + 1) % 60));
        }
        EtGraph straight = new Cycles().apply(Graphs.of(nodes), 0).graph();
        Collections.shuffle(nodes, new Random(5));
        EtGraph shuffled = new Cycles().apply(Graphs.of(nodes), 0).graph();
        assertThat(FeederOrder.of(straight).isComplete()).isTrue();
        assertThat(Graphs.edges(shuffled)).isEqualTo(Graphs.edges(straight));
    }
}
