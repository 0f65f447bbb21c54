// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.etude.report.Progress;
import org.etude.spec.LlmException;
import org.etude.spec.LlmOption;
import org.etude.table.work.MemoryTable;
import org.etude.workload.llm.step.LlmStep;
import org.etude.workload.llm.step.MemoryPlan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tech.tablesaw.api.Table;

class PlanSearchTest {
    private static Map<LlmOption, String> job(String model, String gpu, int gpus, int batch) {
        Map<LlmOption, String> job = new EnumMap<>(LlmOption.class);
        job.put(LlmOption.MODEL_NAME, model);
        job.put(LlmOption.GPU_TYPE, gpu);
        job.put(LlmOption.WORLD_SIZE, Integer.toString(gpus));
        job.put(LlmOption.GLOBAL_BATCH, Integer.toString(batch));
        return job;
    }

    /** What is pruned by its bound is none of the fastest: keeping every plan gives the same ten. */
    @Test
    void pruningLosesNothing() {
        Map<LlmOption, String> job = job("llama_13B", "A100", 32, 64);
        job.put(LlmOption.TENSOR_PARALLEL, "2,4");
        job.put(LlmOption.VIRTUAL_STAGES, "1,5");
        PlanResult ten = PlanSearch.run(PlanRequest.of(job), Progress.NONE);
        PlanResult all = PlanSearch.run(PlanRequest.of(job, PlanRequest.RESERVE, 100_000), Progress.NONE);
        assertThat(ten.estimated()).isLessThan(all.estimated() / 2);
        assertThat(ten.front()).isEqualTo(all.front());
        assertThat(ten.fastest().stream().map(Plan::estimate).map(StepEstimate::seconds))
                .containsExactlyElementsOf(all.fastest().stream()
                        .limit(10)
                        .map(Plan::estimate)
                        .map(StepEstimate::seconds)
                        .toList());
        assertThat(ten.fastest()).allMatch(plan -> plan.utilisation() > 0.1 && plan.utilisation() < 0.8);
    }

    /** One rule: what a plan needs is the largest total of its workload's own table, with what FSDP gathers; every split of a grid. */
    @Test
    void plansNeedWhatTheirWorkloadsHold() {
        Map<LlmOption, String> plain = job("llama_13B", "A100", 16, 32);
        plain.put(LlmOption.LAYERS, "16");
        plain.put(LlmOption.MICRO_BATCH, "1");
        plain.put(LlmOption.VIRTUAL_STAGES, "1,2");
        Map<LlmOption, String> experts = job("Mixtral_8x7B", "H100", 16, 32);
        experts.put(LlmOption.LAYERS, "8");
        experts.put(LlmOption.MICRO_BATCH, "1");
        experts.put(LlmOption.TENSOR_PARALLEL, "1,2");
        for (Map<LlmOption, String> job : List.of(plain, experts)) {
            PlanRequest request = PlanRequest.of(job);
            PlanSearch search = new PlanSearch(request);
            long gathering = 0;
            for (SplitCandidate one : PlanSearch.run(request, Progress.NONE).candidates()) {
                List<MemoryPlan.Stage> stages = LlmStep.of(search.training(one.choices()), Optional.empty())
                        .memory()
                        .stages();
                Table table = MemoryTable.of(stages);
                assertThat(one.memory())
                        .as(one.choices().toString())
                        .isEqualTo(table.longColumn("total_bytes").max());
                gathering += table.longColumn("gathered_bytes").max() > 0 ? 1 : 0;
            }
            assertThat(gathering).isPositive();
        }
    }

