// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.symmetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNode;
import org.etude.report.Finding;
import org.etude.sim.Simulator;
import org.etude.sim.result.SimulationResult;
import org.etude.sim.spec.Cases;
import org.etude.sim.spec.Scenario;
import org.etude.spec.AlgorithmSpec;
import org.etude.spec.CollectiveType;
import org.etude.spec.Fidelity;
import org.etude.spec.InterDimension;
import org.etude.spec.SimOptions;
import org.etude.spec.SimOptions.Symmetry;
import org.etude.spec.SystemSpec;
import org.etude.spec.SystemSpecBuilder;
import org.etude.topology.graph.LogicalTopology;
import org.etude.topology.graph.TopologyDim;
import org.etude.trace.activity.TimeSplit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RankZeroReductionTest {
    private static final double BYTES_PER_NS = TopologyDim.DEFAULT_BANDWIDTH.bytesPerSecond() / 1e9;

    private static Scenario ring(int ranks) {
        return Cases.same(LogicalTopology.ring(ranks), Cases.work(1, 5), Cases.collective(2, 0, 64 << 20, 1));
    }

    /** T = E + k (net + E) for each of 4 chunks, after 5 us of work; reductions take no time at 0 GB/s. */
    @ParameterizedTest
    @EnumSource(
            value = Fidelity.class,
            names = {"ANALYTIC", "AWARE"})
    void aHundredThousandRanksTakeTheClosedForm(Fidelity network) {
        int n = 131_072;
        Scenario scenario = ring(n);
        SimulationResult result =
                Simulator.run(scenario.options(scenario.options().fidelity(network)));
        long step = (long) (500 + (16 << 20) / n / BYTES_PER_NS) + 10;
        long finish = 5_000 + 4 * (10 + 2L * (n - 1) * step);
        assertThat(result.ranks().size()).isEqualTo(n);
        assertThat(result.ranks().finish()).containsOnly(finish);
        assertThat(result.ranks().split()).extracting(TimeSplit::exposedNanos).containsOnly(finish - 5_000);
        assertThat(result.messageCount()).isEqualTo(4L * 2 * (n - 1) * n);
        assertThat(result.events()).isLessThan(200);
        assertThat(result.ops().orElseThrow().ended(2 * n - 1)).isEqualTo(finish);
        assertThat(result.report().findings())
                .extracting(Finding::what)
                .contains("reduced by symmetry: rank 0 was simulated for all 131072");
        // Each message turns the order by one rank; 8 (n - 1) of them by -8.
        assertThat(result.finishOrder()[0]).isEqualTo(n - 8);
    }

    @Test
    void aReducedJobWithMoreRowsThanATableHoldsLeavesThemOut() {
        var nodes = new EtNode[20_000];
        Arrays.setAll(nodes, i -> Cases.work(i + 1L, 1));
        SimulationResult result = Simulator.run(Cases.same(LogicalTopology.switched(131_072), nodes));
        assertThat(result.ops()).isEmpty();
        assertThat(result.ranks().gpu()).containsOnly(20_000_000);
        assertThat(result.report().findings()).extracting(Finding::what).contains("ops are omitted");
    }

    @Test
    void withoutReductionEveryRankIsSimulatedAndNothingReported() {
        Scenario scenario = ring(64);
        SimulationResult singly =
                Simulator.run(scenario.options(scenario.options().symmetry(Symmetry.EXHAUSTIVE)));
        assertThat(singly.report().findings()).isEmpty();
        // A message is an event, and so is the work on it at either end.
        assertThat(singly.events()).isGreaterThan(2 * singly.messageCount());
        SimulationResult plain =
                Simulator.run(scenario.options(scenario.options().symmetry(Symmetry.OFF)));
        assertThat(plain.report().findings()).isEmpty();
        assertThat(plain.events()).isLessThan(singly.events() / 8);
        SimulationResult reduced = Simulator.run(scenario);
        assertThat(reduced.events()).isLessThan(plain.events() / 32);
        SameResults.check(reduced, singly);
        SameResults.check(plain, singly);
    }

    @Test
    void whatCannotBeReducedSaysWhy() {
        List<EtGraph> different = new ArrayList<>(Collections.nCopies(63, Cases.graph(Cases.work(1, 5))));
        different.add(Cases.graph(Cases.work(1, 6)));
        SimulationResult result = Simulator.run(Cases.each(LogicalTopology.switched(64), different));
        assertThat(result.report().findings()).singleElement().satisfies(f -> assertThat(f.why())
                .isEqualTo("ranks have different execution traces"));
    }

    @Test
    void everyReasonHasItsCase() {
        Scenario ring = ring(4);
        refuses(ring.options(ring.options().transport(1, 1, true)), "rendezvous");
        refuses(ring.options(ring.options().limits(new SimOptions.Limits(0, 9, 0, 0))), "limit");
        refuses(system(ring, SystemSpec.builder().inter(InterDimension.OFFLINE_GREEDY)), "Themis");
        refuses(system(ring, SystemSpec.builder().algorithms(AlgorithmSpec.DOUBLE_BINARY_TREE)), "binary tree");
        refuses(system(ring, SystemSpec.builder().custom(CollectiveType.ALL_REDUCE, "x")), "its own implementation");
        Scenario torus = Cases.same(LogicalTopology.torus(2, 2), Cases.collective(1, 0, 4096));
        refuses(
                system(torus, SystemSpec.builder().algorithms(AlgorithmSpec.parse("oneRing"))),
                "oneRing runs over all dimensions at once");
        Scenario both =
                Cases.same(LogicalTopology.switched(4), Cases.collective(1, 0, 4096), Cases.collective(2, 2, 4096, 1));
        refuses(
                system(both, SystemSpec.builder().algorithm(CollectiveType.ALL_GATHER, AlgorithmSpec.HALVING_DOUBLING)),
                "both by rings and by halving-doubling");
        refuses(system(ring(6), SystemSpec.builder().algorithms(AlgorithmSpec.HALVING_DOUBLING)), "not a power of two");
        Scenario aware = ring.options(ring.options().fidelity(Fidelity.AWARE));
        refuses(system(aware, SystemSpec.builder().algorithms(AlgorithmSpec.HALVING_DOUBLING)), "unequally");
    }

    @Test
    void groupsAndMessagesBetweenRanksAreNotReduced() {
        EtGraph grouped = Cases.graph(Cases.grouped(1, 0, 4096, "1"));
        refuses(
                Cases.each(LogicalTopology.ring(4), Collections.nCopies(4, grouped), Map.of(1, List.of(0, 1))),
                "smaller than the job");
        assertThat(SameResults.reduced(Cases.each(
                        LogicalTopology.ring(4), Collections.nCopies(4, grouped), Map.of(1, List.of(3, 2, 1, 0)))))
                .isPresent();
        refuses(Cases.same(LogicalTopology.ring(4), Cases.send(1, 2, 100, 1)), "messages between two ranks");
    }

    private static Scenario system(Scenario scenario, SystemSpecBuilder system) {
        return scenario.system(system.build());
    }

    private static void refuses(Scenario scenario, String reason) {
        assertThat(SameResults.reduced(scenario)).isEmpty();
        assertThat(SameResults.refusal(scenario)).contains(reason);
    }
}
