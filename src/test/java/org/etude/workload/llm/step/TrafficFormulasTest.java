// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.etude.workload.llm.step.Steps.ACTIVATIONS;
import static org.etude.workload.llm.step.Steps.LAYERS;
import static org.etude.workload.llm.step.Steps.find;
import static org.etude.workload.llm.step.Steps.gpt;
import static org.etude.workload.llm.step.Steps.traffic;

import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.etude.report.Progress;
import org.etude.spec.CollectiveType;
import org.etude.spec.LlmOption;
import org.etude.spec.LlmSettings;
import org.etude.workload.parallel.Group;
import org.etude.workload.parallel.Traffic;
import org.junit.jupiter.api.Test;

/** What a rank communicates in a step against the formulas of the papers. */
class TrafficFormulasTest {
    private static final int MICROS = 4;

    /**
     * Shoeybi et al. 2019, section 3: two all-reduces of b s h in the forward and two in the backward pass of a layer. In addition,
     * the token table needs one, its output layer one, and the loss three small ones.
     */
    @Test
    void tensorParallelismReducesFourTimesALayer() {
        LlmStep step = gpt(p -> p.world(4).tp(4));
        Traffic sums = traffic(step, 0, Group.TENSOR, CollectiveType.ALL_REDUCE);
        long losses = 3L * 4 * Steps.BATCH * Steps.SEQUENCE;
        assertThat(sums.count()).isEqualTo(MICROS * (4 * LAYERS + 2 + 3));
        assertThat(sums.bytes()).isEqualTo(MICROS * ((4 * LAYERS + 2) * ACTIVATIONS + losses));
        assertThat(sums.sentBytes()).isEqualTo(1.5 * sums.bytes());
    }

    /** Recomputing whole layers adds the forward pass's two. */
    @Test
    void fullRecomputationReducesSixTimesALayer() {
        LlmStep plain = gpt(p -> p.world(4).tp(4));
        LlmStep again = gpt(p -> p.world(4).tp(4).recompute("full"));
        assertThat(traffic(again, 0, Group.TENSOR, CollectiveType.ALL_REDUCE).bytes()
                        - traffic(plain, 0, Group.TENSOR, CollectiveType.ALL_REDUCE)
                                .bytes())
                .isEqualTo(MICROS * 2 * LAYERS * ACTIVATIONS);
    }

    /**
     * Transformer Engine gathers inputs of column-parallel layers and gradients of row-parallel ones as they are cast:
     * four and two times a layer. The token table's gradients, and the output layer's inputs twice, stay in half precision.
     */
    @Test
    void inEightBitsHalfOfWhatLayersGatherIsSent() {
        Consumer<LlmSettings> job = p -> p.world(4).tp(4).sequenceParallel();
        LlmStep half = gpt(job);
        LlmStep eight = gpt(job.andThen(p -> p.set(LlmOption.DTYPE, "fp8")));
        LlmStep blocks = gpt(job.andThen(p -> p.set(LlmOption.DTYPE, "mxfp8")));
        double one = 3.0 / 4 * ACTIVATIONS;
        assertThat(gathered(half)).isEqualTo(MICROS * (6 * LAYERS + 3) * one);
        assertThat(gathered(eight)).isEqualTo(MICROS * (6 * LAYERS / 2.0 + 3) * one);
        assertThat(gathered(blocks)).isEqualTo(MICROS * (6 * LAYERS * (1 + 1 / 32.0) / 2 + 3) * one);
        assertThat(traffic(eight, 0, Group.TENSOR, CollectiveType.REDUCE_SCATTER))
                .isEqualTo(traffic(half, 0, Group.TENSOR, CollectiveType.REDUCE_SCATTER));
        Consumer<LlmSettings> adapters = job.andThen(p -> p.adapters(4));
        assertThat(gathered(gpt(adapters.andThen(p -> p.set(LlmOption.DTYPE, "fp8")))))
                .as("adapters read half precision")
                .isEqualTo(gathered(gpt(adapters)));
    }

