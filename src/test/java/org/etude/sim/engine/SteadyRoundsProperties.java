// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.statistics.Statistics;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNode;
import org.etude.report.EtudeException;
import org.etude.sim.Simulator;
import org.etude.sim.result.SimulationResult;
import org.etude.sim.spec.Cases;
import org.etude.sim.spec.Scenario;
import org.etude.sim.symmetry.SameResults;
import org.etude.spec.AlgorithmSpec;
import org.etude.spec.Fidelity;
import org.etude.spec.IntraDimension;
import org.etude.spec.SimOptions;
import org.etude.spec.SimOptions.Recording;
import org.etude.spec.SimOptions.Symmetry;
import org.etude.spec.SystemSpec;
import org.etude.topology.graph.DimKind;
import org.etude.topology.graph.LogicalTopology;
import org.etude.topology.graph.TopologyDim;
import org.etude.unit.Bandwidth;

/** Random jobs of equal and of different ranks: skipping equal rounds changes nothing but the number of events. */
class SteadyRoundsProperties {
    private static final int[] TYPES = {0, 2, 6, 7};
    private static final String[] ALGORITHMS = {"ring", "ring", "ring", "ring", "direct", "halvingDoubling"};

    @Property(tries = 200)
    void skippingChangesNothing(@ForAll long seed) {
        compare(seed);
    }

    @Tag("campaign")
    @Property(tries = 5_000)
    void skippingChangesNothingInManyMore(@ForAll long seed) {
        compare(seed);
    }

    private static void compare(long seed) {
        // Without jobs whose rounds are skipped the property would say nothing.
        Statistics.label("rounds").coverage(rounds -> rounds.check("skipped").percentage(share -> share > 10));
        Scenario scenario = scenario(new Random(seed));
        SimulationResult singly;
        try {
            singly = Simulator.run(scenario.options(scenario.options().symmetry(Symmetry.EXHAUSTIVE)));
        } catch (EtudeException e) {
            Statistics.label("rounds").collect("cannot be run");
            return;
        }
        SimulationResult skipping =
                Simulator.run(scenario.options(scenario.options().symmetry(Symmetry.OFF)));
        Statistics.label("rounds").collect(skipping.events() < singly.events() ? "skipped" : "all simulated");
        SameResults.check(skipping, singly);
    }

    private static Scenario scenario(Random random) {
        LogicalTopology topology = topology(random);
        AlgorithmSpec[] algorithms = new AlgorithmSpec[topology.size()];
        Arrays.setAll(algorithms, d -> AlgorithmSpec.parse(ALGORITHMS[random.nextInt(ALGORITHMS.length)]));
        SystemSpec system = SystemSpec.builder()
                .algorithms(algorithms)
                .splits(1 + random.nextInt(4))
                .activeChunks(1 + random.nextInt(3))
                .localBwAware(random.nextBoolean())
                .endpointDelayNs(random.nextInt(3) * 10L + random.nextInt(2))
                .localMemoryGBps(random.nextInt(3) * 40)
                .intra(IntraDimension.values()[random.nextInt(4)])
                .cutThrough(random.nextBoolean())
                .build();
        int hosts = topology.hosts();
        Map<Integer, List<Integer>> groups = Map.of(1, members(random, hosts), 2, members(random, hosts));
        List<EtGraph> ranks = ranks(random, hosts, groups);
        Scenario scenario = Cases.each(topology, ranks, groups).system(system);
        return scenario.options(scenario.options()
                .fidelity(random.nextBoolean() ? Fidelity.ANALYTIC : Fidelity.AWARE)
                .transport(1 + random.nextInt(3), 1, random.nextInt(12) == 0)
                .record(Recording.OPS, Recording.COLLECTIVES));
    }

