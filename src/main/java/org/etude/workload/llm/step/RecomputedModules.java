// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.etude.spec.LlmException;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.llm.Part;
import org.etude.workload.llm.step.LayerPiece.Comm;
import org.etude.workload.llm.step.LayerPiece.Exchange;
import org.etude.workload.llm.step.LayerPiece.OverlappedExchange;
import org.etude.workload.llm.step.LayerPiece.Work;

/**
 * Modules of each layer that are recomputed in the backward pass (Megatron-Core's --recompute-modules): the core of
 * attention, norms, the up-projections of latent attention, dense feed-forward layers, layers of experts with their
 * exchanges, the activation of experts, shared experts.
 *
 * @param names the modules
 */
record RecomputedModules(Set<String> names) {
    private static final String OPERATIONS = "op";

    /**
     * The modules of a training; selective recomputation without modules means the core of attention.
     *
     * @throws LlmException when there is no such module, or whole layers are recomputed
     */
    static RecomputedModules of(LlmTraining training) {
        Recompute granularity = Recompute.of(training);
        if (training.text(LlmOption.RECOMPUTE_MODULES) == null) {
            return byGranularity(training, granularity);
        }
        Set<String> names = training.words(LlmOption.RECOMPUTE_MODULES);
        if (granularity == Recompute.FULL || granularity == Recompute.OP) {
            throw new LlmException(
                    "--recompute_modules with --recompute_granularity "
                            + granularity.name().toLowerCase(Locale.ROOT),
                    "Leave one of them out: it decides for all modules of a layer.");
        }
        return new RecomputedModules(names);
    }

    private static RecomputedModules byGranularity(LlmTraining training, Recompute granularity) {
        if (granularity == Recompute.OP) {
            boolean llama = training.flag(LlmOption.SWIGLU)
                    && training.flag(LlmOption.FLASH)
                    && !training.flag(LlmOption.MOE)
                    && !training.deepSeek()
                    && training.text(LlmOption.HYBRID) == null;
            if (!training.torchtitan() || !llama) {
                throw new LlmException(
                        "--recompute_granularity op is known for dense gated layers with --use_flash_attn under --frame"
                                + " torchtitan",
                        "Give these, or --recompute_granularity selective or full, or --recompute_modules.");
            }
            return new RecomputedModules(Set.of(OPERATIONS));
        }
        return new RecomputedModules(granularity == Recompute.SELECTIVE ? Set.of("core_attn") : Set.of());
    }

    /** Whether all is recomputed but attention, every other product and reduce-scatters ({@link Recompute#OP}). */
    boolean operations() {
        return names.contains(OPERATIONS);
    }

    boolean core() {
        return names.contains("core_attn");
    }

    boolean norms() {
        return names.contains("layernorm");
    }

    boolean latentUp() {
        return names.contains("mla_up_proj");
    }

    boolean dense() {
        return names.contains("mlp");
    }

    boolean experts() {
        return names.contains("moe");
    }

    boolean activation() {
        return names.contains("moe_act") && !experts();
    }

    boolean shared() {
        return names.contains("shared_experts") && !experts();
    }

    /** Whether a linear layer is an up-projection of latent attention. */
    boolean again(Part linear) {
        return latentUp()
                && List.of("attention_q_column", "attention_kv_column").contains(linear.name());
    }

    /** The pieces, followed by the recomputation of their results before their backward pass. */
    static List<LayerPiece> withAgain(List<LayerPiece> pieces) {
        List<LayerPiece> all = new ArrayList<>(pieces);
        for (int i = pieces.size() - 1; i >= 0; i--) {
            all.add(again(pieces.get(i)));
        }
        return all;
    }

    private static LayerPiece again(LayerPiece piece) {
        if (piece instanceof Work work) {
            List<StepKernel> kernels = work.forward().stream()
                    .map(kernel -> kernel.named(kernel.name() + " again"))
                    .toList();
            return new Work(work.part(), List.of(), kernels, List.of(), 0, work.copies());
        }
        Comm forward = piece instanceof Exchange exchange ? exchange.forward() : ((OverlappedExchange) piece).forward();
        String name = piece instanceof Exchange exchange ? exchange.name() : ((OverlappedExchange) piece).name();
        return new Exchange(name + " again", Comm.NONE, forward, Comm.NONE);
    }
}