    private static double gathered(LlmStep step) {
        return traffic(step, 0, Group.TENSOR, CollectiveType.ALL_GATHER).sentBytes();
    }

    /** A router has one weight per expert and number of a token, which all copies and tensor-parallel ranks hold. */
    @Test
    void routersAreParameters() {
        Consumer<LlmSettings> job = p ->
                p.world(4).tp(2).sequenceParallel().set(LlmOption.MOE, true).set(LlmOption.TOP_K, 2);
        LlmStep eight = gpt(job.andThen(p -> p.set(LlmOption.EXPERTS, 8)));
        LlmStep twelve = gpt(job.andThen(p -> p.set(LlmOption.EXPERTS, 12)));
        long more = 4L * Steps.HIDDEN * LAYERS;
        StageParameters few = new StageParameters(eight.local(), eight.plan());
        StageParameters many = new StageParameters(twelve.local(), twelve.plan());
        assertThat(many.dense(0) - few.dense(0)).isEqualTo(more);
        assertThat(many.replicated(0) - few.replicated(0)).isEqualTo(more);
        assertThat(traffic(twelve, 0, Group.DATA, CollectiveType.ALL_REDUCE).bytes()
                        - traffic(eight, 0, Group.DATA, CollectiveType.ALL_REDUCE)
                                .bytes())
                .isEqualTo(4 * more);
    }

    /** --grad_reduce_in_bf16: two bytes instead of four are kept, and exchanged once a step, also of a shared token table. */
    @Test
    void gradientsInHalfPrecisionAreHalfAsLarge() {
        Consumer<LlmSettings> job = p -> p.world(8).pp(2).globalBatch(64);
        LlmStep whole = gpt(job);
        LlmStep half = gpt(job.andThen(p -> p.set(LlmOption.GRAD_HALF, true)));
        for (Group group : new Group[] {Group.DATA, Group.EMBEDDING}) {
            assertThat(traffic(half, 0, group, CollectiveType.ALL_REDUCE).bytes() * 2)
                    .isEqualTo(
                            traffic(whole, 0, group, CollectiveType.ALL_REDUCE).bytes());
        }
        MemoryPlan.Stage stage = half.memory().stages().get(0);
        assertThat(stage.gradients().value()).isEqualTo(2 * stage.parameters());
    }

    /**
     * Korthikanti et al. 2022, section 4.2.2: an all-reduce becomes a reduce-scatter and an all-gather, which together send
     * as much; in addition, inputs that each rank kept its part of are gathered again in the backward pass, hidden behind work.
     */
    @Test
    void sequenceParallelismSendsAsMuchAndGathersInputsAgain() {
        LlmStep plain = gpt(p -> p.world(4).tp(4));
        LlmStep spread = gpt(p -> p.world(4).tp(4).sequenceParallel());
        Traffic scatter = traffic(spread, 0, Group.TENSOR, CollectiveType.REDUCE_SCATTER);
        Traffic gather = traffic(spread, 0, Group.TENSOR, CollectiveType.ALL_GATHER);
        double one = 3.0 / 4 * ACTIVATIONS;
        // Four of each per layer; the token table scatters and gathers, and so does the output layer.
        assertThat(scatter.sentBytes()).isEqualTo(MICROS * (4 * LAYERS + 2) * one);
        int again = 2 * LAYERS + 1;
        assertThat(gather.sentBytes()).isEqualTo(MICROS * (4 * LAYERS + 2 + again) * one);
        double losses = 1.5 * MICROS * 3 * 4 * Steps.BATCH * Steps.SEQUENCE;
        double reduced =
                traffic(plain, 0, Group.TENSOR, CollectiveType.ALL_REDUCE).sentBytes() - losses;
        assertThat(scatter.sentBytes() + gather.sentBytes() - MICROS * again * one)
                .isEqualTo(reduced);
    }

