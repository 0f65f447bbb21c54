// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import org.etude.spec.LlmOption;

/**
 * Sizes of well-known models, from their papers and the configurations published with their weights: GPT-3 (Brown et al. 2020,
 * table 2.1; 7B, 13B and 22B as Megatron-LM trains them), LLaMA 1 to 3 (Touvron et al. 2023, Dubey et al. 2024), Mistral and
 * Mixtral (Jiang et al. 2023, 2024), DeepSeek-V2 and V3 (2024), Qwen1.5 to Qwen3 (2024, 2025; without the bias of Qwen2.5's
 * queries), Grok-1 (xAI 2024), GPT-OSS (OpenAI 2025), Nemotron-H (NVIDIA 2025), Nemotron 3 Nano, Super and Ultra (2025, 2026).
 */
final class ModelSizes {
    private static final String NANO = "MEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEMEM*EMEMEMEME";
    private static final String SUPER =
            "MEMEMEM*EMEMEMEM*EMEMEMEM*EMEMEMEMEM*EMEMEMEMEM*EMEMEMEMEM*" + "EMEMEMEMEM*EMEMEMEM*EMEMEMEME";
    private static final String ULTRA = "MEMEMEM*EMEMEM*EMEMEMEM*EMEMEMEM*EMEMEM*EMEMEMEM*"
            + "EMEMEMEM*EMEMEM*EMEMEMEM*EMEMEMEM*EMEMEM*EMEMEMEM*EMEMEMEME";

    private static final String H_8B = "M-M-M-M*-" + "M-M-M-M-M*-".repeat(3) + "M-M-M-M-M-";
    private static final String H_47B = "M-M-M-M-M-M-M-M-M*-" + "M-M-M-M-M-M-M-M-M-M*-" + "M-M-M-M-M*-".repeat(2)
            + "M-M-M-M-M-M-M---MM---M-M*-M-M-M-M-M-";
    private static final String H_56B = "M-M-M-M*-" + "M-M-M-M-M*-".repeat(9) + "M-M-M-M-M-";

    private ModelSizes() {}

    /** The options that describe each model, by its name, in the order of names. */
    static Map<String, Map<LlmOption, String>> all() {
        Map<String, Map<LlmOption, String>> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        dense(all);
        small(all);
        mixtures(all);
        hybrids(all);
        return all;
    }

    private static void dense(Map<String, Map<LlmOption, String>> all) {
        gpt(all, "gpt_7B", 36, 4096, 32);
        gpt(all, "gpt_13B", 40, 5120, 40);
        gpt(all, "gpt_22B", 48, 6144, 64);
        gpt(all, "gpt_175B", 96, 12288, 96);
        llama(all, "llama_7B", 32, 4096, 11008, 32, 32000);
        llama(all, "llama_13B", 40, 5120, 13824, 40, 32000);
        llama(all, "llama_30B", 60, 6656, 17920, 52, 32000);
        llama(all, "llama_65B", 80, 8192, 22016, 64, 32000);
        grouped(llama(all, "llama_70B", 80, 8192, 28672, 64, 128256), 8);
        grouped(llama(all, "llama_405B", 126, 16384, 53248, 128, 128256), 8);
        grouped(llama(all, "llama3_8B", 32, 4096, 14336, 32, 128256), 8);
        plain(all, "nemotron_15B", 32, 6144, 24576, 48, 256000);
        plain(all, "nemotron_340B", 96, 18432, 73728, 96, 256000);
        grouped(llama(all, "llama2_70B", 80, 8192, 28672, 64, 32000), 8);
        grouped(llama(all, "Mistral_7B", 32, 4096, 14336, 32, 32000), 8);
        grouped(llama(all, "Qwen2.5_7B", 28, 3584, 18944, 28, 152064), 4);
        grouped(llama(all, "Qwen2.5_32B", 64, 5120, 27648, 40, 152064), 8);
        grouped(llama(all, "Qwen2.5_72B", 80, 8192, 29568, 64, 152064), 8);
        grouped(llama(all, "Qwen3_8B", 36, 4096, 12288, 32, 151936), 8);
        grouped(llama(all, "Qwen3_14B", 40, 5120, 17408, 40, 151936), 8);
        grouped(llama(all, "Qwen3_32B", 64, 5120, 25600, 64, 151936), 8).put(LlmOption.HEAD_WIDTH, "128");
    }

