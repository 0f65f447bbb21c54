// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.etude.spec.CollectiveType;
import org.etude.spec.LlmException;
import org.etude.spec.LlmOption;
import org.etude.spec.LlmSettings;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.llm.cost.Gemm;
import org.etude.workload.llm.step.LayerPiece.Comm;
import org.etude.workload.llm.step.LayerPiece.Exchange;
import org.etude.workload.llm.step.LayerPiece.OverlappedExchange;
import org.etude.workload.llm.step.LayerPiece.Work;
import org.etude.workload.parallel.Group;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@link Recompute}, {@link RecomputedLayers}, {@link ActivationBytes} and {@link TensorOverlap}. */
class ActivationBytesTest {
    private static LlmTraining training(Consumer<LlmSettings> change) {
        LlmSettings settings = new LlmSettings(null)
                .layers(4)
                .hidden(64)
                .heads(4)
                .sequence(32)
                .microBatch(2)
                .globalBatch(8)
                .set(LlmOption.VOCABULARY, 512)
                .set(LlmOption.POSITIONS, 32);
        change.accept(settings);
        return LlmTraining.of(settings);
    }

    /** Korthikanti et al. 2022, equation 1: s b h (34 + 5 a s / h). */
    @Test
    void aPlainLayerKeepsWhatThePaperSays() {
        double sbh = 2 * 32 * 64;
        assertThat(new ActivationBytes(training(s -> {})).layer(0, false)).isEqualTo(sbh * (34 + 5 * 4 * 32 / 64.0));
        assertThat(new ActivationBytes(training(s -> s.flashAttention())).layer(0, false))
                .isEqualTo(sbh * 34);
        assertThat(new ActivationBytes(training(s -> s.recompute("selective"))).layer(0, false))
                .isEqualTo(sbh * 34);
        assertThat(new ActivationBytes(training(s -> {})).layer(0, true)).isEqualTo(2 * sbh);
        assertThat(new ActivationBytes(training(s -> {})).input()).isEqualTo(2 * sbh);
    }

    /**
     * Of the 34 bytes, 14 are inputs of products: a norm's output each of attention and feed-forward layer, the results of
     * attention and the four of the last matrix. Cast, they have 1, 1 + 1/32 or 1/2 + 1/16 bytes; results of attention are
     * kept in half precision as well.
     */
    @ParameterizedTest
    @CsvSource({"bf16, 34", "fp8, 29", "fp8-cs, 29", "mxfp8, 29.21875", "nvfp4, 25.9375"})
    void productsKeepTheirInputsAsTheyAreCast(String type, double bytes) {
        double sbh = 2 * 32 * 64;
        LlmTraining training = training(s -> s.flashAttention().set(LlmOption.DTYPE, type));
        assertThat(new ActivationBytes(training).layer(0, false)).isEqualTo(bytes * sbh);
        assertThat(new ActivationBytes(training).layer(0, true)).isEqualTo(2 * sbh);
    }

    /** Tensor-parallel ranks that share experts keep the tokens that they gathered, k of 2 b s h each; whole ones their part. */
    @Test
    void tokensGatheredForExpertsAreKept() {
        Consumer<LlmSettings> job = s -> experts(s.world(2).tp(2), "bf16");
        double shared = new ActivationBytes(training(job)).layer(0, false);
        double whole =
                new ActivationBytes(training(job.andThen(s -> s.set(LlmOption.EXPERT_TENSOR, 1)))).layer(0, false);
        assertThat(shared - whole).isEqualTo(2.0 * 2 * 2 * 32 * 64 / 2);
    }

    /**
     * Two experts a token keep inputs of 64 and 256 numbers, which lose a byte each. Attention loses its input's and gains
     * that of its cast results; the norm's output stays in half precision, since the router reads it.
     */
    @Test
    void aRouterReadsHalfPrecision() {
        double eight = new ActivationBytes(training(s -> experts(s.flashAttention(), "fp8"))).layer(0, false);
        double half = new ActivationBytes(training(s -> experts(s.flashAttention(), "bf16"))).layer(0, false);
        assertThat(half - eight).isEqualTo(2 * 32 * 2 * (64 + 256));
    }

    private static void experts(LlmSettings settings, String type) {
        settings.sequenceParallel()
                .set(LlmOption.MOE, true)
                .set(LlmOption.EXPERTS, 8)
                .set(LlmOption.TOP_K, 2);
        settings.set(LlmOption.DTYPE, type);
    }

    /**
     * What torch.compile saved of one Llama layer in bfloat16 (torch 2.13 on a CPU, h = 64, f = 192, enable_gqa), bytes
     * per token without the statistics of norms and attention: with 4 heads of queries and 4, 2 or 1 of keys and values.
     */
    @Test
    void aCompiledLayerKeepsKeysAndValuesAsTheyAreShared() {
        int[] groups = {4, 2, 1};
        double[] saved = {2176, 2048, 1984};
        for (int i = 0; i < groups.length; i++) {
            int of = groups[i];
            LlmTraining training = training(s -> s.world(2)
                    .globalBatch(16)
                    .flashAttention()
                    .set(LlmOption.FRAME, "torchtitan")
                    .set(LlmOption.COMPILE, true)
                    .set(LlmOption.SWIGLU, true)
                    .set(LlmOption.FFN_HIDDEN, 192)
                    .set(LlmOption.QUERY_GROUPS, of));
            assertThat(new ActivationBytes(training).layer(0, false)).isEqualTo(64 * saved[i]);
        }
    }

