// SPDX-License-Identifier: Apache-2.0
package org.etude.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;
import org.etude.sim.result.SimulationResult;
import org.etude.sim.spec.Cases;
import org.etude.sim.spec.Scenario;
import org.etude.spec.SystemSpec;
import org.etude.topology.graph.LogicalTopology;
import org.junit.jupiter.api.Test;

/** The reference adds the products in the order of a libstdc++ hash table and divides once, which the last digits show. */
class RooflineMeansTest {
    /** Operations of four nodes one after the other, on 7, 9, 11 and 13 bytes: another order has another last digit. */
    private static final long[] OPERATIONS = {
        5_985_085_987_474L, 1_506_995_653_122L, 7_410_375_596_208L, 9_120_469_454_564L
    };

    private static final long[] BYTES = {7, 9, 11, 13};

    @Test
    void productsAreAddedInHashOrderAndDividedOnce() {
        EtNode[] nodes = IntStream.range(0, OPERATIONS.length)
                .mapToObj(i -> EtNode.of(i + 1, "node " + i, EtNodeType.COMP)
                        .withAttributes(List.of(
                                EtAttribute.bool("is_cpu_op", false),
                                EtAttribute.int64("num_ops", OPERATIONS[i]),
                                EtAttribute.int64("tensor_size", BYTES[i])))
                        .withDataDeps(i == 0 ? new long[0] : new long[] {i}))
                .toArray(EtNode[]::new);
        Scenario scenario = Cases.same(LogicalTopology.ring(2), nodes)
                .system(SystemSpec.builder()
                        .roofline(true, 900)
                        .localMemoryGBps(1600)
                        .build());
        SimulationResult result = Simulator.run(scenario);
        double sum = 0;
        long total = 1;
        // Ids 1 to 4 fall into empty buckets each and so to the head, one before the other.
        for (int i = OPERATIONS.length - 1; i >= 0; i--) {
            double intensity = (double) OPERATIONS[i] / BYTES[i];
            double performance = Math.min(1600e9 * intensity, 900e12);
            long took = (long) (OPERATIONS[i] / performance * 1e9);
            sum += intensity * took;
            total += took;
        }
        assertThat(result.roofline().orElseThrow().intensity()).containsExactly(sum / total, sum / total);
        assertThat(result.roofline().orElseThrow().computeBound()[0]).isEqualTo((double) (total - 1) / total);
    }
}
