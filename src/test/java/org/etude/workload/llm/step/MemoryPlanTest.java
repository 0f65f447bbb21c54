// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.etude.workload.llm.step.Steps.gpt;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.assertj.core.data.Percentage;
import org.etude.report.Finding;
import org.etude.spec.LlmOption;
import org.etude.spec.LlmSettings;
import org.etude.spec.PipelineSchedule;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.parallel.Pipeline;
import org.junit.jupiter.api.Test;

class MemoryPlanTest {
    private static final double S = 2048;

    /** GPT-3 on 8-way tensor parallelism, micro batch 1, one layer per stage: the case of Korthikanti et al. 2022, table 2. */
    private static double layerBytes(Consumer<LlmSettings> change) {
        LlmSettings settings = new LlmSettings("gpt_175B")
                .world(8 * 96)
                .tp(8)
                .pp(96)
                .globalBatch(96)
                .sequence((int) S);
        change.accept(settings);
        List<MemoryPlan.Stage> stages =
                LlmStep.of(LlmTraining.of(settings), Optional.empty()).memory().stages();
        // The second last stage keeps two micro batches, its successor one and the logits.
        return stages.get(94).activations().value() / 2.0;
    }

    /** Korthikanti et al. 2022, table 2, equations 1 to 5: s b h = 2048 x 12288, a = 96, t = 8. */
    @Test
    void activationsAreThoseOfThePaper() {
        double sbh = S * 12288;
        double scores = 5 * 96 * S / 12288;
        assertThat(layerBytes(p -> p.set(LlmOption.HEADS, 96))).isEqualTo(sbh * (10 + 24 / 8.0 + scores / 8));
        assertThat(layerBytes(p -> p.sequenceParallel())).isEqualTo(sbh * (34 / 8.0 + scores / 8));
        assertThat(layerBytes(p -> p.recompute("selective"))).isEqualTo(sbh * (10 + 24 / 8.0));
        assertThat(layerBytes(p -> p.flashAttention().sequenceParallel())).isEqualTo(sbh * 34 / 8);
        assertThat(layerBytes(p -> p.recompute("full"))).isEqualTo(2 * sbh);
        assertThat(layerBytes(p -> p.recompute("full").sequenceParallel())).isEqualTo(2 * sbh / 8);
    }

    /** The same paper, equation 1 without parallelism: s b h (34 + 5 a s / h). */
    @Test
    void oneGpuKeepsThirtyFour() {
        LlmSettings two = new LlmSettings("gpt_7B").layers(2).sequence((int) S).globalBatch(1);
        LlmSettings one = new LlmSettings("gpt_7B").layers(1).sequence((int) S).globalBatch(1);
        double layer = activations(two) - activations(one);
        assertThat(layer).isEqualTo(S * 4096 * (34 + 5 * 32 * S / 4096));
    }

    private static double activations(LlmSettings settings) {
        return LlmStep.of(LlmTraining.of(settings), Optional.empty())
                .memory()
                .stages()
                .get(0)
                .activations()
                .value();
    }

    /** Rajbhandari et al. 2020, figure 1: 7.5e9 parameters on 64 GPUs take 120, 31.4, 16.6 and 1.9 GB. */
    @Test
    void zeroShardsWhatThePaperShards() {
        double[] published = {120, 31.4, 16.6, 1.9};
        for (int stage = 0; stage <= 3; stage++) {
            int zero = stage;
            LlmSettings settings =
                    new LlmSettings("gpt_7B").world(64).globalBatch(64).zero(zero);
            MemoryPlan.Stage row = LlmStep.of(LlmTraining.of(settings), Optional.empty())
                    .memory()
                    .stages()
                    .get(0);
            double states = row.weights().value()
                    + row.gradients().value()
                    + row.optimizer().value();
            double scale = 7.5e9 / row.parameters();
            assertThat(states * scale / 1e9).as("stage %d", stage).isCloseTo(published[stage], within(0.05));
        }
    }

    /** torchtitan (benchmarks/llama3_h100_202412_torchtitan.md, tables 1 to 3), Llama 3 8B, GiB per rank: only what copies share differs between the two sizes. */
    @Test
    void sharesOfMoreCopiesSaveWhatWasMeasured() {
        double less = gibibytes(8, 2, 1, 8192, "none") - gibibytes(128, 2, 1, 8192, "none");
        for (double measured : new double[] {82.4 - 67.0, 77.0 - 62.0, 76.8 - 61.8}) {
            assertThat(less).isCloseTo(measured, Percentage.withPercentage(5));
        }
    }

