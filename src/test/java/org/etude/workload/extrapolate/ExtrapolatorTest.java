// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.extrapolate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;
import org.etude.link.model.LinkedSet;
import org.etude.report.Progress;
import org.etude.spec.LinkOptions;
import org.etude.spec.ParallelizeOptions;
import org.etude.spec.WorkloadException;
import org.etude.unit.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Exact figures of a step written by hand; see {@link HandStep}. */
class ExtrapolatorTest {
    @TempDir
    private Path dir;

    private static Extrapolated spread(LinkedSet set, UnaryOperator<ParallelizeOptions> wish) {
        return Extrapolator.run(
                set, LinkOptions.defaults(), null, wish.apply(ParallelizeOptions.defaults()), Progress.NONE);
    }

    private static Extrapolated spread(LinkedSet set, LinkedSet second, UnaryOperator<ParallelizeOptions> wish) {
        return Extrapolator.run(
                set, LinkOptions.defaults(), second, wish.apply(ParallelizeOptions.defaults()), Progress.NONE);
    }

    private static long hostNanos(EtGraph graph) {
        return IntStream.range(0, graph.size())
                .filter(node -> graph.type(node) == EtNodeType.COMP && graph.isCpuOp(node))
                .mapToLong(graph::durationNanos)
                .sum();
    }

    private static long gpuNanos(EtGraph graph) {
        return IntStream.range(0, graph.size())
                .filter(node -> graph.type(node) == EtNodeType.COMP && !graph.isCpuOp(node))
                .mapToLong(graph::durationNanos)
                .sum();
    }

    private static List<EtNode> nodes(EtGraph graph, EtNodeType type) {
        return graph.nodes().stream().filter(node -> node.type() == type).toList();
    }

    private static List<Long> sizes(EtGraph graph, EtNodeType type) {
        return IntStream.range(0, graph.size())
                .filter(node -> graph.type(node) == type)
                .mapToObj(node -> graph.integer(node, EtNames.COMM_SIZE, -1))
                .toList();
    }

    private static long nanos(EtGraph graph, String name) {
        return IntStream.range(0, graph.size())
                .filter(node -> graph.name(node).contains(name))
                .mapToLong(graph::durationNanos)
                .sum();
    }

    @Test
    void asRecordedNothingChanges() {
        Extrapolated same = spread(HandStep.onHost(dir), s -> s);
        assertThat(same.recordedBatch()).isEqualTo(8);
        assertThat(same.set().ranks()).hasSize(1);
        assertThat(hostNanos(same.set().ranks().get(0))).isEqualTo(1_000_000);
        assertThat(same.recordedMs()).isEqualTo(1.0);
        assertThat(same.set().report().findings()).anyMatch(f -> f.what().equals("the step is left as recorded"));
    }

    @Test
    void copiesKeepTheHostAndAddOneBucket() {
        Extrapolated two = spread(HandStep.onHost(dir), s -> s.dp(2));
        assertThat(two.set().ranks()).hasSize(2);
        EtGraph graph = two.set().ranks().get(1);
        assertThat(hostNanos(graph)).isEqualTo(1_000_000);
        assertThat(sizes(graph, EtNodeType.COMM_COLL)).containsExactly(4 * (4 * 32 + 32 * 16L));
    }

