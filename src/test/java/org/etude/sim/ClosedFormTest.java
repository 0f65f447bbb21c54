// SPDX-License-Identifier: Apache-2.0
package org.etude.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.etude.et.graph.EtGraph;
import org.etude.sim.result.OpColumns;
import org.etude.sim.result.PhaseColumns;
import org.etude.sim.result.RankColumns;
import org.etude.sim.result.SimulationResult;
import org.etude.sim.spec.Cases;
import org.etude.sim.spec.Scenario;
import org.etude.spec.AlgorithmSpec;
import org.etude.spec.Fidelity;
import org.etude.spec.SystemSpec;
import org.etude.topology.graph.LogicalTopology;
import org.etude.topology.graph.TopologyDim;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rings against T = E + k (net + E) + r R, and what one formula cannot say. */
class ClosedFormTest {
    private static final double BYTES_PER_NS = TopologyDim.DEFAULT_BANDWIDTH.bytesPerSecond() / 1e9;

    @ParameterizedTest
    @CsvSource({
        "0, 8, 1048576, 1",
        "0, 16, 4194304, 2",
        "2, 8, 65536, 1",
        "6, 5, 500000, 1",
        "7, 12, 1200000, 3",
        "0, 2, 100, 1"
    })
    void ringTakesItsClosedForm(int type, int n, long bytes, int splits) {
        Scenario scenario = Cases.same(LogicalTopology.ring(n), Cases.collective(1, type, bytes))
                .system(SystemSpec.builder().splits(splits).localMemoryGBps(50).build());
        assertThat(Simulator.run(scenario).ranks().finish()).containsOnly(splits * chunk(type, n, bytes / splits));
    }

    private static long chunk(int type, int n, long data) {
        long bytes = type == 2 ? data : Math.max(data, n) / n;
        long sends =
                switch (type) {
                    case 0 -> 2L * (n - 1);
                    case 6 -> (long) n * (n - 1) / 2;
                    default -> n - 1;
                };
        long reductions = type == 0 || type == 7 ? n - 1 : 0;
        long net = (long) (500 + bytes / BYTES_PER_NS);
        return 10 + sends * (net + 10) + reductions * 3 * (long) (bytes / 50e9 * 1e9);
    }

    @Test
    void awareRingWithoutContentionEqualsUnaware() {
        Scenario scenario = Cases.same(LogicalTopology.ring(8), Cases.collective(1, 0, 1 << 20));
        SimulationResult unaware = Simulator.run(scenario);
        SimulationResult aware =
                Simulator.run(scenario.options(scenario.options().fidelity(Fidelity.AWARE)));
        assertThat(aware.ranks().finish()).isEqualTo(unaware.ranks().finish());
        assertThat(aware.links().size()).isEqualTo(8);
        assertThat(aware.links().bytes()).containsOnly(4L * 14 * 32768);
    }

    @Test
    void directSuffersFromContentionOnASwitch() {
        Scenario scenario = Cases.same(LogicalTopology.switched(8), Cases.collective(1, 6, 8 << 20))
                .system(SystemSpec.builder()
                        .algorithms(AlgorithmSpec.DIRECT)
                        .splits(1)
                        .build());
        long unaware = Simulator.run(scenario.options(scenario.options().asReference()))
                .stepNs();
        SimulationResult aware =
                Simulator.run(scenario.options(scenario.options().fidelity(Fidelity.AWARE)));
        assertThat(unaware).isEqualTo(10 + (long) (1000 + (1 << 20) / BYTES_PER_NS) + 10);
        assertThat(aware.stepNs()).isGreaterThan(7 * (long) ((1 << 20) / BYTES_PER_NS));
        assertThat(Arrays.stream(aware.links().peakQueue()).max()).hasValue(6);
    }

    @Test
    void overlapAndExposedAreTrueIntervals() {
        SimulationResult result = Simulator.run(Cases.same(
                LogicalTopology.ring(2), Cases.work(1, 100), Cases.collective(2, 0, 1 << 20), Cases.work(3, 50, 2)));
        RankColumns ranks = result.ranks();
        long comm = ranks.comm()[0];
        assertThat(comm).isLessThan(100_000);
        assertThat(ranks.split().get(0).overlapNanos()).isEqualTo(comm);
        assertThat(ranks.split().get(0).exposedNanos()).isZero();
        assertThat(ranks.gpu()[0]).isEqualTo(150_000);
        assertThat(ranks.wall()[0]).isEqualTo(150_000);
        assertThat(ranks.split().get(0).idleNanos()).isZero();
        assertThat(ranks.referenceOverlap()[0]).isEqualTo(comm);
    }

    @Test
    void groupsOfASystemRunSideBySide() {
        List<EtGraph> ranks = new ArrayList<>();
        for (int r = 0; r < 8; r++) {
            ranks.add(Cases.graph(Cases.grouped(1, 0, 1 << 20, r < 4 ? "1" : "2")));
        }
        Scenario scenario =
                Cases.each(LogicalTopology.ring(8), ranks, Map.of(1, List.of(0, 1, 2, 3), 2, List.of(4, 5, 6, 7)));
        long[] finish = Simulator.run(scenario).ranks().finish();
        assertThat(finish).containsOnly(finish[0]);
    }

    @Test
    void phasesAndOpsAreRecorded() {
        SimulationResult result =
                Simulator.run(Cases.same(LogicalTopology.torus(2, 2), Cases.collective(7, 0, 1 << 20)));
        PhaseColumns phases = result.phases().orElseThrow();
        assertThat(phases.size()).isEqualTo(4 * 4 * 3);
        assertThat(phases.ended()[phases.size() - 1]).isEqualTo(result.stepNs());
        OpColumns ops = result.ops().orElseThrow();
        assertThat(ops.size()).isEqualTo(4);
        assertThat(ops.node(2)).isEqualTo(7);
        assertThat(ops.rank(2)).isEqualTo(2);
        assertThat(ops.resource(2)).isEqualTo("comm");
        assertThat(ops.ended(2)).isEqualTo(result.ranks().finish()[2]);
    }
}
