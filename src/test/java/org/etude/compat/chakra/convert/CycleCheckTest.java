// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.chakra.convert;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.etude.sim.spec.Cases.graph;
import static org.etude.sim.spec.Cases.work;

import org.etude.et.graph.EtException;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNode;
import org.junit.jupiter.api.Test;

class CycleCheckTest {
    private static void isSound(EtGraph graph, boolean dataOnly) {
        assertThatCode(() -> CycleCheck.require(graph, "x.et", dataOnly)).doesNotThrowAnyException();
    }

    @Test
    void orderOfTheFileDoesNotMatter() {
        isSound(graph(work(1, 0, 2), work(2, 0, 3, 4), work(3, 0, 4), work(4, 0)), false);
        isSound(graph(), false);
    }

    @Test
    void missingNodesDoNotWait() {
        isSound(graph(work(1, 0, 99), work(2, 0, 1)), false);
    }

    /** Node 1 can start, 2 and 3 wait for each other, and 4 behind them. */
    @Test
    void theFirstNodeThatNeverStartsIsNamed() {
        EtGraph graph = graph(work(1, 0), work(2, 0, 1, 3), work(3, 0, 2), work(4, 0, 3));
        assertThatThrownBy(() -> CycleCheck.require(graph, "x.et", false))
                .isInstanceOf(EtException.class)
                .hasMessageContaining("x.et: node 2 (work_2): Cyclic dependency detected, 3 nodes can never start.");
    }

    @Test
    void aNodeThatWaitsForItselfIsACycle() {
        assertThatThrownBy(() -> CycleCheck.require(graph(work(-1, 0, -1)), "x.et", true))
                .hasMessageContaining("node 18446744073709551615 (work_-1)")
                .hasMessageContaining("1 node can never start");
    }

    @Test
    void cyclesThroughControlCountWhereBothKindsAreWaitedFor() {
        EtNode control = work(1, 0).withCtrlDeps(2, 3);
        EtGraph graph = graph(control, work(2, 0, 1), work(3, 0));
        isSound(graph, true);
        assertThatThrownBy(() -> CycleCheck.require(graph, "x.et", false)).hasMessageContaining("node 1 (work_1)");
        EtGraph both = graph(work(1, 0, 2).withCtrlDeps(3), work(2, 0, 1), work(3, 0));
        assertThatThrownBy(() -> CycleCheck.require(both, "x.et", true)).hasMessageContaining("2 nodes");
    }
}
