// SPDX-License-Identifier: Apache-2.0
package org.etude.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.etude.spec.CollectiveType.ALL_GATHER;
import static org.etude.spec.CollectiveType.ALL_REDUCE;
import static org.etude.spec.CollectiveType.ALL_TO_ALL;
import static org.etude.spec.CollectiveType.BROADCAST;
import static org.etude.spec.CollectiveType.REDUCE_SCATTER;

import org.etude.spec.AlgorithmSpec;
import org.etude.spec.CollectiveType;
import org.junit.jupiter.api.Test;

/** What one node of a phase asks of its port, event by event. */
class PhaseStepsTest {
    private final PhaseLog port = new PhaseLog();

    private static PhaseAlgorithm node(AlgorithmSpec spec, CollectiveType kind, int rank, int n, long data) {
        return new Algorithms().create(spec, kind, RingPosition.strided(rank, 1, n), data, 1, true);
    }

    private static AlgorithmSpec window(int packets) {
        return new AlgorithmSpec(AlgorithmSpec.Kind.DIRECT, false, packets);
    }

    /** The node's own part comes from the host; parts passing through are reduced and forwarded; the last one stays. */
    @Test
    void aRingReduceScatter() {
        PhaseAlgorithm node = node(AlgorithmSpec.RING, REDUCE_SCATTER, 0, 4, 4000);
        node.start(port);
        assertThat(port.take()).containsExactly("work 1000 from host");
        node.bundled(port);
        assertThat(port.take()).containsExactly("send 1 1000", "receive 3 1000");
        for (int passing = 0; passing < 2; passing++) {
            assertThat(node.progress()).isEqualTo("ring: " + (2 - passing) + " of 3 messages left");
            node.received(port);
            node.bundled(port);
            assertThat(port.take()).containsExactly("work 1000 reduced sent on", "send 1 1000", "receive 3 1000");
        }
        node.received(port);
        assertThat(port.take()).containsExactly("work 1000 reduced");
        node.bundled(port);
        assertThat(port.take()).containsExactly("done");
    }

    /** Node 1 of 3 sends 20 bytes to node 2 and nothing to node 0, from which it receives 7. */
    @Test
    void anUnevenAllToAllSkipsEmptyParts() {
        PhaseAlgorithm node =
                new UnevenDirectAlgorithm(RingPosition.strided(1, 1, 3), new long[] {0, 5, 20}, new long[] {7, 5, 0});
        node.start(port);
        assertThat(port.take()).containsExactly("receive 0 7", "work 20 from host");
        assertThat(node.progress()).isEqualTo("uneven direct: 2 of 2 messages left");
        node.bundled(port);
        assertThat(port.take()).containsExactly("send 2 20");
        node.received(port);
        assertThat(port.take()).containsExactly("work 7");
        node.bundled(port);
        assertThat(port.take()).as("what it sends is under way").isEmpty();
        assertThat(node.progress()).isEqualTo("uneven direct: 1 of 2 messages left");
        node.sent(port);
        assertThat(port.take()).containsExactly("done");
    }

    @Test
    void aNodeWithoutPartsIsDoneAtOnce() {
        new UnevenDirectAlgorithm(RingPosition.strided(1, 1, 2), new long[] {0, 5}, new long[] {0, 5}).start(port);
        assertThat(port.take()).containsExactly("done");
    }

    /** In the second round trip nothing is reduced any more. */
    @Test
    void aRingAllReduceOfThree() {
        PhaseAlgorithm node = node(AlgorithmSpec.RING, ALL_REDUCE, 2, 3, 3000);
        node.start(port);
        node.bundled(port);
        assertThat(port.take()).containsExactly("work 1000 from host", "send 0 1000", "receive 1 1000");
        String[] work = {"work 1000 reduced sent on", "work 1000 reduced", "work 1000 from host"};
        for (String each : work) {
            assertThat(node.steadyReduced())
                    .isEqualTo(!each.endsWith("host") || port.take().isEmpty());
            node.received(port);
            node.bundled(port);
            assertThat(port.take()).containsExactly(each, "send 0 1000", "receive 1 1000");
        }
        node.received(port);
        node.bundled(port);
        assertThat(port.take()).containsExactly("work 1000 sent on", "done");
    }

