// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import static org.etude.workload.llm.cost.ModuleTypes.ATTENTION;
import static org.etude.workload.llm.cost.ModuleTypes.EXPERTS;
import static org.etude.workload.llm.cost.ModuleTypes.MAMBA_IN;
import static org.etude.workload.llm.cost.ModuleTypes.MLP;
import static org.etude.workload.llm.cost.ModuleTypes.PREDICTION;

import java.util.stream.Stream;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.LlmModel;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.llm.Part;
import org.etude.workload.llm.cost.ModuleTypes;

/**
 * Bytes of activations that a rank keeps for the backward pass, per micro batch and layer: the terms of Korthikanti et
 * al. 2022 (section 4), for any widths. With a plain GPT layer they sum up to s b h (34 + 5 a s / h), of which tensor
 * parallelism divides 24 + 5 a s / h, sequence parallelism all; FlashAttention and selective recomputation keep no
 * scores; full recomputation keeps 2 s b h. Gated models have no dropout, hence no masks.
 *
 * <p>A compiled layer keeps what PyTorch's partitioner saves (torch/_functorch/partitioners.py,
 * min_cut_rematerialization_partition, with the defaults of config.py): the inputs and results of products and of
 * attention, since neither products nor what a product of the backward pass reads is computed again, and the layer's
 * input. Other results of element-wise work are computed again in the kernels that need them. So each norm keeps one
 * output for all products that read it, the residual stream between attention and feed-forward layer is that before its
 * sum, in half precision, and a gated layer does not keep its activated half.
 *
 * <p>In eight or four bits the input of each product is kept as it was cast (Transformer Engine, module/linear.py,
 * layernorm_linear.py and grouped_linear.py: the inputs that are saved), and what other kernels read besides is kept in half
 * precision as well: results of attention, and the norm's output that a router reads. torchtitan's Float8 keeps half precision.
 *
 * <p>Heads of queries share heads of keys and values inside attention (enable_gqa), as in torchtitan's
 * models/common/attention.py of 2026. Its releases before repeat keys and values first (repeat_kv) and keep the copies,
 * compiled or not, which are 4 more bytes for each number by which queries are wider than keys.
 */
final class ActivationBytes {
    private static final int HALF = 2;
    private static final int SINGLE = 4;
    /** Linear layers that read the norm before attention: queries, keys, values. */
    private static final int ATTENTION_READERS = 3;

    private final LlmTraining training;
    private final double tokens;
    private final double h;
    private final boolean masks;
    private final ModuleTypes types;
    /** Of layers that stay in half precision, and of prediction modules; this where their types do not differ. */
    private final ActivationBytes half;

    private final ActivationBytes predicting;

    private final RecomputedModules again;

    private final boolean torchtitan;
    private final boolean autocast;
    private final boolean compiled;

    ActivationBytes(LlmTraining training) {
        this(training, RecomputedModules.of(training));
    }

    /** With these modules recomputed. */
    ActivationBytes(LlmTraining training, RecomputedModules again) {
        this.training = training;
        this.again = again;
        torchtitan = training.torchtitan();
        autocast = LlmPlan.autocast(training);
        compiled = LlmPlan.compiled(training);
        tokens = (double) training.number(LlmOption.MICRO_BATCH) * training.number(LlmOption.SEQUENCE);
        h = training.hidden();
        types = ModuleTypes.of(training);
        half = of(ModuleTypes.half(training));
        predicting = of(ModuleTypes.predictions(training));
        masks = !training.deepSeek() && !training.flag(LlmOption.SWIGLU);
    }

    private ActivationBytes of(LlmTraining other) {
        return other == training ? this : new ActivationBytes(other, again);
    }

    /** Whether inputs of a module's products are kept as they are cast. */
    private boolean casts(String module) {
        return types.of(module).isCast() && !torchtitan;
    }

    /** Bytes per number of the inputs of a module's products that are kept. */
    private double inputBytes(String module) {
        return casts(module) ? types.of(module).scaledBytes() : HALF;
    }

    /** Tokens of a micro batch on a rank. */
    double tokens() {
        return tokens;
    }

