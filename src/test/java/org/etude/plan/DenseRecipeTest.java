// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.etude.spec.LlmOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How Llama 3 runs by release, machine, precision and task, as the recipes of Megatron-Bridge say. */
class DenseRecipeTest {
    private static Map<LlmOption, String> of(
            String release, String system, String model, String precision, String task, boolean sharded) {
        Options options = new Options().flag(LlmOption.TP_OVERLAP, true);
        new DenseRecipe(release, system, model, precision, task).apply(options, sharded);
        return options.values();
    }

    @ParameterizedTest
    @CsvSource({
        "25.09, DGX-B200, llama3_8B, FP8, pretraining, true,",
        "26.04, DGX-GB300, llama3_8B, NVFP4, pretraining, true,",
        "26.04, DGX-B200, llama3_8B, NVFP4, pretraining, ,",
        "26.04, DGX-H100, llama3_8B, BF16, pretraining, ,",
        "26.04, DGX-B200, llama_70B, BF16, pretraining, true,",
        "26.04, DGX-GB200, llama_70B, BF16, pretraining, ,",
        "26.04, DGX-B200, llama_70B, MXFP8, pretraining, ,",
        "26.06, DGX-GB200, llama_70B, FP8, sft, , mlp",
        "26.06, DGX-GB200, llama_70B, BF16, lora, , mlp",
        "26.06, DGX-H100, llama_70B, FP8, sft, , mlp",
        "26.06, DGX-H100, llama_70B, FP8, lora, ,",
        "26.06, DGX-H100, llama_70B, BF16, sft, ,",
        "25.02, DGX-B200, llama3_8B, FP8, pretraining, ,",
    })
    void graphsAreThoseOfTheRecipe(
            String release, String system, String model, String precision, String task, String whole, String scope) {
        Map<LlmOption, String> options = of(release, system, model, precision, task, false);
        assertThat(options.get(LlmOption.CUDA_GRAPHS)).isEqualTo(whole);
        assertThat(options.get(LlmOption.GRAPH_SCOPE)).isEqualTo(scope);
    }

    @Test
    void chunkedExchangesEndWithFourBits() {
        assertThat(of("26.04", "DGX-GB200", "llama_70B", "NVFP4", "pretraining", false))
                .containsEntry(LlmOption.TP_OVERLAP, "false");
        assertThat(of("26.04", "DGX-GB200", "llama_70B", "MXFP8", "pretraining", false))
                .containsEntry(LlmOption.TP_OVERLAP, "true");
    }

    @ParameterizedTest
    @CsvSource({
        "26.04, llama3_8B, FP8, pretraining, false, 5",
        "26.04, llama3_8B, FP8, pretraining, true,",
        "25.11, llama3_8B, FP8-CS, pretraining, false,",
        "26.04, llama3_8B, BF16, pretraining, false,",
        "26.06, llama_70B, BF16, lora, false, 1",
        "26.06, llama_70B, FP8, lora, false,",
        "25.02, llama_70B, BF16, lora, false,",
    })
    void recomputedLayersOnHopperAreThoseOfTheRecipe(
            String release, String model, String precision, String task, boolean sharded, String layers) {
        Map<LlmOption, String> options = of(release, "DGX-H100", model, precision, task, sharded);
        assertThat(options.get(LlmOption.RECOMPUTE_LAYERS)).isEqualTo(layers);
        assertThat(options.get(LlmOption.RECOMPUTE_METHOD)).isEqualTo(layers == null ? null : "block");
    }
}