    /**
     * Whole experts (Megatron-Core's expert_tensor_parallel_size of 1): tokens travel as before, but over the ranks of a
     * stage, and tensor-parallel ranks exchange nothing around experts; each parameter is held once.
     */
    @Test
    void wholeExpertsAreSpreadOverTensorParallelRanks() {
        Consumer<LlmSettings> job = p -> p.world(8)
                .tp(2)
                .ep(4)
                .globalBatch(32)
                .sequenceParallel()
                .distributedOptimizer()
                .set(LlmOption.MOE, true)
                .set(LlmOption.EXPERTS, 8)
                .set(LlmOption.TOP_K, 2);
        LlmStep shared = gpt(job);
        LlmStep whole = gpt(job.andThen(p -> p.ep(8).set(LlmOption.EXPERT_TENSOR, 1)));
        Traffic tokens = traffic(whole, 0, Group.EXPERT, CollectiveType.ALL_TO_ALL);
        assertThat(tokens.ranks()).isEqualTo(8);
        assertThat(tokens.bytes())
                .isEqualTo(traffic(shared, 0, Group.EXPERT, CollectiveType.ALL_TO_ALL)
                        .bytes());
        // Of k tokens around experts, there and back in either direction.
        double around = MICROS * 2 * LAYERS * 2 * ACTIVATIONS / 2.0;
        assertThat(gathered(shared) - gathered(whole)).isEqualTo(around);
        assertThat(scattered(shared) - scattered(whole)).isEqualTo(around);
        assertThat(whole.memory().stages().get(0).parameters())
                .isEqualTo(shared.memory().stages().get(0).parameters());
        assertThat(operations(whole)).isCloseTo(operations(shared), Percentage.withPercentage(1.5));
        LlmStep two = gpt(job.andThen(p -> p.set(LlmOption.EXPERT_TENSOR, 1)));
        long experts = new StageParameters(two.local(), two.plan()).experts(0);
        assertThat(experts).isEqualTo(2L * LAYERS * 2 * Steps.HIDDEN * 4 * Steps.HIDDEN);
        Traffic gradients = traffic(two, 0, Group.EXPERT_DATA, CollectiveType.REDUCE_SCATTER);
        assertThat(gradients.ranks()).isEqualTo(2);
        assertThat(gradients.bytes()).isEqualTo(4 * experts);
    }

    private static double scattered(LlmStep step) {
        return traffic(step, 0, Group.TENSOR, CollectiveType.REDUCE_SCATTER).sentBytes();
    }

    private static double operations(LlmStep step) {
        return Steps.operations(step.write(Progress.NONE).ranks().get(0));
    }

    /** Recomputing layers gathers their inputs twice more, and those of their products once more for gradients of weights as before. */
    @Test
    void recomputedLayersGatherInputsAgainToo() {
        Consumer<LlmSettings> job = p -> p.world(4).tp(4).sequenceParallel();
        double one = 3.0 / 4 * ACTIVATIONS;
        assertThat(gathered(gpt(job.andThen(p -> p.recompute("full"))))).isEqualTo(MICROS * (8 * LAYERS + 3) * one);
    }

    /** torchtitan keeps inputs as gathered, so that only recomputation gathers them again; four of each layer are left. */
    @Test
    void torchtitanKeepsInputsAsGathered() {
        Consumer<LlmSettings> job = p -> p.world(4)
                .tp(4)
                .sequenceParallel()
                .flashAttention()
                .set(LlmOption.SWIGLU, true)
                .set(LlmOption.FRAME, "torchtitan");
        double one = 3.0 / 4 * ACTIVATIONS;
        assertThat(gathered(gpt(job))).isEqualTo(MICROS * (4 * LAYERS + 2) * one);
        for (String recompute : new String[] {"full", "op"}) {
            assertThat(gathered(gpt(job.andThen(p -> p.recompute(recompute)))))
                    .as(recompute)
                    .isEqualTo(MICROS * (6 * LAYERS + 2) * one);
        }
        Traffic plain = traffic(gpt(job), 0, Group.TENSOR, CollectiveType.REDUCE_SCATTER);
        Traffic again =
                traffic(gpt(job.andThen(p -> p.recompute("full"))), 0, Group.TENSOR, CollectiveType.REDUCE_SCATTER);
        assertThat(again.count() - plain.count())
                .as("that after attention; the one behind the last product is not needed")
                .isEqualTo(MICROS * LAYERS);
    }

