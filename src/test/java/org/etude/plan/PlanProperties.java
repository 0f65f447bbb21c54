// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.DoubleRange;
import org.etude.plan.SplitCandidate.Status;
import org.etude.report.Progress;
import org.etude.spec.LlmOption;

/** What a better machine owes to a search: more room loses no plan, and nothing that is faster makes the best plan slower. */
class PlanProperties {
    private static final int ALL = 100_000;

    /** Sums of the same terms in another order differ in their last bits. */
    private static final double ROUNDING = 1 + 1e-9;

    /** Rates to start from. */
    private static final Map<LlmOption, Double> USUAL =
            Map.of(LlmOption.PEAK_TFLOPS, 300.0, LlmOption.HBM, 2_000.0, LlmOption.LINK, 300.0, LlmOption.NIC, 12.5);

    private record Job(String model, String gpu, int gpus, int batch, int layers) {
        Map<LlmOption, String> options() {
            Map<LlmOption, String> job = new EnumMap<>(LlmOption.class);
            job.put(LlmOption.MODEL_NAME, model);
            job.put(LlmOption.GPU_TYPE, gpu);
            job.put(LlmOption.WORLD_SIZE, Integer.toString(gpus));
            job.put(LlmOption.GLOBAL_BATCH, Integer.toString(batch));
            job.put(LlmOption.LAYERS, Integer.toString(layers));
            job.put(LlmOption.MICRO_BATCH, "1,2");
            job.put(LlmOption.CONTEXT_PARALLEL, "1");
            return job;
        }
    }

    @Provide
    Arbitrary<Job> jobs() {
        return Combinators.combine(
                        Arbitraries.of("llama_7B", "llama_13B", "gpt_13B", "Mixtral_8x7B"),
                        Arbitraries.of("A100", "H100"),
                        Arbitraries.of(8, 16),
                        Arbitraries.of(16, 32),
                        Arbitraries.of(8, 16))
                .as(Job::new);
    }

    private static PlanResult plans(Map<LlmOption, String> job, double reserve) {
        return PlanSearch.run(PlanRequest.of(job, reserve, ALL), Progress.NONE);
    }

    private static String value(LlmOption rate, double value) {
        return rate == LlmOption.NIC ? value + "GB/s" : Double.toString(value);
    }

    private static double best(PlanResult result) {
        return result.fastest().get(0).estimate().seconds();
    }

    private static Map<Map<LlmOption, String>, SplitCandidate> fitting(PlanResult result) {
        Map<Map<LlmOption, String>, SplitCandidate> fitting = new HashMap<>();
        for (SplitCandidate one : result.candidates()) {
            if (one.status() != Status.MEMORY) {
                fitting.put(one.choices(), one);
            }
        }
        return fitting;
    }

    /** A split that fits still does, or fits without some of its recomputation; its memory and its step stay the same. */
    @Property(tries = 3, edgeCases = EdgeCasesMode.NONE)
    void moreMemoryLosesNoPlan(
            @ForAll("jobs") Job job,
            @ForAll @DoubleRange(min = 0, max = 0.4) double little,
            @ForAll @DoubleRange(min = 0.05, max = 0.4) double more) {
        PlanResult large = plans(job.options(), little);
        PlanResult small = plans(job.options(), Math.min(0.75, little + more));
        Map<Map<LlmOption, String>, SplitCandidate> there = fitting(large);
        fitting(small).forEach((choices, one) -> {
            SplitCandidate other = there.get(choices);
            if (other == null) {
                assertThat(choices).as("found for want of memory").containsKey(LlmOption.RECOMPUTE_LAYERS);
            } else {
                assertThat(other.memory()).isEqualTo(one.memory());
                assertThat(other.step()).isEqualTo(one.step());
            }
        });
        assertThat(best(large)).isLessThanOrEqualTo(best(small) * ROUNDING);
    }

    /** Of the same splits: which ones recompute depends on memory alone. */
    @Property(tries = 2, edgeCases = EdgeCasesMode.NONE)
    void aFasterPartOfTheMachineMakesNoPlanSlower(
            @ForAll("jobs") Job job, @ForAll @DoubleRange(min = 1.01, max = 8) double factor) {
        Map<LlmOption, String> slow = job.options();
        USUAL.forEach((rate, usual) -> slow.put(rate, value(rate, usual)));
        PlanResult slowly = plans(slow, PlanRequest.RESERVE);
        for (LlmOption rate : USUAL.keySet()) {
            Map<LlmOption, String> fast = new EnumMap<>(slow);
            fast.put(rate, value(rate, USUAL.get(rate) * factor));
            PlanResult quickly = plans(fast, PlanRequest.RESERVE);
            Map<Map<LlmOption, String>, SplitCandidate> there = fitting(quickly);
            fitting(slowly)
                    .forEach((choices, one) -> assertThat(there.get(choices).step())
                            .as("%s %s", rate, choices)
                            .isLessThanOrEqualTo(one.step() * ROUNDING));
            assertThat(best(quickly)).isLessThanOrEqualTo(best(slowly) * ROUNDING);
        }
    }

    @Tag("campaign")
    @Property(tries = 20)
    void moreMemoryLosesNoPlanOfMany(
            @ForAll("jobs") Job job,
            @ForAll @DoubleRange(min = 0, max = 0.4) double little,
            @ForAll @DoubleRange(min = 0.05, max = 0.4) double more) {
        moreMemoryLosesNoPlan(job, little, more);
    }

    @Tag("campaign")
    @Property(tries = 12)
    void aFasterPartOfTheMachineMakesNoneOfManyPlansSlower(
            @ForAll("jobs") Job job, @ForAll @DoubleRange(min = 1.01, max = 8) double factor) {
        aFasterPartOfTheMachineMakesNoPlanSlower(job, factor);
    }
}
