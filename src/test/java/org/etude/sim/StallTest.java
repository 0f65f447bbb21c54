// SPDX-License-Identifier: Apache-2.0
package org.etude.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNode;
import org.etude.report.EtudeException;
import org.etude.report.Finding;
import org.etude.sim.result.SimulationResult;
import org.etude.sim.result.StallException;
import org.etude.sim.spec.Cases;
import org.etude.sim.spec.Scenario;
import org.etude.spec.AlgorithmSpec;
import org.etude.spec.IntraDimension;
import org.etude.spec.SimOptions;
import org.etude.spec.SimulationException;
import org.etude.spec.SystemSpec;
import org.etude.topology.graph.LogicalTopology;
import org.etude.unit.Bandwidth;
import org.etude.unit.Time;
import org.junit.jupiter.api.Test;

/** Inputs on which the reference hangs or aborts, and what Etude reports for them. */
class StallTest {
    private static final LogicalTopology PAIR = LogicalTopology.ring(2);

    private static StallException stall(EtNode zero, EtNode one) {
        Scenario scenario = Cases.each(PAIR, List.of(Cases.graph(zero), Cases.graph(one)));
        return catchThrowableOfType(StallException.class, () -> Simulator.run(scenario));
    }

    private static boolean says(EtudeException e, String effect) {
        return e.details().findings().stream().map(Finding::effect).anyMatch(effect::equals);
    }

    @Test
    void missingSend() {
        StallException e = stall(Cases.work(1, 1), Cases.receive(1, 0, 4096, 5));
        assertThat(e).hasMessageContaining("1 of 2 ranks stopped").hasMessageContaining("never sent");
        assertThat(e.tick()).isEqualTo(1000);
        assertThat(says(e, "missing partner")).isTrue();
    }

    @Test
    void sizeMismatch() {
        StallException e = stall(Cases.send(1, 1, 4096, 5), Cases.receive(1, 0, 2048, 5));
        assertThat(e).hasMessageContaining("differ in size");
        assertThat(says(e, "size mismatch")).isTrue();
    }

    private static StallException pair(boolean rendezvous, EtGraph zero, EtGraph one) {
        Scenario scenario = Cases.each(PAIR, List.of(zero, one));
        return catchThrowableOfType(
                StallException.class,
                () -> Simulator.run(scenario.options(scenario.options().transport(1, 1, rendezvous))));
    }

    /** Each waits until the other asks; without the rendezvous protocol both sends go out. */
    @Test
    void bothSendFirstByRendezvous() {
        EtGraph zero = Cases.graph(Cases.send(1, 1, 4096, 5), Cases.receive(2, 1, 4096, 6, 1));
        EtGraph one = Cases.graph(Cases.send(1, 0, 4096, 6), Cases.receive(2, 0, 4096, 5, 1));
        assertThat(pair(true, zero, one))
                .hasMessageContaining("sends and receives wait for each other in a cycle of 2 ranks (0 -> 1 -> 0)")
                .hasMessageContaining("receive before it sends, or run without the rendezvous protocol")
                .satisfies(e ->
                        assertThat(says((EtudeException) e, "cycle of waits")).isTrue());
        assertThat(pair(false, zero, one)).isNull();
    }

    /** Every receive has its send, so that none is missing. */
    @Test
    void receivesInACycle() {
        EtGraph zero = Cases.graph(Cases.receive(1, 1, 4096, 6), Cases.send(2, 1, 4096, 5, 1));
        EtGraph one = Cases.graph(Cases.receive(1, 0, 4096, 5), Cases.send(2, 0, 4096, 6, 1));
        for (boolean rendezvous : new boolean[] {false, true}) {
            assertThat(pair(rendezvous, zero, one))
                    .hasMessageContaining("in a cycle of 2 ranks (0 -> 1 -> 0)")
                    .hasMessageContaining("Let one rank of the cycle send before it receives.")
                    .hasMessageNotContaining("never sent");
        }
    }

    /** What waits behind a message that is missing is not the cause. */
    @Test
    void aMissingSendIsTheCauseOfWhatWaitsBehindIt() {
        Scenario scenario = Cases.each(
                LogicalTopology.ring(3),
                List.of(
                        Cases.graph(Cases.receive(1, 1, 4096, 5)),
                        Cases.graph(Cases.receive(1, 2, 4096, 6), Cases.send(2, 0, 4096, 5, 1)),
                        Cases.graph(Cases.work(1, 1))));
        assertThat(catchThrowableOfType(StallException.class, () -> Simulator.run(scenario)))
                .hasMessageContaining("rank 1 waits for a message from rank 2 that is never sent");
    }

