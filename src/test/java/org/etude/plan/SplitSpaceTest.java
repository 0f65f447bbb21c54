// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.LlmTraining;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values that go with those chosen before, by hand: 32 layers of 32 heads, 4,096 tokens, nodes of 8 GPUs unless said otherwise. */
class SplitSpaceTest {
    private final Map<LlmOption, String> job = new EnumMap<>(LlmOption.class);
    private final Map<LlmOption, List<String>> fixed = new EnumMap<>(LlmOption.class);

    @BeforeEach
    void aModelOf32Layers() {
        job.put(LlmOption.HIDDEN, "4096");
        job.put(LlmOption.LAYERS, "32");
        job.put(LlmOption.HEADS, "32");
        job.put(LlmOption.SEQUENCE, "4096");
        job.put(LlmOption.WORLD_SIZE, "8");
        job.put(LlmOption.GLOBAL_BATCH, "32");
        for (LlmOption flag : List.of(
                LlmOption.SEQUENCE_PARALLEL,
                LlmOption.FLASH,
                LlmOption.DISTRIBUTED_OPTIMIZER,
                LlmOption.OVERLAP_GRAD)) {
            job.put(flag, "true");
        }
    }

    private void experts(int experts) {
        job.put(LlmOption.MOE, "true");
        job.put(LlmOption.EXPERTS, Integer.toString(experts));
    }

    private void split(int tp, int pp) {
        fixed.put(LlmOption.TENSOR_PARALLEL, List.of(Integer.toString(tp)));
        fixed.put(LlmOption.PIPELINE_PARALLEL, List.of(Integer.toString(pp)));
    }

    private void fix(LlmOption option, Object value) {
        fixed.put(option, List.of(value.toString()));
    }

    private List<Map<LlmOption, String>> all(int domain) {
        List<Map<LlmOption, String>> all = new ArrayList<>();
        new SplitSpace(LlmTraining.of(job, false), fixed, domain).each(all::add);
        return all;
    }

    private String values(LlmOption option) {
        return values(option, 8);
    }

    /** Values of an option in all splits, in the order in which they are first tried. */
    private String values(LlmOption option, int domain) {
        Set<String> values = new LinkedHashSet<>();
        all(domain).forEach(one -> values.add(one.get(option)));
        return String.join(" ", values);
    }

