// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.etude.workload.llm.step.Steps.gpt;
import static org.etude.workload.llm.step.Steps.traffic;

import java.util.function.Consumer;
import org.etude.spec.CollectiveType;
import org.etude.spec.LlmOption;
import org.etude.spec.LlmSettings;
import org.etude.workload.parallel.FreeCommunication;
import org.etude.workload.parallel.Group;
import org.etude.workload.parallel.StageTimes;
import org.junit.jupiter.api.Test;

/** Layers that every tensor-parallel rank has, tables that two stages have, adapters, and layers that are not recomputed. */
class ReplicatedLayersTest {
    private static final int MICROS = 4;
    private static final int QUERY_RANK = 32;
    private static final int KEY_RANK = 16;
    private static final int ROPE = 8;
    /** Numbers of a token that latent attention exchanges. */
    private static final int NARROW = QUERY_RANK + KEY_RANK + ROPE;

    private static Consumer<LlmSettings> latent(int tp) {
        return p -> p.world(tp)
                .tp(tp)
                .sequenceParallel()
                .set(LlmOption.FRAME, "DeepSeek")
                .set(LlmOption.DENSE_LAYERS, Steps.LAYERS)
                .set(LlmOption.QUERY_RANK, QUERY_RANK)
                .set(LlmOption.KEY_VALUE_RANK, KEY_RANK)
                .set(LlmOption.ROPE_DIM, ROPE)
                .set(LlmOption.NOPE_DIM, 8)
                .set(LlmOption.VALUE_DIM, 16);
    }

    /**
     * Megatron-Core, multi_latent_attention.py: the narrow queries, keys and values are gathered, before attention and
     * again for the gradients of what widens them; the feed-forward layer gathers whole tokens, as do tables.
     */
    @Test
    void latentAttentionGathersNarrowTokens() {
        LlmStep step = gpt(latent(4));
        long narrow = Steps.ACTIVATIONS / Steps.HIDDEN * NARROW;
        assertThat(traffic(step, 0, Group.TENSOR, CollectiveType.ALL_GATHER).bytes())
                .isEqualTo(MICROS * (Steps.LAYERS * (2 * narrow + 4 * Steps.ACTIVATIONS) + 3 * Steps.ACTIVATIONS) / 4);
        assertThat(traffic(step, 0, Group.TENSOR, CollectiveType.REDUCE_SCATTER).bytes())
                .isEqualTo(MICROS * (Steps.LAYERS * (narrow + 3 * Steps.ACTIVATIONS) + 2 * Steps.ACTIVATIONS));
    }

    /** Each rank narrows its own tokens; only the part of the keys that all heads share is rotated by each, there and back. */
    @Test
    void noRankNarrowsTokensOfAnother() {
        double one = ModelWork.operations(gpt(latent(1)).local());
        double rotated = 2.0 * 3 * MICROS * Steps.LAYERS * Steps.BATCH * Steps.SEQUENCE * ROPE;
        assertThat(ModelWork.operations(gpt(latent(4)).local())).isCloseTo(one + 3 * rotated, within(1.0));
    }

    /** The gradients of norms and of narrowing layers are parts of each rank's tokens. */
    @Test
    void gradientsOfReplicatedLayersAreSummed() {
        LlmStep step = gpt(latent(4));
        long norms = 3L * Steps.HIDDEN + 2 * (QUERY_RANK + KEY_RANK);
        long narrowing = (long) Steps.HIDDEN * NARROW;
        long losses = MICROS * 3L * 4 * Steps.BATCH * Steps.SEQUENCE;
        assertThat(traffic(step, 0, Group.TENSOR, CollectiveType.ALL_REDUCE).bytes())
                .isEqualTo(losses + 2 * Steps.LAYERS * (norms + narrowing));
    }

    /**
     * What queries, keys and values are made of is kept before its norms, whether or not these are computed again, and behind
     * its norms only if they are not: TELayerNormColumnParallelLinear keeps both.
     */
    @Test
    void wideningAgainKeepsNarrowTokensOnly() {
        double all = new ActivationBytes(gpt(latent(1)).local()).layer(0, false);
        double again = new ActivationBytes(
                        gpt(latent(1).andThen(p -> p.set(LlmOption.RECOMPUTE_MODULES, "mla_up_proj")))
                                .local())
                .layer(0, false);
        int heads = 4;
        int queries = heads * (8 + ROPE);
        assertThat(all - again)
                .isEqualTo(2.0 * Steps.BATCH * Steps.SEQUENCE * (2 * queries + heads * 16 + QUERY_RANK + KEY_RANK));
    }