    /** Bytes of a layer, kept completely or only its input. */
    double layer(int index, boolean whole) {
        double undivided = training.sequenceParallel() ? training.tp() : 1;
        if (whole) {
            return input();
        }
        if (half != this && training.keepsHalf(index)) {
            return half.layer(index, false);
        }
        Part.Block layer = LlmModel.layer(training, index);
        if (!training.kind(index).isEmpty()) {
            return single(layer, training.kind(index), undivided);
        }
        Part feedForward = layer.parts().get(2);
        if (again.operations()) {
            return operations((Part.Block) layer.parts().get(0), (Part.Block) feedForward);
        }
        double between = compiled ? HALF * h : stream();
        double own = stream() + between + shared(undivided, ATTENTION) + read(feedForward, undivided);
        double divided = attention((Part.Block) layer.parts().get(0)) + feedForward(feedForward);
        return tokens * (own / undivided + divided / training.tp()) + scores() / training.tp();
    }

    /**
     * What torchtitan keeps of a layer whose operations are recomputed selectively (llama3/infra/parallelize.py of 2025,
     * {@code _save_list}; every second product is recomputed): the layer's input, the results of attention and of the
     * products for queries, values, the gate and the last matrix, which tensor-parallel ranks hold undivided before it
     * is summed, and of reduce-scatters. Products for keys, the output of attention and the other half are recomputed.
     */
    private double operations(Part.Block attention, Part.Block feedForward) {
        double attended = ((Part.Row) attention.parts().get(attention.parts().size() - 1)).in();
        double values = (double) training.headWidth() * training.queryGroups();
        double gate = ((Part.Row) feedForward.parts().get(1)).in();
        double divided = HALF * (2 * attended + values + gate) + SINGLE * training.heads();
        boolean scattered = training.sequenceParallel() && training.tp() > 1;
        double sums = scattered ? 2 * HALF * h / training.tp() : 0;
        return input() + tokens * (divided / training.tp() + HALF * h + sums);
    }

    /** Bytes of a layer of one part: input and output of its norm, and those of the part. */
    private double single(Part.Block layer, String kind, double undivided) {
        Part part = layer.parts().get(0);
        double own = stream()
                + switch (kind) {
                    case "M" -> shared(undivided, MAMBA_IN);
                    case "*" -> shared(undivided, ATTENTION);
                    default -> read(part, undivided);
                };
        double divided =
                switch (kind) {
                    case "M" -> HALF * StateSpace.kept(training);
                    case "*" -> attention((Part.Block) part);
                    default -> feedForward(part);
                };
        double attended = kind.equals("*") ? scores() / training.tp() : 0;
        return tokens * (own / undivided + divided / training.tp()) + attended;
    }

    /**
     * Bytes of a prediction module: its layer, inputs and outputs of its two norms, and the input of the matrix that
     * combines them.
     */
    double prediction() {
        if (predicting != this) {
            return predicting.prediction();
        }
        double undivided = training.sequenceParallel() ? training.tp() : 1;
        double layers = training.predictionLayers().stream()
                .mapToDouble(layer -> layer(layer, false))
                .sum();
        return layers + tokens * (2 * HALF + 2 * inputBytes(PREDICTION)) * h / undivided;
    }

    /** Bytes per number of the widest inputs of a layer's products that are kept. */
    double inputBytes(int layer) {
        if (half != this && training.keepsHalf(layer)) {
            return half.inputBytes(layer);
        }
        return Stream.of(ATTENTION, MLP, MAMBA_IN)
                .mapToDouble(this::inputBytes)
                .max()
                .orElseThrow();
    }

    /** The input of a layer. */
    double input() {
        return stream() * tokens / (training.sequenceParallel() ? training.tp() : 1);
    }

    /** Bytes per token of the residual stream, which is in single precision under autocast. */
    private double stream() {
        return (autocast ? SINGLE : HALF) * h;
    }

    /**
     * The input of attention or of the feed-forward layer, and the mask of the dropout after it, times the ranks over
     * which others of its size are divided. torchtitan keeps that input as gathered from all ranks; under autocast each
     * linear layer that reads it keeps its own copy in half precision, unless they are compiled.
     */
    private double shared(double undivided, String module) {
        int readers = module.equals(ATTENTION) ? ATTENTION_READERS : training.flag(LlmOption.SWIGLU) ? 2 : 1;
        double input = again.norms() ? 0 : inputBytes(module) * h * (autocast && !compiled ? readers : 1);
        return (torchtitan ? input * undivided : input) + (masks ? h : 0);
    }