    /** A ring all-reduce of single-precision gradients: 2 (n - 1) / n times 4 bytes per parameter. */
    @Test
    void dataParallelismReducesEachParameterOnce() {
        LlmStep step = gpt(p -> p.world(8).globalBatch(64));
        long parameters = step.memory().stages().get(0).parameters();
        Traffic sums = traffic(step, 0, Group.DATA, CollectiveType.ALL_REDUCE);
        assertThat(sums.count()).isEqualTo(1);
        assertThat(sums.bytes()).isEqualTo(4 * parameters);
        assertThat(sums.sentBytes()).isEqualTo(2 * 7.0 / 8 * 4 * parameters);
    }

    /** Buckets cut the same bytes into as many pieces as they fit. */
    @Property(tries = 30)
    void bucketsChangeTheNumberNotTheBytes(@ForAll @IntRange(min = 1_000, max = 300_000) int elements) {
        Consumer<LlmSettings> job = p -> p.world(8).globalBatch(64);
        LlmStep whole = gpt(job);
        LlmStep cut = gpt(job.andThen(p -> p.overlapGradients().set(LlmOption.REDUCE_BUCKET, elements)));
        Traffic sums = traffic(cut, 0, Group.DATA, CollectiveType.ALL_REDUCE);
        assertThat(sums.bytes())
                .isEqualTo(
                        traffic(whole, 0, Group.DATA, CollectiveType.ALL_REDUCE).bytes());
        assertThat(sums.count()).isBetween(1L, whole.memory().stages().get(0).parameters() / elements + 1);
    }

    /**
     * Rajbhandari et al. 2020, section 7: in units of the parameters of two bytes, stages 1 and 2 move 2 (as plain data
     * parallelism does), stage 3 moves 3. Stage 2 scatters gradients of each micro batch.
     */
    @Test
    void zeroMovesTwoOrThreeTimesTheParameters() {
        double most = 7.0 / 8;
        for (int stage = 1; stage <= 3; stage++) {
            int zero = stage;
            LlmStep step = gpt(p -> p.world(8).globalBatch(16).zero(zero).set(LlmOption.UNTIED, true));
            double unit = 2.0 * step.memory().stages().get(0).parameters() * most;
            double scattered =
                    traffic(step, 0, Group.DATA, CollectiveType.REDUCE_SCATTER).sentBytes();
            assertThat(scattered).as("stage %d", stage).isEqualTo(unit);
            double gathered =
                    traffic(step, 0, Group.DATA, CollectiveType.ALL_GATHER).sentBytes();
            if (stage < 3) {
                assertThat(gathered).as("stage %d", stage).isCloseTo(unit, Offset.offset(64.0));
            } else {
                assertThat(gathered).isCloseTo(2 * unit, Offset.offset(64.0 * 2 * LAYERS));
            }
        }
    }

    /** Copies that hold other experts have none of a rank's experts to give: only those of the same ones are asked. */
    @Test
    void zeroThreeGathersExpertsFromCopiesOfTheSameExperts() {
        LlmStep step = gpt(p -> p.world(8)
                .ep(4)
                .globalBatch(16)
                .zero(3)
                .sequenceParallel()
                .set(LlmOption.UNTIED, true)
                .set(LlmOption.MOE, true)
                .set(LlmOption.EXPERTS, 8)
                .set(LlmOption.TOP_K, 2));
        // Two experts per rank of two matrices h x 4 h, there and back.
        long experts = 2L * 2 * 4 * Steps.HIDDEN * Steps.HIDDEN * LAYERS;
        Traffic own = traffic(step, 0, Group.EXPERT_DATA, CollectiveType.ALL_GATHER);
        assertThat(own.ranks()).isEqualTo(2);
        assertThat(own.count()).isEqualTo(2L * LAYERS);
        assertThat(own.bytes()).isEqualTo(2 * 2 * experts / 2);
        long dense = step.memory().stages().get(0).parameters() - experts;
        Traffic all = traffic(step, 0, Group.DATA, CollectiveType.ALL_GATHER);
        assertThat(all.count()).isEqualTo(2L * (LAYERS + 2));
        assertThat((double) all.bytes()).isCloseTo(2 * 2 * dense / 8.0, Offset.offset(2.0 * 2 * (LAYERS + 2)));
    }

