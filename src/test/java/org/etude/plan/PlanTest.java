// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.etude.plan.SplitCandidate.Status;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.llm.given.IgnoredOption;
import org.etude.workload.parallel.StageTimes;
import org.etude.workload.parallel.StepTimes;
import org.junit.jupiter.api.Test;

class PlanTest {
    private static Map<LlmOption, String> job() {
        Map<LlmOption, String> job = new EnumMap<>(LlmOption.class);
        job.put(LlmOption.MODEL_NAME, "llama_7B");
        job.put(LlmOption.GPU_TYPE, "A100");
        job.put(LlmOption.WORLD_SIZE, "8");
        job.put(LlmOption.GLOBAL_BATCH, "32");
        return job;
    }

    private static Plan plan(Map<LlmOption, String> options, double compute, double exposed, double bubble) {
        StepTimes times = new StepTimes(2e9, List.of(new StageTimes(0, compute * 1e9, exposed * 1e9, bubble * 1e9)));
        return new Plan(new StepEstimate(LlmTraining.of(options, false), times), 7, 0.5);
    }

    private static Map<LlmOption, String> with(LlmOption option, String value) {
        Map<LlmOption, String> job = job();
        job.put(option, value);
        return job;
    }

    private static double doubt(Map<LlmOption, String> options) {
        return plan(options, 1, 0, 0).doubt();
    }

    @Test
    void theDoubtIsThatOfItsKind() {
        assertThat(doubt(job())).isEqualTo(0.12);
        assertThat(doubt(with(LlmOption.DTYPE, "fp8"))).isEqualTo(0.15);
        assertThat(doubt(with(LlmOption.MODEL_NAME, "Mixtral_8x7B"))).isEqualTo(0.3);
        assertThat(doubt(with(LlmOption.MODEL_NAME, "DeepSeekV3"))).isEqualTo(0.3);
        assertThat(doubt(with(LlmOption.MACHINE, "compute=0.9"))).isEqualTo(0.06);
        Map<LlmOption, String> sharded = with(LlmOption.SHARDING, "optim_grads_params");
        assertThat(doubt(sharded)).isEqualTo(0.25);
        sharded.put(LlmOption.MACHINE, "compute=0.9");
        assertThat(doubt(sharded)).isEqualTo(0.25);
    }

    /** Half of what 8 GPUs of 312 TFLOPS do in 2 s. */
    @Test
    void utilisationIsOfThePeakOfAllGpus() {
        StepEstimate estimate = plan(job(), 1, 0, 0).estimate();
        Plan plan = Plan.of(estimate, 5, 8 * 312e12);
        assertThat(plan.utilisation()).isEqualTo(0.5, within(1e-12));
        assertThat(plan.memory()).isEqualTo(5);
        assertThat(plan.estimate()).isSameAs(estimate);
        Plan fp8 = Plan.of(plan(with(LlmOption.GPU_TYPE, "H100"), 1, 0, 0).estimate(), 5, 8 * 989e12);
        assertThat(fp8.utilisation()).isEqualTo(0.5, within(1e-12));
    }

    @Test
    void optionsAreThoseOfItsTraining() {
        Plan plan = plan(with(LlmOption.PIPELINE_PARALLEL, "4"), 1, 0, 0);
        assertThat(plan.number(LlmOption.PIPELINE_PARALLEL)).isEqualTo(4);
        assertThat(plan.text(LlmOption.GPU_TYPE)).isEqualTo("A100");
        assertThat(plan.recompute()).isEqualTo("none");
        assertThat(plan.others()).isEmpty();
    }

    @Test
    void aPlanIsSlowerByThePartThatGrewMost() {
        Plan best = plan(job(), 1, 0.5, 0.25);
        Map<LlmOption, String> other = with(LlmOption.TENSOR_PARALLEL, "2");
        other.put(LlmOption.PIPELINE_PARALLEL, "4");
        other.put(LlmOption.MICRO_BATCH, "4");
        assertThat(plan(other, 1.3, 0.6, 0.5).slowerThan(best)).isEqualTo("kernels +0.300 s: micro_batch 1 -> 4");
        assertThat(plan(other, 1.1, 0.75, 0.4).slowerThan(best)).isEqualTo("exposed communication +0.250 s: tp 1 -> 2");
        assertThat(plan(other, 1.1, 0.6, 0.75).slowerThan(best))
                .isEqualTo("bubble +0.500 s: pp 1 -> 4, micro_batch 1 -> 4");
        assertThat(plan(job(), 0.5, 0.25, 0.125).slowerThan(best)).isEqualTo("bubble -0.125 s");
    }

