// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.symmetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.statistics.Statistics;
import org.etude.et.graph.EtNode;
import org.etude.report.EtudeException;
import org.etude.sim.Simulator;
import org.etude.sim.result.SimulationResult;
import org.etude.sim.spec.Cases;
import org.etude.sim.spec.Scenario;
import org.etude.spec.AlgorithmSpec;
import org.etude.spec.Fidelity;
import org.etude.spec.InterDimension;
import org.etude.spec.IntraDimension;
import org.etude.spec.SimOptions;
import org.etude.spec.SimOptions.Recording;
import org.etude.spec.SimOptions.Symmetry;
import org.etude.spec.SystemSpec;
import org.etude.topology.graph.DimKind;
import org.etude.topology.graph.LogicalTopology;
import org.etude.topology.graph.TopologyDim;
import org.etude.unit.Bandwidth;

/** Random jobs with one trace for all ranks: whatever can be reduced gives the result of all ranks, to the last message. */
class RankZeroReductionProperties {
    private static final int[] TYPES = {0, 2, 6, 7};
    private static final String[] ALGORITHMS = {
        "ring", "ring", "ring", "direct", "direct1", "direct2", "halvingDoubling"
    };
    private static final InterDimension[] INTER = {
        InterDimension.BASELINE, InterDimension.BASELINE, InterDimension.ROUND_ROBIN, InterDimension.ONLINE_GREEDY
    };

    @Property(tries = 300)
    void reducedEqualsPlain(@ForAll long seed) {
        // Without jobs that are reduced the property would say nothing.
        Statistics.label("reduced").coverage(jobs -> jobs.check("yes").percentage(share -> share > 10));
        Scenario scenario = scenario(new Random(seed));
        Scenario all = scenario.options(scenario.options().record(Recording.values()));
        SimulationResult plain;
        try {
            plain = Simulator.run(all.options(all.options().symmetry(Symmetry.EXHAUSTIVE)));
        } catch (EtudeException e) {
            Statistics.label("reduced").collect("cannot be run");
            assertThat(SameResults.reduced(all)).isEmpty();
            return;
        }
        Optional<SimulationResult> reduced = SameResults.reduced(all);
        Statistics.label("reduced").collect(reduced.isPresent() ? "yes" : "no");
        reduced.ifPresent(result -> {
            SameResults.check(result, plain);
            // Without the list of messages rounds are skipped.
            Scenario few = scenario.options(scenario.options().record(Recording.OPS, Recording.COLLECTIVES));
            SameResults.check(
                    SameResults.reduced(few).orElseThrow(),
                    Simulator.run(few.options(few.options().symmetry(Symmetry.EXHAUSTIVE))));
        });
    }

    private static Scenario scenario(Random random) {
        List<TopologyDim> dims = new ArrayList<>();
        int count = 1 + random.nextInt(3);
        for (int d = 0; d < count; d++) {
            dims.add(new TopologyDim(
                    DimKind.values()[random.nextInt(3)],
                    2 + random.nextInt(count == 1 ? 11 : 3),
                    Bandwidth.gigabytesPerSecond(1 + random.nextInt(3) * 49),
                    random.nextInt(4) == 0 ? 0 : 10 * random.nextInt(4) + random.nextInt(2)));
        }
        LogicalTopology topology = new LogicalTopology(dims);
        AlgorithmSpec[] algorithms = new AlgorithmSpec[count];
        Arrays.setAll(algorithms, d -> AlgorithmSpec.parse(ALGORITHMS[random.nextInt(ALGORITHMS.length)]));
        SystemSpec system = SystemSpec.builder()
                .algorithms(algorithms)
                .splits(1 + random.nextInt(6))
                .activeChunks(1 + random.nextInt(4))
                .localBwAware(random.nextBoolean())
                .endpointDelayNs(random.nextInt(3) * 10L + random.nextInt(2))
                .localMemoryGBps(random.nextInt(3) * 40)
                .inter(INTER[random.nextInt(INTER.length)])
                .intra(IntraDimension.values()[random.nextInt(4)])
                .cutThrough(random.nextBoolean())
                .build();
        Scenario scenario = Cases.same(topology, nodes(random)).system(system);
        SimOptions options = scenario.options()
                .fidelity(random.nextBoolean() ? Fidelity.ANALYTIC : Fidelity.AWARE)
                .stallFree(random.nextInt(4) == 0)
                .transport(1 + random.nextInt(3), 1, random.nextInt(12) == 0);
        return scenario.options(options);
    }

    private static EtNode[] nodes(Random random) {
        EtNode[] nodes = new EtNode[1 + random.nextInt(8)];
        for (int i = 0; i < nodes.length; i++) {
            long[] deps = i == 0 || random.nextInt(3) == 0 ? new long[0] : new long[] {1 + random.nextInt(i)};
            nodes[i] = random.nextInt(2) == 0
                    ? Cases.work(i + 1L, random.nextInt(3), deps)
                    : Cases.collective(i + 1L, TYPES[random.nextInt(4)], 1 + random.nextInt(60_000), deps);
        }
        return nodes;
    }
}