    @Test
    void aRingTheOtherWayRound() {
        PhaseAlgorithm node =
                new Algorithms().create(AlgorithmSpec.RING, ALL_GATHER, RingPosition.strided(0, 1, 4), 500, -1, true);
        node.start(port);
        node.bundled(port);
        assertThat(port.take()).containsExactly("work 500 from host", "send 3 500", "receive 1 500");
    }

    @Test
    void steadyRoundsCanBeSkipped() {
        PhaseAlgorithm node = node(AlgorithmSpec.RING, ALL_GATHER, 0, 8, 100);
        assertThat(node.steadyRounds()).as("not begun").isZero();
        node.start(port);
        assertThat(node.steadyRounds()).as("work to do").isZero();
        node.bundled(port);
        assertThat(node.steadyRounds()).isEqualTo(6);
        assertThat(node.steadyReduced()).isFalse();
        node.skip(6);
        assertThat(node.progress()).isEqualTo("ring: 0 of 7 messages left");
        port.take();
        node.received(port);
        node.bundled(port);
        assertThat(port.take()).containsExactly("work 100", "done");
    }

    /** Rounds that reduce and rounds that do not are different. */
    @Test
    void steadyRoundsEndWithTheFirstRoundTrip() {
        PhaseAlgorithm node = node(AlgorithmSpec.RING, ALL_REDUCE, 0, 8, 800);
        node.start(port);
        node.bundled(port);
        assertThat(node.steadyRounds()).isEqualTo(7);
        assertThat(node.steadyReduced()).isTrue();
        node.skip(7);
        port.take();
        node.received(port);
        assertThat(port.take()).containsExactly("work 100 from host");
        assertThat(node.steadyRounds()).isZero();
        node.bundled(port);
        assertThat(node.steadyRounds()).as("messages left").isEqualTo(5);
        assertThat(node.steadyReduced()).isFalse();
    }

    @Test
    void othersHaveNoSteadyRounds() {
        PhaseAlgorithm tree = node(AlgorithmSpec.DOUBLE_BINARY_TREE, ALL_REDUCE, 0, 4, 400);
        assertThat(tree.steadyRounds()).isZero();
        assertThat(tree.steadyReduced()).isFalse();
        assertThat(tree.sourcesAlike()).isFalse();
        assertThatThrownBy(() -> tree.skip(1)).isInstanceOf(UnsupportedOperationException.class);
        assertThat(node(AlgorithmSpec.DIRECT, ALL_TO_ALL, 0, 4, 400).steadyRounds())
                .isZero();
        assertThat(node(AlgorithmSpec.RING, ALL_TO_ALL, 0, 4, 400).sourcesAlike())
                .isFalse();
    }

    /** To every peer, from the next one on, skipping itself. */
    @Test
    void aDirectAllToAll() {
        PhaseAlgorithm node = node(AlgorithmSpec.DIRECT, ALL_TO_ALL, 1, 4, 4000);
        assertThat(node.sourcesAlike()).isTrue();
        node.start(port);
        assertThat(port.take()).containsExactly("work 1000 from host", "work 1000 from host", "work 1000 from host");
        node.bundled(port);
        node.bundled(port);
        node.bundled(port);
        assertThat(port.take())
                .containsExactly(
                        "send 2 1000",
                        "receive 0 1000",
                        "send 3 1000",
                        "receive 3 1000",
                        "send 0 1000",
                        "receive 2 1000");
        assertThat(node.progress()).isEqualTo("direct: 0 of 3 messages left");
        node.received(port);
        node.received(port);
        node.bundled(port);
        node.bundled(port);
        assertThat(port.take()).containsExactly("work 1000", "work 1000");
        node.received(port);
        node.bundled(port);
        assertThat(port.take()).containsExactly("work 1000", "done");
    }