    @Test
    void anEstimateIsInSecondsOfTheStageThatWaitsLeast() {
        StepEstimate estimate = new StepEstimate(
                null,
                new StepTimes(3e9, List.of(new StageTimes(0, 1e9, 5e8, 15e8), new StageTimes(1, 2e9, 75e7, 25e7))));
        assertThat(estimate.seconds()).isEqualTo(3);
        assertThat(estimate.compute()).isEqualTo(2);
        assertThat(estimate.exposed()).isEqualTo(0.75);
        assertThat(estimate.bubble()).isEqualTo(0.25);
    }

    private static SplitCandidate candidate(Status status, double step) {
        return new SplitCandidate(Map.of(), status, 1, 1, step, "");
    }

    private static SplitCandidate refused(String why) {
        return SplitCandidate.refused(Map.of(LlmOption.TENSOR_PARALLEL, "3"), why);
    }

    @Test
    void aResultCountsWhatBecameOfItsCandidates() {
        List<SplitCandidate> all = List.of(
                candidate(Status.FASTEST, 1),
                candidate(Status.SLOWER, 2),
                candidate(Status.SLOWER, 3),
                candidate(Status.BOUND, Double.NaN));
        SplitCandidate refused = refused("48 tokens over 5 ranks\n  Give others.");
        List<SplitCandidate> others = List.of(refused("a"), refused, refused("48 tokens over 9 ranks"), refused("b"));
        PlanResult result = new PlanResult(all, List.of(), List.of(), others, List.of());
        assertThat(result.counts()).isEqualTo(Map.of(Status.FASTEST, 1L, Status.SLOWER, 2L, Status.BOUND, 1L));
        assertThat(result.estimated()).isEqualTo(3);
        assertThat(result.summary())
                .isEqualTo("4 candidates, 3 estimated: 1 are among the fastest, 2 are slower,"
                        + " 1 cannot be among the fastest\n"
                        + "4 combinations of options cannot run: 48 tokens over 5 ranks (2), a (1), b (1)");
        assertThat(new PlanResult(
                                all,
                                List.of(),
                                List.of(),
                                Stream.of("d", "c", "b", "a")
                                        .map(PlanTest::refused)
                                        .toList(),
                                List.of())
                        .summary())
                .endsWith("\n4 combinations of options cannot run: a (1), b (1), c (1), and others");
        assertThat(refused.memory()).isNaN();
        assertThat(refused.floor()).isNaN();
        assertThat(refused.choices()).containsEntry(LlmOption.TENSOR_PARALLEL, "3");
    }

    @Test
    void aSummaryBeginsWithTheJob() {
        Map<LlmOption, String> named = with(LlmOption.SEQUENCE, "4096");
        PlanResult one = new PlanResult(
                List.of(candidate(Status.FASTEST, 1)), List.of(plan(named, 1, 0, 0)), List.of(), List.of(), List.of());
        assertThat(one.summary())
                .isEqualTo("llama_7B on 8 A100: steps of 32 sequences (--global_batch) of 4096 tokens (--seq_length)\n"
                        + "network: nodes of 8 GPUs (--domain), 200 Gbps per GPU between nodes (--nic)\n"
                        + "1 candidate, 1 estimated: 1 are among the fastest");
        IgnoredOption ignored = new IgnoredOption(LlmOption.EPOCHS, "", "on the time of one step");
        assertThat(new PlanResult(List.of(), one.fastest(), List.of(), List.of(), List.of(ignored)).summary())
                .endsWith("\n--epoch_num has no effect on the time of one step");
        Map<LlmOption, String> own = job();
        own.remove(LlmOption.MODEL_NAME);
        own.remove(LlmOption.GPU_TYPE);
        own.putAll(Map.of(
                LlmOption.PEAK_TFLOPS, "500", LlmOption.HBM, "2000", LlmOption.MEMORY, "64GB", LlmOption.DOMAIN, "1"));
        own.put(LlmOption.NIC, "12.5GB/s");
        own.put(LlmOption.LAYERS, "12");
        own.put(LlmOption.SEQUENCE, "1024");
        PlanResult described = new PlanResult(List.of(), List.of(plan(own, 1, 0, 0)), List.of(), List.of(), List.of());
        assertThat(described.summary())
                .startsWith(
                        "a model of 12 layers on 8 GPUs: steps of 32 sequences (--global_batch) of 1024 tokens (--seq_length)\n"
                                + "network: nodes of 1 GPU (--domain), 100 Gbps per GPU between nodes (--nic)\n");
        own.put(LlmOption.OVERSUBSCRIPTION, "4");
        PlanResult shared = new PlanResult(List.of(), List.of(plan(own, 1, 0, 0)), List.of(), List.of(), List.of());
        assertThat(shared.summary())
                .contains(
                        "\nnetwork: nodes of 1 GPU (--domain), 25 Gbps per GPU between nodes (--nic over --oversubscription 4)\n");
    }
}
