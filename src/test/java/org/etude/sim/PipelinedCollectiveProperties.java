// SPDX-License-Identifier: Apache-2.0
package org.etude.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNode;
import org.etude.sim.spec.Cases;
import org.etude.sim.spec.Scenario;
import org.etude.spec.CollectiveType;
import org.etude.spec.Fidelity;
import org.etude.spec.SystemSpec;
import org.etude.topology.graph.LogicalTopology;
import org.etude.topology.shape.TopologySpec;
import org.etude.topology.text.TopologyText;
import org.etude.unit.Bandwidth;
import org.etude.unit.Time;

/** Recorded collectives over several dimensions: cutting them into chunks never stalls, and gains or does nothing. */
class PipelinedCollectiveProperties {
    private static final List<String> NETWORKS = List.of(
            "torus:4x4",
            "torus:2x3x4",
            "switch:8,switch:2",
            "switch:2,switch:2,switch:4",
            "ring:4,switch:3",
            "fc:4,ring:4");

    private static final long WORK_NS = 1_000;

    private static LogicalTopology network(Random random) {
        TopologySpec spec = TopologyText.parse(NETWORKS.get(random.nextInt(NETWORKS.size())));
        Bandwidth[] rates = new Bandwidth[spec.links().size()];
        Arrays.setAll(rates, l -> Bandwidth.gigabytesPerSecond(Math.pow(10, 3 * random.nextDouble())));
        return spec.bandwidth(rates)
                .latency(Time.ns((long) Math.pow(10, 5 * random.nextDouble())))
                .logical();
    }

    /** The collectives of a job: of all ranks, or of every second one. */
    private static Scenario scenario(LogicalTopology network, Random random, int collectives, int powers) {
        boolean whole = random.nextBoolean();
        List<Integer> group = new ArrayList<>();
        for (int r = 0; r < network.hosts(); r += whole ? 1 : 2) {
            group.add(r);
        }
        long[] bytes =
                random.longs(collectives, 1, 1L << 1 + random.nextInt(powers)).toArray();
        int[] kinds =
                random.ints(collectives, 0, CollectiveType.scheduled().size()).toArray();
        List<EtGraph> ranks = new ArrayList<>();
        for (int r = 0; r < network.hosts(); r++) {
            List<EtNode> nodes = new ArrayList<>(List.of(Cases.work(1, 1)));
            for (int c = 0; c < collectives && group.contains(r); c++) {
                int type = CollectiveType.scheduled().get(kinds[c]).number();
                nodes.add(Cases.grouped(2 + c, type, bytes[c], "1"));
            }
            ranks.add(Cases.graph(nodes.toArray(EtNode[]::new)));
        }
        return Cases.each(network, ranks, Map.of(1, group));
    }

    private static long end(Scenario scenario, SystemSpec system, Fidelity fidelity) {
        Scenario run = scenario.system(system);
        return Arrays.stream(Simulator.run(run.options(run.options().fidelity(fidelity)))
                        .ranks()
                        .finish())
                .max()
                .orElseThrow();
    }

    /** The formula knows no contention, such as that of direct all-to-alls round a ring, and no rounding to ns. */
    @Property(tries = 100)
    void oneCollectiveIsHardlyEverSlowerInChunks(@ForAll @IntRange(min = 0) int seed) {
        Random random = new Random(seed);
        LogicalTopology network = network(random);
        Scenario scenario = scenario(network, random, 1, 30);
        SystemSpec pipelined = SystemSpec.ofLibraries();
        SystemSpec whole = pipelined.toBuilder().splits(1).build();
        for (Fidelity fidelity : List.of(Fidelity.ANALYTIC, Fidelity.AWARE)) {
            long once = end(scenario, whole, fidelity);
            assertThat(end(scenario, pipelined, fidelity))
                    .as("%s, %s, seed %d", network, fidelity, seed)
                    .isLessThanOrEqualTo(WORK_NS + (once - WORK_NS) * 23 / 20 + 500);
        }
    }

    @Property(tries = 20)
    void manyCollectivesAtOnceComplete(@ForAll @IntRange(min = 0) int seed) {
        Random random = new Random(seed);
        Scenario scenario = scenario(network(random), random, 2 + random.nextInt(8), 30);
        for (Fidelity fidelity : List.of(Fidelity.ANALYTIC, Fidelity.AWARE)) {
            assertThat(end(scenario, SystemSpec.ofLibraries(), fidelity)).isPositive();
        }
    }

    @Property(tries = 5)
    void soDoPackets(@ForAll @IntRange(min = 0) int seed) {
        Random random = new Random(seed);
        Scenario scenario = scenario(network(random), random, 4, 14);
        assertThat(end(scenario, SystemSpec.ofLibraries(), Fidelity.PACKET)).isPositive();
    }
}
