// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.etude.workload.llm.step.Steps.gpt;

import java.util.Optional;
import java.util.function.Consumer;
import org.assertj.core.data.Percentage;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.report.Progress;
import org.etude.spec.LlmException;
import org.etude.spec.LlmOption;
import org.etude.spec.LlmSettings;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.parallel.FreeCommunication;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Recomputation by operation, as torchtitan's selective activation checkpointing does it. */
class RecomputedOperationsTest {
    private static final int VALUES = 32;
    private static final int FFN = 128;
    private static final double GIBI = 1L << 30;

    /** Layers as Llama's: 4 heads of 16 that share two keys and values, gated. */
    private static LlmStep step(String recompute, Consumer<LlmSettings> change) {
        Consumer<LlmSettings> llama = p -> p.flashAttention()
                .recompute(recompute)
                .set(LlmOption.FRAME, "torchtitan")
                .set(LlmOption.SWIGLU, true)
                .set(LlmOption.QUERY_GROUPS, 2)
                .set(LlmOption.FFN_HIDDEN, FFN);
        return gpt(llama.andThen(change));
    }

    private static double kept(String recompute, Consumer<LlmSettings> change) {
        return step(recompute, change).memory().stages().get(0).activations().value();
    }

    /** Besides a layer's input: queries, values, attention and its four bytes a head, the gate and the last product. */
    @Test
    void everyOtherProductIsKept() {
        double tokens = Steps.BATCH * Steps.SEQUENCE;
        double each = 2 * (2 * Steps.HIDDEN + VALUES + FFN) + 4 * 4 + 2 * Steps.HIDDEN;
        assertThat(kept("op", p -> {}) - kept("full", p -> {})).isEqualTo(Steps.LAYERS * tokens * each);
        Consumer<LlmSettings> two = p -> p.world(2).tp(2).sequenceParallel();
        double half = (2 * (2 * Steps.HIDDEN + VALUES + FFN) + 4 * 4) / 2.0 + 2 * Steps.HIDDEN + 2 * Steps.HIDDEN;
        assertThat(kept("op", two) - kept("full", two))
                .as("the last product undivided, and two reduce-scatters of half of it")
                .isEqualTo(Steps.LAYERS * tokens * half);
    }

    private static double operations(String recompute) {
        return operations(step(recompute, p -> {}));
    }

    private static double operations(LlmStep step) {
        return Steps.operations(step.write(Progress.NONE).ranks().get(0));
    }

    /** The products for keys, after attention and for the other half, and all between products. */
    @Test
    void theRestIsComputedAgain() {
        double products = 2.0 * Steps.HIDDEN * (VALUES + Steps.HIDDEN + FFN);
        double elements = 2 * 8 * Steps.HIDDEN + 3 * (Steps.HIDDEN + VALUES) + 8 * FFN;
        double tokens = 4.0 * Steps.BATCH * Steps.SEQUENCE;
        assertThat(operations("op") - operations("none"))
                .isCloseTo(Steps.LAYERS * tokens * (products + elements), within(1000.0));
        assertThat(operations("op")).isLessThan(operations("full"));
    }

    /** Of two layers in a run, only the last leaves its last product out: the bound of a step says so as its time does. */
    @Test
    void aBoundOfRunsIsThatOfTheirSteps() {
        double[] times = new double[3];
        double[] bounds = new double[3];
        for (int run = 1; run <= 2; run++) {
            int layers = run;
            LlmStep step = step("full", p -> p.gpu("H100")
                    .set(LlmOption.CUDA_GRAPHS, true)
                    .set(LlmOption.RECOMPUTE_LAYERS, layers)
                    .set(LlmOption.SHARDING, "no_shard"));
            times[run] = step.times(FreeCommunication.TIMES, 0).step();
            bounds[run] = new StepFloors().of(step, FreeCommunication.TIMES);
        }
        assertThat(times[2] - times[1]).isGreaterThan(10);
        assertThat(bounds[2] - bounds[1]).isCloseTo(times[2] - times[1], within(1.0));
    }

    /** PyTorch's checkpoints stop before the last product, whose inputs exist by then; Megatron's repeat the whole layer. */
    @Test
    void recomputationStopsBeforeTheLastProduct() {
        double last = 4.0 * Steps.BATCH * Steps.SEQUENCE * 2 * Steps.HIDDEN * FFN;
        assertThat(forward("torchtitan") - repeated("torchtitan")).isEqualTo(Steps.LAYERS * last);
        assertThat(repeated("Megatron")).isEqualTo(forward("Megatron"));
    }

    private static LlmStep under(String frame, String recompute) {
        return step(recompute, p -> p.set(LlmOption.FRAME, frame));
    }

    /** Operations of all layers in the forward passes of a step. */
    private static double forward(String frame) {
        EtGraph graph = under(frame, "none").write(Progress.NONE).ranks().get(0);
        double sum = 0;
        for (int node = 0; node < graph.size(); node++) {
            boolean layer = graph.name(node).matches("F[0-9]+ layer .*");
            sum += layer ? graph.integer(node, EtNames.NUM_OPS, 0) : 0;
        }
        return sum;
    }

    /** Operations that a step has more when all layers are recomputed. */
    private static double repeated(String frame) {
        return operations(under(frame, "full")) - operations(under(frame, "none"));
    }

    /** Llama 3.1 8B, local batch 2, compiled (benchmarks/llama3_h100_202412_torchtitan.md, tables 1 and 3): reserved, so more. */
    @ParameterizedTest
    @CsvSource({"8, 68.4, 77.0", "128, 58.2, 62.0"})
    void publishedPeaksAreWithinTheAllocatorsReserve(int ranks, double predicted, double published) {
        LlmSettings settings = new LlmSettings("llama3_8B")
                .world(ranks)
                .microBatch(2)
                .globalBatch(2 * ranks)
                .sequence(8192)
                .flashAttention()
                .recompute("op")
                .set(LlmOption.FRAME, "torchtitan");
        double most = LlmStep.of(LlmTraining.of(settings), Optional.empty())
                        .memory()
                        .most()
                        .value()
                / GIBI;
        assertThat(most).isCloseTo(predicted, within(0.05));
        assertThat(published / most).isBetween(1.02, 1.19);
        assertThat(most).isCloseTo(published, Percentage.withPercentage(12));
    }

    @Test
    void layersOfOtherKindsAreRefused() {
        assertThatThrownBy(() -> step("op", p -> p.set(LlmOption.FRAME, "Megatron")))
                .isInstanceOf(LlmException.class)
                .hasMessageContaining("--recompute_granularity op is known for dense gated layers");
        assertThatThrownBy(() -> step("op", p -> p.set(LlmOption.FLASH, false))).isInstanceOf(LlmException.class);
        assertThatThrownBy(() -> step("op", p -> p.set(LlmOption.RECOMPUTE_MODULES, "mlp")))
                .hasMessageContaining("--recompute_modules with --recompute_granularity op");
    }
}
