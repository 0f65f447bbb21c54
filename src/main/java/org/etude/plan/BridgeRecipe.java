// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import java.util.Map;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.NamedModels;
import org.etude.workload.llm.cost.Gpus;

/**
 * How the performance recipes of a Megatron-Bridge release run mixture-of-experts models, as published
 * (scripts/performance/configs, recipes and perf_recipes of NVIDIA-NeMo/Megatron-Bridge, and the notes of release
 * 0.5.1, which is container 26.06):
 *
 * <ul>
 *   <li>From 26.06 on, gated experts on Blackwell in eight or four bits run as fused grouped products (CuTeDSL) and the
 *       step runs as CUDA graphs. Models with latent attention do so only with several chunks, and then exchange tokens
 *       during another micro batch. Of the models without gates only Nemotron 3 Ultra is fused, without graphs.
 *   <li>Tokens are exchanged in half precision by the flexible dispatcher. The all-to-all dispatcher is used instead in
 *       25.x, except by models with latent attention on Hopper, and by large grouped-query models on nodes of eight
 *       GPUs unless they are fused.
 *   <li>DeepSeek-V3 has one prediction module unless the table states otherwise, and its last part has the fewest
 *       layers. Nemotron 3 Super and Ultra have two.
 *   <li>Prediction modules of Nemotron 3 stay in half precision (keep_mtp_spec_in_bf16). In NVFP4, so do the products of
 *       attention, those that narrow and widen tokens, and the last 14 layers, and the last product of state-space layers is in
 *       MXFP8 (mixed_precision.py, nemotron_3_super_bf16_with_nvfp4_mixed; te_quant.cfg, which is taken to say what table 3 of
 *       arXiv 2604.12374 does).
 *   <li>From 26.02 on, with the flexible dispatcher and except on Hopper, attention, state-space layers and routers run
 *       as CUDA graphs. Exceptions on B200 are Nemotron 3 Super and models with latent attention without chunks. On
 *       Hopper only the state-space layers of Nano do.
 *   <li>Recomputed are the up-projections of latent attention; in Nemotron 3 Nano on Hopper the expert layers and norms, and in
 *       eight bits the attention cores; in Super the expert activations and norms on B200, and on B300 but in MXFP8, and on
 *       B200 in half precision expert layers and attention cores as well; in Ultra the expert activations.
 *   <li>Tensor-parallel exchanges run in chunks during products (CommOverlapConfig, tp_comm_overlap) but with Nemotron 3, whose
 *       recipes have no such configuration, and with Qwen3 235B on H100.
 *   <li>The loss is Transformer Engine's, of Ultra the one that PyTorch compiles (_benchmark_common, cross_entropy_impl).
 * </ul>
 */
final class BridgeRecipe {
    private static final int FUSED_SINCE = 2606;
    private static final int FLEXIBLE_SINCE = 2602;
    /** Minimum hidden size of a grouped-query model that counts as large: Qwen3 235B has 4,096, 30B 2,048. */
    private static final int LARGE = 4096;
    /** Nemotron 3 Super's and Ultra's types in NVFP4, and how many layers at the end stay in half precision. */
    private static final String KEPT = "attention=bf16,latent=bf16,mamba_out=mxfp8,mtp=bf16";

    private static final int LAST_IN_HALF = 14;
    private static final String HOPPER = "H100";

    private final int release;
    private final String gpu;
    private final boolean blackwell;
    private final boolean rack;
    private final boolean narrow;
    private final boolean four;
    private final Map<LlmOption, String> sizes;
    private final String model;
    private final boolean latent;
    private final boolean hybrid;

    BridgeRecipe(String release, String system, String model, String precision) {
        this.release = number(release);
        this.model = model;
        gpu = Gpus.named(system).name();
        rack = gpu.startsWith("GB");
        blackwell = rack || gpu.startsWith("B");
        sizes = NamedModels.named(model).orElseThrow();
        latent = "DeepSeek".equals(sizes.get(LlmOption.FRAME));
        hybrid = sizes.containsKey(LlmOption.HYBRID);
        narrow = !precision.equals("BF16");
        four = precision.equals("NVFP4");
    }