    /** Models for one or two GPUs; the smallest of Llama 3 share one table for tokens and output. */
    private static void small(Map<String, Map<LlmOption, String>> all) {
        gpt(all, "gpt_125M", 12, 768, 12);
        gpt(all, "gpt_350M", 24, 1024, 16);
        gpt(all, "gpt_760M", 24, 1536, 16);
        gpt(all, "gpt_2.7B", 32, 2560, 32);
        gpt(all, "gpt_6.7B", 32, 4096, 32);
        grouped(llama(all, "llama3_1B", 16, 2048, 8192, 32, 128256), 8).put(LlmOption.UNTIED, "false");
        grouped(llama(all, "llama3_3B", 28, 3072, 8192, 24, 128256), 8).put(LlmOption.UNTIED, "false");
    }

    private static void mixtures(Map<String, Map<LlmOption, String>> all) {
        experts(grouped(llama(all, "Qwen3-MoE-30B", 48, 2048, 768, 32, 151936), 4), 128, 8, 0)
                .put(LlmOption.HEAD_WIDTH, "128");
        experts(grouped(llama(all, "GPT-OSS-120B", 36, 2880, 2880, 64, 201088), 8), 128, 4, 0)
                .put(LlmOption.HEAD_WIDTH, "64");
        experts(grouped(llama(all, "GPT-OSS-20B", 24, 2880, 2880, 64, 201088), 8), 32, 4, 0)
                .put(LlmOption.HEAD_WIDTH, "64");
        experts(grouped(llama(all, "Mixtral_8x7B", 32, 4096, 14336, 32, 32000), 8), 8, 2, 0);
        experts(grouped(llama(all, "Mixtral_8x22B", 56, 6144, 16384, 48, 32000), 8), 8, 2, 0);
        experts(grouped(llama(all, "Grok-1", 64, 6144, 32768, 48, 131072), 8), 8, 2, 0);
        experts(llama(all, "Qwen1.5-MoE-A2.7B", 24, 2048, 1408, 16, 151936), 60, 4, 4);
        experts(grouped(llama(all, "Qwen3-MoE-235B", 94, 4096, 1536, 64, 151936), 4), 128, 8, 0)
                .put(LlmOption.HEAD_WIDTH, "128");
        deepSeek(llama(all, "DeepSeek_16B", 27, 2048, 10944, 16, 102400), 1408, 0, 1);
        deepSeek(llama(all, "DeepSeek_236B", 60, 5120, 12288, 128, 102400), 1536, 1536, 1);
        deepSeek(llama(all, "DeepSeek_671B", 61, 7168, 18432, 128, 129280), 2048, 1536, 3);
        deepSeek(llama(all, "Kimi-K2", 61, 7168, 18432, 64, 163840), 2048, 1536, 1);
        experts(all.get("Kimi-K2"), 384, 8, 1);
        experts(all.get("DeepSeek_16B"), 64, 6, 2);
        experts(all.get("DeepSeek_236B"), 160, 6, 2);
        experts(all.get("DeepSeek_671B"), 256, 8, 1);
    }

    private static void hybrids(Map<String, Map<LlmOption, String>> all) {
        hybrid(all, "Nemotron-3-Nano", 2688, 32, 64, NANO);
        hybridExperts(all.get("Nemotron-3-Nano"), 128, 6, 1856, 3712, 0);
        hybrid(all, "Nemotron-3-Super", 4096, 32, 128, SUPER);
        hybridExperts(all.get("Nemotron-3-Super"), 512, 22, 2688, 5376, 1024);
        hybrid(all, "Nemotron-3-Ultra", 8192, 64, 256, ULTRA);
        hybridExperts(all.get("Nemotron-3-Ultra"), 512, 22, 5120, 10240, 2048);
        hybridFeedForward(all, "Nemotron-H-8B", 4096, 32, 128, H_8B, 21504);
        hybridFeedForward(all, "Nemotron-H-47B", 8192, 64, 256, H_47B, 30720);
        hybridFeedForward(all, "Nemotron-H-56B", 8192, 64, 256, H_56B, 32768);
    }

