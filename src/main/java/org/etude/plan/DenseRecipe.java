// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import org.etude.spec.LlmOption;
import org.etude.workload.llm.cost.Gpus;

/**
 * How the performance recipes of Megatron-Bridge run Llama 3, where its tables do not state it (scripts/performance/configs/llama
 * at several commits of 2025 and 2026, and perf_recipes/llama):
 *
 * <ul>
 *   <li>Pre-training of 8B on Blackwell, and of 70B in half precision on B200, runs as CUDA graphs of the whole step; in
 *       NVFP4 that of 8B on GB300 alone.
 *   <li>Tensor-parallel exchanges run in chunks during products, but not in NVFP4.
 *   <li>Fine-tuning of 70B runs its feed-forward layers as CUDA graphs on Blackwell, and without adapters in eight bits on
 *       H100.
 *   <li>Of 8B in eight bits on H100 five layers are recomputed since parameters are not shared any more; of 70B with adapters in half
 *       precision one of each part.
 * </ul>
 */
final class DenseRecipe {
    /** The first of Megatron-Bridge; earlier ones are NeMo's, whose recipes are others. */
    static final int FIRST_RELEASE = 2509;
    /** Before, the parameters of 8B in eight bits on H100 were shared (use_megatron_fsdp), or none was recomputed. */
    private static final int RECOMPUTES_SINCE = 2602;

    private final int release;
    private final String gpu;
    private final boolean blackwell;
    private final boolean small;
    private final boolean medium;
    private final boolean half;
    private final boolean four;
    private final boolean pretrains;
    private final boolean adapts;

    /**
     * A recipe.
     *
     * @param task pretrain..., sft..., finetuning or lora
     */
    DenseRecipe(String release, String system, String model, String precision, String task) {
        this.release = BridgeRecipe.number(release);
        gpu = Gpus.named(system).name();
        blackwell = gpu.startsWith("GB") || gpu.startsWith("B");
        small = model.equals("llama3_8B");
        medium = model.equals("llama_70B");
        half = precision.equals("BF16");
        four = precision.equals("NVFP4");
        pretrains = task.startsWith("pretrain");
        adapts = task.equals("lora");
    }

    /** Sets what the recipe decides; {@code sharded} states whether parameters are shared (FSDP). */
    void apply(Options options, boolean sharded) {
        if (release < FIRST_RELEASE) {
            return;
        }
        if (four) {
            options.flag(LlmOption.TP_OVERLAP, false);
        }
        if (pretrains && graphed()) {
            options.flag(LlmOption.CUDA_GRAPHS, true);
        }
        if (!pretrains && medium && (blackwell || !half && !adapts)) {
            options.set(LlmOption.GRAPH_SCOPE, "mlp");
        }
        boolean hopper = gpu.equals("H100");
        if (pretrains && small && hopper && !half && !sharded && release >= RECOMPUTES_SINCE) {
            recompute(options, 5);
        } else if (adapts && medium && hopper && half) {
            recompute(options, 1);
        }
    }

    /** Whether the whole step of pre-training is in graphs. */
    private boolean graphed() {
        if (small) {
            return blackwell && (!four || gpu.equals("GB300"));
        }
        return medium && half && gpu.equals("B200");
    }

    /** Recomputes the first layers of each part. */
    private static void recompute(Options options, int layers) {
        options.set(LlmOption.RECOMPUTE_GRANULARITY, "full")
                .set(LlmOption.RECOMPUTE_METHOD, "block")
                .set(LlmOption.RECOMPUTE_LAYERS, layers);
    }
}