    /** Year and month of a release such as 26.02.01; the newest if not stated. */
    static int number(String release) {
        return release.matches("[0-9]{2}[.][0-9]{2}.*")
                ? Integer.parseInt(release.substring(0, 2) + release.substring(3, 5))
                : Integer.MAX_VALUE;
    }

    /**
     * Sets the options that control how experts run.
     *
     * @param parts number of pipeline parts: the chunks of all stages
     * @param predicts whether prediction modules are trained, as far as the table states
     */
    void apply(Options options, int parts, boolean chunks, boolean predicts) {
        boolean fused = blackwell && narrow && release >= FUSED_SINCE;
        fused &= hybrid ? isUltra() : !latent || chunks;
        options.flag(LlmOption.FUSED_EXPERTS, fused).flag(LlmOption.CUDA_GRAPHS, fused && !hybrid);
        options.set(LlmOption.TOKEN_DISPATCHER, flexible(fused) ? "flex" : "alltoall");
        options.set(LlmOption.DISPATCH_TYPE, "bf16");
        if (fused && latent && chunks) {
            options.flag(LlmOption.EP_OVERLAP, true);
        }
        int modules = hybrid && !model.endsWith("Nano") ? 2 : 1;
        options.set(LlmOption.MTP, predicts && (latent || modules > 1) ? modules : 0);
        if (modules > 1 && narrow) {
            options.set(LlmOption.MODULE_TYPES, four ? KEPT : "mtp=bf16");
            options.set(LlmOption.END_IN_HALF, four ? LAST_IN_HALF : 0);
        }
        if (latent) {
            split(options, parts);
        }
        if (hybrid || large() && gpu.equals(HOPPER)) {
            options.flag(LlmOption.TP_OVERLAP, false);
        }
        if (isUltra()) {
            options.set(LlmOption.LOSS_IMPL, "native");
        }
        String graphs = graphs(flexible(fused) && !fused, chunks);
        if (!graphs.isEmpty()) {
            options.set(LlmOption.GRAPH_SCOPE, graphs);
        }
        String again = again();
        if (!again.isEmpty()) {
            options.set(LlmOption.RECOMPUTE_MODULES, again);
        }
    }

    private boolean isUltra() {
        return model.endsWith("Ultra");
    }

    private boolean flexible(boolean fused) {
        if (hybrid) {
            return true;
        }
        if (release < FLEXIBLE_SINCE) {
            return latent && !blackwell;
        }
        return latent || !large() || rack || fused;
    }

    /** Whether it is a large grouped-query model. */
    private boolean large() {
        return !latent && Integer.parseInt(sizes.getOrDefault(LlmOption.HIDDEN, "0")) >= LARGE;
    }

    private String graphs(boolean scoped, boolean chunks) {
        boolean nano = model.endsWith("Nano");
        if (!blackwell) {
            return nano ? narrow ? "mamba" : "attn,mamba" : "";
        }
        boolean bare =
                release < FLEXIBLE_SINCE || isUltra() || gpu.equals("B200") && (latent ? !chunks : hybrid && !nano);
        if (!scoped || bare) {
            return "";
        }
        return hybrid ? "attn,mamba,moe_router" : "attn,moe_router";
    }

    /**
     * Gives all parts but the last the same number of layers; the last one, which also holds the token tables, gets the
     * rest.
     */
    private void split(Options options, int parts) {
        int layers = Integer.parseInt(sizes.get(LlmOption.LAYERS));
        int each = (layers + parts - 1) / parts;
        if (parts > 2) {
            int last = Math.max(0, layers - each * (parts - 1));
            options.set(LlmOption.LAST_LAYERS, last);
            options.set(LlmOption.FIRST_LAYERS, layers - last - each * (parts - 2));
        }
    }

    private String again() {
        if (latent) {
            return "mla_up_proj";
        }
        if (!hybrid) {
            return "";
        }
        if (isUltra()) {
            return "moe_act";
        }
        if (model.endsWith("Nano")) {
            return blackwell ? "" : narrow ? "moe,layernorm,core_attn" : "moe,layernorm";
        }
        return switch (gpu) {
            case "B200" -> narrow ? "moe_act,layernorm" : "moe,layernorm,core_attn";
            case "B300" -> narrow && !four ? "" : "moe_act,layernorm";
            default -> "";
        };
    }
}
