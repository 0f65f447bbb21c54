package org.etude.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.etude.report.Progress;
import org.etude.spec.LlmOption;
import org.junit.jupiter.api.Test;

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
        PlanResult ten = PlanSearch.run(PlanRequest.of(job), Progress.NONE);
        PlanResult all = PlanSearch.run(new PlanRequest(job, Map.of(), PlanRequest.RESERVE, 100_000), Progress.NONE);
        assertThat(all.estimated()).isGreaterThanOrEqualTo(ten.estimated());
        assertThat(ten.fastest().stream().map(Plan::estimate).map(StepEstimate::seconds))
                .containsExactlyElementsOf(all.fastest().stream()
                        .limit(10)
                        .map(Plan::estimate)
                        .map(StepEstimate::seconds)
                        .toList());
        assertThat(ten.fastest()).allMatch(plan -> plan.utilisation() > 0.1 && plan.utilisation() < 0.8);
    }

    @Test
    void plansFitTheMemoryAndTheFrontFalls() {
        PlanResult result = PlanSearch.run(PlanRequest.of(job("llama_70B", "H100", 64, 64)), Progress.NONE);
        assertThat(result.fastest()).allMatch(plan -> plan.memory() <= 0.9 * (80L << 30));
        for (int i = 1; i < result.front().size(); i++) {
            assertThat(result.front().get(i).memory())
                    .isGreaterThan(result.front().get(i - 1).memory());
            assertThat(result.front().get(i).estimate().seconds())
                    .isLessThan(result.front().get(i - 1).estimate().seconds());
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
        assertThatThrownBy(() -> PlanSearch.run(PlanRequest.of(job("llama_405B", "V100", 8, 8)), Progress.NONE))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("do not fit the memory");
        assertThatThrownBy(() -> PlanSearch.run(PlanRequest.of(job("llama_7B", "banana", 8, 8)), Progress.NONE))
                .hasMessageContaining("unknown GPU 'banana'");
    }
}