    /** A norm's input, the last matrix's input, and one logit for each of the padded vocabulary. */
    @Test
    void theOutputHasItsLogits() {
        LlmTraining training = training(s -> {});
        assertThat(new ActivationBytes(training).outputInput()).isEqualTo(64 * 4 * 64);
        assertThat(new ActivationBytes(training).logits()).isEqualTo(64.0 * training.paddedVocabulary());
    }

    @Test
    void whatIsComputedAgainHasThreeNames() {
        assertThat(Recompute.of(training(s -> {}))).isEqualTo(Recompute.NONE);
        assertThat(Recompute.of(training(s -> s.recompute("selective")))).isEqualTo(Recompute.SELECTIVE);
        assertThat(Recompute.of(training(s -> s.recompute("full")))).isEqualTo(Recompute.FULL);
    }

    private static RecomputedLayers again(String method, long layers) {
        return RecomputedLayers.of(training(s -> s.recompute("full")
                .set(LlmOption.RECOMPUTE_METHOD, method)
                .set(LlmOption.RECOMPUTE_LAYERS, Long.toString(layers))));
    }

    private static int[] runsBefore(RecomputedLayers layers, int count) {
        return IntStream.range(0, count).map(k -> layers.runBefore(k, count)).toArray();
    }

    /** Runs of 3 of 7 layers: inputs of 0, 3 and 6 are kept; before 2, 5 and 6 a run is computed again. */
    @Test
    void uniformRunsAreComputedAgainBeforeTheirLast() {
        RecomputedLayers layers = again("uniform", 3);
        assertThat(IntStream.range(0, 7).filter(layers::keepsInput)).containsExactly(0, 3, 6);
        assertThat(IntStream.range(0, 7).allMatch(layers::again)).isTrue();
        assertThat(runsBefore(layers, 7)).containsExactly(-1, -1, 0, -1, -1, 3, 6);
    }

    @Test
    void blocksAreTheFirstLayers() {
        RecomputedLayers layers = again("block", 2);
        assertThat(IntStream.range(0, 4).filter(layers::again)).containsExactly(0, 1);
        assertThat(runsBefore(layers, 4)).containsExactly(0, 1, -1, -1);
        assertThat(RecomputedLayers.of(training(s -> {}))).isEqualTo(new RecomputedLayers(0, 1, false));
    }

    @Test
    void otherMethodsAndRunsOfNoneAreRefused() {
        assertThatThrownBy(() -> again("some", 1))
                .isInstanceOf(LlmException.class)
                .hasMessageContaining("--recompute_method is 'some'");
    }

    /** 4 chunks of 100 bytes: 25 before the product of the first pieces, 75 overlapping with work, and the same after the last. */
    @Test
    void allButOneChunkIsBesideAProduct() {
        StepKernel first = new StepKernel("norm", 1, 1);
        StepKernel product =
                new StepKernel("product", 800, 80, new StepKernel.Form(StepKernel.Kind.PRODUCT, new Gemm(8, 2, 3, 1)));
        Work work = new Work("mlp", List.of(first, product), List.of(), List.of(), 6, Group.DATA);
        Comm gather = new Comm(CollectiveType.ALL_GATHER, 100, Group.TENSOR);
        Comm scatter = new Comm(CollectiveType.REDUCE_SCATTER, 200, Group.TENSOR);
        StepKernel sum = new StepKernel("sum of parts", 4, 5);
        List<LayerPiece> pieces = new TensorOverlap(4, 1, sum)
                .of(
                        new Exchange("in", gather, scatter, gather),
                        List.of(work),
                        new Exchange("out", scatter, gather, Comm.NONE));
        assertThat(pieces).hasSize(7);
        assertThat(pieces.get(0)).isEqualTo(new Exchange("in", gather.sized(25), scatter, gather));
        assertThat(pieces.get(1)).isEqualTo(new OverlappedExchange("in", gather.sized(75), gather.sized(75)));
        Work quarter = (Work) pieces.get(2);
        assertThat(quarter.forward().get(0)).isEqualTo(first);
        assertThat(quarter.forward().get(1).operations()).isEqualTo(200);
        assertThat(quarter.forward().get(1).form().gemm().rows()).isEqualTo(2);
        assertThat(quarter.parameters()).isEqualTo(6);
        assertThat(pieces.get(3)).isEqualTo(new OverlappedExchange("out", scatter.sized(150), Comm.NONE));
        Work rest = (Work) pieces.get(4);
        assertThat(rest.forward()).singleElement().satisfies(kernel -> assertThat(kernel.operations())
                .isEqualTo(600, within(1e-9)));
        assertThat(rest.parameters()).as("counted once").isZero();
        assertThat(pieces.get(5)).isEqualTo(new Exchange("out", scatter.sized(50), gather.sized(25), Comm.NONE));
        assertThat(((Work) pieces.get(6)).forward()).as("of what was received").containsExactly(sum);
    }
}
