// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.cost.Gpus;
import org.junit.jupiter.api.Test;

class LlmModelTest {
    static LlmTraining training(boolean compat, Object... options) {
        Map<LlmOption, String> given = new EnumMap<>(LlmOption.class);
        for (int i = 0; i < options.length; i += 2) {
            given.put((LlmOption) options[i], options[i + 1].toString());
        }
        return LlmTraining.of(given, compat);
    }

    /** 12 h^2 + 3 h per layer (norm and output bias), token table, positions and output layer. */
    @Test
    void gptHasTheParametersOfItsSizes() {
        long h = 12288;
        long layers = 96 * (12 * h * h + 3 * h);
        long tables = (50304 + 4096 + 50304) * h;
        assertThat(LlmModel.of(training(false, LlmOption.MODEL_NAME, "gpt_175B"))
                        .count())
                .isEqualTo(layers + tables);
    }

    /** Published sizes, in billions; ours have a bias and no second norm. */
    @Test
    void namedModelsHaveAboutTheirPublishedSize() {
        Map<String, Double> published = Map.ofEntries(
                Map.entry("llama_7B", 6.74),
                Map.entry("llama_13B", 13.02),
                Map.entry("llama_65B", 65.29),
                Map.entry("llama_70B", 70.55),
                Map.entry("llama_405B", 405.85),
                Map.entry("Mixtral_8x7B", 46.7),
                Map.entry("Qwen1.5-MoE-A2.7B", 14.3),
                Map.entry("Qwen3-MoE-235B", 235.1),
                Map.entry("Mixtral_8x22B", 140.6),
                Map.entry("Mistral_7B", 7.24),
                Map.entry("llama2_70B", 68.98),
                // One table for tokens and output, counted twice here.
                Map.entry("llama3_1B", 1.236 + 0.263),
                Map.entry("llama3_3B", 3.213 + 0.394),
                Map.entry("llama3_8B", 8.03),
                Map.entry("Qwen2.5_7B", 7.62),
                Map.entry("Qwen2.5_32B", 32.76),
                Map.entry("Qwen2.5_72B", 72.7),
                Map.entry("Qwen3_8B", 8.19),
                Map.entry("Qwen3_14B", 14.77),
                Map.entry("Qwen3_32B", 32.76),
                Map.entry("DeepSeek_16B", 15.7),
                Map.entry("DeepSeek_236B", 235.7),
                Map.entry("GPT-OSS-120B", 116.8),
                Map.entry("GPT-OSS-20B", 20.9),
                // 22.07 with one table for tokens and output.
                Map.entry("gpt_22B", 22.07 + 0.31));
        published.forEach((name, billions) -> assertThat(
                        LlmModel.of(training(false, LlmOption.MODEL_NAME, name)).count() / 1e9)
                .as(name)
                .isCloseTo(billions, within(0.01 * billions)));
        double v3 = LlmModel.of(training(false, LlmOption.MODEL_NAME, "DeepSeek_671B"))
                        .count()
                / 1e9;
        assertThat(v3).isCloseTo(671, within(0.003 * 671));
    }

    @Test
    void aicbCountsFourTables() {
        LlmTraining compat = training(true, LlmOption.HIDDEN, 64, LlmOption.LAYERS, 2, LlmOption.HEADS, 4);
        LlmTraining ours = training(false, LlmOption.HIDDEN, 64, LlmOption.LAYERS, 2, LlmOption.HEADS, 4);
        long surplus = (3 * 32000 + 2048 - 4096) * 64;
        assertThat(LlmModel.of(compat).count() - LlmModel.of(ours).count()).isEqualTo(surplus);
    }

