// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.etude.workload.llm.step.Steps.LAYERS;
import static org.etude.workload.llm.step.Steps.gpt;

import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.assertj.core.data.Percentage;
import org.etude.report.Progress;
import org.etude.spec.LlmException;
import org.etude.spec.LlmOption;
import org.etude.spec.LlmSettings;
import org.junit.jupiter.api.Test;

/** Uneven parts of a pipeline, layers computed again, and backward passes in two parts. */
class SchedulesOfLayersTest {
    /** Operations of four micro batches in a prediction module's matrix, of 2 h by h, and two norms, 8 per number. */
    private static final long JOINING =
            4L * Steps.BATCH * Steps.SEQUENCE * Steps.HIDDEN * (2 * 2 * Steps.HIDDEN + 2 * 8);

    private static double operations(LlmStep step) {
        return step.write(Progress.NONE).ranks().stream()
                .mapToDouble(Steps::operations)
                .sum();
    }

    /** Dubey et al. 2024, section 3.3.2: 126 layers on 16 stages of 8 chunks; the first and the last part hold their tables only. */
    @Test
    void theLayersOfLlama3FillAllPartsButTheFirstAndTheLast() {
        StageLayers split = new StageLayers(126, 128);
        assertThat(split.to(0)).isZero();
        assertThat(split.from(127)).isEqualTo(126);
        for (int part = 1; part < 127; part++) {
            assertThat(split.to(part) - split.from(part)).isEqualTo(1);
        }
        assertThatThrownBy(() -> new StageLayers(125, 128)).isInstanceOf(LlmException.class);
    }

    @Property(tries = 200)
    void everyLayerLiesInOnePart(
            @ForAll @IntRange(min = 1, max = 200) int layers, @ForAll @IntRange(min = 1, max = 40) int parts) {
        int some = Math.min(parts, layers + 2);
        StageLayers split = new StageLayers(layers, some);
        int at = 0;
        int largest = 0;
        for (int part = 0; part < some; part++) {
            assertThat(split.from(part)).isEqualTo(at);
            at = split.to(part);
            largest = Math.max(largest, at - split.from(part));
        }
        assertThat(at).isEqualTo(layers);
        assertThat(largest).isEqualTo((layers + some - 1) / some);
    }

    @Test
    void emptyPartsComputeTheirTables() {
        LlmStep step = gpt(p -> p.world(2).pp(2).layers(2).interleaved(2));
        LlmStep alone = gpt(p -> p.world(1).layers(2));
        assertThat(operations(step)).isCloseTo(operations(alone), Percentage.withPercentage(1e-6));
    }

    /** A layer's forward pass is a third of its work; computing n of 4 again adds n forward passes. */
    @Property(tries = 20)
    void aBlockOfLayersIsComputedAgain(@ForAll @IntRange(max = 5) int layers) {
        double none = operations(gpt(LlmSettings::flashAttention));
        double full = operations(gpt(p -> p.flashAttention().recompute("full")));
        double some = operations(gpt(p -> p.flashAttention().recompute("block", layers)));
        assertThat(some - none)
                .isCloseTo((full - none) * Math.min(layers, LAYERS) / LAYERS, Percentage.withPercentage(1e-6));
    }

    /** Megatron-LM's two methods: block keeps all of the other layers, uniform one input per run. */
    @Test
    void memoryIsThatOfTheLayersThatAreKept() {
        long none = kept(gpt(LlmSettings::flashAttention));
        long full = kept(gpt(p -> p.flashAttention().recompute("full")));
        long input = 2L * Steps.BATCH * Steps.SEQUENCE * Steps.HIDDEN;
        long output = full - LAYERS * input;
        assertThat(kept(gpt(p -> p.flashAttention().recompute("uniform", 2)))).isEqualTo(output + 2 * input);
        assertThat(kept(gpt(p -> p.flashAttention().recompute("block", 1)))).isEqualTo(none - (none - full) / LAYERS);
        assertThat(operations(gpt(p -> p.flashAttention().recompute("uniform", 3))))
                .isEqualTo(operations(gpt(p -> p.flashAttention().recompute("full"))));
    }

