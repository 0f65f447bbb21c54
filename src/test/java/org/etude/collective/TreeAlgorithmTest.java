// SPDX-License-Identifier: Apache-2.0
package org.etude.collective;

import static org.assertj.core.api.Assertions.assertThat;

import org.etude.spec.AlgorithmSpec;
import org.etude.spec.CollectiveType;
import org.junit.jupiter.api.Test;

/** What each node of a tree of four asks of its port; node 3 is the root, 1 is between it and the leaves 0 and 2. */
class TreeAlgorithmTest {
    private final PhaseLog port = new PhaseLog();

    private PhaseAlgorithm node(int rank) {
        return new Algorithms()
                .create(
                        AlgorithmSpec.DOUBLE_BINARY_TREE,
                        CollectiveType.ALL_REDUCE,
                        RingPosition.strided(rank, 1, 4),
                        1000,
                        1,
                        true);
    }

    @Test
    void aLeafSendsUpAndTakesTheResult() {
        PhaseAlgorithm leaf = node(2);
        assertThat(leaf.progress()).isEqualTo("double binary tree: not begun");
        leaf.start(port);
        assertThat(leaf.progress()).isEqualTo("double binary tree: sends to its parent");
        leaf.bundled(port);
        assertThat(leaf.progress()).isEqualTo("double binary tree: waits for its parent");
        leaf.received(port);
        leaf.bundled(port);
        assertThat(port.take())
                .containsExactly("work 1000 from host", "send 1 1000", "receive 1 1000", "work 1000", "done");
    }

    @Test
    void aNodeBetweenAddsBothChildrenAndHandsTheResultDown() {
        PhaseAlgorithm between = node(1);
        between.start(port);
        assertThat(between.progress()).isEqualTo("double binary tree: waits for both children");
        between.received(port);
        assertThat(between.progress()).isEqualTo("double binary tree: waits for a child");
        between.received(port);
        between.bundled(port);
        between.bundled(port);
        between.received(port);
        between.bundled(port);
        assertThat(port.take())
                .containsExactly(
                        "receive 0 1000",
                        "receive 2 1000",
                        "work 1000 reduced",
                        "work 1000 reduced sent on",
                        "send 3 1000",
                        "receive 3 1000",
                        "work 1000 reduced sent on",
                        "send 0 1000",
                        "send 2 1000",
                        "done");
    }

    @Test
    void theRootAddsItsOnlyChildAndAnswers() {
        PhaseAlgorithm root = node(3);
        root.start(port);
        root.received(port);
        root.bundled(port);
        assertThat(port.take()).containsExactly("receive 1 1000", "work 1000 reduced sent on", "send 1 1000", "done");
    }
}
