// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import org.etude.workload.llm.LlmTraining;

/**
 * How many kernels the host launches for the element-wise work of a dense layer, and for the products that the generator takes together.
 *
 * <p>Megatron's and DeepSpeed's host time ({@link org.etude.workload.llm.cost.HostFloor}) is one per counted kernel, so theirs count once.
 * torchtitan's are those of its code (models/llama/model.py) and of traces of an H200 (torch 2.11): 32 forward and 51 backward for an eager
 * layer of Llama under autocast, and 24 and 37 compiled, of which the backward pass of attention has two more than are counted here.
 *
 * @param norm a norm and the residual sum after its part
 * @param normGrad their gradients
 * @param reader each product that reads the norm: its copy of the input, or its gradient's
 * @param further each further such product, forward: queries, keys and values are products of their own
 * @param furtherGrad the same, backward: two products, and the sum of the input's gradients
 * @param rotary rotary positions of queries and keys
 * @param rotaryGrad the same, backward
 * @param activation a gated activation
 * @param activationGrad its gradient
 */
record ElementLaunches(
        int norm,
        int normGrad,
        int reader,
        int further,
        int furtherGrad,
        int rotary,
        int rotaryGrad,
        int activation,
        int activationGrad) {
    private static final ElementLaunches FUSED = new ElementLaunches(1, 1, 0, 0, 0, 1, 1, 1, 1);
    /** Norm, sum; backward two kernels of the norm and a sum. Rotary positions: to single precision, product, back. */
    private static final ElementLaunches EAGER = new ElementLaunches(2, 3, 0, 1, 3, 6, 8, 2, 3);
    /** The same with the conversion of what enters the part's last product. */
    private static final ElementLaunches AUTOCAST = new ElementLaunches(2, 4, 1, 1, 3, 6, 8, 2, 3);

    private static final ElementLaunches COMPILED = new ElementLaunches(1, 3, 0, 1, 2, 6, 6, 1, 1);

    /** Of a training. */
    static ElementLaunches of(LlmTraining training) {
        if (!training.torchtitan()) {
            return FUSED;
        }
        if (LlmPlan.compiled(training)) {
            return COMPILED;
        }
        return LlmPlan.autocast(training) ? AUTOCAST : EAGER;
    }

    /** A norm, the residual sum, the inputs of the products that read it, and those products but the first. */
    int normOf(int readers) {
        return norm + readers * reader + Math.max(0, readers - 1) * further;
    }

    /** Their gradients. */
    int normGradOf(int readers) {
        return normGrad + readers * reader + Math.max(0, readers - 1) * furtherGrad;
    }
}
