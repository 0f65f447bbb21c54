// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.CommGroups;
import org.etude.report.Finding;
import org.etude.spec.CollectiveType;
import org.etude.spec.OpClass;
import org.etude.spec.ScaleSettings;
import org.etude.spec.WorkloadException;
import org.etude.unit.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What scaling makes of the sizes of communication and of the times of computation, node by node. */
class SizesAndTimesTest {
    private final ScaleSettings settings = new ScaleSettings();
    private final ScaleLog log = new ScaleLog();

    private List<EtGraph> sized(EtGraph... graphs) {
        GroupPlan plan = new GroupPlan(CommGroups.none(), 2, 4, true, 0);
        return new CollectiveChange(settings, plan, log).run(List.of(graphs));
    }

    private long sized(EtNode node) {
        return sized(ScaledJobs.graph(node)).get(0).integer(0, EtNames.COMM_SIZE, -1);
    }

    private static EtNode send(long bytes) {
        return ScaledJobs.message(1, EtNodeType.COMM_SEND, 0, 1, bytes);
    }

    private static EtNode allReduce(long bytes) {
        return ScaledJobs.collective(1, CollectiveType.ALL_REDUCE, bytes, "");
    }

    /** Half a byte is one byte, but a message of nothing stays one; without a factor every size keeps its last bit. */
    @ParameterizedTest
    @CsvSource({
        "1, 0, 0",
        "1, 1, 1",
        "1, 9007199254740993, 9007199254740993",
        "0.5, 0, 0",
        "0.5, 1, 1",
        "0.5, 7, 4",
        "0.1, 1, 1",
        "3, 5, 15"
    })
    void messagesAreMultiplied(double factor, long bytes, long scaled) {
        settings.commScale(factor);
        assertThat(sized(send(bytes))).isEqualTo(scaled);
    }

    /** Sizes that four chunks divided are divided by them afterwards, and are a chunk's byte each at least. */
    @ParameterizedTest
    @CsvSource({"0.3, 64, 20", "0.3, 4, 4", "0.3, 10, 3", "1, 10, 10", "1, 64, 64", "2, 0, 0"})
    void collectivesStayDivisible(double factor, long bytes, long scaled) {
        settings.splits(4).commScale(factor);
        assertThat(sized(allReduce(bytes))).isEqualTo(scaled);
    }

    @Test
    void sizesThatNoTraceCanHoldAreRefused() {
        settings.commScale(1e12);
        assertThatThrownBy(() -> sized(send(1L << 40)))
                .isInstanceOf(WorkloadException.class)
                .hasMessageContaining("node 1 (send): 1099511627776 bytes times comm-scale");
    }

    /** Barriers stay barriers and messages keep their size when collectives are replaced. */
    @Test
    void rewritingChangesCollectivesOnly() {
        settings.rewrite(CollectiveType.ALL_TO_ALL, Bytes.parse("512 B"));
        EtGraph graph = sized(ScaledJobs.graph(
                        allReduce(64),
                        ScaledJobs.collective(2, CollectiveType.BARRIER, 8, ""),
                        ScaledJobs.message(3, EtNodeType.COMM_RECV, 1, 0, 77)))
                .get(0);
        assertThat(graph.integer(0, EtNames.COMM_TYPE, -1)).isEqualTo(CollectiveType.ALL_TO_ALL.number());
        assertThat(graph.integer(0, EtNames.COMM_SIZE, -1)).isEqualTo(512);
        assertThat(graph.integer(1, EtNames.COMM_TYPE, -1)).isEqualTo(CollectiveType.BARRIER.number());
        assertThat(graph.integer(1, EtNames.COMM_SIZE, -1)).isEqualTo(8);
        assertThat(graph.integer(2, EtNames.COMM_SIZE, -1)).isEqualTo(77);
        assertThat(log.report().findings())
                .extracting(Finding::what)
                .contains("1 collective turned into ALL_TO_ALL of 512 bytes");
    }

