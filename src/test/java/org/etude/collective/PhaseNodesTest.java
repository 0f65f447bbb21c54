// SPDX-License-Identifier: Apache-2.0
package org.etude.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.etude.spec.CollectiveType.ALL_GATHER;
import static org.etude.spec.CollectiveType.ALL_REDUCE;
import static org.etude.spec.CollectiveType.ALL_TO_ALL;
import static org.etude.spec.CollectiveType.REDUCE_SCATTER;

import java.math.BigInteger;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.etude.spec.AlgorithmSpec;
import org.etude.spec.CollectiveType;

/** What every node of a phase sends in total, against the closed forms of Thakur, Rabenseifner and Gropp (IJHPCA 2005). */
class PhaseNodesTest {
    private static final long DATA = 1L << 20;

    private static PhaseNodes ended(AlgorithmSpec spec, CollectiveType kind, int n, int direction) {
        return ended(spec, kind, n, direction, DATA);
    }

    private static PhaseNodes ended(AlgorithmSpec spec, CollectiveType kind, int n, long data) {
        return ended(spec, kind, n, 1, data);
    }

    private static PhaseNodes ended(AlgorithmSpec spec, CollectiveType kind, int n, int direction, long data) {
        Algorithms algorithms = new Algorithms();
        PhaseNodes nodes = new PhaseNodes(
                n, rank -> algorithms.create(spec, kind, RingPosition.strided(rank, 1, n), data, direction, true));
        assertThat(nodes.run()).as("messages without a partner").isZero();
        assertThat(nodes.ends).containsOnly(1);
        return nodes;
    }

    private static void everyNodeSends(PhaseNodes nodes, int messages, long bytes) {
        assertThat(nodes.messages).containsOnly(messages);
        assertThat(nodes.bytes).containsOnly(bytes);
    }

    @Property(tries = 40)
    void theRingSendsEachPartOnward(@ForAll @IntRange(min = 2, max = 33) int n, @ForAll boolean back) {
        int way = back ? -1 : 1;
        long part = DATA / n;
        everyNodeSends(ended(AlgorithmSpec.RING, REDUCE_SCATTER, n, way), n - 1, (n - 1) * part);
        everyNodeSends(ended(AlgorithmSpec.RING, ALL_GATHER, n, way), n - 1, (n - 1) * DATA);
        everyNodeSends(ended(AlgorithmSpec.RING, ALL_REDUCE, n, way), 2 * (n - 1), 2 * (n - 1) * part);
        int allToAll = n * (n - 1) / 2;
        everyNodeSends(ended(AlgorithmSpec.RING, ALL_TO_ALL, n, way), allToAll, allToAll * part);
    }

    /** As many rings as strides are coprime to the number of nodes; each of their links carries as many messages as a ring's. */
    @Property(tries = 40)
    void stridedRingsShareNoLink(
            @ForAll @IntRange(min = 2, max = 24) int n, @ForAll @IntRange(min = 0, max = 9) int odd) {
        int rings = (int) IntStream.range(1, n)
                .filter(stride ->
                        BigInteger.valueOf(stride).gcd(BigInteger.valueOf(n)).intValue() == 1)
                .count();
        long part = (DATA + odd) / n;
        for (CollectiveType kind : new CollectiveType[] {REDUCE_SCATTER, ALL_GATHER, ALL_REDUCE}) {
            int steps = kind == ALL_REDUCE ? 2 * (n - 1) : n - 1;
            PhaseNodes nodes = ended(AlgorithmSpec.STRIDED_RINGS, kind, n, DATA + odd);
            everyNodeSends(nodes, rings * steps, steps * (kind == ALL_GATHER ? DATA + odd : part));
            assertThat(nodes.byLink).hasSize(n * rings);
            assertThat(nodes.byLink.values()).containsOnly(steps);
            assertThat(nodes.reductions).containsOnly(kind == ALL_GATHER ? 0 : rings * (n - 1));
        }
    }