    @Test
    void derivedSizes() {
        LlmTraining training = training(
                true,
                LlmOption.WORLD_SIZE,
                32,
                LlmOption.TENSOR_PARALLEL,
                4,
                LlmOption.PIPELINE_PARALLEL,
                2,
                LlmOption.GLOBAL_BATCH,
                16,
                LlmOption.MICRO_BATCH,
                2,
                LlmOption.VOCABULARY,
                50257,
                LlmOption.HIDDEN,
                4096,
                LlmOption.SWIGLU,
                true,
                LlmOption.LAYERS,
                61,
                LlmOption.HEADS,
                32);
        assertThat(training.dp()).isEqualTo(4);
        assertThat(training.microBatches()).isEqualTo(2);
        assertThat(training.paddedVocabulary()).isEqualTo(50688);
        assertThat(training.ffn()).isEqualTo(10880);
        assertThat(training.stageLayers()).isEqualTo(30);
        assertThat(training.activationBytes()).isEqualTo(2L * 2 * 2048 * 4096);
    }

    @Test
    void whatDoesNotFitIsNamed() {
        assertThatThrownBy(() -> training(true, LlmOption.WORLD_SIZE, 12, LlmOption.TENSOR_PARALLEL, 8))
                .hasMessageContaining("world size 12 is not a multiple of 8 (tp) times 1 (pp)");
        assertThatThrownBy(() -> training(true, LlmOption.MOE, true)).hasMessageContaining("sequence parallelism");
        assertThatThrownBy(() -> training(true, LlmOption.EXPERT_PARALLEL, 3, LlmOption.EXPERTS, 8))
                .hasMessageContaining("8 experts cannot be spread over 3 (ep) ranks");
        assertThatThrownBy(() -> training(true, LlmOption.LAYERS, "six")).hasMessageContaining("'six', not a whole");
        assertThatThrownBy(() -> training(true, LlmOption.FRAME, "Torch")).hasMessageContaining("no framework 'Torch'");
        assertThatThrownBy(() -> training(true, LlmOption.GROUPED_GEMM, true, LlmOption.DTYPE, "float32"))
                .hasMessageContaining("grouped GEMM does not work with float32");
        assertThatThrownBy(() -> training(true, LlmOption.GATHER_BUCKET, 0))
                .hasMessageContaining("--allgather_bucket_size is 0");
        assertThatThrownBy(() -> training(true, LlmOption.GLOBAL_BATCH, -1))
                .hasMessageContaining("--global_batch is -1");
        assertThat(training(true, LlmOption.PIPELINE_RANK, -1).pp()).isEqualTo(1);
        LlmTraining odd =
                training(true, LlmOption.WORLD_SIZE, 3, LlmOption.TENSOR_PARALLEL, 3, LlmOption.VOCABULARY_DIVISOR, 1);
        assertThatThrownBy(() -> LlmModel.of(odd)).hasMessageContaining("cannot be cut into 3 equal parts");
    }

    private static Object[] add(Object[] options, LlmOption option, Object value) {
        Object[] all = Arrays.copyOf(options, options.length + 2);
        all[options.length] = option;
        all[options.length + 1] = value;
        return all;
    }

    /** AICB lets pass what no step could do. */
    @Test
    void expertsFitRanksAndTokens() {
        Object[] ranks = {LlmOption.WORLD_SIZE, 2, LlmOption.EXPERT_PARALLEL, 4, LlmOption.EXPERTS, 4};
        assertThat(training(true, ranks).dp()).isEqualTo(2);
        assertThatThrownBy(() -> training(false, ranks))
                .hasMessageContaining("--expert_model_parallel_size 4 does not divide the 2 data-parallel ranks");
        Object[] whole = {
            LlmOption.WORLD_SIZE,
            4,
            LlmOption.TENSOR_PARALLEL,
            2,
            LlmOption.MOE,
            true,
            LlmOption.SEQUENCE_PARALLEL,
            true,
            LlmOption.EXPERTS,
            8,
            LlmOption.EXPERT_TENSOR,
            1
        };
        assertThat(training(false, whole).expertRanks()).isEqualTo(4);
        assertThatThrownBy(() -> LlmModel.of(training(false, whole)))
                .hasMessageContaining("spread each expert over the tensor-parallel ranks");
        assertThatThrownBy(() -> training(false, add(whole, LlmOption.EXPERT_PARALLEL, 8)))
                .hasMessageContaining("--expert_model_parallel_size 8 does not divide the 4 ranks of a stage");
        assertThatThrownBy(() -> training(false, add(whole, LlmOption.EXPERT_TENSOR, 4)))
                .hasMessageContaining("--expert_tensor_parallel_size is 4 with 2 tensor-parallel ranks");
        assertThatThrownBy(() ->
                        training(false, LlmOption.MOE, true, LlmOption.SEQUENCE_PARALLEL, true, LlmOption.TOP_K, 2))
                .hasMessageContaining("--moe_router_topk is 2 of 1 experts");
    }