    /** Floors are never above estimates, whatever the schedule, the overlap or what is computed again: plain models and experts. */
    @Test
    void floorsAreNotAboveEstimates() {
        Map<LlmOption, String> plain = job("llama_13B", "A100", 16, 32);
        plain.put(LlmOption.LAYERS, "16");
        plain.put(LlmOption.MICRO_BATCH, "1");
        plain.put(LlmOption.VIRTUAL_STAGES, "1,2");
        plain.put(LlmOption.SEQUENCE, "4096");
        plain.put(LlmOption.CONTEXT_EXCHANGE, "a2a,all_gather");
        Map<LlmOption, String> experts = job("Mixtral_8x7B", "H100", 16, 32);
        experts.put(LlmOption.LAYERS, "8");
        experts.put(LlmOption.TENSOR_PARALLEL, "2");
        experts.put(LlmOption.MICRO_BATCH, "1");
        experts.put(LlmOption.DTYPE, "bfloat16,fp8");
        experts.put(LlmOption.VIRTUAL_STAGES, "1,2");
        Map<LlmOption, String> limited = new EnumMap<>(experts);
        limited.put(LlmOption.ROUTER_GROUPS, "4");
        limited.put(LlmOption.ROUTER_GROUP_TOP_K, "2");
        for (Map<LlmOption, String> job : List.of(plain, experts, limited)) {
            PlanResult all = PlanSearch.run(PlanRequest.of(job, PlanRequest.RESERVE, 100_000), Progress.NONE);
            Set<String> schedules = new HashSet<>();
            Set<String> with = new HashSet<>();
            for (SplitCandidate one : all.candidates()) {
                if (!Double.isNaN(one.step())) {
                    assertThat(one.floor()).as("%s", one).isPositive().isLessThanOrEqualTo(one.step());
                    schedules.add(one.choices().get(LlmOption.SCHEDULE));
                    with.add(SplitText.others(one.choices()));
                }
            }
            assertThat(schedules).containsExactlyInAnyOrder("1f1b", "zb-h1", "dualpipe", "dualpipev");
            assertThat(with).contains("fsdp", "fsdp, 2 instances");
            assertThat(String.join(" ", with)).contains("tp overlap").contains(job == plain ? "cp" : "ep overlap, fp8");
        }
    }

    /** A split that does not fit if it keeps all. */
    private static Map<LlmOption, String> tooLarge() {
        Map<LlmOption, String> job = job("llama_13B", "A100", 8, 64);
        job.put(LlmOption.TENSOR_PARALLEL, "1");
        job.put(LlmOption.PIPELINE_PARALLEL, "4");
        job.put(LlmOption.MICRO_BATCH, "2");
        job.put(LlmOption.SCHEDULE, "1f1b");
        job.put(LlmOption.VIRTUAL_STAGES, "1");
        job.put(LlmOption.CONTEXT_PARALLEL, "1");
        job.put(LlmOption.INSTANCES, "1");
        job.put(LlmOption.SEQUENCE, "4096");
        job.put(LlmOption.MEMORY, "78GiB");
        return job;
    }

    /** A split that keeps all does not fit; it is tried with as few layers computed again as make it fit. */
    @Test
    void asFewLayersAsNeededAreComputedAgain() {
        Map<LlmOption, String> job = tooLarge();
        PlanResult result = PlanSearch.run(PlanRequest.of(job), Progress.NONE);
        SplitCandidate kept = one(result, "none");
        assertThat(kept.status()).isEqualTo(SplitCandidate.Status.MEMORY);
        assertThat(kept.why()).matches("needs [0-9.]+ GB; 75.4 GB are not reserved");
        int least = result.candidates().stream()
                .filter(one -> one.status() == SplitCandidate.Status.FASTEST)
                .map(one -> SplitText.recompute(one.choices()))
                .filter(text -> text.endsWith(" layers"))
                .mapToInt(text -> Integer.parseInt(text.replace(" layers", "")))
                .min()
                .orElseThrow();
        assertThat(result.fastest().get(0).recompute()).isEqualTo(least + " layers");
        job.put(LlmOption.RECOMPUTE_GRANULARITY, "full");
        job.put(LlmOption.RECOMPUTE_METHOD, "block");
        job.put(LlmOption.RECOMPUTE_LAYERS, (least - 1) + "," + least);
        PlanResult two = PlanSearch.run(PlanRequest.of(job), Progress.NONE);
        assertThat(one(two, (least - 1) + " layers").status()).isEqualTo(SplitCandidate.Status.MEMORY);
        assertThat(one(two, least + " layers").status()).isEqualTo(SplitCandidate.Status.FASTEST);
    }

    private static SplitCandidate one(PlanResult result, String recompute) {
        return result.candidates().stream()
                .filter(one -> SplitText.recompute(one.choices()).equals(recompute))
                .findFirst()
                .orElseThrow();
    }