    @Test
    void aWindowHoldsPacketsBack() {
        PhaseAlgorithm node = node(window(1), REDUCE_SCATTER, 0, 4, 4000);
        node.start(port);
        node.bundled(port);
        assertThat(port.take()).containsExactly("work 1000 from host", "send 1 1000", "receive 3 1000");
        node.received(port);
        node.bundled(port);
        assertThat(port.take()).containsExactly("work 1000 reduced", "send 2 1000", "receive 2 1000");
        node.received(port);
        node.bundled(port);
        assertThat(port.take()).containsExactly("work 1000 from host", "send 3 1000", "receive 1 1000");
    }

    /** Reduced data goes out only when all parts have arrived. */
    @Test
    void aDirectAllReduceWaitsBetweenItsHalves() {
        PhaseAlgorithm node = node(AlgorithmSpec.DIRECT, ALL_REDUCE, 0, 3, 3000);
        node.start(port);
        node.bundled(port);
        node.bundled(port);
        assertThat(port.take())
                .containsExactly(
                        "work 1000 from host",
                        "work 1000 from host",
                        "send 1 1000",
                        "receive 2 1000",
                        "send 2 1000",
                        "receive 1 1000");
        node.received(port);
        node.bundled(port);
        assertThat(port.take()).containsExactly("work 1000 reduced");
        node.received(port);
        node.bundled(port);
        assertThat(port.take())
                .containsExactly("work 1000 reduced", "send 1 1000", "receive 2 1000", "send 2 1000", "receive 1 1000");
        node.received(port);
        node.bundled(port);
        assertThat(port.take()).containsExactly("work 1000 from host");
        node.received(port);
        node.bundled(port);
        assertThat(port.take()).containsExactly("work 1000 from host", "done");
    }

    /** In a group each parallel packet has its own round; only those beyond the window's last are forwarded. */
    @Test
    void aGroupIsServedInItsListOrder() {
        int[] group = {7, 3, 9};
        PhaseAlgorithm node =
                new Algorithms().create(window(1), ALL_GATHER, RingPosition.listed(group, 1), 30, 1, true);
        node.start(port);
        node.bundled(port);
        assertThat(port.take()).containsExactly("work 30 from host", "send 9 30", "receive 7 30");
        node.received(port);
        node.bundled(port);
        assertThat(port.take()).containsExactly("work 30 sent on", "send 7 30", "receive 9 30");
        node.received(port);
        node.bundled(port);
        assertThat(port.take()).containsExactly("work 30", "done");
    }

    /** Half of the data to the neighbour, a quarter two places on; back the same way. */
    @Test
    void halvingAndDoubling() {
        PhaseAlgorithm node = node(AlgorithmSpec.HALVING_DOUBLING, ALL_REDUCE, 5, 8, 800);
        node.start(port);
        node.bundled(port);
        assertThat(port.take()).containsExactly("work 400 from host", "send 4 400", "receive 4 400");
        String[][] rounds = {
            {"work 200 reduced sent on", "send 7 200", "receive 7 200"},
            {"work 100 reduced", "send 1 100", "receive 1 100"},
            {"work 100 from host", "send 1 100", "receive 1 100"},
            {"work 200 sent on", "send 7 200", "receive 7 200"},
            {"work 400", "send 4 400", "receive 4 400"},
        };
        for (String[] round : rounds) {
            node.received(port);
            node.bundled(port);
            assertThat(port.take()).containsExactly(round);
        }
        assertThat(node.progress()).isEqualTo("halving-doubling: 0 of 6 messages left");
    }

    /** The reference truncates twice the logarithm of 6, not the logarithm. */
    @Test
    void messagesOverSixNodesAreCountedAsInTheReference() {
        assertThat(node(AlgorithmSpec.HALVING_DOUBLING, ALL_REDUCE, 0, 6, 600).progress())
                .isEqualTo("halving-doubling: 5 of 5 messages left");
        assertThat(node(AlgorithmSpec.HALVING_DOUBLING, ALL_GATHER, 0, 6, 600).progress())
                .isEqualTo("halving-doubling: 2 of 2 messages left");
    }