    private static void everythingTrainedIsExchanged(Consumer<LlmSettings> job, int stage) {
        LlmStep step = gpt(job);
        long trained = new StageParameters(step.local(), step.plan()).trained(stage);
        assertThat(traffic(step, stage, Group.DATA, CollectiveType.ALL_REDUCE).bytes())
                .isEqualTo(4 * trained);
    }

    /** Megatron-Core, gpt_model.py: a stage with prediction modules has a token table of its own. */
    @Test
    void theTableOfPredictionModulesIsExchangedAmongCopies() {
        everythingTrainedIsExchanged(p -> p.world(4).pp(2).globalBatch(16).multiTokenPrediction(1), 1);
        everythingTrainedIsExchanged(p -> p.world(4).pp(2).globalBatch(16).multiTokenPrediction(2), 1);
        everythingTrainedIsExchanged(p -> p.world(2).globalBatch(16).multiTokenPrediction(1), 0);
    }

    /** Only the layers that docs/llm.md names have adapters, in traces as in memory. */
    @Test
    void onlyNamedLayersHaveAdapters() {
        everythingTrainedIsExchanged(
                p -> p.world(2).globalBatch(16).multiTokenPrediction(1).adapters(4), 0);
        everythingTrainedIsExchanged(
                p -> p.world(2)
                        .globalBatch(16)
                        .sequenceParallel()
                        .adapters(4)
                        .set(LlmOption.MOE, true)
                        .set(LlmOption.EXPERTS, 4)
                        .set(LlmOption.LATENT, 32)
                        .set(LlmOption.HYBRID, "ME*-"),
                0);
    }

    /** Frozen weights have no gradients that a layer's backward pass could hold. */
    @Test
    void frozenLayersHoldNoGradientsBeforeTheyAreSharded() {
        Consumer<LlmSettings> job = p ->
                p.world(4).globalBatch(32).zero(2).set(LlmOption.VOCABULARY, 4).set(LlmOption.VOCABULARY_DIVISOR, 1);
        long all = gpt(job).memory().stages().get(0).temporary().value();
        long adapted = gpt(job.andThen(p -> p.adapters(4)))
                .memory()
                .stages()
                .get(0)
                .temporary()
                .value();
        LlmStep step = gpt(job);
        long layer = new StageParameters(step.local(), step.plan()).layer(0).count();
        long adapters = 4L * (4 * Steps.HIDDEN + 2 * Steps.HIDDEN + 2 * 5 * Steps.HIDDEN);
        assertThat(all - adapted).isEqualTo(2 * (layer - adapters) * 3 / 4);
    }

    /** A last stage that recomputes nothing gathers the inputs of its layers again, as without recomputation. */
    @Test
    void aStageThatIsSparedExchangesAsWithoutRecomputation() {
        Consumer<LlmSettings> job = p -> p.world(4).tp(2).pp(2).globalBatch(16).sequenceParallel();
        LlmStep plain = gpt(job);
        LlmStep spared = gpt(job.andThen(p -> p.recompute("full").set(LlmOption.KEEP_LAST, true)));
        assertThat(traffic(spared, 1, Group.TENSOR, CollectiveType.ALL_GATHER))
                .isEqualTo(traffic(plain, 1, Group.TENSOR, CollectiveType.ALL_GATHER));
    }

    /** Each rank's host launches the kernels of its own stage: one with little to launch does not wait for the others' hosts. */
    @Test
    void theHostOfAStageLaunchesItsOwnKernels() {
        LlmStep step = gpt(p -> p.world(2)
                .pp(2)
                .layers(9)
                .gpu("H100")
                .set(LlmOption.FRAME, "torchtitan")
                .set(LlmOption.FIRST_LAYERS, 1));
        StageTimes few = stage(step, 0);
        StageTimes many = stage(step, 1);
        assertThat(many.compute()).isGreaterThan(7 * few.compute());
    }

    private static StageTimes stage(LlmStep step, int stage) {
        return step.times(FreeCommunication.TIMES, 0).stages().get(stage);
    }
}