    @ParameterizedTest
    @CsvSource({
        "8, 32, 8, 1 2 4 8",
        "8, 32, 4, 1 2 4",
        "8, 32, 3, 1 2",
        "8, 6, 8, 1 2",
        "12, 32, 8, 1 2 4",
        "12, 36, 8, 1 2 3 4 6",
        "7, 32, 8, 1",
        "16, 32, 72, 1 2 4 8 16"
    })
    void tensorParallelRanksShareTheHeadsOfADomain(int gpus, int heads, int domain, String expected) {
        job.put(LlmOption.WORLD_SIZE, Integer.toString(gpus));
        job.put(LlmOption.GLOBAL_BATCH, Integer.toString(gpus * 4));
        job.put(LlmOption.HEADS, Integer.toString(heads));
        fix(LlmOption.PIPELINE_PARALLEL, 1);
        assertThat(values(LlmOption.TENSOR_PARALLEL, domain)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"1, 32, 1 2 4 8", "2, 32, 1 2 4", "8, 32, 1", "1, 4, 1 2 4", "1, 3, 1 2", "3, 32, ''"})
    void stagesDivideTheRestAndHaveALayerEach(int tp, int layers, String expected) {
        job.put(LlmOption.LAYERS, Integer.toString(layers));
        fix(LlmOption.TENSOR_PARALLEL, tp);
        assertThat(values(LlmOption.PIPELINE_PARALLEL)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 8, 1 2 4 8", "2, 2, 8, 1 2", "1, 1, 6, 1 2", "8, 1, 8, 1", "1, 1, 1, 1", "1, 3, 8, ''"})
    void expertsAreSpreadOverCopies(int tp, int pp, int experts, String expected) {
        experts(experts);
        split(tp, pp);
        fix(LlmOption.EXPERT_TENSOR, 0);
        assertThat(values(LlmOption.EXPERT_PARALLEL)).isEqualTo(expected);
    }

    @Test
    void aModelWithoutExpertsHasNone() {
        job.put(LlmOption.EXPERTS, "8");
        assertThat(values(LlmOption.EXPERT_PARALLEL)).isEqualTo("1");
    }

    @ParameterizedTest
    @CsvSource({
        "8192, 1, 1 2 4",
        "8192, 4, 1 2",
        "6144, 1, 1 2",
        "4096, 1, 1 2",
        "4095, 1, 1",
        "4098, 1, 1",
        "4100, 1, 1 2",
        "1024, 1, 1"
    })
    void sequencesAreSharedInPartsThatAreLongEnough(int sequence, int tp, String expected) {
        job.put(LlmOption.SEQUENCE, Integer.toString(sequence));
        split(tp, 1);
        assertThat(values(LlmOption.CONTEXT_PARALLEL)).isEqualTo(expected);
    }

    /** Ulysses gives each rank whole heads, of queries and of keys and values. */
    @ParameterizedTest
    @CsvSource({
        "32, 0, 1, 1, p2p",
        "32, 0, 1, 4, p2p a2a all_gather",
        "6, 0, 1, 4, p2p all_gather",
        "32, 4, 1, 4, p2p a2a all_gather",
        "32, 2, 1, 4, p2p all_gather",
        "32, 2, 4, 2, p2p all_gather",
        "32, 8, 4, 2, p2p a2a all_gather"
    })
    void exchangesOfContextParallelismFitTheHeads(int heads, int groups, int tp, int cp, String expected) {
        job.put(LlmOption.HEADS, Integer.toString(heads));
        job.put(LlmOption.QUERY_GROUPS, Integer.toString(groups));
        split(tp, 1);
        fix(LlmOption.CONTEXT_PARALLEL, cp);
        assertThat(values(LlmOption.CONTEXT_EXCHANGE)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "24, 1, 1, 1",
        "24, 1, 2, 1 2",
        "64, 1, 1, 1 2 4 8",
        "1000, 8, 1, 1 2 4 8",
        "128, 8, 1, 1 2 4 8 16 32 64",
        "16, 8, 1, 1 2 4 8 16",
        "7, 1, 1, ''"
    })
    void microBatchesDivideWhatACopyHas(int global, int tp, int cp, String expected) {
        job.put(LlmOption.GLOBAL_BATCH, Integer.toString(global));
        split(tp, 1);
        fix(LlmOption.CONTEXT_PARALLEL, cp);
        assertThat(values(LlmOption.MICRO_BATCH)).isEqualTo(expected);
    }

    /** Copies of a split are 8 / pp, or 6 / 3: this many micro batches are left of the global batch. */
    @ParameterizedTest
    @CsvSource({
        "8, 1, 32, 32, 1f1b",
        "8, 2, 32, 32, 1f1b zb-h1 dualpipe dualpipev",
        "8, 2, 16, 32, 1f1b zb-h1 dualpipe dualpipev",
        "8, 2, 12, 32, 1f1b zb-h1",
        "8, 2, 20, 32, 1f1b zb-h1 dualpipev",
        "8, 2, 32, 4, 1f1b zb-h1 dualpipe dualpipev",
        "8, 2, 32, 3, 1f1b zb-h1 dualpipe",
        "6, 3, 12, 32, 1f1b zb-h1 dualpipev",
        "6, 3, 10, 32, 1f1b zb-h1"
    })
    void schedulesNeedStagesAndMicroBatches(int gpus, int pp, int global, int layers, String expected) {
        job.put(LlmOption.WORLD_SIZE, Integer.toString(gpus));
        job.put(LlmOption.GLOBAL_BATCH, Integer.toString(global));
        job.put(LlmOption.LAYERS, Integer.toString(layers));
        split(1, pp);
        fix(LlmOption.CONTEXT_PARALLEL, 1);
        fix(LlmOption.MICRO_BATCH, 1);
        assertThat(values(LlmOption.SCHEDULE)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1f1b, 32, 32, 1",
        "2, 1f1b, 32, 32, 1 2 3 4 5 6 8 10 12 16",
        "2, interleaved, 32, 8, 1 2 3 4",
        "2, zb-h1, 32, 32, 1",
        "2, 1f1b, 20, 32, 1",
        "2, 1f1b, 32, 7, 1 2 3"
    })
    void chunksNeedStagesThatTakeTurns(int pp, String schedule, int global, int layers, String expected) {
        job.put(LlmOption.GLOBAL_BATCH, Integer.toString(global));
        job.put(LlmOption.LAYERS, Integer.toString(layers));
        split(1, pp);
        fix(LlmOption.CONTEXT_PARALLEL, 1);
        fix(LlmOption.MICRO_BATCH, 1);
        fix(LlmOption.SCHEDULE, schedule);
        assertThat(values(LlmOption.VIRTUAL_STAGES)).isEqualTo(expected);
    }

    @Test
    void parametersAreSharedWithoutStagesOnly() {
        split(1, 1);
        assertThat(values(LlmOption.SHARDING)).isEqualTo("optim optim_grads_params");
        split(1, 2);
        assertThat(values(LlmOption.SHARDING)).isEqualTo("optim");
    }

    /** A single copy has nothing to share, so that it is not listed twice. */
    @Test
    void aSingleCopyHasNoShares() {
        split(8, 1);
        assertThat(values(LlmOption.SHARDING)).isEqualTo("optim");
        split(4, 1);
        assertThat(values(LlmOption.SHARDING)).isEqualTo("optim optim_grads_params");
    }

    @Test
    void withoutADistributedOptimizerThereAreNoShares() {
        job.put(LlmOption.DISTRIBUTED_OPTIMIZER, "false");
        split(1, 1);
        assertThat(all(8)).isNotEmpty().noneMatch(one -> one.containsKey(LlmOption.SHARDING));
        job.put(LlmOption.DISTRIBUTED_OPTIMIZER, "true");
        job.put(LlmOption.FRAME, "DeepSpeed");
        assertThat(all(8)).isNotEmpty().noneMatch(one -> one.containsKey(LlmOption.INSTANCES));
    }

    /** What is given is part of every split, also where a search would not try it. */
    @Test
    void givenSharesAreNotDropped() {
        job.put(LlmOption.FRAME, "DeepSpeed");
        split(1, 1);
        fix(LlmOption.SHARDING, "optim_grads_params");
        fix(LlmOption.INSTANCES, "2");
        assertThat(values(LlmOption.SHARDING)).isEqualTo("optim_grads_params");
        assertThat(values(LlmOption.INSTANCES)).isEqualTo("2");
    }

    @ParameterizedTest
    @CsvSource({
        "32, 2, 1, 1f1b, 8, 1 4",
        "8, 2, 1, 1f1b, 8, 1",
        "32, 8, 1, 1f1b, 8, 1",
        "32, 1, 1, 1f1b, 8, 1 4",
        "32, 1, 1, 1f1b, 6, 1",
        "32, 2, 2, dualpipe, 8, 1",
        "32, 2, 2, 1f1b, 8, 1 2"
    })
    void sharesMayBeOfOneDomainEach(int gpus, int tp, int pp, String schedule, int domain, String expected) {
        job.put(LlmOption.WORLD_SIZE, Integer.toString(gpus));
        job.put(LlmOption.GLOBAL_BATCH, "256");
        split(tp, pp);
        fix(LlmOption.MICRO_BATCH, 1);
        fix(LlmOption.SCHEDULE, schedule);
        assertThat(values(LlmOption.INSTANCES, domain)).isEqualTo(expected);
    }

    /** Four copies are close to each other, and the experts are spread over eight. */
    @Test
    void sharesOfADomainHoldAllExperts() {
        job.put(LlmOption.WORLD_SIZE, "32");
        job.put(LlmOption.GLOBAL_BATCH, "256");
        experts(8);
        split(2, 1);
        fix(LlmOption.MICRO_BATCH, 1);
        fix(LlmOption.EXPERT_TENSOR, 0);
        fix(LlmOption.EXPERT_PARALLEL, 8);
        assertThat(values(LlmOption.INSTANCES)).isEqualTo("1");
        fix(LlmOption.EXPERT_TENSOR, 1);
        assertThat(values(LlmOption.INSTANCES))
                .as("whole experts on all ranks of a node")
                .isEqualTo("1 4");
        fix(LlmOption.EXPERT_TENSOR, 0);
        fix(LlmOption.EXPERT_PARALLEL, 4);
        assertThat(values(LlmOption.INSTANCES)).isEqualTo("1 4");
    }

    /** Whole experts also over the two tensor-parallel ranks of each of the four copies. */
    @Test
    void wholeExpertsAreSpreadFurther() {
        experts(16);
        split(2, 1);
        fix(LlmOption.MICRO_BATCH, 1);
        assertThat(values(LlmOption.EXPERT_TENSOR)).isEqualTo("0 1");
        fix(LlmOption.EXPERT_TENSOR, 0);
        assertThat(values(LlmOption.EXPERT_PARALLEL)).isEqualTo("1 2 4");
        fix(LlmOption.EXPERT_TENSOR, 1);
        assertThat(values(LlmOption.EXPERT_PARALLEL)).isEqualTo("1 2 4 8");
        fixed.remove(LlmOption.EXPERT_TENSOR);
        split(1, 1);
        assertThat(values(LlmOption.EXPERT_TENSOR)).isEqualTo("0");
    }

    @Test
    void exchangesOverlapWhereThereAreAny() {
        fix(LlmOption.PIPELINE_PARALLEL, 1);
        fix(LlmOption.TENSOR_PARALLEL, 1);
        assertThat(values(LlmOption.TP_OVERLAP)).isEqualTo("false");
        fix(LlmOption.TENSOR_PARALLEL, 2);
        assertThat(values(LlmOption.TP_OVERLAP)).isEqualTo("false true");
        job.put(LlmOption.SEQUENCE_PARALLEL, "false");
        assertThat(values(LlmOption.TP_OVERLAP)).isEqualTo("false");
    }

    /** And, as Megatron-LM asks, with several chunks per stage and nothing recomputed as a whole. */
    @Test
    void exchangesOfExpertsOverlapWhereStagesTakeTurns() {
        experts(8);
        split(1, 2);
        fix(LlmOption.MICRO_BATCH, 1);
        fix(LlmOption.VIRTUAL_STAGES, 2);
        fix(LlmOption.EXPERT_PARALLEL, 1);
        assertThat(values(LlmOption.EP_OVERLAP)).isEqualTo("false");
        fix(LlmOption.EXPERT_PARALLEL, 2);
        fix(LlmOption.SCHEDULE, "1f1b");
        assertThat(values(LlmOption.EP_OVERLAP)).isEqualTo("false true");
        assertThat(all(8))
                .filteredOn(one -> one.get(LlmOption.EP_OVERLAP).equals("true"))
                .isNotEmpty()
                .allMatch(one -> one.get(LlmOption.RECOMPUTE_GRANULARITY).equals("none"));
        assertThat(values(LlmOption.RECOMPUTE_GRANULARITY)).isEqualTo("none full");
        fix(LlmOption.VIRTUAL_STAGES, 1);
        assertThat(values(LlmOption.EP_OVERLAP)).isEqualTo("false");
        fix(LlmOption.PIPELINE_PARALLEL, 1);
        assertThat(values(LlmOption.EP_OVERLAP)).isEqualTo("false true");
        fix(LlmOption.PIPELINE_PARALLEL, 2);
        fix(LlmOption.SCHEDULE, "zb-h1");
        assertThat(values(LlmOption.EP_OVERLAP)).isEqualTo("false");
    }

    @ParameterizedTest
    @CsvSource({
        "true, 1f1b, none full",
        "false, 1f1b, none selective full",
        "true, zb-h1, none",
        "false, dualpipe, none selective",
        "true, gpipe, none full",
        "true, interleaved, none full"
    })
    void whatIsComputedAgainFitsAttentionAndSchedule(boolean flash, String schedule, String expected) {
        job.put(LlmOption.FLASH, Boolean.toString(flash));
        split(1, 2);
        fix(LlmOption.MICRO_BATCH, 1);
        fix(LlmOption.VIRTUAL_STAGES, 1);
        fix(LlmOption.SCHEDULE, schedule);
        assertThat(values(LlmOption.RECOMPUTE_GRANULARITY)).isEqualTo(expected);
    }

    /** A quarter, a half, and all but a quarter of a part's layers. */
    @ParameterizedTest
    @CsvSource({"32, 1, 8 16 24", "32, 2, 4 8 12", "5, 1, 1 2 4", "4, 1, 1 2 3", "3, 1, 1", "2, 1, 1", "8, 4, 1"})
    void layersComputedAgainAreSomeOfEachPart(int layers, int chunks, String expected) {
        job.put(LlmOption.LAYERS, Integer.toString(layers));
        split(1, 1);
        fix(LlmOption.VIRTUAL_STAGES, chunks);
        fix(LlmOption.SHARDING, "optim");
        fix(LlmOption.RECOMPUTE_GRANULARITY, "full");
        fix(LlmOption.RECOMPUTE_METHOD, "block");
        assertThat(values(LlmOption.RECOMPUTE_LAYERS)).isEqualTo(expected);
        fix(LlmOption.RECOMPUTE_METHOD, "uniform");
        assertThat(values(LlmOption.RECOMPUTE_LAYERS)).isEqualTo("1");
    }

    @Test
    void methodsOfComputingAgainNeedLayers() {
        split(1, 1);
        fix(LlmOption.SHARDING, "optim");
        fix(LlmOption.RECOMPUTE_GRANULARITY, "full");
        assertThat(values(LlmOption.RECOMPUTE_METHOD)).isEqualTo("uniform block");
        fix(LlmOption.RECOMPUTE_GRANULARITY, "none");
        assertThat(values(LlmOption.RECOMPUTE_METHOD)).isEqualTo("uniform");
        fix(LlmOption.RECOMPUTE_GRANULARITY, "full");
        fix(LlmOption.SHARDING, "optim_grads_params");
        assertThat(values(LlmOption.RECOMPUTE_METHOD))
                .as("with shared parameters all layers or none")
                .isEqualTo("uniform");
        fix(LlmOption.SHARDING, "optim");
        job.put(LlmOption.LAYERS, "1");
        assertThat(values(LlmOption.RECOMPUTE_METHOD)).as("one layer").isEqualTo("uniform");
    }

    /** DualPipeV cuts a stage's layers in two parts: 16 layers of 2 stages are parts of 4. */
    @Test
    void dualPipeVHasTwoPartsPerStage() {
        job.put(LlmOption.LAYERS, "16");
        split(1, 2);
        fix(LlmOption.MICRO_BATCH, 1);
        fix(LlmOption.SCHEDULE, "dualpipev");
        fix(LlmOption.RECOMPUTE_GRANULARITY, "full");
        fix(LlmOption.RECOMPUTE_METHOD, "block");
        assertThat(values(LlmOption.RECOMPUTE_LAYERS)).isEqualTo("1 2 3");
        fix(LlmOption.SCHEDULE, "1f1b");
        fix(LlmOption.VIRTUAL_STAGES, 1);
        assertThat(values(LlmOption.RECOMPUTE_LAYERS)).isEqualTo("2 4 6");
    }

    @Test
    void theElementTypeIsTheJobsUnlessSeveralAreGiven() {
        job.put(LlmOption.DTYPE, "float16");
        split(1, 1);
        assertThat(values(LlmOption.DTYPE)).isEqualTo("float16");
        fixed.put(LlmOption.DTYPE, List.of("bfloat16", "fp8"));
        assertThat(values(LlmOption.DTYPE)).isEqualTo("bfloat16 fp8");
    }

    /** Every split once, each with a value of every option that a search chooses. */
    @Test
    void splitsAreWholeAndDifferent() {
        List<Map<LlmOption, String>> all = all(8);
        assertThat(all).hasSizeGreaterThan(300);
        assertThat(new HashSet<>(all)).hasSameSizeAs(all);
        assertThat(all).allMatch(one -> one.keySet().equals(Set.copyOf(SplitSpace.options())));
    }
}