    /** What was given is not searched, and what no step can have says why. */
    @Test
    void refusedSplitsSayWhy() {
        Map<LlmOption, String> job = job("llama_7B", "A100", 16, 32);
        job.put(LlmOption.TENSOR_PARALLEL, "2,3");
        job.put(LlmOption.PIPELINE_PARALLEL, "2");
        job.put(LlmOption.SCHEDULE, "zb-h1,dualpipe");
        job.put(LlmOption.RECOMPUTE_GRANULARITY, "none,full");
        PlanResult result = PlanSearch.run(PlanRequest.of(job), Progress.NONE);
        assertThat(result.fastest())
                .allMatch(plan -> plan.number(LlmOption.TENSOR_PARALLEL) == 2
                        && plan.recompute().equals("none"));
        assertThat(result.candidates()).noneMatch(one -> one.status() == SplitCandidate.Status.REFUSED);
        assertThat(result.refused())
                .isNotEmpty()
                .allMatch(
                        one -> one.why()
                                .matches(
                                        "(?s).*(with --recompute_granularity full|, 2 chunks \\(--virtual_stages\\) and [0-9]+ micro batch).*"));
        assertThat(result.summary().lines())
                .hasSize(4)
                .last()
                .asString()
                .matches("[0-9]+ combinations of options cannot run: .*--recompute_granularity full \\([0-9]+\\).*");
        long sum = result.counts().values().stream().mapToLong(Long::longValue).sum();
        assertThat(sum).isEqualTo(result.candidates().size());
    }

    /** Two copies would train four of seven sequences of a given micro batch, and were the fastest because of it. */
    @Test
    void noSequenceOfABatchIsLeftOut() {
        Map<LlmOption, String> job = job("llama_7B", "H100", 8, 7);
        job.put(LlmOption.MICRO_BATCH, "1,2");
        PlanResult result = PlanSearch.run(PlanRequest.of(job), Progress.NONE);
        assertThat(result.fastest()).allMatch(plan -> plan.number(LlmOption.MICRO_BATCH) == 1);
        assertThat(result.candidates())
                .noneMatch(one -> one.choices().get(LlmOption.MICRO_BATCH).equals("2"));
        assertThat(result.refused()).anyMatch(one -> one.why()
                .contains("--global_batch 7 is not a multiple of --micro_batch 2 on 2 copies of the model"));
        job.put(LlmOption.MICRO_BATCH, "2");
        assertThatThrownBy(() -> PlanSearch.run(PlanRequest.of(job), Progress.NONE))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("129 cannot run")
                .hasMessageContaining("Give other values of --micro_batch");
    }

    /** Its default type is one that a V100 lacks, which must not hide the one that is given. */
    @Test
    void aGpuWithoutTheDefaultTypeIsPlannedWithItsOwn() {
        Map<LlmOption, String> job = job("gpt_6.7B", "V100", 16, 32);
        assertThatThrownBy(() -> PlanSearch.run(PlanRequest.of(job), Progress.NONE))
                .hasMessageContaining("choose --dtype among them");
        job.put(LlmOption.DTYPE, "float16");
        PlanResult result = PlanSearch.run(PlanRequest.of(job), Progress.NONE);
        assertThat(result.fastest()).allMatch(plan -> plan.text(LlmOption.DTYPE).equals("float16"));
    }

    /** Not as splits that cannot run, each for the same reason. */
    @Test
    void wordsThatNoSplitTakesAreRefusedAtOnce() {
        Map<LlmOption, String> job = job("llama_7B", "H100", 16, 32);
        job.put(LlmOption.MODULE_TYPES, "mlp=nvfp4");
        assertThatThrownBy(() -> PlanSearch.run(PlanRequest.of(job), Progress.NONE))
                .hasMessageStartingWith("GPU H100 has no matrix products of type NVFP4");
        job.put(LlmOption.MODULE_TYPES, "mlp=fp8,mlp=bf16");
        assertThatThrownBy(() -> PlanSearch.run(PlanRequest.of(job), Progress.NONE))
                .hasMessageStartingWith("--module_dtypes has 'mlp=bf16' besides another type");
        job.remove(LlmOption.MODULE_TYPES);
        job.put(LlmOption.EXPERT_LOAD, "0.5");
        assertThatThrownBy(() -> PlanSearch.run(PlanRequest.of(job), Progress.NONE))
                .hasMessageStartingWith("--moe_load_factor is '0.5'");
        job.put(LlmOption.EXPERT_LOAD, "2");
        job.put(LlmOption.RECOMPUTE_MODULES, "banana");
        assertThatThrownBy(() -> PlanSearch.run(PlanRequest.of(job), Progress.NONE))
                .hasMessageStartingWith("--recompute_modules has 'banana'");
    }

