// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.etude.collective.RingPosition;
import org.etude.et.graph.EtGraph;
import org.etude.sim.Simulator;
import org.etude.sim.result.SimulationResult;
import org.etude.sim.spec.Cases;
import org.etude.sim.spec.Scenario;
import org.etude.spec.AlgorithmSpec;
import org.etude.spec.SystemSpec;
import org.etude.topology.graph.LogicalTopology;
import org.junit.jupiter.api.Test;

class RingDirectionsTest {
    private static final AlgorithmSpec RING = AlgorithmSpec.RING;

    private static RingPosition row(int rank) {
        return RingPosition.strided(rank, 1, 4);
    }

    @Test
    void theRanksOfARingTakeTheDirectionOfTheFirst() {
        RingDirections directions = new RingDirections(false);
        assertThat(directions.along(RING, row(0), 0, 0, -1)).isEqualTo(-1);
        assertThat(directions.along(RING, row(1), 1, 0, 1)).isEqualTo(-1);
        assertThat(directions.along(RING, row(1), 1, 0, 1)).isEqualTo(1);
        assertThat(directions.along(RING, row(0), 0, 0, -1)).isEqualTo(1);
    }

    /** Another row, another dimension and a ring over all ranks have directions of their own. */
    @Test
    void parallelRingsDoNotAgree() {
        RingDirections directions = new RingDirections(false);
        assertThat(directions.along(RING, row(0), 0, 0, -1)).isEqualTo(-1);
        assertThat(directions.along(RING, row(5), 5, 0, 1)).isEqualTo(1);
        assertThat(directions.along(RING, RingPosition.strided(1, 4, 4), 1, 1, 1))
                .isEqualTo(1);
        AlgorithmSpec flat = AlgorithmSpec.parse("oneRing");
        assertThat(directions.along(flat, RingPosition.strided(1, 1, 16), 1, 0, 1))
                .isEqualTo(1);
        assertThat(directions.inGroup(RING, RingPosition.listed(new int[] {0, 1, 2}, 1), 1, 7, -1, 1))
                .isEqualTo(1);
    }

    @Test
    void whereTheDirectionDoesNotMatterEachKeepsItsOwn() {
        RingDirections directions = new RingDirections(false);
        assertThat(directions.along(AlgorithmSpec.DIRECT, row(0), 0, 0, -1)).isEqualTo(-1);
        assertThat(directions.along(AlgorithmSpec.DIRECT, row(1), 1, 0, 1)).isEqualTo(1);
        RingPosition pair = RingPosition.strided(1, 1, 2);
        assertThat(directions.along(RING, RingPosition.strided(0, 1, 2), 0, 0, -1))
                .isEqualTo(-1);
        assertThat(directions.along(RING, pair, 1, 0, 1)).isEqualTo(1);
        RingDirections alone = new RingDirections(true);
        assertThat(alone.along(RING, row(0), 0, 0, -1)).isEqualTo(-1);
        assertThat(alone.along(RING, row(1), 1, 0, 1)).isEqualTo(1);
    }

    /**
     * With two queues a group's chunks take the turns of its ranks only; ASTRA-sim hangs in the ring that follows, half of
     * the ranks going round it one way and half the other.
     */
    @Test
    void aJobOfDifferentGroupsEndsWithSeveralQueues() {
        List<EtGraph> ranks = new ArrayList<>();
        for (int rank = 0; rank < 4; rank++) {
            ranks.add(
                    rank < 2
                            ? Cases.graph(Cases.grouped(1, 2, 1000, "1"), Cases.collective(2, 2, 4000, 1))
                            : Cases.graph(Cases.collective(2, 2, 4000)));
        }
        Scenario scenario = Cases.each(LogicalTopology.ring(4), ranks, Map.of(1, List.of(0, 1)))
                .system(SystemSpec.builder().splits(1).build());
        scenario = scenario.options(scenario.options().transport(2, 1, false));
        assertThat(Simulator.run(scenario).complete()).isTrue();
        SimulationResult compat =
                Simulator.run(scenario.options(scenario.options().compat(true)));
        assertThat(compat.complete()).isFalse();
    }
}
