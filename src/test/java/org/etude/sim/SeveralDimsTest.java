// SPDX-License-Identifier: Apache-2.0
package org.etude.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.etude.et.graph.EtGraph;
import org.etude.report.Finding;
import org.etude.sim.result.SimulationResult;
import org.etude.sim.spec.Cases;
import org.etude.sim.spec.Scenario;
import org.etude.spec.AlgorithmSpec;
import org.etude.spec.Fidelity;
import org.etude.spec.InterDimension;
import org.etude.spec.SimOptions;
import org.etude.spec.SimOptions.Symmetry;
import org.etude.spec.SystemSpec;
import org.etude.topology.graph.DimKind;
import org.etude.topology.graph.LinkSpec;
import org.etude.topology.graph.LogicalTopology;
import org.etude.topology.graph.PhysicalTopology;
import org.etude.topology.graph.TopologyDim;
import org.etude.unit.Bandwidth;
import org.junit.jupiter.api.Test;

/** Two dimensions of two: a message from 0 to 3, which differ in both, and collectives over all nodes. */
class SeveralDimsTest {
    private static final LogicalTopology SQUARE = LogicalTopology.torus(2, 2);

    private static List<String> said(LogicalTopology topology) {
        List<EtGraph> ranks = new ArrayList<>();
        ranks.add(Cases.graph(Cases.send(1, 3, 1_000, 7)));
        ranks.add(Cases.graph(Cases.work(1, 1)));
        ranks.add(Cases.graph(Cases.work(1, 2)));
        ranks.add(Cases.graph(Cases.receive(1, 0, 1_000, 7)));
        Scenario scenario = Cases.each(topology, ranks);
        return Simulator.run(scenario.options(scenario.options().asReference())).report().findings().stream()
                .map(Finding::what)
                .toList();
    }

    @Test
    void onDimensionsAMessagePaysForTheFirst() {
        assertThat(said(SQUARE)).containsExactly("messages differ in several dimensions");
    }

    @Test
    void withoutTheReferenceAMessagePaysForEveryDimension() {
        List<EtGraph> ranks = new ArrayList<>();
        ranks.add(Cases.graph(Cases.send(1, 3, 1_000_000, 7)));
        ranks.add(Cases.graph(Cases.work(1, 1)));
        ranks.add(Cases.graph(Cases.work(1, 2)));
        ranks.add(Cases.graph(Cases.receive(1, 0, 1_000_000, 7)));
        Scenario scenario = Cases.each(SQUARE, ranks);
        long once = Simulator.run(scenario.options(scenario.options().asReference()))
                .ranks()
                .finish()[3];
        SimulationResult all = Simulator.run(scenario);
        assertThat(all.ranks().finish()[3]).isEqualTo(2 * once);
        assertThat(all.report().findings()).isEmpty();
    }

    /** Without rates, the GPUs of a node would be as far from each other as nodes are; the finding says so. */
    @Test
    void defaultRatesWithinANodeAreNamed() {
        LogicalTopology nodes =
                new LogicalTopology(List.of(TopologyDim.of(DimKind.SWITCH, 2), TopologyDim.of(DimKind.SWITCH, 2)));
        assertThat(whatIsSaidOf(nodes))
                .containsExactly("every dimension of switch:2,switch:2 has the default rate, 400 Gbps");
        assertThat(whatIsSaidOf(nodes.bandwidth(Bandwidth.gbps(3600), Bandwidth.gbps(400))))
                .isEmpty();
        assertThat(whatIsSaidOf(LogicalTopology.torus(2, 2))).isEmpty();
    }

    private static List<String> whatIsSaidOf(LogicalTopology topology) {
        Scenario scenario = Cases.same(topology, Cases.collective(1, 0, 64_000));
        SimOptions options = scenario.options().symmetry(Symmetry.EXHAUSTIVE).fidelity(Fidelity.ANALYTIC);
        return Simulator.run(scenario.options(options)).report().findings().stream()
                .map(Finding::what)
                .toList();
    }

    @Test
    void onAGraphItPaysForItsWholeRoute() {
        List<PhysicalTopology.Link> links = new ArrayList<>();
        for (int host = 0; host < 4; host++) {
            links.add(new PhysicalTopology.Link(host, 4, LinkSpec.DEFAULT, 0));
        }
        PhysicalTopology star = new PhysicalTopology("star", 4, 1, links, List.of("links"));
        assertThat(said(new LogicalTopology(SQUARE.dims(), Optional.of(star)))).isEmpty();
    }

    @Test
    void themisSchedulesACollectiveOverAllNodesAtOnce() {
        Scenario ring = Cases.same(SQUARE, Cases.collective(1, 0, 64_000))
                .system(SystemSpec.builder()
                        .algorithms(AlgorithmSpec.parse("oneRing"))
                        .inter(InterDimension.OFFLINE_GREEDY)
                        .localBwAware(false)
                        .build());
        Scenario plain = ring.system(SystemSpec.builder()
                .algorithms(AlgorithmSpec.parse("oneRing"))
                .localBwAware(false)
                .build());
        assertThat(Simulator.run(ring).ticks()).isEqualTo(Simulator.run(plain).ticks());
    }
}