    /** Inputs of products are kept as they are cast, so that a split needs less in eight bits, also where both types are tried. */
    @Test
    void eachTypeHasItsOwnMemory() {
        Map<LlmOption, String> job = job("llama_7B", "H100", 16, 32);
        job.put(LlmOption.TENSOR_PARALLEL, "2");
        job.put(LlmOption.PIPELINE_PARALLEL, "2");
        job.put(LlmOption.MICRO_BATCH, "1");
        Set<Double> alone = new HashSet<>();
        for (String type : List.of("bfloat16", "fp8")) {
            job.put(LlmOption.DTYPE, type);
            alone.addAll(memories(job));
        }
        job.put(LlmOption.DTYPE, "bfloat16,fp8");
        assertThat(memories(job)).isEqualTo(alone);
        job.put(LlmOption.DTYPE, "bfloat16");
        assertThat(memories(job)).hasSizeLessThan(alone.size());
    }

    private static Set<Double> memories(Map<LlmOption, String> job) {
        return PlanSearch.run(PlanRequest.of(job), Progress.NONE).candidates().stream()
                .map(SplitCandidate::memory)
                .collect(Collectors.toSet());
    }

    @Test
    void plansFitTheMemoryAndTheFrontBeginsWithTheFastest() {
        PlanResult result = PlanSearch.run(PlanRequest.of(job("llama_70B", "H100", 64, 64)), Progress.NONE);
        assertThat(result.fastest()).allMatch(plan -> plan.memory() <= 0.9 * (80L << 30));
        assertThat(result.front().get(0)).isSameAs(result.fastest().get(0));
        for (int i = 1; i < result.front().size(); i++) {
            Plan plan = result.front().get(i);
            Plan faster = result.front().get(i - 1);
            assertThat(plan.memory()).isLessThan(faster.memory());
            assertThat(plan.estimate().seconds())
                    .isGreaterThan(faster.estimate().seconds());
            assertThat(plan.slowerThan(result.front().get(0)))
                    .matches("\\D+ \\+.*")
                    .doesNotContain("+0.000");
        }
    }

    @Test
    void aFixedSplitIsNotSearched() {
        PlanRequest request = new PlanRequest(
                job("llama_7B", "A100", 16, 32), Map.of(LlmOption.TENSOR_PARALLEL, List.of("2")), 0.1, 3);
        PlanResult result = PlanSearch.run(request, Progress.NONE);
        assertThat(result.fastest()).hasSize(3).allMatch(plan -> plan.number(LlmOption.TENSOR_PARALLEL) == 2);
        assertThat(result.fastest().get(1).slowerThan(result.fastest().get(0)))
                .containsAnyOf("kernels", "exposed", "bubble");
    }

    @Test
    void whatFitsNowhereIsSaidWithReasons() {
        assertThatThrownBy(() -> PlanSearch.run(PlanRequest.of(job("llama_405B", "A100", 8, 8)), Progress.NONE))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("do not fit in memory")
                .hasMessageMatching("(?s).*; the smallest needs [0-9.]+ GB; 77.3 GB are not reserved.*");
        assertThatThrownBy(() -> PlanSearch.run(PlanRequest.of(job("llama_7B", "V100", 16, 32)), Progress.NONE))
                .hasMessageContaining("GPU V100 has no matrix products of type BF16");
        assertThatThrownBy(() -> PlanSearch.run(PlanRequest.of(job("llama_7B", "banana", 8, 8)), Progress.NONE))
                .hasMessageContaining("unknown GPU 'banana'");
        assertThatThrownBy(() -> PlanSearch.run(PlanRequest.of(job("banana", "A100", 8, 8)), Progress.NONE))
                .hasMessageContaining("there is no model 'banana'");
        assertThatThrownBy(() -> PlanSearch.run(
                        PlanRequest.of(Map.of(LlmOption.GPU_TYPE, "A100", LlmOption.WORLD_SIZE, "8")), Progress.NONE))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("no model is given");
        Map<LlmOption, String> none = new EnumMap<>(job("llama_7B", "A100", 8, 8));
        none.put(LlmOption.TENSOR_PARALLEL, "3");
        assertThatThrownBy(() -> PlanSearch.run(PlanRequest.of(none), Progress.NONE))
                .hasMessageContaining("no split of the model over 8 GPUs divides its heads, layers and batch")
                .hasMessageEndingWith(
                        "Give other values of --tensor_model_parallel_size, or use another --global_batch.");
        assertThatThrownBy(() -> PlanSearch.run(PlanRequest.of(job("llama_70B", "H100", 1000, 1024)), Progress.NONE))
                .hasMessage("no split of the model over 1000 GPUs divides its heads, layers and batch\n"
                        + "  Use 1024 GPUs, or another --global_batch.");
        assertThatThrownBy(() -> PlanRequest.of(job("llama_7B", "A100", 8, 0)))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("--global_batch is 0");
        for (String memory : List.of("-1GB", "0", "many")) {
            Map<LlmOption, String> sized = new EnumMap<>(job("llama_7B", "A100", 8, 8));
            sized.put(LlmOption.MEMORY, memory);
            assertThatThrownBy(() -> PlanSearch.run(PlanRequest.of(sized), Progress.NONE))
                    .isInstanceOf(LlmException.class)
                    .hasMessageContaining("--memory");
        }
    }