    @Test
    void zeroTwoScattersEachMicroBatch() {
        LlmStep first = gpt(p -> p.world(4).globalBatch(32).zero(1));
        LlmStep second = gpt(p -> p.world(4).globalBatch(32).zero(2));
        assertThat(traffic(second, 0, Group.DATA, CollectiveType.REDUCE_SCATTER).bytes())
                .isEqualTo(MICROS
                        * traffic(first, 0, Group.DATA, CollectiveType.REDUCE_SCATTER)
                                .bytes());
        assertThat(traffic(second, 0, Group.DATA, CollectiveType.ALL_GATHER).bytes())
                .isEqualTo(
                        traffic(first, 0, Group.DATA, CollectiveType.ALL_GATHER).bytes());
    }

    /** Narayanan et al. 2021, section 3.2: b s h between stages for each micro batch, either way; with chunks v times. */
    @Property(tries = 20)
    void stagesSendActivationsOfEachMicroBatch(@ForAll @IntRange(min = 1, max = 2) int chunks) {
        LlmStep step = gpt(p -> p.world(2).pp(2).interleaved(chunks));
        int parts = 2 * chunks;
        long all = 0;
        for (int stage = 0; stage < 2; stage++) {
            all += traffic(step, stage, null, null).bytes();
        }
        assertThat(all).isEqualTo(2L * MICROS * (parts - 1) * ACTIVATIONS);
    }

    @Test
    void sequenceParallelStagesSendTheirPart() {
        LlmStep step = gpt(p -> p.world(4).tp(2).pp(2).sequenceParallel());
        assertThat(traffic(step, 0, null, null).bytes()).isEqualTo(MICROS * ACTIVATIONS / 2);
    }

    /** The first and the last stage sum up the gradients of the token table they share (Narayanan et al. 2021, 2.1). */
    @Test
    void tiedTablesAreSummedUpAcrossThePipeline() {
        LlmStep step = gpt(p -> p.world(4).pp(4));
        long table = 4L * 512 * Steps.HIDDEN;
        assertThat(traffic(step, 0, Group.EMBEDDING, CollectiveType.ALL_REDUCE).bytes())
                .isEqualTo(table);
        assertThat(traffic(step, 3, Group.EMBEDDING, CollectiveType.ALL_REDUCE).bytes())
                .isEqualTo(table);
        assertThat(find(step, 1, Group.EMBEDDING, CollectiveType.ALL_REDUCE)).isEmpty();
        LlmStep untied = gpt(p -> p.world(4).pp(4).set(LlmOption.UNTIED, true));
        assertThat(find(untied, 0, Group.EMBEDDING, CollectiveType.ALL_REDUCE)).isEmpty();
    }

    /** GShard (Lepikhin et al. 2021): each token goes to its k experts and back, forward and backward. */
    @Test
    void expertsExchangeTokensFourTimesALayer() {
        LlmStep step = gpt(p -> p.world(8)
                .tp(2)
                .ep(4)
                .globalBatch(32)
                .sequenceParallel()
                .set(LlmOption.MOE, true)
                .set(LlmOption.EXPERTS, 8)
                .set(LlmOption.TOP_K, 2));
        Traffic tokens = traffic(step, 0, Group.EXPERT, CollectiveType.ALL_TO_ALL);
        assertThat(tokens.count()).isEqualTo(4L * LAYERS * MICROS);
        assertThat(tokens.bytes()).isEqualTo(4L * LAYERS * MICROS * ACTIVATIONS * 2 / 2);
        assertThat(tokens.ranks()).isEqualTo(4);
        // All copies hold different experts, so their gradients are not summed.
        assertThat(find(step, 0, Group.EXPERT_DATA, CollectiveType.ALL_REDUCE)).isEmpty();
    }
}