    @Test
    void aGroupServesEachPacketOfItsWindow() {
        PhaseAlgorithm node = new Algorithms()
                .create(window(2), ALL_GATHER, RingPosition.listed(new int[] {4, 5, 6, 7, 8}, 0), 30, 1, true);
        node.start(port);
        node.bundled(port);
        node.bundled(port);
        assertThat(port.take())
                .containsExactly(
                        "work 30 from host",
                        "work 30 from host",
                        "send 5 30",
                        "receive 8 30",
                        "send 6 30",
                        "receive 7 30");
        for (int i = 0; i < 4; i++) {
            node.received(port);
        }
        assertThat(port.take()).containsOnly("work 30 sent on").hasSize(4);
    }

    @Test
    void doublingAlone() {
        PhaseAlgorithm node = node(AlgorithmSpec.HALVING_DOUBLING, ALL_GATHER, 0, 4, 100);
        node.start(port);
        node.bundled(port);
        node.received(port);
        node.bundled(port);
        assertThat(port.take())
                .containsExactly(
                        "work 100 from host", "send 2 100", "receive 2 100", "work 200", "send 1 200", "receive 1 200");
    }

    @Test
    void whatAnAlgorithmCannotDoIsSaid() {
        for (AlgorithmSpec any : new AlgorithmSpec[] {AlgorithmSpec.RING, AlgorithmSpec.DIRECT}) {
            assertThat(Algorithms.obstacle(any, ALL_TO_ALL, 7)).isNull();
        }
        AlgorithmSpec halving = AlgorithmSpec.HALVING_DOUBLING;
        assertThat(Algorithms.obstacle(halving, ALL_TO_ALL, 8)).isEqualTo("halvingDoubling has no all-to-all");
        assertThat(Algorithms.obstacle(halving, ALL_REDUCE, 6))
                .isEqualTo("halvingDoubling needs a power of two of nodes, not 6");
        assertThat(Algorithms.obstacle(halving, ALL_REDUCE, 8)).isNull();
        AlgorithmSpec tree = AlgorithmSpec.DOUBLE_BINARY_TREE;
        assertThat(Algorithms.obstacle(tree, ALL_REDUCE, 12))
                .isEqualTo("doubleBinaryTree needs a power of two of nodes, not 12");
        assertThat(Algorithms.obstacle(tree, ALL_REDUCE, 16)).isNull();
        assertThatThrownBy(() -> node(AlgorithmSpec.RING, BROADCAST, 0, 4, 1))
                .hasMessageStartingWith("BROADCAST has no message schedule");
    }

    @Test
    void placesOnARing() {
        RingPosition strided = RingPosition.strided(13, 4, 3);
        assertThat(strided.size()).isEqualTo(3);
        assertThat(strided.index()).isZero();
        assertThat(strided.base()).isEqualTo(13);
        assertThat(strided.stride()).isEqualTo(4);
        assertThat(strided.local()).isFalse();
        RingPosition middle = RingPosition.strided(6, 4, 3);
        assertThat(middle.index()).isEqualTo(1);
        assertThat(middle.base()).isEqualTo(2);
        assertThat(middle.rank(2)).isEqualTo(10);
        assertThat(middle.rank(-1)).isEqualTo(10);
        assertThat(middle.rank(3)).isEqualTo(2);
        RingPosition every = RingPosition.listed(new int[] {5, 6, 7, 8, 9, 10}, 1, 2, 3, 2);
        assertThat(every.local()).isTrue();
        assertThat(every.index()).isEqualTo(2);
        assertThat(every.rank(0)).isEqualTo(6);
        assertThat(every.rank(2)).isEqualTo(10);
        assertThat(every.rank(4)).isEqualTo(8);
    }
}