    /** The same of a feed-forward layer, whose router reads the norm's output in half precision. */
    private double read(Part feedForward, double undivided) {
        double dense = shared(undivided, MLP);
        if (!casts(MLP) || again.norms() || !(feedForward instanceof Part.Experts experts)) {
            return dense;
        }
        return dense + (HALF - (experts.parts().isEmpty() || again.shared() ? inputBytes(MLP) : 0)) * h;
    }

    /** Queries, keys, values, results, and the input of the last matrix; over all ranks. */
    private double attention(Part.Block block) {
        Part.Row out = (Part.Row) block.parts().get(block.parts().size() - 1);
        boolean latent = block.name().equals(LlmModel.LATENT_ATTENTION);
        double narrow = latent && !again.latentUp() ? inputBytes(ATTENTION) * narrow() : 0;
        return HALF * attended(block) + narrow + (casts(ATTENTION) ? inputBytes(ATTENTION) * out.in() : 0);
    }

    /** Width of what latent attention narrows a token to: kept before and behind its norms. */
    private double narrow() {
        return training.number(LlmOption.QUERY_RANK) + (double) training.number(LlmOption.KEY_VALUE_RANK);
    }

    /** Elements per token of queries, keys, values, results, and what latent attention makes them of; over all ranks. */
    double attended(Part.Block block) {
        Part.Row out = (Part.Row) block.parts().get(block.parts().size() - 1);
        if (block.name().equals(LlmModel.LATENT_ATTENTION)) {
            double keys = training.heads()
                    * (double) (training.number(LlmOption.NOPE_DIM) + training.number(LlmOption.ROPE_DIM));
            return narrow() + out.in() + (again.latentUp() ? 0 : 2 * keys + out.in());
        }
        double stored = (double) training.headWidth() * training.queryGroups();
        return 2.0 * out.in() + 2 * stored;
    }

    /** Inputs of the activation and of the last matrix; over all ranks. */
    private double feedForward(Part part) {
        if (part instanceof Part.Experts experts) {
            double width = (double) training.expertFfn();
            double made = (experts.matrices() == 3 ? 2 : 1) * width;
            double input = inputBytes(EXPERTS);
            double each = input * training.expertWidth() + HALF * made + (again.activation() ? 0 : input * width);
            // Tokens that tensor-parallel ranks gathered for their part of an expert are kept as a whole
            // (grouped_linear.py).
            double gathered = (training.expertTp() - 1) * input * training.expertWidth();
            double routed = training.number(LlmOption.TOP_K) * (each + gathered);
            double shared = experts.parts().stream().mapToDouble(this::both).sum();
            return again.experts() ? 0 : routed + (again.shared() ? 0 : shared);
        }
        return again.dense() ? 0 : both(part);
    }

    /**
     * Bytes of a feed-forward layer without recomputation. A gated activation that is not fused, torchtitan's unless
     * it is compiled, also keeps the activated half.
     */
    private double both(Part part) {
        Part.Column first = (Part.Column) part.parts().get(0);
        Part.Row second = (Part.Row) part.parts().get(1);
        double gate = torchtitan && !compiled && first.out() > second.in() ? second.in() : 0;
        return HALF * (first.out() + gate) + inputBytes(MLP) * second.in();
    }

    /** Softmax, its dropout and the mask, for each score of each head. */
    private double scores() {
        return again.core() ? 0 : (masks ? 2 * HALF + 1 : HALF) * countedScores();
    }

    /** One gradient per score of each head, over all ranks. */
    double scoreGradients() {
        return HALF * countedScores();
    }

    /** Scores in memory: none with FlashAttention. */
    private double countedScores() {
        double sequence = (double) training.number(LlmOption.SEQUENCE) * ContextParallel.ranks(training);
        return training.flag(LlmOption.FLASH) ? 0 : training.heads() * sequence * tokens;
    }

    /** The last norm and the input of the output layer. */
    double outputInput() {
        double undivided = training.sequenceParallel() ? training.tp() : 1;
        return tokens * (stream() / undivided + HALF * h / (torchtitan ? 1 : undivided));
    }

    /** A rank's logits, elements. */
    double logits() {
        return tokens * (double) training.paddedVocabulary() / training.tp();
    }
}
