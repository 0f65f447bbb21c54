// SPDX-License-Identifier: Apache-2.0
package org.etude.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.etude.spec.AlgorithmSpec;
import org.etude.spec.CollectiveType;
import org.junit.jupiter.api.Test;

/** What each node of a tree of four asks of its port; node 3 is the root, 1 stands between it and the leaves 0 and 2. */
class TreeAlgorithmTest {
    /** Writes down what it is asked. */
    private static final class Port implements PhasePort {
        private final List<String> said = new ArrayList<>();

        @Override
        public void send(int dst, long bytes) {
            said.add("send " + dst);
        }

        @Override
        public void receive(int src, long bytes) {
            said.add("receive " + src);
        }

        @Override
        public void bundle(long bytes, boolean reduced, boolean fromHost, boolean sendBack) {
            said.add("work" + (reduced ? " reduced" : "") + (fromHost ? " from host" : "")
                    + (sendBack ? " sent on" : ""));
        }

        @Override
        public void done() {
            said.add("done");
        }
    }

    private final Port port = new Port();

    private PhaseAlgorithm node(int rank) {
        return new Algorithms()
                .create(
                        AlgorithmSpec.DOUBLE_BINARY_TREE,
                        CollectiveType.ALL_REDUCE,
                        RingPlace.strided(rank, 1, 4),
                        1000,
                        1,
                        true);
    }

    @Test
    void aLeafSendsUpAndTakesTheResult() {
        PhaseAlgorithm leaf = node(2);
        leaf.start(port);
        leaf.bundled(port);
        leaf.received(port);
        leaf.bundled(port);
        assertThat(port.said).containsExactly("work from host", "send 1", "receive 1", "work", "done");
    }

    @Test
    void aNodeBetweenAddsBothChildrenAndHandsTheResultDown() {
        PhaseAlgorithm between = node(1);
        between.start(port);
        between.received(port);
        between.received(port);
        between.bundled(port);
        between.bundled(port);
        between.received(port);
        between.bundled(port);
        assertThat(port.said)
                .containsExactly(
                        "receive 0",
                        "receive 2",
                        "work reduced",
                        "work reduced sent on",
                        "send 3",
                        "receive 3",
                        "work reduced sent on",
                        "send 0",
                        "send 2",
                        "done");
    }

    @Test
    void theRootAddsItsOnlyChildAndAnswers() {
        PhaseAlgorithm root = node(3);
        root.start(port);
        root.received(port);
        root.bundled(port);
        assertThat(port.said).containsExactly("receive 1", "work reduced sent on", "send 1", "done");
    }
}
