// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.etude.analysis.ExposedComm.Part;
import org.etude.et.graph.EtNode;
import org.etude.sim.Simulator;
import org.etude.sim.result.SimulationResult;
import org.etude.sim.spec.Cases;
import org.etude.sim.spec.Scenario;
import org.etude.spec.SimOptions;
import org.etude.spec.SimulationException;
import org.etude.topology.graph.LogicalTopology;
import org.etude.unit.Bandwidth;
import org.junit.jupiter.api.Test;

/** Which communication makes a rank wait. A message of 131,072 bytes takes trunc(500 + 2441.4) ns on a ring of two. */
class ExposedCommTest {
    private static final LogicalTopology PAIR = LogicalTopology.ring(2).bandwidth(Bandwidth.gibibytesPerSecond(50));
    private static final long SMALL = 2_941;

    private static List<Part> parts(Scenario scenario) {
        return ExposedComm.of(Simulator.run(scenario));
    }

    private static Scenario sending(long work) {
        EtNode other = work == 0 ? Cases.work(2, 1, 3) : Cases.work(2, work);
        return Cases.each(
                PAIR,
                List.of(
                        Cases.graph(Cases.send(1, 1, 131_072, 1), other, Cases.send(3, 1, 4 * 131_072, 2, 1)),
                        Cases.graph(Cases.receive(1, 0, 131_072, 1), Cases.receive(3, 0, 4 * 131_072, 2, 1))));
    }

    @Test
    void theLargestCauseComesFirstThenByRankAndNode() {
        List<Part> parts = parts(sending(0));
        assertThat(parts).extracting(Part::rank).containsExactly(0, 1, 0, 1);
        assertThat(parts).extracting(Part::node).containsExactly(3L, 3L, 1L, 1L);
        assertThat(parts).extracting(Part::type).containsExactly("send", "recv", "send", "recv");
        assertThat(parts).extracting(Part::bytes).containsExactly(524_288L, 524_288L, 131_072L, 131_072L);
        assertThat(parts).extracting(Part::startNs).containsExactly(SMALL, SMALL, 0L, 0L);
        assertThat(parts).extracting(Part::endNs).containsExactly(13_206L, 13_206L, SMALL, SMALL);
        assertThat(parts.get(1).exposedNs()).isEqualTo(13_206 - SMALL);
        assertThat(parts.get(3).exposedNs()).isEqualTo(SMALL);
    }

    @Test
    void whatWorkHidesIsNotExposed() {
        List<Part> parts = parts(sending(5));
        // Rank 0 works until 5,000 ns: all of the first message and the begin of the second are hidden.
        assertThat(parts).extracting(Part::rank).containsExactly(1, 0, 1, 0);
        assertThat(parts)
                .extracting(Part::exposedNs)
                .containsExactly((double) (13_206 - SMALL), 13_206.0 - 5_000, (double) SMALL, 0.0);
    }

    @Test
    void whatRunsAtOnceSharesTheBlame() {
        List<Part> parts = parts(Cases.each(
                PAIR,
                List.of(
                        Cases.graph(Cases.send(1, 1, 131_072, 1), Cases.send(2, 1, 4 * 131_072, 2)),
                        Cases.graph(Cases.receive(1, 0, 131_072, 1), Cases.receive(2, 0, 4 * 131_072, 2)))));
        // The sender sends one message after the other; while the first moves, the second only waits for its sender.
        long large = 10_265;
        assertThat(parts).extracting(Part::rank).containsExactly(0, 1, 0, 1);
        assertThat(parts).extracting(Part::node).containsExactly(2L, 2L, 1L, 1L);
        assertThat(parts)
                .extracting(Part::exposedNs)
                .containsExactly((double) large, (double) large, (double) SMALL, (double) SMALL);
        assertThat(parts).extracting(Part::waitingNs).containsOnly(0.0);
    }

    @Test
    void aStoppedRunCountsToWhereItStopped() {
        Scenario scenario = sending(0);
        Scenario stopped = scenario.options(scenario.options().limits(new SimOptions.Limits(5_000, 0, 0, 0)));
        List<Part> parts = parts(stopped);
        assertThat(parts)
                .filteredOn(part -> part.node() == 3)
                .extracting(Part::endNs)
                .containsOnly(SMALL);
    }

    @Test
    void withoutOpsNobodyKnows() {
        Scenario scenario = sending(0);
        SimulationResult result =
                Simulator.run(scenario.options(scenario.options().record()));
        assertThatThrownBy(() -> ExposedComm.of(result))
                .isInstanceOf(SimulationException.class)
                .hasMessageContaining("did not keep ops");
    }
}