    @Test
    void aMissingReceiveOfTheRendezvousProtocol() {
        assertThat(pair(true, Cases.graph(Cases.send(1, 1, 4096, 5)), Cases.graph(Cases.work(1, 1))))
                .hasMessageContaining("rank 0 sends a message to rank 1, which has no receive of its tag and size");
    }

    /** They arrive after the latency of 500 ns; ASTRA-sim's analytical networks abort. */
    @Test
    void messagesOfNoBytes() {
        Scenario scenario =
                Cases.each(PAIR, List.of(Cases.graph(Cases.send(1, 1, 0, 5)), Cases.graph(Cases.receive(1, 0, 0, 5))));
        SimulationResult result = Simulator.run(scenario);
        assertThat(result.stepNs()).isEqualTo(500);
        assertThat(result.report().findings()).extracting(Finding::what).contains("messages of 0 bytes are sent");
        assertThatThrownBy(
                        () -> Simulator.run(scenario.options(scenario.options().compat(true))))
                .hasMessageContaining("rank 0 sends a message of 0 bytes to rank 1");
    }

    /** One dimension is all that oneDirect knows, so that the second alone would be nothing at all. */
    @Test
    void aPartOfAnAlgorithmOverAllNodes() {
        EtNode node = Cases.collective(1, 0, 65_536);
        List<EtAttribute> attributes = new ArrayList<>(node.attributes());
        attributes.add(new EtAttribute("involved_dim", "", EtAttribute.Kind.BOOL_LIST, List.of(false, true)));
        Scenario scenario = Cases.same(LogicalTopology.torus(2, 2), node.withAttributes(attributes));
        SystemSpec system = SystemSpec.builder()
                .algorithms(AlgorithmSpec.parse("oneDirect"))
                .build();
        assertThatThrownBy(() -> Simulator.run(scenario.system(system)))
                .isInstanceOf(SimulationException.class)
                .hasMessageContaining("asks for dimension 1 alone")
                .hasMessageContaining("Name an algorithm for each dimension");
    }

    @Test
    void tagMismatch() {
        StallException e = stall(Cases.send(1, 1, 4096, 5), Cases.receive(1, 0, 4096, 6));
        assertThat(e).hasMessageContaining("differ in tag");
        assertThat(says(e, "tag mismatch")).isTrue();
    }

    @Test
    void rankAbsentFromACollective() {
        StallException e = stall(Cases.collective(1, 0, 4096), Cases.work(1, 1));
        assertThat(e).hasMessageContaining("rank 1 does not take part in a collective of rank 0");
        assertThat(says(e, "missing partner")).isTrue();
    }

    @Test
    void otherSizeOfACollective() {
        StallException e = stall(Cases.collective(1, 0, 4096), Cases.collective(1, 0, 8192));
        assertThat(e).hasMessageContaining("are in different collectives");
        assertThat(says(e, "order, type or size mismatch")).isTrue();
    }

    @Test
    void compatEndsWithoutResultInsteadOfThrowing() {
        Scenario scenario =
                Cases.each(PAIR, List.of(Cases.graph(Cases.work(1, 1)), Cases.graph(Cases.receive(1, 0, 4096, 5))));
        SimulationResult result =
                Simulator.run(scenario.options(scenario.options().compat(true)));
        assertThat(result.complete()).isFalse();
        assertThat(result.finishOrder()).containsExactly(0);
        assertThat(result.stall()).isPresent();
    }

    @Test
    void cycleIsRefusedInStrictAndLeftOutInCompat() {
        EtGraph graph = Cases.graph(Cases.work(1, 1), Cases.work(2, 1, 3), Cases.work(3, 1, 2));
        Scenario scenario = Cases.each(PAIR, List.of(graph, graph));
        assertThatThrownBy(() -> Simulator.run(scenario))
                .isInstanceOf(SimulationException.class)
                .hasMessageContaining("lies on a dependency cycle");
        SimulationResult result =
                Simulator.run(scenario.options(scenario.options().compat(true)));
        assertThat(result.ranks().finish()).containsOnly(1000);
        assertThat(result.report().findings()).extracting(Finding::what).containsExactly("dependency cycle");
    }

