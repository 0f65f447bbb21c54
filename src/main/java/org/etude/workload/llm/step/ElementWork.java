// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import org.etude.spec.LlmException;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.llm.cost.KernelCost;

/**
 * How much memory the element-wise work of a dense layer touches under a framework: numbers of two bytes read and written per element.
 *
 * <ul>
 *   <li>Megatron and DeepSpeed have one kernel each for norm, residual sum, rotary positions and activation, and so has compiled torchtitan
 *       but for rotary positions: Inductor generates no code for complex numbers (_inductor/lowering.py).
 *   <li>torchtitan runs what its code says unless it is compiled (models/llama/model.py): rotary positions convert to single precision,
 *       multiply as complex numbers and convert back (6 + 8 + 6 bytes); the gated activation is two kernels, and three in the backward
 *       pass; queries, keys and values, and both halves of the feed-forward layer, are products of their own, whose input gradients are
 *       summed one by one.
 *   <li>Under autocast ({@link LlmPlan#autocast}) the residual stream and the norms are in single precision, and weights and
 *       inputs are converted for each product, their gradients converted back; compiled, those of activations are part of the norms.
 * </ul>
 *
 * @param norm a norm and the residual sum after its part
 * @param normGrad their gradients
 * @param reader each product that reads the norm, forward: its copy of the input
 * @param readerGrad the same, backward: the gradient's conversion
 * @param sum each further such product: its input gradient is added
 * @param leaving the gradient that enters the part's last product
 * @param rotary rotary positions, in either pass
 * @param activation a gated activation
 * @param activationGrad its gradient
 * @param weight each weight, in either pass
 */
record ElementWork(
        double norm,
        double normGrad,
        double reader,
        double readerGrad,
        double sum,
        double leaving,
        double rotary,
        double activation,
        double activationGrad,
        double weight) {
    /**
     * Plain kernels of PyTorch (copies, sums, products, SiLU, GELU of 8,192 x 4,096 to 16,384 numbers) reach 0.84 to 0.91 of an H100's
     * and 0.89 to 0.91 of an H200's rate of memory, measured by ourselves with torch 2.11; 0.88 relative to the share of all others.
     */
    private static final double PLAIN = KernelCost.MEMORY_SHARE / 0.88;
    /** A conversion between half and single precision. */
    private static final double CONVERSION = (2 + 4) / 2.0 * PLAIN;

    private static final double COMPLEX_PRODUCT = (4 + 4) / 2.0 * PLAIN;
    private static final double ROTARY = 2 * CONVERSION + COMPLEX_PRODUCT;
    /** SiLU and a product; backward two products and SiLU's. */
    private static final double ACTIVATION = (2 + 3) * PLAIN;

    private static final double ACTIVATION_GRAD = (3 + 3 + 3) * PLAIN;

    private static final ElementWork FUSED = new ElementWork(5, 6, 0, 0, 0, 0, 2, 3, 5, 0);
    private static final ElementWork FUSED_WITH_DROPOUT = new ElementWork(5.5, 10.5, 0, 0, 0, 0, 2, 3, 5, 0);
    private static final ElementWork COMPILED = new ElementWork(5, 6, 0, 0, 0, 0, ROTARY, 3, 5, 0);
    private static final ElementWork EAGER =
            new ElementWork(2 + 3 * PLAIN, 3 + 3 * PLAIN, 0, 0, 3 * PLAIN, 0, ROTARY, ACTIVATION, ACTIVATION_GRAD, 0);

    /** Norm: 4 + 4 bytes, sum 4 + 2 + 4; backward 4 + 4 + 4 each. */
    private static final ElementWork AUTOCAST = new ElementWork(
            4 + 5 * PLAIN,
            6 + 6 * PLAIN,
            CONVERSION,
            CONVERSION,
            6 * PLAIN,
            CONVERSION,
            ROTARY,
            ACTIVATION,
            ACTIVATION_GRAD,
            CONVERSION);

    /** Norm and sum in one kernel: 4 + 2 + 4 + 2 bytes; backward 4 + 4 + 4 + 2 and two for each product's gradient. */
    private static final ElementWork COMPILED_AUTOCAST = new ElementWork(6, 7, 0, 1, 0, 0, ROTARY, 3, 5, CONVERSION);

    /**
     * Of a training.
     *
     * @throws LlmException when another framework than torchtitan is to be compiled
     */
    static ElementWork of(LlmTraining training) {
        if (!training.torchtitan()) {
            if (training.flag(LlmOption.COMPILE)) {
                throw new LlmException(
                        "--compile with --frame " + training.text(LlmOption.FRAME),
                        "It is torchtitan's: leave it out, or give --frame torchtitan.");
            }
            boolean dropout = !training.deepSeek() && !training.flag(LlmOption.SWIGLU);
            return dropout ? FUSED_WITH_DROPOUT : FUSED;
        }
        boolean compiled = LlmPlan.compiled(training);
        if (LlmPlan.autocast(training)) {
            return compiled ? COMPILED_AUTOCAST : AUTOCAST;
        }
        return compiled ? COMPILED : EAGER;
    }

    /** A norm, the residual sum after its part, and the inputs of the products that read it. */
    double normOf(int readers) {
        return norm + readers * reader;
    }

    /** Their gradients. */
    double normGradOf(int readers) {
        return normGrad + readers * readerGrad + Math.max(0, readers - 1) * sum + (readers > 0 ? leaving : 0);
    }
}