    private static final Object[] SHARED = {
        LlmOption.WORLD_SIZE,
        4,
        LlmOption.TENSOR_PARALLEL,
        2,
        LlmOption.MOE,
        true,
        LlmOption.SEQUENCE_PARALLEL,
        true,
        LlmOption.EXPERTS,
        12
    };

    /** Twelve experts could be spread over the four ranks of a stage in parts of four, not of three. */
    @Test
    void wholeExpertsAreAdvisedOnlyWhereTheyFit() {
        assertThatThrownBy(() -> training(false, add(SHARED, LlmOption.EXPERT_PARALLEL, 4)))
                .hasMessageEndingWith(
                        "Give a divisor of 2, or --expert_tensor_parallel_size 1, which spreads experts over"
                                + " tensor-parallel ranks as well.");
        assertThatThrownBy(() -> training(false, add(SHARED, LlmOption.EXPERT_PARALLEL, 3)))
                .hasMessageEndingWith("Give a divisor of 2, or fewer tensor-parallel ranks or stages.");
    }

    /** AICB's tables do not have them, so that asking for them is a mistake in compat mode as well. */
    @Test
    void wholeExpertsAreRefusedInCompatModeToo() {
        assertThatThrownBy(() -> LlmModel.of(training(true, add(SHARED, LlmOption.EXPERT_TENSOR, 1))))
                .hasMessageContaining("spread each expert over the tensor-parallel ranks");
    }

    @Test
    void whatNoComputerHoldsIsRefused() {
        LlmTraining deep = training(true, LlmOption.LAYERS, Integer.MAX_VALUE, LlmOption.HEADS, 16);
        assertThatThrownBy(deep::checkSizes).hasMessageContaining("too long to write");
        LlmTraining batches = training(
                true,
                LlmOption.LAYERS,
                1,
                LlmOption.PIPELINE_PARALLEL,
                2,
                LlmOption.WORLD_SIZE,
                2,
                LlmOption.GLOBAL_BATCH,
                Long.MAX_VALUE);
        assertThatThrownBy(batches::checkSizes).hasMessageContaining("too long to write");
        LlmTraining wide = training(true, LlmOption.HIDDEN, 1L << 40, LlmOption.HEADS, 16);
        assertThatThrownBy(wide::checkSizes).hasMessageContaining("fits no GPU");
        training(true, LlmOption.HIDDEN, 18432, LlmOption.HEADS, 128).checkSizes();
        assertThatThrownBy(() -> training(false, LlmOption.EFFICIENCY, "1e-300").efficiency())
                .hasMessageContaining("--efficiency is '1e-300'");
        assertThat(training(false, LlmOption.EFFICIENCY, "0.25").efficiency()).hasValue(0.25);
    }

    @Test
    void rooflineTakesTheLongerTime() {
        assertThat(Gpus.named("h100").name()).isEqualTo("H100");
        assertThat(Gpus.find("abacus")).isEmpty();
        assertThat(Gpus.named("A100").nanos(312e12, 1, 1)).isEqualTo(1_000_000_000);
        assertThat(Gpus.named("A100").nanos(1, 2039e9, 0.5)).isEqualTo(2_000_000_000);
    }
}
