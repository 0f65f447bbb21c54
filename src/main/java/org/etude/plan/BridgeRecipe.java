// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import java.util.Locale;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.NamedModels;

/**
 * How Megatron-Bridge's performance recipes of a release run experts, as they are published (scripts/performance/configs of
 * NVIDIA-NeMo/Megatron-Bridge, and the notes of release 0.5.1, which is container 26.06):
 *
 * <ul>
 *   <li>From 26.06 experts on Blackwell in eight or four bits are fused grouped products (CuTeDSL), the step is CUDA graphs, and
 *       recipes of latent attention exchange tokens during another micro batch.
 *   <li>Tokens are exchanged by the flexible dispatcher, but by the all-to-all dispatcher in 25.x other than for latent attention, and
 *       by large models of grouped queries on nodes of eight GPUs before 26.06 and on Hopper.
 * </ul>
 */
final class BridgeRecipe {
    private static final int FUSED_SINCE = 2606;
    private static final int FLEXIBLE_SINCE = 2602;
    /** Hidden size from which a model of grouped queries counts as large: Qwen3 235B has 4,096, 30B 2,048. */
    private static final int LARGE = 4096;

    private final int release;
    private final boolean blackwell;
    private final boolean rack;
    private final boolean latent;
    private final boolean large;
    private final boolean narrow;

    BridgeRecipe(String release, String system, String model, String precision) {
        this.release = number(release);
        String gpu = system.toUpperCase(Locale.ROOT).replaceFirst("^DGX-", "");
        rack = gpu.startsWith("GB");
        blackwell = rack || gpu.startsWith("B");
        var sizes = NamedModels.named(model).orElseThrow();
        latent = "DeepSeek".equals(sizes.get(LlmOption.FRAME));
        large = Integer.parseInt(sizes.getOrDefault(LlmOption.HIDDEN, "0")) >= LARGE;
        narrow = !precision.equals("BF16");
    }

    /** Year and month of a release such as 26.02.01; the newest where it is not told. */
    private static int number(String release) {
        return release.matches("[0-9]{2}[.][0-9]{2}.*")
                ? Integer.parseInt(release.substring(0, 2) + release.substring(3, 5))
                : Integer.MAX_VALUE;
    }

    /** Sets how experts run. */
    void apply(Options options, boolean chunks) {
        boolean fused = blackwell && narrow && release >= FUSED_SINCE;
        options.flag(LlmOption.FUSED_EXPERTS, fused).flag(LlmOption.CUDA_GRAPHS, fused);
        options.set(LlmOption.TOKEN_DISPATCHER, flexible(fused) ? "flex" : "alltoall");
        if (fused && latent && chunks) {
            options.flag(LlmOption.EP_OVERLAP, true);
        }
    }

    private boolean flexible(boolean fused) {
        boolean eight = large && !rack && !fused;
        return latent || release >= FLEXIBLE_SINCE && !eight;
    }
}