    /** The same source, table 2: with as many tokens per rank, more ranks that share a sequence take 83.9 to 84.5 GiB. */
    @Test
    void sharedSequencesTakeNoMoreThanTheirParts() {
        double one = gibibytes(8, 1, 1, 32_768, "full");
        for (int ranks : new int[] {2, 4, 8}) {
            assertThat(gibibytes(8, 1, ranks, 32_768 * ranks, "full")).isEqualTo(one);
        }
    }

    private static double gibibytes(int ranks, int microBatch, int shared, int sequence, String again) {
        LlmSettings settings = new LlmSettings("llama3_8B")
                .world(ranks)
                .microBatch(microBatch)
                .globalBatch(microBatch * ranks / shared)
                .sequence(sequence)
                .recompute(again)
                .fullySharded()
                .flashAttention()
                .set(LlmOption.CONTEXT_PARALLEL, shared);
        return LlmStep.of(LlmTraining.of(settings), Optional.empty())
                        .memory()
                        .most()
                        .value()
                / (double) (1L << 30);
    }

    /** Megatron-LM keeps gradients in single precision: 18 bytes per parameter, 6 + 12 / d with a distributed optimizer. */
    @Test
    void megatronTakesEighteenBytes() {
        LlmStep plain = gpt(p -> p.world(4).globalBatch(8));
        LlmStep shared = gpt(p -> p.world(4).globalBatch(8).distributedOptimizer());
        assertThat(states(plain)).isEqualTo(18 * parameters(plain));
        assertThat(states(shared)).isEqualTo(6 * parameters(shared) + 12 * ((parameters(shared) + 3) / 4));
    }

    private static long states(LlmStep step) {
        MemoryPlan.Stage stage = step.memory().stages().get(0);
        return stage.weights().value()
                + stage.gradients().value()
                + stage.optimizer().value();
    }

    private static long parameters(LlmStep step) {
        return step.memory().stages().get(0).parameters();
    }

    /** Experts are spread over fewer copies than the rest. */
    @Test
    void expertsAreSharedByTheCopiesThatHoldThem() {
        Consumer<LlmSettings> experts = p -> p.world(8)
                .ep(2)
                .globalBatch(16)
                .sequenceParallel()
                .set(LlmOption.MOE, true)
                .set(LlmOption.EXPERTS, 4);
        LlmStep step = gpt(experts.andThen(LlmSettings::distributedOptimizer));
        long held = 2L * 2 * Steps.HIDDEN * 4 * Steps.HIDDEN * Steps.LAYERS;
        long dense = parameters(step) - held;
        assertThat(step.memory().stages().get(0).optimizer().value()).isEqualTo(12 * ((dense + 7) / 8 + held / 4));
    }

    /** 1F1B keeps as many micro batches as stages follow; interleaved L (1 + (p - 1) / (p v)) layers on the first stage. */
    @Test
    void schedulesKeepTheirMicroBatches() {
        double layer = activationOfALayer();
        assertThat(firstStage("1f1b", 1)).isEqualTo(4 * layer);
        assertThat(firstStage("gpipe", 1)).isEqualTo(8 * layer);
        assertThat(new Pipeline(PipelineSchedule.INTERLEAVED, 2, 2, 8).inFlight(0))
                .isEqualTo(5);
        assertThat(firstStage("interleaved", 2)).isEqualTo(5 * layer);
    }

    private static double activationOfALayer() {
        double sbh = (double) Steps.BATCH * Steps.SEQUENCE * Steps.HIDDEN;
        return sbh * (34 + 5.0 * 4 * Steps.SEQUENCE / Steps.HIDDEN);
    }

    /** Bytes on the first of two stages with two layers each and four (GPipe: four, with two layers each) micro batches. */
    private static double firstStage(String schedule, int chunks) {
        return gpt(p -> p.world(2).pp(2).schedule(schedule).set(LlmOption.VIRTUAL_STAGES, chunks))
                .memory()
                .stages()
                .get(0)
                .activations()
                .value();
    }

    @Test
    void whatDoesNotFitIsAFinding() {
        LlmSettings large =
                new LlmSettings("gpt_175B").world(8).tp(8).globalBatch(1).gpu("A100");
        LlmStep step = LlmStep.of(LlmTraining.of(large), Optional.empty());
        assertThat(step.memory().stages().get(0).fits()).isFalse();
        assertThat(step.report().findings())
                .filteredOn(finding -> finding.what().contains("needs"))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.level()).isEqualTo(Finding.Level.WARNING);
                    assertThat(finding.what()).startsWith("stage 0 needs ").endsWith("a GPU has 85.9 GB");
                });
        assertThat(gpt(p -> p.gpu("A100")).memory().stages().get(0).fits()).isTrue();
        assertThat(gpt(p -> {}).memory().stages().get(0).capacity()).isEmpty();
    }
}