    /** Products of given values leave the range of an int, some with 0 as what is left; none of these is a split of 16 GPUs. */
    @ParameterizedTest
    @CsvSource({
        "65536, 65536, 1, 1",
        "65536, 32768, 1, 1",
        "16, 1, 268435456, 1",
        "1, 16, 1, 268435456",
        "999999999, 999999999, 999999999, 999999999"
    })
    void hugeValuesAreNoSplits(String tp, String pp, String cp, String chunks) {
        Map<LlmOption, String> job = job("llama_7B", "A100", 16, 32);
        job.put(LlmOption.TENSOR_PARALLEL, tp);
        job.put(LlmOption.PIPELINE_PARALLEL, pp);
        job.put(LlmOption.CONTEXT_PARALLEL, cp);
        job.put(LlmOption.VIRTUAL_STAGES, chunks);
        job.put(LlmOption.MICRO_BATCH, "1");
        assertThatThrownBy(() -> PlanSearch.run(PlanRequest.of(job), Progress.NONE))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("of the model over 16 GPUs");
    }

    /** What is given is kept also where a split does not fit and the search looks for fewer recomputed layers. */
    @ParameterizedTest
    @CsvSource({"uniform, uniform", "block, block", "'uniform,block', block uniform"})
    void aGivenMethodOfRecomputationIsKept(String given, String tried) {
        Map<LlmOption, String> job = tooLarge();
        job.put(LlmOption.RECOMPUTE_METHOD, given);
        PlanResult result = PlanSearch.run(PlanRequest.of(job), Progress.NONE);
        assertThat(one(result, "none").status()).isEqualTo(SplitCandidate.Status.MEMORY);
        Set<String> methods = new TreeSet<>();
        result.candidates().forEach(one -> methods.add(one.choices().get(LlmOption.RECOMPUTE_METHOD)));
        assertThat(String.join(" ", methods)).isEqualTo(tried);
    }

    @Test
    void aFlagIsTrueOrFalse() {
        Map<LlmOption, String> job = job("llama_7B", "A100", 8, 8);
        job.put(LlmOption.TP_OVERLAP, "yes");
        assertThatThrownBy(() -> PlanSearch.run(PlanRequest.of(job), Progress.NONE))
                .hasMessageContaining("--tp_comm_overlap is 'yes'")
                .hasMessageContaining("Give true or false.");
    }

    /** A plan is one of a step, however many steps its workload has. */
    @Test
    void theNumberOfStepsChangesNoPlan() {
        Map<LlmOption, String> job = job("llama_7B", "A100", 8, 16);
        job.put(LlmOption.TENSOR_PARALLEL, "2");
        job.put(LlmOption.MICRO_BATCH, "1");
        List<Plan> one = PlanSearch.run(PlanRequest.of(job), Progress.NONE).fastest();
        job.put(LlmOption.EPOCHS, "3");
        List<Plan> three = PlanSearch.run(PlanRequest.of(job), Progress.NONE).fastest();
        assertThat(three)
                .extracting(plan -> plan.estimate().seconds())
                .isEqualTo(one.stream().map(plan -> plan.estimate().seconds()).toList());
        assertThat(three)
                .extracting(Plan::utilisation)
                .isEqualTo(one.stream().map(Plan::utilisation).toList());
    }
}
