// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import java.util.HashSet;
import java.util.Set;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.LlmModel;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.llm.Part;

/**
 * Bytes that a layer's backward pass needs on a rank in addition to what the forward pass kept: what is recomputed
 * (Korthikanti et al. 2022, section 5: a recomputed layer has all its activations again until its backward pass has
 * ended), and gradients of activations, counted from the order in which autograd releases tensors.
 */
final class BackwardBytes {
    private static final int HALF = 2;

    private final LlmTraining training;
    private final ActivationBytes kept;
    private final ActivationBytes whole;
    private final RecomputedModules modules;

    BackwardBytes(LlmTraining training) {
        this.training = training;
        modules = RecomputedModules.of(training);
        kept = new ActivationBytes(training);
        whole = new ActivationBytes(training, new RecomputedModules(Set.of()));
    }

    /** All activations of a layer, as if nothing were recomputed. */
    double whole(int layer) {
        return whole.layer(layer, false);
    }

    /** What the largest recomputed module of a layer makes again; modules are recomputed one at a time. */
    double modules(int layer) {
        double least = kept.layer(layer, false);
        double most = 0;
        for (String module : modules.names()) {
            Set<String> others = new HashSet<>(modules.names());
            others.remove(module);
            most = Math.max(
                    most, new ActivationBytes(training, new RecomputedModules(others)).layer(layer, false) - least);
        }
        return most;
    }

    /**
     * Gradients of activations at their highest, less the activations that the backward pass has released by then. In a
     * feed-forward layer the gradient of the activation's result takes the place of the last matrix's input, and
     * gradients of the first matrix's outputs come on top. In attention these are gradients of queries, keys, values
     * and results; without FlashAttention also one gradient per score. A column-parallel layer makes the gradient of
     * its whole input before it is summed over tensor-parallel ranks; with sequence parallelism it also gathers that
     * input again (Korthikanti et al. 2022, section 4.2.2), which torchtitan keeps instead. To this come the gradients
     * of the residual stream and of the part's output.
     */
    double gradients(int layer) {
        Part.Block block = LlmModel.layer(training, layer);
        double tp = training.tp();
        double widest = block.parts().stream().mapToDouble(this::widest).max().orElse(0);
        double tokens = kept.tokens();
        boolean spread = training.sequenceParallel() && tp > 1;
        double again = training.torchtitan() ? 0 : kept.inputBytes(layer);
        double gathered = spread ? (again + HALF) * training.hidden() : 0;
        double residual = 2 * training.hidden() / (spread ? tp : 1);
        double divided = Math.max(Math.max(HALF * widest / tp, gathered) * tokens, scores(block) / tp);
        return HALF * residual * tokens + divided;
    }

    /** Elements per token of a part's gradients, over all tensor-parallel ranks. */
    private double widest(Part part) {
        if (part instanceof Part.Norm) {
            return 0;
        }
        if (part instanceof Part.Whole whole) {
            return whole.out();
        }
        if (part instanceof Part.Experts experts) {
            double made = (experts.matrices() == 3 ? 2 : 1) * (double) training.expertFfn();
            double shared = experts.parts().stream().mapToDouble(this::widest).sum();
            double inputs = (double) training.expertWidth() * training.expertTp();
            double routed = training.number(LlmOption.TOP_K) * Math.max(made, inputs);
            return Math.max(routed, shared);
        }
        Part.Block block = (Part.Block) part;
        if (block.name().equals(LlmModel.MAMBA)) {
            return StateSpace.kept(training);
        }
        boolean attention =
                block.name().equals(LlmModel.ATTENTION) || block.name().equals(LlmModel.LATENT_ATTENTION);
        return attention ? whole.attended(block) : ((Part.Column) block.parts().get(0)).out();
    }

    private double scores(Part.Block layer) {
        boolean attention = layer.parts().stream().anyMatch(part -> part.name().startsWith(LlmModel.ATTENTION));
        return attention ? whole.scoreGradients() : 0;
    }
}
