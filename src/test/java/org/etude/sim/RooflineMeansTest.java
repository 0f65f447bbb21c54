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
        // Ids 1 to 4 fall into empty buckets each and so to the head, one before the other.
        double mean = mean(OPERATIONS, BYTES, 3, 2, 1, 0);
        long busy = IntStream.range(0, nodes.length)
                .mapToLong(i -> took(OPERATIONS[i], BYTES[i]))
                .sum();
        assertThat(result.roofline().orElseThrow().intensity()).containsExactly(mean, mean);
        assertThat(result.roofline().orElseThrow().computeBound()[0]).isEqualTo((double) busy / (busy + 1));
    }

    /** Node 14, of a CPU, comes first and draws node 1 into its bucket of 13, behind node 2, although it adds nothing itself. */
    @Test
    void nodesThatDoNotCountDecideAboutTheOrderToo() {
        long[] ids = {14, 2, 1, 3};
        long[] operations = {1000, 7_051_989_102_393L, 9_508_286_430_555L, 2_171_669_635_251L};
        long[] bytes = {100, 9, 7, 11};
        EtNode[] nodes = IntStream.range(0, ids.length)
                .mapToObj(i -> EtNode.of(ids[i], "node " + ids[i], EtNodeType.COMP)
                        .withAttributes(List.of(
                                EtAttribute.bool("is_cpu_op", i == 0),
                                EtAttribute.int64("num_ops", operations[i]),
                                EtAttribute.int64("tensor_size", bytes[i])))
                        .withDataDeps(i == 0 ? new long[0] : new long[] {ids[i - 1]}))
                .toArray(EtNode[]::new);
        Scenario scenario = Cases.same(LogicalTopology.ring(2), nodes)
                .system(SystemSpec.builder()
                        .roofline(true, 900)
                        .localMemoryGBps(1600)
                        .build());
        double mean = mean(operations, bytes, 3, 1, 2);
        assertThat(mean).as("the order without node 14").isNotEqualTo(mean(operations, bytes, 3, 2, 1));
        assertThat(Simulator.run(scenario).roofline().orElseThrow().intensity()).containsExactly(mean, mean);
    }

    private static double mean(long[] operations, long[] bytes, int... order) {
        double sum = 0;
        long total = 1;
        for (int i : order) {
            long took = took(operations[i], bytes[i]);
            sum += (double) operations[i] / bytes[i] * took;
            total += took;
        }
        return sum / total;
    }

    private static long took(long operations, long bytes) {
        double performance = Math.min(1600e9 * ((double) operations / bytes), 900e12);
        return (long) (operations / performance * 1e9);
    }
}
