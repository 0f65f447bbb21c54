// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import java.util.List;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.llm.step.StepKernel.Form;
import org.etude.workload.llm.step.StepKernel.Kind;

/**
 * What a Mamba-2 layer computes between its two matrices, by the state space duality (Dao and Gu, Transformers are SSMs, 2024, section
 * 6): sequences are cut into chunks of q tokens. For each token, a group's products of C and B take 2 q n operations, a head's products of
 * these with its inputs 2 q w, making the states of a chunk and reading those before it 2 n w each, of n states and heads of w. Bytes are
 * those of inputs and outputs of the kernels that are run: convolution, states and outputs of chunks, gated norm. The backward pass makes
 * states anew, as FlashAttention's does scores, and is taken to be 2.5 times the forward pass likewise: an estimate, as is that its
 * products reach the share of the peak that fused attention does.
 */
final class StateSpace {
    /** Tokens of a chunk in Megatron-LM and in the models' configurations. */
    private static final double CHUNK = 128;

    private static final double BACKWARD = 2.5;
    private static final int CONVOLUTION_OPERATIONS = 8;
    private static final int NORM_OPERATIONS = 10;
    private static final int ELEMENT = 2;
    private static final int STATE_BYTES = 4;

    private final KernelShapes shapes;
    private final double heads;
    private final double width;
    private final double states;
    private final double groups;

    StateSpace(LlmTraining training, KernelShapes shapes) {
        this.shapes = shapes;
        double tp = training.tp();
        heads = training.number(LlmOption.MAMBA_HEADS) / tp;
        width = training.number(LlmOption.MAMBA_HEAD_WIDTH);
        states = training.number(LlmOption.MAMBA_STATES);
        groups = Math.max(1, training.number(LlmOption.MAMBA_GROUPS) / tp);
    }

    /**
     * Numbers of all tensor-parallel ranks that a token keeps: what the matrix made, what the convolution and the states made, the
     * norm.
     */
    static double kept(LlmTraining training) {
        double inner = (double) training.number(LlmOption.MAMBA_HEADS) * training.number(LlmOption.MAMBA_HEAD_WIDTH);
        double shared = 2.0 * training.number(LlmOption.MAMBA_GROUPS) * training.number(LlmOption.MAMBA_STATES);
        return 2 * inner + shared + training.number(LlmOption.MAMBA_HEADS) + inner + shared + 2 * inner;
    }

    /** Three kernels forward, three backward. */
    List<StepKernel> kernels() {
        double tokens = shapes.tokens();
        double inner = heads * width;
        double convolved = tokens * (inner + 2 * groups * states);
        double operations = groups * 2 * CHUNK * states + heads * (2 * CHUNK * width + 4 * states * width);
        // Inputs, B and C are read by the two kernels that make states and outputs; states are written and read,
        // outputs written.
        double bytes = ELEMENT * (2 * (inner + 2 * groups * states) + inner)
                + 2 * STATE_BYTES * heads * width * states / CHUNK;
        StepKernel scan = new StepKernel("states", tokens * operations, tokens * bytes, new Form(Kind.FUSED, null));
        return List.of(
                shapes.elements("convolution", CONVOLUTION_OPERATIONS, 2, convolved),
                scan,
                shapes.elements("gated norm", NORM_OPERATIONS, 3, tokens * inner),
                shapes.elements("gated norm grad", 2 * NORM_OPERATIONS, 5, tokens * inner),
                new StepKernel(
                        "states grad",
                        BACKWARD * scan.operations(),
                        2 * scan.bytes(),
                        new Form(Kind.FUSED_BACKWARD, null)),
                shapes.elements("convolution grad", 2 * CONVOLUTION_OPERATIONS, 3, convolved));
    }
}