    @Example
    void eightNodesHaveTheRingsOfTheirOddStrides() {
        assertThat(ended(AlgorithmSpec.STRIDED_RINGS, ALL_GATHER, 8, DATA).byLink)
                .containsOnlyKeys(IntStream.range(0, 8)
                        .boxed()
                        .flatMap(node -> IntStream.of(1, 3, 5, 7).mapToObj(by -> node + " to " + (node + by) % 8))
                        .toList());
    }

    @Property(tries = 60)
    void directSendsToEveryPeerThroughAnyWindow(
            @ForAll @IntRange(min = 2, max = 20) int n, @ForAll @IntRange(min = -1, max = 25) int window) {
        AlgorithmSpec direct =
                window == 0 ? AlgorithmSpec.DIRECT : new AlgorithmSpec(AlgorithmSpec.Kind.DIRECT, false, window);
        long part = DATA / n;
        everyNodeSends(ended(direct, REDUCE_SCATTER, n, 1), n - 1, (n - 1) * part);
        everyNodeSends(ended(direct, ALL_TO_ALL, n, -1), n - 1, (n - 1) * part);
        everyNodeSends(ended(direct, ALL_GATHER, n, 1), n - 1, (n - 1) * DATA);
        everyNodeSends(ended(direct, ALL_REDUCE, n, 1), 2 * (n - 1), 2 * (n - 1) * part);
    }

    @Property(tries = 10)
    void halvingAndDoublingTakeLogarithmicallyManySteps(@ForAll @IntRange(min = 1, max = 7) int steps) {
        int n = 1 << steps;
        AlgorithmSpec spec = AlgorithmSpec.HALVING_DOUBLING;
        everyNodeSends(ended(spec, REDUCE_SCATTER, n, 1), steps, DATA - DATA / n);
        everyNodeSends(ended(spec, ALL_GATHER, n, 1), steps, (n - 1) * DATA);
        everyNodeSends(ended(spec, ALL_REDUCE, n, 1), 2 * steps, 2 * (DATA - DATA / n));
    }

    @Property(tries = 12)
    void aTreeCarriesTheWholeDataUpAndDown(@ForAll @IntRange(min = 1, max = 7) int levels, @ForAll boolean left) {
        int n = 1 << levels;
        Algorithms algorithms = new Algorithms();
        PhaseNodes nodes = new PhaseNodes(
                n,
                rank -> algorithms.create(
                        AlgorithmSpec.DOUBLE_BINARY_TREE, ALL_REDUCE, RingPosition.strided(rank, 1, n), DATA, 1, left));
        assertThat(nodes.run()).isZero();
        assertThat(nodes.ends).containsOnly(1);
        assertThat(IntStream.of(nodes.messages).sum()).isEqualTo(2 * (n - 1));
    }

    @Example
    void onlyAReductionReduces() {
        assertThat(ended(AlgorithmSpec.RING, REDUCE_SCATTER, 5, 1).reductions).containsOnly(4);
        assertThat(ended(AlgorithmSpec.RING, ALL_GATHER, 5, 1).reductions).containsOnly(0);
        assertThat(ended(AlgorithmSpec.RING, ALL_REDUCE, 5, 1).reductions).containsOnly(4);
        assertThat(ended(AlgorithmSpec.HALVING_DOUBLING, REDUCE_SCATTER, 8, 1).reductions)
                .containsOnly(2);
    }

    @Example
    void halvingOverFiveNodesLeavesSomeWaitingAsInTheReference() {
        Algorithms algorithms = new Algorithms();
        PhaseNodes nodes = new PhaseNodes(
                5,
                rank -> algorithms.create(
                        AlgorithmSpec.HALVING_DOUBLING, ALL_REDUCE, RingPosition.strided(rank, 1, 5), DATA, 1, true));
        assertThat(nodes.run()).isPositive();
        assertThat(nodes.ends).contains(0);
    }
}
