// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.etude.et.graph.EtGraph;
import org.etude.sim.Simulator;
import org.etude.sim.result.SimulationResult;
import org.etude.sim.spec.Cases;
import org.etude.sim.spec.Scenario;
import org.etude.sim.symmetry.SameResults;
import org.etude.spec.Fidelity;
import org.etude.spec.SimOptions.Limits;
import org.etude.spec.SimOptions.Recording;
import org.etude.spec.SimOptions.Symmetry;
import org.etude.spec.SystemSpec;
import org.etude.topology.graph.LogicalTopology;
import org.etude.topology.graph.TopologyDim;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** When rounds of rings are skipped, and that it shows in nothing but the number of events. */
class SteadyRoundsTest {
    private static final int RANKS = 64;
    private static final double BYTES_PER_NS = TopologyDim.DEFAULT_BANDWIDTH.bytesPerSecond() / 1e9;

    private static SimulationResult run(Scenario scenario, Symmetry symmetry) {
        return Simulator.run(
                scenario.options(scenario.options().symmetry(symmetry).record(Recording.OPS, Recording.COLLECTIVES)));
    }

    /** Compares runs with and without skipping; returns the factor by which skipping reduced the events. */
    private static double saved(Scenario scenario) {
        SimulationResult skipping = run(scenario, Symmetry.OFF);
        SimulationResult singly = run(scenario, Symmetry.EXHAUSTIVE);
        SameResults.check(skipping, singly);
        return (double) singly.events() / skipping.events();
    }

    private static Scenario on(Fidelity network, Scenario scenario) {
        return scenario.options(scenario.options().fidelity(network));
    }

    @ParameterizedTest
    @EnumSource(
            value = Fidelity.class,
            names = {"ANALYTIC", "AWARE"})
    void ringsTakeTheClosedFormAndAHandfulOfRounds(Fidelity network) {
        Scenario scenario = on(network, Cases.same(LogicalTopology.ring(RANKS), Cases.collective(1, 0, 64 << 20)));
        SimulationResult result = run(scenario, Symmetry.OFF);
        long step = (long) (500 + (16 << 20) / RANKS / BYTES_PER_NS) + 10;
        // The first half of the rounds reduces, at 1,600 GB/s: two reads and a write.
        long reduction = 3 * (long) ((16 << 20) / RANKS / 1_600.0);
        long finish = 4 * (10 + (RANKS - 1) * (2 * step + reduction));
        assertThat(result.ranks().finish()).containsOnly(finish);
        assertThat(result.messageCount()).isEqualTo(4L * 2 * (RANKS - 1) * RANKS);
        // Eight half rings of 63 rounds, each round 2 or 3 events per rank.
        assertThat(result.events()).isLessThan(8L * 6 * 3 * RANKS);
        assertThat(saved(scenario)).isGreaterThan(10);
    }

    @Test
    void whatIsDueInBetweenComesInItsTime() {
        // The work ends in the middle of the all-reduce, on every rank at another time.
        List<EtGraph> ranks = new ArrayList<>();
        for (int rank = 0; rank < RANKS; rank++) {
            ranks.add(Cases.graph(
                    Cases.collective(1, 0, 8 << 20), Cases.work(2, 40 + rank % 2), Cases.work(3, 1 + rank % 7, 2)));
        }
        assertThat(saved(Cases.each(LogicalTopology.ring(RANKS), ranks))).isGreaterThan(2);
    }

    @Test
    void ranksThatDifferMeetInARingAgain() {
        // All wait for the slowest in the all-reduce; the ring that follows begins on all ranks at the same time.
        List<EtGraph> ranks = new ArrayList<>();
        for (int rank = 0; rank < RANKS; rank++) {
            ranks.add(Cases.graph(Cases.work(1, rank == 5 ? 9 : 3), Cases.collective(2, 2, 1 << 22, 1)));
        }
        assertThat(saved(Cases.each(LogicalTopology.switched(RANKS), ranks))).isGreaterThanOrEqualTo(1);
    }

    @Test
    void eachGroupHasItsRing() {
        List<Integer> even = new ArrayList<>();
        List<Integer> odd = new ArrayList<>();
        for (int rank = 0; rank < RANKS; rank++) {
            (rank % 2 == 0 ? even : odd).add(RANKS - 1 - rank);
        }
        List<EtGraph> ranks = new ArrayList<>();
        for (int rank = 0; rank < RANKS; rank++) {
            ranks.add(Cases.graph(Cases.grouped(1, 0, 1 << 22, even.contains(rank) ? "1" : "2")));
        }
        Map<Integer, List<Integer>> groups = Map.of(1, even, 2, odd);
        assertThat(saved(Cases.each(LogicalTopology.switched(RANKS), ranks, groups)))
                .isGreaterThan(3);
    }

    @ParameterizedTest
    @CsvSource({"1, 4", "2, 4", "4, 4"})
    void severalChunksOfARankRunConcurrently(int active, int splits) {
        Scenario scenario = Cases.same(LogicalTopology.ring(RANKS), Cases.collective(1, 0, 64 << 20))
                .system(SystemSpec.builder().splits(splits).activeChunks(active).build());
        assertThat(saved(scenario)).isGreaterThan(5);
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 1_000, 30_000, 31_007, 100_000, 333_333})
    void aLimitOfTimeIsKeptToTheTick(long limit) {
        Scenario all = Cases.same(LogicalTopology.ring(RANKS), Cases.collective(1, 0, 8 << 20));
        Scenario scenario = all.options(all.options().limits(new Limits(limit, 0, 0, 0)));
        assertThat(saved(scenario)).isGreaterThanOrEqualTo(1);
        assertThat(run(scenario, Symmetry.OFF).ticks()).isLessThanOrEqualTo(limit);
    }

    @Test
    void nothingIsSkippedWhenMessagesAreListedOrEventsCounted() {
        Scenario all = Cases.same(LogicalTopology.ring(RANKS), Cases.collective(1, 0, 1 << 20));
        long singly = run(all, Symmetry.EXHAUSTIVE).events();
        SimulationResult listed =
                Simulator.run(all.options(all.options().symmetry(Symmetry.OFF).record(Recording.MESSAGES)));
        assertThat(listed.events()).isEqualTo(singly);
        assertThat(listed.messages().orElseThrow().size()).isEqualTo((int) listed.messageCount());
        Scenario counted = all.options(all.options().limits(new Limits(0, singly / 2, 0, 0)));
        assertThat(run(counted, Symmetry.OFF).ticks())
                .isEqualTo(run(counted, Symmetry.EXHAUSTIVE).ticks());
    }
}
