// SPDX-License-Identifier: Apache-2.0
package org.etude.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNode;
import org.etude.sim.result.SimulationResult;
import org.etude.sim.result.StallException;
import org.etude.sim.spec.Cases;
import org.etude.sim.spec.Scenario;
import org.etude.spec.AlgorithmSpec;
import org.etude.spec.InterDimension;
import org.etude.spec.IntraDimension;
import org.etude.spec.SimOptions;
import org.etude.spec.SystemSpec;
import org.etude.topology.graph.LogicalTopology;
import org.etude.unit.Time;

class StallFreeProperties {
    /** Every rank finishes whatever the shape, the policies, the latencies and the number of active chunks. */
    @Property(tries = 150)
    void stallFreeSchedulingAlwaysEnds(
            @ForAll @Size(min = 2, max = 3) List<@IntRange(min = 1, max = 4) Integer> shape,
            @ForAll @Size(3) List<@IntRange(min = 0, max = 5000) Integer> latencies,
            @ForAll @Size(min = 1, max = 3) List<@IntRange(min = 0, max = 3) Integer> collectives,
            @ForAll InterDimension inter,
            @ForAll IntraDimension intra,
            @ForAll @IntRange(min = 1, max = 12) int splits,
            @ForAll @IntRange(min = 1, max = 3) int active,
            @ForAll @IntRange(min = 1, max = 3) int queues,
            @ForAll @IntRange(min = 1, max = 150) int skew) {
        Scenario scenario = scenario(shape, latencies, collectives, skew)
                .system(SystemSpec.builder()
                        .splits(splits)
                        .activeChunks(active)
                        .inter(inter)
                        .intra(intra)
                        .algorithms(algorithms(shape.size()))
                        .build());
        SimOptions options = scenario.options().stallFree(true).transport(queues, 1, false);
        SimulationResult result = Simulator.run(scenario.options(options));
        assertThat(result.complete()).isTrue();
        SimulationResult again = Simulator.run(scenario.options(options));
        assertThat(again.ranks().finish()).isEqualTo(result.ranks().finish());
        assertThat(again.finishOrder()).isEqualTo(result.finishOrder());
    }

    private static AlgorithmSpec[] algorithms(int dims) {
        AlgorithmSpec[] all = {AlgorithmSpec.RING, AlgorithmSpec.DIRECT, AlgorithmSpec.RING};
        return Arrays.copyOf(all, dims);
    }

    private static Scenario scenario(
            List<Integer> shape, List<Integer> latencies, List<Integer> collectives, int skew) {
        int[] sizes = shape.stream().mapToInt(Integer::intValue).toArray();
        Time[] times = new Time[sizes.length];
        Arrays.setAll(times, d -> Time.ns(latencies.get(d)));
        LogicalTopology torus = LogicalTopology.torus(sizes).latency(times);
        int[] types = {0, 2, 6, 7};
        List<EtGraph> ranks = new ArrayList<>();
        for (int r = 0; r < torus.hosts(); r++) {
            EtNode[] nodes = new EtNode[collectives.size() + 1];
            nodes[0] = Cases.work(1, 1 + r * 37L % skew);
            for (int i = 1; i < nodes.length; i++) {
                nodes[i] = Cases.collective(i + 1L, types[collectives.get(i - 1)], 100_000, i);
            }
            ranks.add(Cases.graph(nodes));
        }
        return Cases.each(torus, ranks);
    }

    /** The same random systems do stall without it, so the property above says something. */
    @Example
    void defaultSchedulingDoesStallOnSuchSystems() {
        int stalls = 0;
        for (int skew = 1; skew <= 40; skew++) {
            Scenario scenario = scenario(List.of(2, 2, 4), List.of(5000, 5000, 4000), List.of(0), 3 * skew);
            try {
                Simulator.run(scenario.system(SystemSpec.builder()
                        .splits(12)
                        .intra(IntraDimension.SMALLEST_FIRST)
                        .build()));
            } catch (StallException e) {
                stalls++;
            }
        }
        assertThat(stalls).isPositive();
    }
}
