// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.assertj.core.data.Offset;
import org.etude.sim.spec.Cases;
import org.etude.spec.CollectiveType;
import org.etude.topology.graph.DimKind;
import org.etude.topology.graph.LogicalTopology;
import org.etude.topology.graph.TopologyDim;
import org.etude.unit.Bandwidth;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The least ns per byte of collectives, worked out by hand: what must leave a host or a node, by the rate at which it can. A rate of 1
 * GB/s is one byte per ns.
 */
class CollectiveFloorsTest {
    private static final Offset<Double> EXACT = within(1e-12);

    /** Switches of these sizes, each twice as fast as the next. */
    private static CollectiveFloors floors(int... sizes) {
        List<TopologyDim> dims = new ArrayList<>();
        int hosts = 1;
        for (int d = 0; d < sizes.length; d++) {
            dims.add(new TopologyDim(
                    DimKind.SWITCH, sizes[d], Bandwidth.gigabytesPerSecond(1 << (sizes.length - 1 - d)), 500));
            hosts *= sizes[d];
        }
        return new CollectiveFloors(
                Cases.each(new LogicalTopology(dims), Collections.nCopies(hosts, Cases.graph(Cases.work(1, 1)))));
    }

    /** Of S bytes, each of four hosts sends 2 x 3/4, 3/4, the parts of three others, and 3/4. */
    @ParameterizedTest
    @CsvSource({"ALL_REDUCE, 1.5", "REDUCE_SCATTER, 0.75", "ALL_GATHER, 3", "ALL_TO_ALL, 0.75"})
    void oneSwitchIsBoundByItsHosts(CollectiveType kind, double expected) {
        assertThat(floors(4).nsPerByte(new int[] {0, 1, 2, 3}, kind)).isCloseTo(expected, EXACT);
    }

    /**
     * Two nodes of two: a host sends at 2 + 1 bytes per ns, a node at 1 for each of its hosts. An all-reduce needs 1.5 / 3 by its
     * hosts and 1 / 2 by its nodes, an all-to-all 0.75 / 3 and 1 / 2.
     */
    @ParameterizedTest
    @CsvSource({"ALL_REDUCE, 0.5", "REDUCE_SCATTER, 0.25", "ALL_GATHER, 1", "ALL_TO_ALL, 0.5"})
    void nodesBoundTheWholeJobToo(CollectiveType kind, double expected) {
        assertThat(floors(2, 2).nsPerByte(new int[] {0, 1, 2, 3}, kind)).isCloseTo(expected, EXACT);
    }

    /** Ranks of different nodes use the outer switch alone. */
    @Test
    void aGroupUsesTheDimensionsInWhichItsRanksDiffer() {
        CollectiveFloors floors = floors(2, 2);
        assertThat(floors.nsPerByte(new int[] {0, 2}, CollectiveType.ALL_REDUCE))
                .isCloseTo(1, EXACT);
        assertThat(floors.nsPerByte(new int[] {3, 2}, CollectiveType.ALL_REDUCE))
                .isCloseTo(0.5, EXACT);
    }

    /**
     * Two ranks of one node and one of another: the lone one sends all S bytes of an all-reduce, two thirds of a reduce-scatter and
     * an all-to-all's, and receives two parts of an all-gather, at 1 byte per ns.
     */
    @ParameterizedTest
    @CsvSource({"ALL_REDUCE, 1", "REDUCE_SCATTER, 0.6666666666666666", "ALL_GATHER, 2", "ALL_TO_ALL, 0.6666666666666666"
    })
    void theSmallestOfUnevenNodesBounds(CollectiveType kind, double expected) {
        assertThat(floors(2, 2).nsPerByte(new int[] {2, 0, 1}, kind)).isCloseTo(expected, EXACT);
    }

    @Test
    void aRankAloneNeedsNoTime() {
        assertThat(floors(4).nsPerByte(new int[] {2}, CollectiveType.ALL_REDUCE))
                .isZero();
    }

    /** Along the inner dimension, the outer one, both and none; the same wherever the rank is. */
    @Test
    void collectivesOfSomeDimensionsAreThoseOfTheirRanks() {
        CollectiveFloors floors = floors(2, 2);
        for (int rank = 0; rank < 4; rank++) {
            assertThat(floors.nsPerByte(rank, new boolean[] {true, false}, CollectiveType.ALL_REDUCE))
                    .isCloseTo(0.5, EXACT);
            assertThat(floors.nsPerByte(rank, new boolean[] {false, true}, CollectiveType.ALL_REDUCE))
                    .isCloseTo(1, EXACT);
            assertThat(floors.nsPerByte(rank, new boolean[] {true, true}, CollectiveType.ALL_TO_ALL))
                    .isCloseTo(0.5, EXACT);
            assertThat(floors.nsPerByte(rank, new boolean[] {true}, CollectiveType.ALL_REDUCE))
                    .as("what is not listed is not involved")
                    .isCloseTo(0.5, EXACT);
            assertThat(floors.nsPerByte(rank, new boolean[2], CollectiveType.ALL_REDUCE))
                    .isZero();
        }
    }

    @Test
    void collectivesWithoutAScheduleHaveNoFloor() {
        assertThatThrownBy(() -> floors(4).nsPerByte(new int[] {0, 1}, CollectiveType.BROADCAST))
                .hasMessageContaining("BROADCAST has no message schedule");
    }
}
