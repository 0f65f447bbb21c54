// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import java.util.List;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.llm.cost.AttentionShape;
import org.etude.workload.llm.cost.Gemm;
import org.etude.workload.llm.step.StepKernel.Form;
import org.etude.workload.llm.step.StepKernel.Kind;

/**
 * Operations and bytes of the kernels of one rank and micro batch, in half precision. A product with r rows takes 2 r
 * in out operations and touches its inputs, weights and outputs once. Everything else is counted by bytes read and
 * written.
 */
final class KernelShapes {
    private static final int ELEMENT = 2;
    /** Causal FlashAttention computes half of the scores; its backward pass computes them again (Dao 2023). */
    private static final double FLASH_BACKWARD = 2.5;
    /** Bytes per score without FlashAttention: written, read and written by softmax, then read. */
    private static final double SCORE_BYTES = 8;
    /** Dropout reads and writes the score, and a one-byte mask. */
    private static final double DROPPED_BYTES = 5;
    /**
     * Backward: its gradient is written, softmax reads two and writes one, three products read; dropout as in the
     * forward pass.
     */
    private static final double SCORE_BACKWARD_BYTES = 14;

    private static final int SOFTMAX_OPERATIONS = 5;
    private static final int ROTARY_OPERATIONS = 3;
    private static final int NORM_OPERATIONS = 8;
    private static final int ACTIVATION_OPERATIONS = 8;
    /** Numbers that an activation of one input reads and writes. */
    private static final double PLAIN_ACTIVATION = 2;

    private static final double PLAIN_ACTIVATION_GRAD = 3;
    /**
     * Bytes of a logit in Megatron-Core's eager loss (tensor_parallel/cross_entropy.py): converted to single precision,
     * maximum, subtraction, exponentiation, sum, division.
     */
    private static final double LOSS_BYTES = 6 + 4 + 8 + 8 + 4 + 8;
    /** Backward: multiplied by the gradient of the loss, converted to half precision. */
    private static final double LOSS_BACKWARD_BYTES = 8 + 6;
    /**
     * The same as PyTorch compiles it (fusions/fused_cross_entropy.py): converted while the maximum is taken, subtraction and
     * exponentiation in one kernel, sum, division.
     */
    private static final double COMPILED_LOSS_BYTES = 6 + 8 + 4 + 8;

    /**
     * Transformer Engine's fused loss (cross_entropy.py): half precision, read for the sum, read again and replaced by
     * its gradient.
     */
    private static final double FUSED_LOSS_BYTES = 2 + 4;
    /** Backward: multiplied by the gradient of the loss. */
    private static final double FUSED_LOSS_BACKWARD_BYTES = 4;

    /**
     * torchtitan's (loss.py: {@code cross_entropy(pred.float(), labels)}): converted to single precision, read for the sum, read again
     * and replaced by the logarithm of the softmax.
     */
    private static final double PLAIN_LOSS_BYTES = 6 + 4 + 8;
    /** Backward: a gradient filled with zeros, read with the softmax and replaced by that of the logits, which is converted back. */
    private static final double PLAIN_LOSS_BACKWARD_BYTES = 4 + 12 + 6;

    private final LlmTraining training;
    private final double tokens;
    private final double ownTokens;
    private final boolean dropout;
    private final ElementWork work;
    private final ElementLaunches launches;

    KernelShapes(LlmTraining training) {
        this.training = training;
        tokens = (double) training.number(LlmOption.MICRO_BATCH) * training.number(LlmOption.SEQUENCE);
        dropout = !training.deepSeek() && !training.flag(LlmOption.SWIGLU);
        ownTokens = training.sequenceParallel() ? tokens / training.tp() : tokens;
        work = ElementWork.of(training);
        launches = ElementLaunches.of(training);
    }

    /** Tokens of a micro batch. */
    double tokens() {
        return tokens;
    }

    /** Tokens of a micro batch that a rank holds between layers. */
    double ownTokens() {
        return ownTokens;
    }

    /** A product of rows with a matrix. */
    StepKernel product(String name, double rows, double in, double out) {
        return product(name, new Gemm(rows, out, in), Kind.PRODUCT);
    }

    /** A product that stays in half precision under any element type. */
    StepKernel halfProduct(String name, double rows, double in, double out) {
        return product(name, new Gemm(rows, out, in), Kind.HALF_PRODUCT);
    }

    /** Products of the same shape in one kernel, each with a matrix of its own and its share of the rows. */
    StepKernel grouped(String name, double rows, double in, double out, double matrices) {
        return product(name, new Gemm(rows / matrices, out, in, matrices), Kind.PRODUCT);
    }

    private static StepKernel product(String name, Gemm gemm, Kind kind) {
        double in = gemm.depth();
        double out = gemm.columns();
        double rows = gemm.rows() * gemm.count();
        return new StepKernel(
                name,
                gemm.operations(),
                ELEMENT * (gemm.count() * in * out + rows * in + rows * out),
                new Form(kind, gemm));
    }

    /**
     * A norm (one read, one written) and the residual sum after the part (two read, one written), with dropout also a
     * one-byte mask.
     *
     * @param readers products that read the norm
     */
    StepKernel norm(int readers) {
        return elements("norm", NORM_OPERATIONS, work.normOf(readers), ownTokens * training.hidden())
                .launched(launches.normOf(readers));
    }

