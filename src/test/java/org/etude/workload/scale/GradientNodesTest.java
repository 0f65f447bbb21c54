// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.scale;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;
import org.etude.report.Finding;
import org.junit.jupiter.api.Test;

class GradientNodesTest {
    private final ScaleLog log = new ScaleLog();

    private EtGraph appended(List<Long> sizes, EtNode... nodes) {
        return new GradientNodes(ScaledJobs.graph(nodes), sizes).append("3", log);
    }

    /** What a node waits for, data dependencies only. */
    private static long[] waits(EtGraph graph, long id) {
        return graph.dataDeps(graph.indexOf(id));
    }

    private static EtNode at(EtNode node, long nanos) {
        EtAttribute[] more = node.attributes().toArray(EtAttribute[]::new);
        more = Arrays.copyOf(more, more.length + 1);
        more[more.length - 1] = EtAttribute.int64(EtNames.START_NS, nanos);
        return node.withAttributes(List.of(more));
    }

    /** The buckets wait for what the optimizer waited for, and the optimizer for the buckets as well. */
    @Test
    void bucketsComeBeforeTheOptimizer() {
        EtGraph graph = appended(
                List.of(100L, 28L),
                ScaledJobs.compute(1, "gemm", 10),
                ScaledJobs.compute(5, "gemm", 10, 1),
                ScaledJobs.compute(9, "multi_tensor_apply adam", 10, 5),
                ScaledJobs.compute(7, "multi_tensor_apply adam", 10, 9));
        assertThat(graph.size()).isEqualTo(6);
        assertThat(waits(graph, 10)).containsExactly(5);
        assertThat(waits(graph, 11)).containsExactly(5);
        assertThat(waits(graph, 9)).containsExactly(5, 10, 11);
        assertThat(waits(graph, 7)).containsExactly(9);
        int first = graph.indexOf(10);
        assertThat(graph.type(first)).isEqualTo(EtNodeType.COMM_COLL);
        assertThat(graph.integer(first, EtNames.COMM_SIZE, -1)).isEqualTo(100);
        assertThat(graph.integer(first, EtNames.COMM_TYPE, -1)).isZero();
        assertThat(graph.string(first, EtNames.PG_NAME, "")).isEqualTo("3");
        assertThat(graph.name(graph.indexOf(11))).isEqualTo("gradients bucket 1");
        assertThat(log.report().findings())
                .extracting(Finding::what)
                .containsExactly("2 gradient all-reduces of 128 bytes appended to each rank");
    }

    /** Not the first node in the file but the first in time; one that waits for nothing is no end of a backward pass. */
    @Test
    void theFirstOptimizerInTimeCounts() {
        EtGraph graph = appended(
                List.of(8L),
                at(ScaledJobs.compute(1, "gemm", 10), 50),
                at(ScaledJobs.compute(2, "multi_tensor_apply adam", 10), 10),
                at(ScaledJobs.compute(3, "multi_tensor_apply adam", 10, 1), 300),
                at(ScaledJobs.compute(4, "multi_tensor_apply adam", 10, 1), 200));
        assertThat(waits(graph, 4)).containsExactly(1, 5);
        assertThat(waits(graph, 3)).containsExactly(1);
        assertThat(waits(graph, 2)).isEmpty();
    }

    /** Without an optimizer they follow all nodes that nothing waits for. */
    @Test
    void withoutAnOptimizerTheyComeLast() {
        EtGraph graph = appended(
                List.of(8L),
                ScaledJobs.compute(1, "gemm", 10),
                ScaledJobs.compute(2, "gemm", 10, 1),
                ScaledJobs.compute(3, "gemm", 10, 1));
        assertThat(waits(graph, 4)).containsExactly(2, 3);
        assertThat(log.report().findings())
                .extracting(Finding::why)
                .containsExactly("no optimizer node is recorded, so they come after the trace's last nodes");
    }

    /** An empty trace has no node to wait for, and ids begin at 1. */
    @Test
    void anEmptyTraceGetsTheBucketsAlone() {
        EtGraph graph = appended(List.of(8L));
        assertThat(graph.size()).isEqualTo(1);
        assertThat(graph.id(0)).isEqualTo(1);
        assertThat(waits(graph, 1)).isEmpty();
    }
}