    private static EtNode host(long id, long micros) {
        return EtNode.of(id, "aten::mm", EtNodeType.COMP, EtAttribute.bool(EtNames.IS_CPU_OP, true))
                .withDurationMicros(micros);
    }

    private static EtGraph work() {
        return ScaledJobs.graph(
                ScaledJobs.compute(1, "sgemm", 100),
                ScaledJobs.compute(2, "relu", 100),
                host(3, 100),
                EtNode.of(4, "gemm", EtNodeType.COMM_COLL).withDurationMicros(100));
    }

    private static List<Long> micros(EtGraph graph) {
        return java.util.stream.IntStream.range(0, graph.size())
                .mapToObj(node -> graph.durationNanos(node) / 1000)
                .toList();
    }

    /** Products twice as long and everything on the GPU half as long: the host is no GPU, a collective no computation. */
    @Test
    void timesAreMultipliedByKind() {
        settings.compute(OpClass.MATMUL, 2).compute(OpClass.HOST, 3);
        EtGraph changed =
                new ComputeChange(settings, log).byKind(List.of(work()), 0.5).get(0);
        assertThat(micros(changed)).containsExactly(100L, 50L, 300L, 100L);
        assertThat(log.report().findings())
                .extracting(Finding::effect)
                .containsExactly("nodes changed: {HOST=1, ELEMENTWISE=1}");
    }

    @Test
    void withoutAFactorNothingIsCopied() {
        List<EtGraph> graphs = List.of(work());
        assertThat(new ComputeChange(settings, log).byKind(graphs, 1)).isSameAs(graphs);
        assertThat(new ComputeChange(settings, log).byRank(graphs)).isSameAs(graphs);
        assertThat(log.report().findings()).isEmpty();
    }

    /** A slow rank is slow on the host too, and ranks with one graph and one factor still share it. */
    @Test
    void stragglersAreSlowThroughout() {
        EtGraph one = work();
        settings.straggler(1, 2).straggler(3, 2);
        List<EtGraph> ranks = new ComputeChange(settings, log).byRank(List.of(one, one, one, one));
        assertThat(micros(ranks.get(0))).containsExactly(100L, 100L, 100L, 100L);
        assertThat(micros(ranks.get(1))).containsExactly(200L, 200L, 200L, 100L);
        assertThat(ranks.get(3)).isSameAs(ranks.get(1));
        assertThat(ranks.get(2)).isSameAs(ranks.get(0));
    }

    @Test
    void stragglersAreRanksOfTheJob() {
        assertThatThrownBy(() ->
                        new ComputeChange(new ScaleSettings().straggler(2, 2), log).byRank(List.of(work(), work())))
                .isInstanceOf(WorkloadException.class)
                .hasMessageContaining("the straggler is rank 2 but there are 2 ranks");
        assertThatThrownBy(() ->
                        new ComputeChange(new ScaleSettings().stragglers(3, 2), log).byRank(List.of(work(), work())))
                .isInstanceOf(WorkloadException.class)
                .hasMessageContaining("3 stragglers of 2 ranks");
    }

    /** Jitter is drawn for each rank and node on its own, the same each time. */
    @Test
    void jitterIsTheSameForTheSameSeed() {
        settings.jitter(0.1).seed(5);
        List<EtGraph> first = new ComputeChange(settings, log).byRank(List.of(work(), work()));
        List<EtGraph> again = new ComputeChange(settings, log).byRank(List.of(work(), work()));
        List<EtGraph> other =
                new ComputeChange(new ScaleSettings().jitter(0.1).seed(6), log).byRank(List.of(work(), work()));
        assertThat(micros(first.get(0))).isEqualTo(micros(again.get(0))).isNotEqualTo(micros(first.get(1)));
        assertThat(micros(first.get(0))).isNotEqualTo(micros(other.get(0)));
        assertThat(micros(first.get(0)).get(3)).isEqualTo(100);
    }
}
