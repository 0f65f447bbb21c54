// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import org.etude.report.IoReason;
import org.etude.spec.LlmException;

/**
 * An inference pass.
 *
 * @param family how layers are built
 * @param name the model's name
 * @param decode whether one token per sequence is generated; otherwise the prompt is processed
 * @param world number of ranks
 * @param tp tensor parallelism
 * @param ep expert parallelism
 * @param pp pipeline stages; all layers are written regardless
 * @param batch number of sequences
 * @param sequence tokens per prompt
 * @param layers number of layers
 * @param denseLayers leading layers without experts (DeepSeek)
 * @param sharedExperts experts that process every token (DeepSeek)
 * @param attentionInterval interval of layers with full attention (Qwen3-Next), otherwise 1
 * @param hidden hidden size
 * @param topK experts per token
 */
public record InferenceSpec(
        Family family,
        String name,
        boolean decode,
        int world,
        int tp,
        int ep,
        int pp,
        long batch,
        long sequence,
        int layers,
        int denseLayers,
        int sharedExperts,
        int attentionInterval,
        long hidden,
        long topK) {

    /** Model families. */
    public enum Family {
        /** DeepSeek-V3. */
        DEEPSEEK,
        /** Qwen3-MoE. */
        QWEN_MOE,
        /** Qwen3-Next. */
        QWEN_NEXT
    }

    /** Rejects a number of ranks that does not fit the parallelism. */
    public InferenceSpec {
        if (world < 1 || tp < 1 || ep < 1 || pp < 1 || world < tp || world < ep || attentionInterval < 1) {
            throw new LlmException(
                    "a world of " + world + " ranks cannot hold tp " + tp + ", ep " + ep + " and pp " + pp,
                    "Raise --world_size or lower the parallelism.");
        }
    }

    /**
     * What the model's configuration does not contain.
     *
     * @param decode whether one token per sequence is generated
     * @param world number of ranks
     * @param tp tensor parallelism
     * @param ep expert parallelism
     * @param pp pipeline stages
     * @param batch number of sequences
     * @param sequence tokens per prompt
     */
    public record Run(boolean decode, int world, int tp, int ep, int pp, long batch, long sequence) {}

    /**
     * Reads a model's configuration: AICB's for DeepSeek, Hugging Face's for Qwen.
     *
     * @throws LlmException when it cannot be read, or the name belongs to no known family
     */
    public static InferenceSpec read(String model, Path config, Run run) {
        Family family = family(model);
        JsonNode tree = tree(config);
        boolean deepSeek = family == Family.DEEPSEEK;
        if (deepSeek) {
            checkHeads(config, tree, run.tp);
        }
        return new InferenceSpec(
                family,
                deepSeek ? "DeepSeek-671B" : family == Family.QWEN_MOE ? "Qwen3-Moe-235B" : "Qwen3-Next-80B",
                run.decode,
                run.world,
                run.tp,
                run.ep,
                run.pp,
                run.batch,
                run.sequence,
                field(config, tree, deepSeek ? "num_layers" : "num_hidden_layers"),
                deepSeek ? field(config, tree, "dense_layer") : 0,
                deepSeek ? field(config, tree, "shared_experts") : 0,
                family == Family.QWEN_NEXT ? field(config, tree, "full_attention_interval") : 1,
                field(config, tree, "hidden_size"),
                field(config, tree, tree.has("moe_router_topk") ? "moe_router_topk" : "num_experts_per_tok"));
    }

    /** AICB's name of the file. */
    public String fileName() {
        return name + "-world_size" + world + "-tp" + tp + "-pp" + pp + "-ep" + ep + "-bs" + batch + "-seq" + sequence
                + (decode ? "-decode" : "-prefill") + ".txt";
    }

    /**
     * AICB divides heads and dense layers among tensor-parallel ranks; values missing in the configuration are not
     * checked.
     */
    private static void checkHeads(Path config, JsonNode tree, int tp) {
        long heads = tree.path("head_num").asLong();
        long query = heads * (tree.path("d_q").asLong() + tree.path("d_r").asLong());
        long dense =
                tree.path("dense_layer").asLong() > 0 ? tree.path("expert_dim").asLong() : 0;
        if (tp > 0 && (query % tp != 0 || heads * tree.path("d_kv").asLong() % tp != 0 || dense % tp != 0)) {
            throw new LlmException(
                    config + ": " + heads + " heads or " + dense + " columns of a dense layer cannot be cut into " + tp
                            + " equal parts",
                    "Choose another --tensor_model_parallel_size.");
        }
    }

    /** Refuses a name that belongs to no family of models. */
    public static void check(String model) {
        family(model);
    }

    private static Family family(String model) {
        if (model.contains("Qwen3-Moe")) {
            return Family.QWEN_MOE;
        } else if (model.contains("Qwen3-Next")) {
            return Family.QWEN_NEXT;
        } else if (model.contains("DeepSeek")) {
            return Family.DEEPSEEK;
        }
        throw new LlmException(
                "there is no inference model '" + model + "'",
                "Use DeepSeek-671B, Qwen3-Moe-235B, Qwen3-Next-80B, or a name that contains one of the families.");
    }

    private static JsonNode tree(Path config) {
        try {
            return new ObjectMapper().readTree(config.toFile());
        } catch (IOException e) {
            throw new LlmException(
                    config + ": the model's configuration cannot be read: " + IoReason.of(e),
                    "Check the path and the JSON.");
        }
    }

    private static int field(Path config, JsonNode tree, String name) {
        JsonNode value = tree.path(name);
        if (!value.isInt()) {
            throw new LlmException(
                    config + ": " + name + " is " + (value.isMissingNode() ? "missing" : value),
                    "Write it as a whole number.");
        }
        return value.asInt();
    }
}