    private static LogicalTopology topology(Random random) {
        List<TopologyDim> dims = new ArrayList<>();
        int count = 1 + random.nextInt(4) / 3;
        for (int d = 0; d < count; d++) {
            dims.add(new TopologyDim(
                    DimKind.values()[random.nextInt(3)],
                    count == 1 ? 4 + random.nextInt(16) : 2 + random.nextInt(6),
                    Bandwidth.gigabytesPerSecond(1 + random.nextInt(3) * 49),
                    random.nextInt(6) == 0 ? random.nextInt(3) : 10 * random.nextInt(60) + random.nextInt(2)));
        }
        return new LogicalTopology(dims);
    }

    /** Some of the hosts in any order. */
    private static List<Integer> members(Random random, int hosts) {
        List<Integer> all = new ArrayList<>();
        for (int host = 0; host < hosts; host++) {
            all.add(host);
        }
        Collections.shuffle(all, random);
        return List.copyOf(all.subList(0, 2 + random.nextInt(hosts - 1)));
    }

    /** The same nodes everywhere; the work takes as long on all ranks, nearly as long, or any time. */
    private static List<EtGraph> ranks(Random random, int hosts, Map<Integer, List<Integer>> groups) {
        int nodes = 1 + random.nextInt(6);
        int[] kind = random.ints(nodes, 0, 6).toArray();
        int[] type = random.ints(nodes, 0, TYPES.length).toArray();
        long[] bytes = random.longs(nodes, 1, 400_000).toArray();
        int[] after = random.ints(nodes, 0, 4).toArray();
        int spread = random.nextInt(3);
        List<EtGraph> ranks = new ArrayList<>();
        for (int rank = 0; rank < hosts; rank++) {
            List<EtNode> trace = new ArrayList<>();
            for (int n = 0; n < nodes; n++) {
                long[] deps = n == 0 || after[n] == 0 ? new long[0] : new long[] {1 + (n + after[n]) % n};
                long micros = spread == 0 ? 3 : spread == 1 ? random.nextInt(2) : random.nextInt(300);
                int group = kind[n] == 5 ? 1 : 2;
                if (kind[n] < 2) {
                    trace.add(Cases.work(n + 1L, micros, deps));
                } else if (kind[n] < 4) {
                    trace.add(Cases.collective(n + 1L, TYPES[type[n]], bytes[n], deps));
                } else if (groups.get(group).contains(rank)) {
                    trace.add(Cases.grouped(n + 1L, TYPES[type[n]], bytes[n], String.valueOf(group), deps));
                } else {
                    trace.add(Cases.work(n + 1L, micros, deps));
                }
            }
            ranks.add(Cases.graph(trace.toArray(EtNode[]::new)));
        }
        return ranks;
    }

    @Property(tries = 40)
    void aStragglerHoldsUpItsRingTheSameWay(@ForAll long seed) {
        compareWithAStraggler(seed);
    }

    @Tag("campaign")
    @Property(tries = 150)
    void aStragglerHoldsUpManyRingsTheSameWay(@ForAll long seed) {
        compareWithAStraggler(seed);
    }

    private static void compareWithAStraggler(long seed) {
        Random random = new Random(seed);
        int hosts = 8 + random.nextInt(40);
        List<EtGraph> ranks = new ArrayList<>();
        for (int rank = 0; rank < hosts; rank++) {
            long late = rank == 0 ? random.nextInt(60) : 0;
            ranks.add(Cases.graph(Cases.work(1, 5 + late), Cases.collective(2, 0, 1 << 22, 1), Cases.work(3, 500, 1)));
        }
        Scenario scenario = Cases.each(LogicalTopology.switched(hosts), ranks);
        scenario = scenario.system(
                SystemSpec.builder().cutThrough(random.nextBoolean()).build());
        for (Fidelity network : new Fidelity[] {Fidelity.ANALYTIC, Fidelity.AWARE}) {
            SimOptions options = scenario.options().fidelity(network).record(Recording.OPS, Recording.COLLECTIVES);
            SimulationResult singly = Simulator.run(scenario.options(options.symmetry(Symmetry.EXHAUSTIVE)));
            SimulationResult skipping = Simulator.run(scenario.options(options.symmetry(Symmetry.OFF)));
            SameResults.check(skipping, singly);
            assertThat(skipping.events()).isLessThanOrEqualTo(singly.events());
        }
    }
}
