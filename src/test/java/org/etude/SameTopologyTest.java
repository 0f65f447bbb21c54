// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assertions.assertThat;
import static org.etude.unit.Units.gbps;
import static org.etude.unit.Units.ns;
import static org.etude.unit.Units.us;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.assertj.core.data.Percentage;
import org.etude.spec.Fidelity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Nodes of 8 GPUs with a NIC each, said in every way that the chain and the text know, take the same step. */
class SameTopologyTest {
    private static final Workload STEP = Workloads.llm("llama_7B", p -> p.world(16)
                    .tp(2)
                    .pp(2)
                    .microBatch(1)
                    .globalBatch(8)
                    .sequence(512)
                    .gpu("H100")
                    .flashAttention()
                    .sequenceParallel()
                    .distributedOptimizer())
            .toEt();

    private static Topology rated(Topology topology) {
        return topology.bandwidth(gbps(3600), gbps(400)).latency(ns(500), us(2));
    }

    private static Map<String, Topology> ways() {
        Topology node = Topology.switched(8).bandwidth(gbps(3600)).latency(ns(500));
        Topology network = Topology.switched(2).bandwidth(gbps(400)).latency(us(2));
        Map<String, Topology> ways = new LinkedHashMap<>();
        ways.put("switch:8,switch:2", rated(Topology.parse("switch:8,switch:2")));
        ways.put("star:8,star:2", rated(Topology.parse("star:8,star:2")));
        ways.put("hierarchical:switch:8/switch:2", rated(Topology.parse("hierarchical:switch:8/switch:2")));
        ways.put("hierarchical(switched(8), switched(2))", Topology.hierarchical(node, network));
        ways.put("the same, rated as a whole", rated(Topology.hierarchical(Topology.star(8), Topology.star(2))));
        return ways;
    }

    private static long step(Topology topology, Fidelity fidelity) {
        return STEP.simulate(topology, s -> s.fidelity(fidelity).record())
                .result()
                .stepNs();
    }

    @ParameterizedTest
    @EnumSource(
            value = Fidelity.class,
            names = {"ANALYTIC", "AWARE"})
    void everyWayOfSayingItTakesTheSameStep(Fidelity fidelity) {
        long expected = step(rated(Topology.parse("switch:8,switch:2")), fidelity);
        ways().forEach((way, topology) ->
                assertThat(step(topology, fidelity)).as(way).isEqualTo(expected));
    }

    @Test
    void everyWayOfSayingItIsEqual() {
        Topology expected = rated(Topology.parse("switch:8,switch:2"));
        ways().forEach((way, topology) -> {
            assertThat(topology).as(way).isEqualTo(expected);
            assertThat(topology.physical()).as(way).isEqualTo(expected.physical());
        });
    }

    @Test
    void filesSayTheSame(@TempDir Path dir) {
        Topology topology = rated(Topology.hierarchical(Topology.switched(8), Topology.switched(2)));
        topology.save(dir);
        long expected = step(topology, Fidelity.ANALYTIC);
        assertThat(step(Topology.read(dir.resolve("network.yml")), Fidelity.ANALYTIC))
                .isEqualTo(expected);
    }

    /** Graphs on which each GPU has a NIC of its own: only paths of a microsecond more differ. */
    @ParameterizedTest
    @EnumSource(
            value = Fidelity.class,
            names = {"ANALYTIC"})
    void graphsOfTheSamePortsTakeNearlyTheSameStep(Fidelity fidelity) {
        double expected = step(rated(Topology.parse("switch:8,switch:2")), fidelity);
        Topology tree = Topology.parse("hierarchical:switch:8/fattree:1x1x2")
                .bandwidth(gbps(3600), gbps(400), gbps(400))
                .latency(ns(500), us(2), us(2));
        Topology rails = Topology.railOptimised(2, 8, 8)
                .bandwidth(gbps(3600), gbps(400), gbps(400))
                .latency(ns(500), us(2), us(2));
        assertThat((double) step(tree, fidelity)).as("tree").isCloseTo(expected, Percentage.withPercentage(5));
        assertThat((double) step(rails, fidelity)).as("rails").isCloseTo(expected, Percentage.withPercentage(5));
    }
}