    /**
     * Megatron-Core (multi_token_prediction.py) computes norms, matrix and layer of a prediction module again by the method
     * uniform, which keeps its two inputs of 2 s b h instead of 34 and 8 s b h, and nothing of it by the method block.
     */
    @Test
    void aPredictionModuleIsComputedAgainByTheMethodUniform() {
        Consumer<LlmSettings> none = LlmSettings::flashAttention;
        Consumer<LlmSettings> full = none.andThen(p -> p.recompute("full"));
        Consumer<LlmSettings> block = none.andThen(p -> p.recompute("block", LAYERS));
        double layers = operations(gpt(full)) - operations(gpt(none));
        assertThat(again(full) - again(none)).isEqualTo(layers + layers / LAYERS + JOINING);
        assertThat(again(block) - again(none)).isEqualTo(layers);
        long sbh = (long) Steps.BATCH * Steps.SEQUENCE * Steps.HIDDEN;
        assertThat(module(none) - module(full)).isEqualTo((34 + 8 - 2 * 2) * sbh);
        assertThat(module(block)).isEqualTo(module(none));
    }

    /** A spared last stage keeps its prediction modules, too. */
    @Test
    void aSparedStageKeepsItsPredictionModules() {
        Consumer<LlmSettings> full = p -> p.world(2).pp(2).flashAttention().recompute("full");
        Consumer<LlmSettings> spared = full.andThen(p -> p.set(LlmOption.KEEP_LAST, true));
        double layer = operations(gpt(full)) - operations(gpt(spared));
        assertThat(again(full) - again(spared)).isEqualTo(layer + layer / 2 + JOINING);
    }

    private static double again(Consumer<LlmSettings> change) {
        return operations(gpt(change.andThen(p -> p.multiTokenPrediction(1))));
    }

    /** What a micro batch keeps of a prediction module. */
    private static long module(Consumer<LlmSettings> change) {
        return kept(gpt(change.andThen(p -> p.multiTokenPrediction(1)))) - kept(gpt(change));
    }

    private static long kept(LlmStep step) {
        return step.memory().stages().get(0).activations().value();
    }

    @Test
    void splitBackwardPassesDoTheSameWork() {
        for (boolean spread : new boolean[] {false, true}) {
            LlmStep whole = gpt(p -> stages(p, spread));
            LlmStep split = gpt(p -> stages(p, spread).schedule("zb-h1"));
            assertThat(operations(split)).isCloseTo(operations(whole), Percentage.withPercentage(1e-9));
            assertThat(split.traffic()).hasSameSizeAs(whole.traffic());
            for (int row = 0; row < whole.traffic().size(); row++) {
                assertThat(split.traffic().get(row).bytes())
                        .isEqualTo(whole.traffic().get(row).bytes());
            }
        }
    }

    private static LlmSettings stages(LlmSettings p, boolean spread) {
        p.world(8).tp(2).pp(2).globalBatch(8 * Steps.BATCH).overlapGradients();
        return spread ? p.sequenceParallel() : p;
    }

    @Test
    void whatDoesNotFitIsRefused() {
        assertThatThrownBy(() -> gpt(p -> p.recompute("some", 1))).hasMessageContaining("--recompute_method is 'some'");
        assertThatThrownBy(() -> gpt(p -> p.recompute("uniform", 0)))
                .hasMessageContaining("--recompute_num_layers is 0");
        assertThatThrownBy(() -> gpt(p -> p.world(2).pp(2).schedule("zb-h1").recompute("full")))
                .hasMessageContaining("--schedule zb-h1 with --recompute_granularity full");
        assertThatThrownBy(() -> gpt(p -> p.schedule("zb-h2"))).hasMessageContaining("zb-h1");
        assertThat(LlmOption.RECOMPUTE_LAYERS.base()).isEqualTo("1");
    }
}
