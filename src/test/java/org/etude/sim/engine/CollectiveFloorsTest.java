// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.assertj.core.data.Offset;
import org.etude.sim.spec.Cases;
import org.etude.sim.spec.Scenario;
import org.etude.spec.CollectiveType;
import org.etude.topology.graph.DimKind;
import org.etude.topology.graph.LogicalTopology;
import org.etude.topology.graph.TopologyDim;
import org.etude.topology.text.TopologyText;
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

    private static final List<CollectiveType> KINDS = List.of(
            CollectiveType.ALL_REDUCE,
            CollectiveType.REDUCE_SCATTER,
            CollectiveType.ALL_GATHER,
            CollectiveType.ALL_TO_ALL);

    /** What is kept for later is that of the same ranks, dimensions and kind, in whatever order they are asked for. */
    @Property(tries = 30)
    void dimensionsGiveWhatTheirRanksGive(@ForAll @IntRange(max = 4) int network, @ForAll long seed) {
        String text = List.of("switch:2,switch:3,switch:2", "torus:3x4", "ring:3,switch:4", "rail:2x3x2", "mesh:3x3")
                .get(network);
        LogicalTopology topology = TopologyText.parse(text).logical();
        int hosts = topology.hosts();
        Scenario scenario = Cases.each(topology, Collections.nCopies(hosts, Cases.graph(Cases.work(1, 1))));
        CollectiveFloors floors = new CollectiveFloors(scenario);
        Random random = new Random(seed);
        for (int k = 0; k < 60; k++) {
            int rank = random.nextInt(hosts);
            boolean[] involved = new boolean[topology.size()];
            for (int d = 0; d < involved.length; d++) {
                involved[d] = random.nextBoolean();
            }
            int[] members = IntStream.range(0, hosts)
                    .filter(other -> IntStream.range(0, involved.length)
                            .allMatch(
                                    d -> involved[d] || topology.coordinate(other, d) == topology.coordinate(rank, d)))
                    .toArray();
            CollectiveType kind = KINDS.get(random.nextInt(KINDS.size()));
            assertThat(floors.nsPerByte(rank, involved, kind))
                    .as("%s among %s on %s", kind, Arrays.toString(members), text)
                    .isEqualTo(new CollectiveFloors(scenario).nsPerByte(members, kind));
        }
    }

    /** Three levels of two, of 4, 2 and 1 bytes per ns: any group, block by block. */
    @Property(tries = 200)
    void everyBlockOfAnyGroupIsABound(
            @ForAll @IntRange(min = 1, max = 255) int group, @ForAll @IntRange(max = 3) int of) {
        int[] members =
                IntStream.range(0, 8).filter(rank -> (group >> rank & 1) == 1).toArray();
        CollectiveType kind = KINDS.get(of);
        int n = members.length;
        double most = 0;
        for (int level = 0; level < 3; level++) {
            double rate = 0;
            for (int d = level; d < 3; d++) {
                int bit = d;
                rate += Arrays.stream(members).map(r -> r >> bit & 1).distinct().count() > 1 ? 4 >> d : 0;
            }
            int shift = level;
            Map<Integer, Long> blocks = Arrays.stream(members)
                    .boxed()
                    .collect(Collectors.groupingBy(r -> r >> shift, Collectors.counting()));
            boolean equal = blocks.values().stream().distinct().count() == 1;
            for (long inside : blocks.values()) {
                double outside = n - inside;
                double bytes =
                        switch (kind) {
                            case ALL_REDUCE -> equal ? 2 * outside / n : 1;
                            case REDUCE_SCATTER -> outside / n;
                            case ALL_GATHER -> outside;
                            default -> inside * outside / n;
                        };
                most = outside > 0 ? Math.max(most, bytes / (inside * rate)) : most;
            }
        }
        assertThat(floors(2, 2, 2).nsPerByte(members, kind)).isCloseTo(most, EXACT);
    }
}
