// SPDX-License-Identifier: Apache-2.0
package org.etude.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.etude.collective.QueueLevel.ANY;
import static org.etude.collective.QueueLevel.FIRST;
import static org.etude.collective.QueueLevel.LAST;
import static org.etude.spec.AlgorithmSpec.DIRECT;
import static org.etude.spec.AlgorithmSpec.DOUBLE_BINARY_TREE;
import static org.etude.spec.AlgorithmSpec.RING;
import static org.etude.spec.CollectiveType.ALL_GATHER;
import static org.etude.spec.CollectiveType.ALL_REDUCE;
import static org.etude.spec.CollectiveType.ALL_TO_ALL;
import static org.etude.spec.CollectiveType.REDUCE_SCATTER;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.etude.collective.PhasePlanner.Style;
import org.etude.spec.AlgorithmSpec;
import org.etude.spec.CollectiveType;
import org.junit.jupiter.api.Test;

/** How a chunk goes through a system of 4 x 2 x 8 nodes, with its bytes at each step. */
class PhasePlannerTest {
    private static final int[] SIZE = {4, 2, 8};
    private static final boolean[] ALL = {true, true, true};
    private static final int[] UP = {0, 1, 2};
    private static final int[] DOWN = {2, 1, 0};
    private static final AlgorithmSpec[] RINGS = {RING, RING, RING};

    private static PlannedPhase phase(int dim, CollectiveType kind, long bytes, QueueLevel level) {
        return new PlannedPhase(dim, kind, bytes, level);
    }

    private static List<PlannedPhase> plan(CollectiveType kind, AlgorithmSpec[] algorithm, int[] order, Style style) {
        return PhasePlanner.plan(kind, 6400, SIZE, algorithm, ALL, order, style);
    }

    @Test
    void anAllReduceScattersUpwardsAndGathersDownwards() {
        assertThat(plan(ALL_REDUCE, RINGS, UP, Style.LOCAL_BW_AWARE))
                .containsExactly(
                        phase(0, REDUCE_SCATTER, 6400, FIRST),
                        phase(1, REDUCE_SCATTER, 1600, FIRST),
                        phase(2, ALL_REDUCE, 800, FIRST),
                        phase(1, ALL_GATHER, 800, LAST),
                        phase(0, ALL_GATHER, 1600, LAST));
    }

    @Test
    void dimensionsBeyondThoseOfTheCollectiveArePassedOver() {
        // Themis orders the network's three dimensions, also for a collective over all nodes at once.
        List<PlannedPhase> plan = PhasePlanner.plan(
                ALL_REDUCE,
                6400,
                new int[] {64},
                new AlgorithmSpec[] {RING},
                new boolean[] {true},
                DOWN,
                Style.SCATTER_GATHER);
        assertThat(plan).containsExactly(phase(0, REDUCE_SCATTER, 6400, FIRST), phase(0, ALL_GATHER, 100, LAST));
    }

    @Test
    void greedyDimensionsScatterAndGatherInTheLastOneToo() {
        assertThat(plan(ALL_REDUCE, RINGS, UP, Style.SCATTER_GATHER))
                .containsExactly(
                        phase(0, REDUCE_SCATTER, 6400, FIRST),
                        phase(1, REDUCE_SCATTER, 1600, FIRST),
                        phase(2, REDUCE_SCATTER, 800, FIRST),
                        phase(2, ALL_GATHER, 100, LAST),
                        phase(1, ALL_GATHER, 800, LAST),
                        phase(0, ALL_GATHER, 1600, LAST));
    }

    @Test
    void otherCollectivesVisitEachDimensionOnce() {
        assertThat(plan(ALL_REDUCE, RINGS, UP, Style.BASELINE))
                .containsExactly(
                        phase(0, ALL_REDUCE, 6400, ANY),
                        phase(1, ALL_REDUCE, 6400, ANY),
                        phase(2, ALL_REDUCE, 6400, ANY));
        assertThat(plan(ALL_GATHER, RINGS, DOWN, Style.LOCAL_BW_AWARE))
                .containsExactly(
                        phase(2, ALL_GATHER, 6400, ANY),
                        phase(1, ALL_GATHER, 51_200, ANY),
                        phase(0, ALL_GATHER, 102_400, ANY));
        assertThat(plan(ALL_TO_ALL, RINGS, UP, Style.SCATTER_GATHER))
                .extracting(PlannedPhase::bytes)
                .containsOnly(6400L);
    }

    @Test
    void aTreeReducesAllWhateverIsAskedFor() {
        AlgorithmSpec[] algorithm = {DOUBLE_BINARY_TREE, DIRECT, RING};
        assertThat(plan(ALL_REDUCE, algorithm, UP, Style.LOCAL_BW_AWARE))
                .containsExactly(
                        phase(0, ALL_REDUCE, 6400, FIRST),
                        phase(1, REDUCE_SCATTER, 6400, FIRST),
                        phase(2, ALL_REDUCE, 3200, FIRST),
                        phase(1, ALL_GATHER, 3200, LAST),
                        phase(0, ALL_REDUCE, 6400, LAST));
        assertThat(plan(REDUCE_SCATTER, algorithm, UP, Style.BASELINE))
                .containsExactly(
                        phase(0, ALL_REDUCE, 6400, ANY),
                        phase(1, REDUCE_SCATTER, 6400, ANY),
                        phase(2, REDUCE_SCATTER, 3200, ANY));
        assertThat(plan(ALL_GATHER, algorithm, DOWN, Style.BASELINE))
                .last()
                .isEqualTo(phase(0, ALL_REDUCE, 102_400, ANY));
    }

    @Test
    void dimensionsOfOneNodeOrNotInvolvedAreLeftOut() {
        boolean[] involved = {true, false, true, true};
        int[] size = {4, 2, 8, 1};
        AlgorithmSpec[] algorithm = {RING, RING, RING, RING};
        assertThat(PhasePlanner.plan(
                        ALL_REDUCE, 320, size, algorithm, involved, new int[] {0, 1, 2, 3}, Style.LOCAL_BW_AWARE))
                .containsExactly(
                        phase(0, REDUCE_SCATTER, 320, FIRST),
                        phase(2, ALL_REDUCE, 80, FIRST),
                        phase(0, ALL_GATHER, 80, LAST));
        assertThat(PhasePlanner.plan(
                        ALL_REDUCE, 320, size, algorithm, new boolean[4], new int[] {0, 1, 2, 3}, Style.LOCAL_BW_AWARE))
                .isEmpty();
    }

    @Property
    void anAllReduceLeavesEveryNodeWithWhatItHad(
            @ForAll @IntRange(min = 0, max = 3) int trees, @ForAll @IntRange(min = 1, max = 1000) int units) {
        AlgorithmSpec[] algorithm = {
            (trees & 1) == 0 ? RING : DOUBLE_BINARY_TREE, (trees & 2) == 0 ? DIRECT : DOUBLE_BINARY_TREE, RING
        };
        long bytes = 64L * units;
        for (Style style : Style.values()) {
            List<PlannedPhase> plan = PhasePlanner.plan(ALL_REDUCE, bytes, SIZE, algorithm, ALL, UP, style);
            PlannedPhase last = plan.get(plan.size() - 1);
            assertThat(last.kind().finalBytes(last.bytes(), SIZE[last.dim()])).isEqualTo(bytes);
        }
    }
}
