// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.etude.report.Given;
import org.etude.report.Internal;
import org.etude.unit.Bandwidth;

/**
 * Configures a training step of a language model: {@code p ->
 * p.world(1024).tp(8).pp(8).microBatch(1).globalBatch(512)}. Options without a method here are set through {@link
 * #set}. Options and defaults are AICB's: {@link LlmOption}. Not thread-safe.
 */
public final class LlmSettings {
    private final Map<LlmOption, String> given = new EnumMap<>(LlmOption.class);

    /** A step of the named model, or of one described by options when the name is null. */
    @Internal
    public LlmSettings(String model) {
        if (model != null) {
            given.put(LlmOption.MODEL_NAME, model);
        }
    }

    /**
     * Fully sharded data parallelism: Megatron-LM's copies each hold a shard of everything and gather a layer before
     * its use.
     */
    public LlmSettings fullySharded() {
        return set(LlmOption.SHARDING, "optim_grads_params");
    }

    /** Sets any option. */
    public LlmSettings set(LlmOption option, Object value) {
        given.put(
                Given.value(option, "the option"),
                Given.value(value, "the value of " + option).toString());
        return this;
    }

    /** Total ranks; the data-parallel size is this divided by tp and pp. */
    public LlmSettings world(int ranks) {
        return set(LlmOption.WORLD_SIZE, ranks);
    }

    /** Tensor-parallel ranks, which share each layer. */
    public LlmSettings tp(int ranks) {
        return set(LlmOption.TENSOR_PARALLEL, ranks);
    }

    /** Pipeline stages. */
    public LlmSettings pp(int stages) {
        return set(LlmOption.PIPELINE_PARALLEL, stages);
    }

    /** Expert-parallel ranks, over which experts are distributed. */
    public LlmSettings ep(int ranks) {
        return set(LlmOption.EXPERT_PARALLEL, ranks);
    }

    /**
     * Context-parallel ranks, which share each sequence.
     *
     * @param exchange {@code p2p} for a ring, {@code a2a} to exchange heads, or {@code all_gather}
     */
    public LlmSettings cp(int ranks, String exchange) {
        return set(LlmOption.CONTEXT_PARALLEL, ranks).set(LlmOption.CONTEXT_EXCHANGE, exchange);
    }

    /** Sequences per micro batch. */
    public LlmSettings microBatch(int sequences) {
        return set(LlmOption.MICRO_BATCH, sequences);
    }

    /** Sequences per step. */
    public LlmSettings globalBatch(int sequences) {
        return set(LlmOption.GLOBAL_BATCH, sequences);
    }

    /** Tokens per sequence. */
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

    /**
     * The nodes of the cluster, where they differ from those that the type of GPU usually is in.
     *
     * @param gpus GPUs of a node or other scale-up domain
     * @param nic each GPU's share of its node's NICs, per direction
     */
    public LlmSettings nodes(int gpus, Bandwidth nic) {
        return set(LlmOption.DOMAIN, gpus)
                .set(LlmOption.NIC, Given.value(nic, "the rate of the NICs").toGbps() + "Gbps");
    }

    /** How many times more all NICs send together than the switches above the nodes carry, 1 or more: each NIC has its part of that. */
    public LlmSettings oversubscribed(double ratio) {
        return set(LlmOption.OVERSUBSCRIPTION, ratio);
    }

    /** The fraction of the GPU's peak rates that is achieved, above 0 and at most 1. */
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

    /** Sequence parallelism: distributes sequences over tensor-parallel ranks between layers. */
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

    /** Each copy updates a shard of the parameters, as in Megatron-LM's distributed optimizer. */
    public LlmSettings distributedOptimizer() {
        return set(LlmOption.DISTRIBUTED_OPTIMIZER, true);
    }

    /** Overlaps the gradient exchange with the backward pass. */
    public LlmSettings overlapGradients() {
        return set(LlmOption.OVERLAP_GRAD, true);
    }

    /** DeepSpeed's ZeRO of a stage, 0 to 3. */
    public LlmSettings zero(int stage) {
        return set(LlmOption.FRAME, "DeepSpeed").set(LlmOption.ZERO_STAGE, stage);
    }

    /** Hybrid sharding: copies form this many groups, each of which holds all shards of ZeRO or FSDP. */
    public LlmSettings instances(int groups) {
        return set(LlmOption.INSTANCES, groups);
    }

    /** Modules after the output layer that each predict one further token. */
    public LlmSettings multiTokenPrediction(int modules) {
        return set(LlmOption.MTP, modules);
    }

    /**
     * LoRA adapters of this rank on the linear layers of attention and feed-forward parts; everything else is frozen.
     */
    public LlmSettings adapters(int rank) {
        return set(LlmOption.LORA, rank);
    }

    /** Node-limited routing: experts form {@code groups} groups, of which each token chooses {@code chosen}. */
    public LlmSettings expertGroups(int groups, int chosen) {
        return set(LlmOption.ROUTER_GROUPS, groups).set(LlmOption.ROUTER_GROUP_TOP_K, chosen);
    }

    /** Uneven experts: a CSV file of {@code expert,tokens}, or {@code zipf:1.2}. */
    public LlmSettings expertLoads(String loads) {
        return set(LlmOption.EXPERT_LOADS, loads);
    }

    /** Overlaps tensor-parallel exchanges, in chunks, with the matrix products they belong to. */
    public LlmSettings overlapTensor() {
        return set(LlmOption.TP_OVERLAP, true);
    }

    /** Overlaps expert exchanges with the passes of another micro batch. */
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
        return measured(Given.value(file, "the file").toString());
    }

    /** The options set so far. */
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
