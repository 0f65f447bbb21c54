// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.etude.spec.LlmOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How experts run by release, machine and model, as the recipes of Megatron-Bridge say. */
class BridgeRecipeTest {
    private static Map<LlmOption, String> of(String release, String system, String model, String precision) {
        Options options = new Options();
        new BridgeRecipe(release, system, model, precision).apply(options, 16, true, true);
        return options.values();
    }

    @ParameterizedTest
    @CsvSource({
        "26.06, DGX-GB300, Qwen3-MoE-30B, MXFP8, true, flex",
        "26.06, NVIDIA GB300 NVL72, Qwen3-MoE-30B, MXFP8, true, flex",
        "26.06.01, DGX-B300, Qwen3-MoE-235B, MXFP8, true, flex",
        "26.04.01, DGX-GB300, Qwen3-MoE-235B, MXFP8, false, flex",
        "26.04.01, DGX-B200, Qwen3-MoE-235B, MXFP8, false, alltoall",
        "26.06, DGX-H100, Qwen3-MoE-235B, FP8, false, alltoall",
        "26.06, DGX-H100, Qwen3-MoE-30B, FP8, false, flex",
        "25.11, DGX-GB200, Qwen3-MoE-30B, FP8-MX, false, alltoall",
        "25.11, DGX-GB200, DeepSeek_671B, FP8-MX, false, alltoall",
        "25.11, DGX-H100, DeepSeek_671B, FP8-CS, false, flex",
        "26.06, DGX-GB200, Nemotron-3-Nano, MXFP8, false, flex",
        "26.04, DGX-B200, Nemotron-3-Super, MXFP8, false, flex",
        "26.06, DGX-GB200, Qwen3-MoE-30B, BF16, false, flex",
        "'', DGX-GB200, Qwen3-MoE-30B, MXFP8, true, flex",
    })
    void isThatOfItsRelease(
            String release, String system, String model, String precision, boolean fused, String dispatcher) {
        Map<LlmOption, String> options = of(release, system, model, precision);
        assertThat(options)
                .containsEntry(LlmOption.FUSED_EXPERTS, Boolean.toString(fused))
                .containsEntry(LlmOption.CUDA_GRAPHS, Boolean.toString(fused))
                .containsEntry(LlmOption.TOKEN_DISPATCHER, dispatcher);
    }

    @Test
    void latentAttentionExchangesTokensBesideAnotherMicroBatch() {
        assertThat(of("26.06", "DGX-GB300", "DeepSeek_671B", "MXFP8")).containsEntry(LlmOption.EP_OVERLAP, "true");
        assertThat(of("26.06", "DGX-GB300", "Qwen3-MoE-30B", "MXFP8")).doesNotContainKey(LlmOption.EP_OVERLAP);
        assertThat(of("26.04", "DGX-GB300", "DeepSeek_671B", "MXFP8")).doesNotContainKey(LlmOption.EP_OVERLAP);
    }

    /** With one chunk, latent attention is not fused, and its parts of one stage are of equal size. */
    @Test
    void latentAttentionWithoutChunksIsNotFused() {
        Options one = new Options();
        new BridgeRecipe("26.06", "DGX-GB300", "DeepSeek_671B", "MXFP8").apply(one, 2, false, true);
        assertThat(one.values())
                .containsEntry(LlmOption.FUSED_EXPERTS, "false")
                .doesNotContainKeys(LlmOption.EP_OVERLAP, LlmOption.FIRST_LAYERS, LlmOption.LAST_LAYERS)
                .containsEntry(LlmOption.GRAPH_SCOPE, "attn,moe_router");
        Options three = new Options();
        new BridgeRecipe("26.02", "DGX-B200", "DeepSeek_671B", "MXFP8").apply(three, 3, false, true);
        assertThat(three.values())
                .containsEntry(LlmOption.TOKEN_DISPATCHER, "flex")
                .containsEntry(LlmOption.FIRST_LAYERS, "21")
                .containsEntry(LlmOption.LAST_LAYERS, "19")
                .doesNotContainKey(LlmOption.GRAPH_SCOPE);
        Options chunks = new Options();
        new BridgeRecipe("26.02", "DGX-B200", "DeepSeek_671B", "MXFP8").apply(chunks, 16, true, true);
        assertThat(chunks.values()).containsEntry(LlmOption.GRAPH_SCOPE, "attn,moe_router");
    }