    /** Nemotron-H (NVIDIA 2025): as many states as the larger models have state-space heads, feed-forward layers without gates. */
    private static void hybridFeedForward(
            Map<String, Map<LlmOption, String>> all,
            String name,
            int hidden,
            int heads,
            int mambaHeads,
            String kinds,
            int width) {
        hybrid(all, name, hidden, heads, mambaHeads, kinds);
        Map<LlmOption, String> model = grouped(all.get(name), 8);
        model.remove(LlmOption.MTP_HYBRID);
        model.put(LlmOption.FFN_HIDDEN, Integer.toString(width));
        model.put(LlmOption.MAMBA_STATES, Integer.toString(mambaHeads));
    }

    /** Mamba-2, attention without positions and experts, each a layer (the models' configurations). */
    private static void hybrid(
            Map<String, Map<LlmOption, String>> all, String name, int hidden, int heads, int mambaHeads, String kinds) {
        Map<LlmOption, String> model = gpt(all, name, kinds.length(), hidden, heads);
        model.put(LlmOption.HYBRID, kinds);
        model.put(LlmOption.MTP_HYBRID, "*E");
        model.put(LlmOption.VOCABULARY, "131072");
        model.put(LlmOption.UNTIED, "true");
        model.put(LlmOption.HEAD_WIDTH, "128");
        model.put(LlmOption.MAMBA_HEADS, Integer.toString(mambaHeads));
        grouped(model, 2);
    }

    private static void hybridExperts(
            Map<LlmOption, String> model, int experts, int topK, int width, int shared, int latent) {
        experts(model, experts, topK, 1).put(LlmOption.EXPERT_FFN, Integer.toString(width));
        model.put(LlmOption.SHARED_FFN, Integer.toString(shared));
        model.put(LlmOption.LATENT, Integer.toString(latent));
    }

    private static Map<LlmOption, String> grouped(Map<LlmOption, String> model, int groups) {
        model.put(LlmOption.QUERY_GROUPS, Integer.toString(groups));
        return model;
    }

    private static Map<LlmOption, String> gpt(
            Map<String, Map<LlmOption, String>> all, String name, int layers, int hidden, int heads) {
        Map<LlmOption, String> model = new EnumMap<>(LlmOption.class);
        model.put(LlmOption.LAYERS, Integer.toString(layers));
        model.put(LlmOption.HIDDEN, Integer.toString(hidden));
        model.put(LlmOption.HEADS, Integer.toString(heads));
        model.put(LlmOption.VOCABULARY, "50257");
        all.put(name, model);
        return model;
    }

    private static Map<LlmOption, String> llama(
            Map<String, Map<LlmOption, String>> all,
            String name,
            int layers,
            int hidden,
            int ffn,
            int heads,
            int vocabulary) {
        Map<LlmOption, String> model = gpt(all, name, layers, hidden, heads);
        model.put(LlmOption.FFN_HIDDEN, Integer.toString(ffn));
        model.put(LlmOption.VOCABULARY, Integer.toString(vocabulary));
        model.put(LlmOption.SWIGLU, "true");
        model.put(LlmOption.UNTIED, "true");
        return model;
    }

    /** A model without gates: squared ReLU, 8 heads of keys and values (Parmar et al. 2024, Nemotron-4). */
    private static void plain(
            Map<String, Map<LlmOption, String>> all,
            String name,
            int layers,
            int hidden,
            int ffn,
            int heads,
            int vocabulary) {
        Map<LlmOption, String> model = llama(all, name, layers, hidden, ffn, heads, vocabulary);
        model.put(LlmOption.SWIGLU, "false");
        model.put(LlmOption.POSITIONS, "0");
        grouped(model, 8);
    }

    private static Map<LlmOption, String> experts(Map<LlmOption, String> model, int experts, int topK, int shared) {
        model.put(LlmOption.MOE, "true");
        model.put(LlmOption.EXPERTS, Integer.toString(experts));
        model.put(LlmOption.TOP_K, Integer.toString(topK));
        model.put(LlmOption.SHARED_EXPERTS, Integer.toString(shared));
        return model;
    }

    private static void deepSeek(Map<LlmOption, String> model, int expertWidth, int queryRank, int dense) {
        model.put(LlmOption.FRAME, "DeepSeek");
        model.put(LlmOption.EXPERT_FFN, Integer.toString(expertWidth));
        model.put(LlmOption.QUERY_RANK, Integer.toString(queryRank));
        model.put(LlmOption.DENSE_LAYERS, Integer.toString(dense));
    }
}