    @Test
    void bucketsFillInTheOrderOfTheBackwardPassAndTheOptimizerWaits() {
        EtGraph graph = spread(HandStep.onHost(dir), s -> s.dp(2).bucket(new Bytes(512)))
                .set()
                .ranks()
                .get(0);
        assertThat(sizes(graph, EtNodeType.COMM_COLL)).containsExactly(512L, 2048L);
        List<Long> exchanged =
                nodes(graph, EtNodeType.COMM_COLL).stream().map(EtNode::id).toList();
        EtNode gate = graph.nodes().stream()
                .filter(node -> node.name().equals("gradients exchanged"))
                .findFirst()
                .orElseThrow();
        assertThat(gate.dataDeps()).contains(exchanged.get(0), exchanged.get(1));
        EtNode update = graph.nodes().stream()
                .filter(node -> graph.isCpuOp(graph.indexOf(node.id())) && node.id() > gate.id())
                .findFirst()
                .orElseThrow();
        assertThat(update.dataDeps()).contains(gate.id());
        EtNode first = nodes(graph, EtNodeType.COMM_COLL).get(0);
        assertThat(graph.name(graph.indexOf(first.dataDeps()[0]))).contains("AccumulateGrad");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 511, 512, 2048, 2049, 1 << 20})
    void bucketsOfAnySizeCarryAllGradients(long size) {
        EtGraph graph = spread(HandStep.onHost(dir), s -> s.dp(4).bucket(new Bytes(size)))
                .set()
                .ranks()
                .get(3);
        List<Long> sizes = sizes(graph, EtNodeType.COMM_COLL);
        assertThat(sizes).hasSize(size <= 512 ? 2 : 1);
        assertThat(sizes.stream().mapToLong(Long::longValue).sum()).isEqualTo(2560);
    }

    @Test
    void stagesTogetherDoTheRecordedWork() {
        List<EtGraph> stages =
                spread(HandStep.onHost(dir), s -> s.pp(2).microBatches(1)).set().ranks();
        EtGraph whole = spread(HandStep.onHost(dir), s -> s).set().ranks().get(0);
        for (String op :
                List.of("aten::linear", "aten::relu", "AddmmBackward0", "ReluBackward0", "Accumulate", "aten::add_")) {
            assertThat(stages.stream().mapToLong(stage -> nanos(stage, op)).sum())
                    .as(op)
                    .isEqualTo(nanos(whole, op));
        }
    }

    /** By hand: rate of memory 2,048 bytes in 50 us, so 50 and 12.5 us of the layers are fixed, and twice that back. */
    @Test
    void twiceTheBatchTakesTwiceWhatIsNotFixed() {
        Extrapolated twice = spread(HandStep.onHost(dir), s -> s.batch(16));
        EtGraph graph = twice.set().ranks().get(0);
        assertThat(nanos(graph, "aten::linear")).isEqualTo(150_000 + 107_500);
        assertThat(nanos(graph, "aten::relu")).isEqualTo(100_000);
        assertThat(nanos(graph, "ReluBackward0")).isEqualTo(100_000);
        assertThat(nanos(graph, "AddmmBackward0")).isEqualTo(215_000 + 300_000);
        assertThat(nanos(graph, "AccumulateGrad")).isEqualTo(20_000);
        assertThat(nanos(graph, "aten::add_")).isEqualTo(80_000);
        assertThat(hostNanos(graph)).isEqualTo(1_392_500);
        assertThat(twice.stages().get(0).doubtMs()).isZero();
    }

    /** Of the second layer 40 us are in proportion each way; all else took the same with both batches. */
    @Test
    void twoRecordingsTellWhatIsFixed() {
        LinkedSet second = HandStep.twiceTheBatch(dir.resolve("16"));
        Extrapolated four = spread(HandStep.onHost(dir.resolve("8")), second, s -> s.batch(32));
        EtGraph graph = four.set().ranks().get(0);
        assertThat(nanos(graph, "aten::linear")).isEqualTo(100_000 + 20_000 + 4 * 40_000);
        assertThat(nanos(graph, "AddmmBackward0")).isEqualTo(200_000 + 80_000 + 4 * 40_000);
        assertThat(nanos(graph, "aten::relu")).isEqualTo(50_000);
        assertThat(four.doubt()).isZero();
        assertThat(four.set().report().findings()).anyMatch(f -> f.what().contains("batch 16"));
    }

    @Test
    void twoRecordingsMustDifferInTheirBatchAlone() {
        LinkedSet set = HandStep.onHost(dir.resolve("a"));
        assertThatThrownBy(() -> spread(set, set, s -> s.batch(32)))
                .isInstanceOf(WorkloadException.class)
                .hasMessageContaining("the batch is the same");
    }

    @Test
    void besideAGpuTheHostStays() {
        LinkedSet set = HandStep.onGpu(dir);
        EtGraph before = spread(set, s -> s).set().ranks().get(0);
        EtGraph twice = spread(set, s -> s.batch(16)).set().ranks().get(0);
        assertThat(gpuNanos(before)).isEqualTo(660_000);
        assertThat(hostNanos(twice)).isEqualTo(hostNanos(before));
        assertThat(nanos(twice, "kernel of aten::add_")).isEqualTo(80_000);
        // Back at the forward pass's rate above its floor, 50 us, would take 50 and 20 us: between 50 and 150, and 50
        // and 100.
        assertThat(nanos(twice, "kernel of AddmmBackward0")).isEqualTo(2 * 200_000 - 100_000 + 2 * 120_000 - 75_000);
        // The shortest kernel, 50 us, is taken as the floor; nothing is long enough next to it to tell the memory's
        // rate.
        assertThat(nanos(twice, "kernel of aten::relu")).isEqualTo(50_000);
        assertThat(nanos(twice, "kernel of aten::linear")).isEqualTo(150_000 + 70_000);
    }

    /** The GPU's stream waits for gradients, not the host that launches the optimizer. */
    @Test
    void besideAGpuTheHostRunsAhead() {
        EtGraph graph = spread(HandStep.onGpu(dir), s -> s.dp(2)).set().ranks().get(0);
        EtNode gate = graph.nodes().stream()
                .filter(node -> node.name().equals("gradients exchanged"))
                .findFirst()
                .orElseThrow();
        assertThat(graph.isCpuOp(graph.indexOf(gate.id()))).isFalse();
        assertThat(gate.dataDeps())
                .contains(nodes(graph, EtNodeType.COMM_COLL).get(0).id());
        assertThat(graph.nodes())
                .filteredOn(node -> graph.isCpuOp(graph.indexOf(node.id())))
                .noneMatch(node -> LongStream.of(node.dataDeps()).anyMatch(on -> on == gate.id()));
        assertThat(graph.nodes())
                .filteredOn(node -> node.name().equals("kernel of aten::add_"))
                .allMatch(node -> LongStream.of(node.dataDeps()).anyMatch(on -> on == gate.id()));
    }

    @Test
    void gradientsGoOutInTheLastMicroBatchOnly() {
        EtGraph graph = spread(HandStep.onHost(dir), s -> s.dp(2).batch(32).microBatches(4))
                .set()
                .ranks()
                .get(0);
        assertThat(sizes(graph, EtNodeType.COMM_COLL)).containsExactly(2560L);
        assertThat(nanos(graph, "aten::add_")).isEqualTo(80_000);
        assertThat(nanos(graph, "aten::linear")).isEqualTo(4 * 160_000);
        assertThat(hostNanos(graph)).isEqualTo(4 * 690_000 + 310_000);
    }

    @Test
    void stagesShareTheWorkAndSendHalfABatch() {
        LinkedSet set = HandStep.onHost(dir);
        Extrapolated two = spread(set, s -> s.pp(2).microBatches(2));
        EtGraph first = two.set().ranks().get(0);
        EtGraph second = two.set().ranks().get(1);
        assertThat(sizes(first, EtNodeType.COMM_SEND)).containsExactly(512L, 512L);
        assertThat(sizes(first, EtNodeType.COMM_RECV)).containsExactly(512L, 512L);
        assertThat(sizes(second, EtNodeType.COMM_SEND)).containsExactly(512L, 512L);
        assertThat(nanos(first, "relu")).isEqualTo(50_000);
        assertThat(nanos(second, "relu")).isZero();
        // Half a batch twice: what is fixed is paid twice, by one stage.
        assertThat(nanos(first, "aten::linear")).isEqualTo(2 * 75_000);
        assertThat(nanos(second, "aten::linear")).isEqualTo(2 * 36_250);
        // The optimizer is shared out by parameters: 2,048 to 512 bytes.
        assertThat(nanos(first, "aten::add_")).isEqualTo(64_000);
        assertThat(nanos(second, "aten::add_")).isEqualTo(16_000);
    }

    @Test
    void columnAndRowLayersAreSplitAndReduced() {
        EtGraph graph = spread(HandStep.onHost(dir), s -> s.tp(2)).set().ranks().get(0);
        assertThat(nanos(graph, "aten::linear")).isEqualTo(50_000 + 30_000);
        assertThat(nanos(graph, "aten::relu")).isEqualTo(25_000);
        assertThat(nanos(graph, "AddmmBackward0")).isEqualTo(160_000);
        assertThat(nanos(graph, "aten::add_")).isEqualTo(40_000);
        assertThat(sizes(graph, EtNodeType.COMM_COLL)).containsExactly(8 * 4 * 4L);
    }

    @Test
    void refusesWhatItCannotSpread() {
        LinkedSet set = HandStep.onHost(dir.resolve("a"));
        assertThatThrownBy(() -> spread(set, s -> s.pp(3)))
                .isInstanceOf(WorkloadException.class)
                .hasMessageContaining("2 layers cannot be cut into 3 parts");
        assertThatThrownBy(() -> spread(set, s -> s.tp(2).pp(2)))
                .isInstanceOf(WorkloadException.class)
                .hasMessageContaining("stay together");
        assertThatThrownBy(() -> spread(set, s -> s.pp(2).microBatches(3)))
                .isInstanceOf(WorkloadException.class)
                .hasMessageContaining("a batch of 8 in 3 micro batches");
        assertThatThrownBy(() -> spread(HandStep.inference(dir.resolve("b")), s -> s.dp(2)))
                .isInstanceOf(WorkloadException.class)
                .hasMessageContaining("no backward pass");
        assertThatThrownBy(() -> spread(HandStep.twice(dir.resolve("c")), s -> s.dp(2)))
                .isInstanceOf(WorkloadException.class)
                .hasMessageContaining("several micro batches");
        assertThatThrownBy(() -> ParallelizeOptions.defaults().batch(7).microBatches(2))
                .isInstanceOf(WorkloadException.class)
                .hasMessageContaining("not a multiple");
    }

    /** The first layer is split by its 32 outputs, the second by its 32 inputs. */
    @Test
    void splitsNoFurtherThanTensorsReach() {
        LinkedSet set = HandStep.onHost(dir);
        assertThat(spread(set, s -> s.tp(32)).set().ranks()).hasSize(32);
        assertThatThrownBy(() -> spread(set, s -> s.tp(33)))
                .isInstanceOf(WorkloadException.class)
                .hasMessageContaining(
                        "aten::linear, layer 0, cannot be split over 33 ranks: its output has 32 features")
                .hasMessageContaining("Give a tp of 32 or less");
        assertThat(spread(set, s -> s.tp(3)).set().report().findings())
                .filteredOn(f -> f.what().equals("not all layers come apart into 3 equal parts"))
                .extracting(f -> f.why())
                .containsExactly("aten::linear, layer 0: its output has 32 features");
        assertThat(spread(set, s -> s.tp(4)).set().report().findings())
                .noneMatch(f -> f.what().startsWith("not all layers"));
    }

    @Test
    void saysWhenNoOptimizerWasRecorded() {
        Extrapolated two = spread(HandStep.withoutOptimizer(dir), s -> s.dp(2));
        EtGraph graph = two.set().ranks().get(0);
        assertThat(nanos(graph, "aten::add_")).isZero();
        assertThat(sizes(graph, EtNodeType.COMM_COLL)).containsExactly(4 * (4 * 32 + 32 * 16L));
        assertThat(two.set().report().findings()).anyMatch(f -> f.what().equals("no optimizer is in the step"));
        assertThat(spread(HandStep.onHost(dir.resolve("whole")), s -> s.dp(2))
                        .set()
                        .report()
                        .findings())
                .noneMatch(f -> f.what().contains("optimizer is in"));
    }

    @Test
    void refusesWhatNoMachineHolds() {
        LinkedSet set = HandStep.onHost(dir);
        assertThatThrownBy(() -> spread(set, s -> s.microBatches(10_000_000).batch(10_000_000)))
                .isInstanceOf(WorkloadException.class)
                .hasMessageContaining("10000000 micro batches of a step of")
                .hasMessageContaining("Give fewer micro batches: at most");
        assertThatThrownBy(() -> spread(set, s -> s.dp(Integer.MAX_VALUE).tp(Integer.MAX_VALUE)))
                .isInstanceOf(WorkloadException.class)
                .hasMessageContaining("Give at most 16777216");
        assertThatThrownBy(() -> spread(set, s -> s.pp(1_000_000)))
                .isInstanceOf(WorkloadException.class)
                .hasMessageContaining("2 layers cannot be cut into 1000000 parts");
    }

    /** The first layer's input is 8 x 16. */
    @Test
    void aRecordedBatchHasNoMoreSamplesThanElements() {
        LinkedSet set = HandStep.onHost(dir);
        assertThat(spread(set, s -> s.recordedBatch(128)).recordedBatch()).isEqualTo(128);
        assertThatThrownBy(() -> spread(set, s -> s.recordedBatch(129)))
                .isInstanceOf(WorkloadException.class)
                .hasMessageContaining("a recorded batch of 129, but the first layer's input has 128 elements");
    }
}