    @Test
    void predictionModulesAndTheLastPartAreThoseOfTheRecipe() {
        assertThat(of("26.04", "DGX-GB200", "DeepSeek_671B", "MXFP8"))
                .containsEntry(LlmOption.MTP, "1")
                .containsEntry(LlmOption.FIRST_LAYERS, "4")
                .containsEntry(LlmOption.LAST_LAYERS, "1")
                .containsEntry(LlmOption.RECOMPUTE_MODULES, "mla_up_proj");
        Options silent = new Options();
        new BridgeRecipe("25.11", "DGX-GB200", "DeepSeek_671B", "FP8-MX").apply(silent, 32, true, false);
        assertThat(silent.values())
                .containsEntry(LlmOption.MTP, "0")
                .containsEntry(LlmOption.FIRST_LAYERS, "1")
                .containsEntry(LlmOption.LAST_LAYERS, "0");
        assertThat(of("26.04", "DGX-B200", "Nemotron-3-Super", "MXFP8")).containsEntry(LlmOption.MTP, "2");
        assertThat(of("26.04", "DGX-B200", "Nemotron-3-Nano", "MXFP8")).containsEntry(LlmOption.MTP, "0");
    }

    @ParameterizedTest
    @CsvSource({
        "26.04, DGX-GB200, DeepSeek_671B, MXFP8, 'attn,moe_router', mla_up_proj",
        "26.04, DGX-GB200, Nemotron-3-Nano, MXFP8, 'attn,mamba,moe_router',",
        "26.04, DGX-B200, Nemotron-3-Super, MXFP8, , 'moe_act,layernorm'",
        "26.04, DGX-H100, Nemotron-3-Nano, FP8, mamba, 'moe,layernorm,core_attn'",
        "26.04, DGX-H100, Qwen3-MoE-30B, FP8, ,",
        "26.08, DGX-GB300, Nemotron-3-Ultra, MXFP8, , moe_act",
        "26.04, DGX-H100, Nemotron-3-Nano, BF16, 'attn,mamba', 'moe,layernorm'",
        "26.04, DGX-B300, Nemotron-3-Super, MXFP8, 'attn,mamba,moe_router',",
        "26.04, DGX-B300, Nemotron-3-Super, NVFP4, 'attn,mamba,moe_router', 'moe_act,layernorm'",
        "26.04, DGX-B300, Nemotron-3-Super, BF16, 'attn,mamba,moe_router', 'moe_act,layernorm'",
        "26.04, DGX-B200, Nemotron-3-Super, BF16, , 'moe,layernorm,core_attn'",
    })
    void graphsAndWhatIsComputedAgainAreThoseOfTheRecipe(
            String release, String system, String model, String precision, String graphs, String again) {
        Map<LlmOption, String> options = of(release, system, model, precision);
        assertThat(options.get(LlmOption.GRAPH_SCOPE)).isEqualTo(graphs);
        assertThat(options.get(LlmOption.RECOMPUTE_MODULES)).isEqualTo(again);
    }

    @Test
    void tensorParallelExchangesAndTheLossAreThoseOfTheRecipe() {
        assertThat(of("26.04", "DGX-GB200", "Nemotron-3-Super", "MXFP8"))
                .containsEntry(LlmOption.TP_OVERLAP, "false")
                .doesNotContainKey(LlmOption.LOSS_IMPL);
        assertThat(of("26.04", "DGX-H100", "Qwen3-MoE-235B", "FP8")).containsEntry(LlmOption.TP_OVERLAP, "false");
        assertThat(of("26.04", "DGX-B200", "Qwen3-MoE-235B", "MXFP8")).doesNotContainKey(LlmOption.TP_OVERLAP);
        assertThat(of("26.04", "DGX-H100", "DeepSeek_671B", "FP8")).doesNotContainKey(LlmOption.TP_OVERLAP);
        assertThat(of("26.08", "DGX-GB300", "Nemotron-3-Ultra", "MXFP8")).containsEntry(LlmOption.LOSS_IMPL, "native");
    }
}
