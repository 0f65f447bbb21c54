// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/**
 * A training step of a language model to be set up: {@code p -> p.world(1024).tp(8).pp(8).microBatch(1).globalBatch(512)}.
 * What has no method here goes by {@link #set}. Options and defaults are AICB's: {@link LlmOption}. Not for sharing between
 * threads.
 */
public final class LlmSettings {
    private final Map<LlmOption, String> given = new EnumMap<>(LlmOption.class);

    /** A step of the model of this name, or of one described by options when the name is null. */
    public LlmSettings(String model) {
        if (model != null) {
            given.put(LlmOption.MODEL_NAME, model);
        }
    }

    /** Megatron-LM's copies each hold a share of everything and gather a layer before its use: fully sharded data parallelism. */
    public LlmSettings fullySharded() {
        return set(LlmOption.SHARDING, "optim_grads_params");
    }

    /** Any option. */
    public LlmSettings set(LlmOption option, Object value) {
        given.put(option, value.toString());
        return this;
    }

    /** Ranks in all; those that tp and pp leave are data-parallel. */
    public LlmSettings world(int ranks) {
        return set(LlmOption.WORLD_SIZE, ranks);
    }

    /** Ranks that share each layer. */
    public LlmSettings tp(int ranks) {
        return set(LlmOption.TENSOR_PARALLEL, ranks);
    }

    /** Pipeline stages. */
    public LlmSettings pp(int stages) {
        return set(LlmOption.PIPELINE_PARALLEL, stages);
    }

    /** Ranks over which experts are spread. */
    public LlmSettings ep(int ranks) {
        return set(LlmOption.EXPERT_PARALLEL, ranks);
    }

    /** Ranks that share each sequence: those of a ring, {@code p2p}, or that exchange heads, {@code a2a}, or {@code all_gather}. */
    public LlmSettings cp(int ranks, String exchange) {
        return set(LlmOption.CONTEXT_PARALLEL, ranks).set(LlmOption.CONTEXT_EXCHANGE, exchange);
    }

    /** Sequences of a micro batch. */
    public LlmSettings microBatch(int sequences) {
        return set(LlmOption.MICRO_BATCH, sequences);
    }

    /** Sequences of a step. */
    public LlmSettings globalBatch(int sequences) {
        return set(LlmOption.GLOBAL_BATCH, sequences);
    }

    /** Tokens of a sequence. */
    public LlmSettings sequence(int tokens) {
        return set(LlmOption.SEQUENCE, tokens);
    }

    /** Layers of the model. */
    public LlmSettings layers(int count) {
        return set(LlmOption.LAYERS, count);
    }

    /** Hidden size. */
    public LlmSettings hidden(int size) {
        return set(LlmOption.HIDDEN, size);
    }

    /** Attention heads. */
    public LlmSettings heads(int count) {
        return set(LlmOption.HEADS, count);
    }

    /** The type of GPU, whose peak rates give compute times. */
    public LlmSettings gpu(String type) {
        return set(LlmOption.GPU_TYPE, type);
    }

    /** The share of the GPU's peak rates that is reached, above 0 and at most 1. */
    public LlmSettings efficiency(double share) {
        return set(LlmOption.EFFICIENCY, share);
    }

    /**
     * The order of micro batches: {@code gpipe}, {@code 1f1b}, {@code interleaved}, {@code zb-h1}, {@code dualpipe} or
     * {@code dualpipev}.
     */
    public LlmSettings schedule(String name) {
        return set(LlmOption.SCHEDULE, name);
    }

    /** The order of micro batches with several chunks of layers per stage. */
    public LlmSettings interleaved(int chunks) {
        return schedule("interleaved").set(LlmOption.VIRTUAL_STAGES, chunks);
    }

    /** Spreads sequences over tensor-parallel ranks between layers. */
    public LlmSettings sequenceParallel() {
        return set(LlmOption.SEQUENCE_PARALLEL, true);
    }

    /** FlashAttention. */
    public LlmSettings flashAttention() {
        return set(LlmOption.FLASH, true);
    }

    /** What is computed again in the backward pass: {@code none}, {@code selective} or {@code full}. */
    public LlmSettings recompute(String granularity) {
        return set(LlmOption.RECOMPUTE_GRANULARITY, granularity);
    }

    /** Computes some layers of each part of the pipeline again: runs of this many ({@code uniform}), or the first ({@code block}). */
    public LlmSettings recompute(String method, int layers) {
        return recompute("full").set(LlmOption.RECOMPUTE_METHOD, method).set(LlmOption.RECOMPUTE_LAYERS, layers);
    }

    /** Each copy updates a share of the parameters, as Megatron-LM's distributed optimizer does. */
    public LlmSettings distributedOptimizer() {
        return set(LlmOption.DISTRIBUTED_OPTIMIZER, true);
    }

    /** Gradients go out during the backward pass. */
    public LlmSettings overlapGradients() {
        return set(LlmOption.OVERLAP_GRAD, true);
    }

    /** DeepSpeed's ZeRO of a stage, 0 to 3. */
    public LlmSettings zero(int stage) {
        return set(LlmOption.FRAME, "DeepSpeed").set(LlmOption.ZERO_STAGE, stage);
    }

    /** Hybrid sharding: copies form this many groups, each of which holds all shares of ZeRO or FSDP. */
    public LlmSettings instances(int groups) {
        return set(LlmOption.INSTANCES, groups);
    }

    /** Modules behind the output that predict one further token each. */
    public LlmSettings multiTokenPrediction(int modules) {
        return set(LlmOption.MTP, modules);
    }

    /** Adapters of a rank on linear layers of attention and feed-forward parts; everything else is frozen. */
    public LlmSettings adapters(int rank) {
        return set(LlmOption.LORA, rank);
    }

    /** Node-limited routing: experts lie in this many groups, of which a token chooses a few. */
    public LlmSettings expertGroups(int groups, int chosen) {
        return set(LlmOption.ROUTER_GROUPS, groups).set(LlmOption.ROUTER_GROUP_TOP_K, chosen);
    }

    /** Uneven experts: a CSV file of {@code expert,tokens}, or {@code zipf:1.2}. */
    public LlmSettings expertLoads(String loads) {
        return set(LlmOption.EXPERT_LOADS, loads);
    }

    /** Exchanges of tensor groups run in chunks alongside the products they belong to. */
    public LlmSettings overlapTensor() {
        return set(LlmOption.TP_OVERLAP, true);
    }

    /** Exchanges of experts run alongside the passes of another micro batch. */
    public LlmSettings overlapExperts() {
        return set(LlmOption.EP_OVERLAP, true);
    }

    /** One node for each kernel instead of one between communication. */
    public LlmSettings everyKernel() {
        return set(LlmOption.DETAIL, "kernels");
    }

    /** Compute times measured by AIOB. */
    public LlmSettings measured(String file) {
        return set(LlmOption.AIOB, true).set(LlmOption.AIOB_FILE, file);
    }

    /** {@link #measured(String)}. */
    public LlmSettings measured(Path file) {
        return measured(file.toString());
    }

    /** What was given so far. */
    public Map<LlmOption, String> given() {
        return Map.copyOf(given);
    }

    @Override
    public String toString() {
        return given.toString().toLowerCase(Locale.ROOT);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LlmSettings settings && given.equals(settings.given);
    }

    @Override
    public int hashCode() {
        return given.hashCode();
    }
}
