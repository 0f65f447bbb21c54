// SPDX-License-Identifier: Apache-2.0
package org.etude.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.etude.et.graph.EtGraph;
import org.etude.report.Finding;
import org.etude.sim.result.SimulationResult;
import org.etude.sim.spec.Cases;
import org.etude.sim.spec.Scenario;
import org.etude.spec.Fidelity;
import org.etude.spec.SimOptions;
import org.etude.topology.graph.LogicalTopology;
import org.etude.topology.text.TopologyText;
import org.etude.unit.Bandwidth;
import org.etude.unit.Time;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Data-parallel all-reduces on 2 nodes of 8 GPUs, 230 GB/s inside a node and 12.5 GB/s per GPU between nodes. */
class SpanningGroupsTest {
    private static final int RANKS = 16;
    private static final LogicalTopology NODES = TopologyText.parse("switch:8,switch:2")
            .logical()
            .bandwidth(Bandwidth.gigabytesPerSecond(230), Bandwidth.gigabytesPerSecond(12.5))
            .latency(Time.us(2));

    /** All-reduces of every tp-th rank, as those of data-parallel copies are. */
    private static Scenario copies(int tp, long bytes) {
        Map<Integer, List<Integer>> groups = new HashMap<>();
        List<EtGraph> ranks = new ArrayList<>();
        for (int rank = 0; rank < RANKS; rank++) {
            int group = 1 + rank % tp;
            groups.computeIfAbsent(group, g -> new ArrayList<>()).add(rank);
            ranks.add(Cases.graph(Cases.grouped(1, 0, bytes, Integer.toString(group))));
        }
        return Cases.each(NODES, ranks, groups);
    }

    private static double millis(Scenario scenario) {
        return Arrays.stream(Simulator.run(scenario).ranks().finish()).max().orElseThrow() / 1e6;
    }

    /** The least is what must leave a node over its 8 ports; behind it comes what is reduced and gathered inside. */
    @ParameterizedTest
    @CsvSource({"1, 7_030, 70.3", "2, 3_550, 71.0", "4, 1_810, 72.4", "8, 940, 75.2"})
    void anyStrideTakesAsLongAsThePortsOfItsNodesNeed(int tp, String megabytes, double least) {
        long bytes = Long.parseLong(megabytes.replace("_", "")) * 1_000_000L;
        Scenario scenario = copies(tp, bytes);
        double inside = 2.0 * (8 / tp - 1) / (8 / tp) * bytes / 230e9 * 1e3;
        for (Fidelity fidelity : List.of(Fidelity.ANALYTIC, Fidelity.AWARE)) {
            double most = fidelity == Fidelity.AWARE ? 2 * (least + inside) : least + inside;
            assertThat(millis(scenario.options(scenario.options().fidelity(fidelity))))
                    .as("%s", fidelity)
                    .isBetween(least, most * 1.03);
        }
    }

    @Test
    void flatGroupsKeepTheReferencesFigureAndAreReported() {
        Scenario flat = copies(2, 3_550_000_000L);
        flat = flat.options(flat.options().asReference());
        SimulationResult result = Simulator.run(flat);
        // 14 steps with an eighth at the rate inside a node, 27 ms, and what reducing reads and writes.
        assertThat(result.ranks().finish()[0] / 1e6).isBetween(33.0, 33.1);
        assertThat(result.report().findings().stream().map(Finding::what))
                .contains("process groups cross dimensions of the network");
        SimulationResult compat =
                Simulator.run(flat.options(SimOptions.defaults().compat(true)));
        assertThat(compat.ranks().finish()).isEqualTo(result.ranks().finish());
    }
}