    @Test
    void unsoundInputsAreNamed() {
        assertThatThrownBy(() -> Simulator.run(Cases.same(PAIR, Cases.work(1, 1, 99))))
                .hasMessageContaining("node 1 depends on node 99");
        assertThatThrownBy(() -> Simulator.run(Cases.same(PAIR))).hasMessageContaining("the trace has no nodes");
        assertThatThrownBy(() -> Simulator.run(Cases.same(PAIR, Cases.grouped(1, 0, 64, "9"))))
                .hasMessageContaining("communicator group \"9\"");
        assertThatThrownBy(() -> Simulator.run(Cases.same(PAIR, Cases.collective(1, 42, 64))))
                .hasMessageContaining("collective of type 42");
        assertThatThrownBy(() -> Simulator.run(Cases.same(LogicalTopology.ring(6), Cases.collective(1, 0, 64))
                        .system(SystemSpec.builder()
                                .algorithms(AlgorithmSpec.HALVING_DOUBLING)
                                .build())))
                .hasMessageContaining("power of two");
        assertThatThrownBy(() -> Simulator.run(Cases.same(PAIR, Cases.collective(1, 0, 64))
                        .system(SystemSpec.builder()
                                .algorithms(AlgorithmSpec.RING, AlgorithmSpec.RING)
                                .build())))
                .hasMessageContaining("lists 2 algorithms");
    }

    @Test
    void rootedCollectivesRunAsTheKindThatBoundsThem() {
        Scenario barrier = Cases.same(PAIR, Cases.collective(1, 9, 64));
        SimulationResult result = Simulator.run(barrier);
        SimulationResult allReduce = Simulator.run(Cases.same(PAIR, Cases.collective(1, 0, 64)));
        assertThat(result.ranks().finish()).isEqualTo(allReduce.ranks().finish());
        assertThat(result.report().findings()).extracting(Finding::what).containsExactly("runs as ALL_REDUCE");
        assertThatThrownBy(() -> Simulator.run(barrier.options(barrier.options().compat(true))))
                .hasMessageContaining("is a collective of type BARRIER, which is not simulated");
    }

    /** Three rings with asymmetric latencies, ranks that come at different times, fewer active chunks than splits. */
    private static Scenario threeRings() {
        LogicalTopology torus = LogicalTopology.torus(2, 2, 4)
                .bandwidth(Bandwidth.gbps(75), Bandwidth.gbps(25), Bandwidth.gbps(65))
                .latency(Time.us(5), Time.us(5), Time.us(14));
        List<EtGraph> ranks = new ArrayList<>();
        for (int r = 0; r < torus.hosts(); r++) {
            ranks.add(Cases.graph(Cases.work(1, 1 + r * 37 % 71), Cases.collective(2, 0, 16 << 20, 1)));
        }
        return Cases.each(torus, ranks)
                .system(SystemSpec.builder()
                        .splits(16)
                        .intra(IntraDimension.SMALLEST_FIRST)
                        .build());
    }

    @Test
    void cycleThroughQueuesIsShownAndStallFreeSchedulingSolvesIt() {
        Scenario scenario = threeRings();
        StallException e = catchThrowableOfType(StallException.class, () -> Simulator.run(scenario));
        assertThat(e).hasMessageContaining("(cycle of ").hasMessageContaining("STALL_FREE");
        assertThat(e.details().findings().subList(0, 4))
                .extracting(Finding::effect)
                .containsOnly("cycle of waits");
        assertThat(e.details().findings().get(0).what()).containsAnyOf("waits for a slot", "runs and waits");
        SimulationResult free =
                Simulator.run(scenario.options(scenario.options().stallFree(true)));
        assertThat(free.complete()).isTrue();
        assertThat(free.finishOrder()).hasSize(16);
    }

    @Test
    void limitsGiveAPartialResult() {
        Scenario scenario = Cases.same(LogicalTopology.ring(8), Cases.work(1, 5), Cases.collective(2, 0, 1 << 20, 1));
        SimulationResult result =
                Simulator.run(scenario.options(scenario.options().limits(new SimOptions.Limits(20_000, 0, 0, 0))));
        assertThat(result.complete()).isFalse();
        assertThat(result.stopped()).isEqualTo("limit of 20 us of simulated time");
        assertThat(result.ops().orElseThrow().ended(0)).isEqualTo(5000);
        assertThat(result.ops().orElseThrow().ended(1)).isEqualTo(-1);
    }

    @Test
    void interruptionStopsTheRun() {
        Scenario scenario = Cases.same(LogicalTopology.ring(64), Cases.collective(1, 6, 64 << 20));
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> Simulator.run(scenario)).isInstanceOf(CancellationException.class);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }
}