    /**
     * Their gradients: the norm reads gradient and input and writes one, the branches' gradients are summed (two read,
     * one written); with dropout also the mask and both gradients; gradients of the norm's parameters read its two
     * inputs again.
     */
    StepKernel normGrad(int readers) {
        return elements("norm grad", NORM_OPERATIONS, work.normGradOf(readers), ownTokens * training.hidden())
                .launched(launches.normGradOf(readers));
    }

    /**
     * Conversion of products' weights from single precision, and of their gradients back to it: none unless autocast does so.
     *
     * @param matrices how many products
     */
    List<StepKernel> conversion(String name, double weights, int matrices) {
        return work.weight() == 0
                ? List.of()
                : List.of(elements(name, 1, work.weight(), weights).launched(matrices));
    }

    /** The gradient of a product's bias: sums the gradient of its result. */
    StepKernel biasGrad(StepKernel linear) {
        Gemm gemm = linear.form().gemm();
        return elements(linear.name() + " bias grad", 1, 1, gemm.rows() * gemm.columns());
    }

    /** Sums up this many parts of the tokens that a rank holds between layers: each read, the sum written. */
    StepKernel sumOfParts(int parts) {
        return elements("sum of parts", parts, parts + 1.0, ownTokens * training.hidden());
    }

    /** Element-wise work that reads and writes this many numbers per element. */
    StepKernel elements(String name, double operations, double numbers, double count) {
        return new StepKernel(name, operations * count, ELEMENT * numbers * count);
    }

    /** Tokens that attend to each other: those of a whole sequence, or of one of the examples packed into it. */
    private double together() {
        double sequence = (double) training.number(LlmOption.SEQUENCE) * ContextParallel.ranks(training);
        long packed = training.number(LlmOption.PACKED);
        return packed == 0 ? sequence : Math.min(packed, sequence);
    }

    /**
     * The core of attention.
     *
     * @param queries width of a rank's queries, and of its keys before they are shared among heads
     * @param values width of a rank's values likewise
     * @param stored width of keys and values as they are stored
     * @param heads a rank's heads
     */
    StepKernel core(double queries, double values, double stored, double heads) {
        double sequence = together();
        double touched = ELEMENT * tokens * (queries + stored + values);
        double all = 2 * tokens * sequence * (queries + values);
        if (training.flag(LlmOption.FLASH)) {
            AttentionShape shape = new AttentionShape((queries + values) / 2 / heads, sequence);
            return new StepKernel("core", all / 2, touched, Form.attention(Kind.FUSED, shape));
        }
        double scores = tokens * sequence * heads;
        return new StepKernel(
                "core",
                all + SOFTMAX_OPERATIONS * scores,
                touched + (SCORE_BYTES + (dropout ? DROPPED_BYTES : 0)) * scores,
                new Form(Kind.SCORES, null));
    }

    /** Rotary positions: queries and keys of these widths are read and written (Su et al. 2021). */
    StepKernel rotary(double width) {
        return elements("rotary", ROTARY_OPERATIONS, work.rotary(), tokens * width)
                .launched(launches.rotary());
    }

    /** Their backward pass. */
    StepKernel rotaryGrad(double width) {
        return rotary(width).named("rotary grad").launched(launches.rotaryGrad());
    }

    /** The backward pass of the core. */
    StepKernel coreBackward(StepKernel forward) {
        if (training.flag(LlmOption.FLASH)) {
            Form form = Form.attention(Kind.FUSED_BACKWARD, forward.form().attention());
            return new StepKernel("core grad", forward.operations() * FLASH_BACKWARD, forward.bytes() * 2, form);
        }
        double dropped = dropout ? DROPPED_BYTES : 0;
        double factor = (SCORE_BACKWARD_BYTES + dropped) / (SCORE_BYTES + dropped);
        return new StepKernel(
                "core grad", forward.operations() * 2, forward.bytes() * factor, new Form(Kind.SCORES, null));
    }

    /** The activation between the two halves of a feed-forward layer: forward, backward. */
    List<StepKernel> activation(double rows, double width, boolean gated) {
        double numbers = gated ? work.activation() : PLAIN_ACTIVATION;
        double back = gated ? work.activationGrad() : PLAIN_ACTIVATION_GRAD;
        return List.of(
                elements("activation", ACTIVATION_OPERATIONS, numbers, rows * width)
                        .launched(gated ? launches.activation() : 1),
                elements("activation grad", ACTIVATION_OPERATIONS, back, rows * width)
                        .launched(gated ? launches.activationGrad() : 1));
    }

    /** The lookup of tokens: forward, backward. */
    List<StepKernel> lookUp() {
        return List.of(
                elements("look-up", 1, 2, tokens * training.hidden()),
                elements("look-up grad", 1, 3, tokens * training.hidden()));
    }

    /** The loss over a rank's part of the vocabulary: forward, backward. */
    List<StepKernel> loss(double vocabulary) {
        double logits = tokens * vocabulary;
        boolean fused = LlmPlan.lossIsFused(training);
        boolean plain = training.torchtitan();
        double megatron = LlmPlan.lossIsCompiled(training) ? COMPILED_LOSS_BYTES : LOSS_BYTES;
        double forward = fused ? FUSED_LOSS_BYTES : plain ? PLAIN_LOSS_BYTES : megatron;
        double backward = fused ? FUSED_LOSS_BACKWARD_BYTES : plain ? PLAIN_LOSS_BACKWARD_BYTES : LOSS_BACKWARD_BYTES;
        return List.of(
                new StepKernel("loss", SOFTMAX_OPERATIONS * logits, forward * logits),
                new StepKernel("loss grad", 2 * logits, backward * logits));
    }
}
