// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import java.util.List;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.llm.step.StepKernel.Form;
import org.etude.workload.llm.step.StepKernel.Kind;

/**
 * The computation of a Mamba-2 layer between its two matrices, by state space duality (Dao and Gu, Transformers are
 * SSMs, 2024, section 6): sequences are cut into chunks of q tokens. For each token, a group's product of C and B takes
 * 2 q n operations, a head's product of it with its inputs q w (half of it is masked), making the states of a chunk and
 * reading those before it 2 n w each, of n states and heads of w. Operations and bytes are those of the sequence of
 * kernels in mamba_ssm's ssd_combined.py.
 */
final class StateSpace {
    /** Tokens of a chunk in Megatron-LM and in the models' configurations. */
    private static final double CHUNK = 128;

    private static final int CONVOLUTION_OPERATIONS = 8;
    private static final int NORM_OPERATIONS = 10;
    private static final int ELEMENT = 2;

    /** Inputs are read twice and outputs written; B and C read twice; states written and read in 4 bytes, passed on in 2. */
    private static final Counts FORWARD = new Counts(1, 1, 2, 3, 4, 12, 8);

    /**
     * Backward states are made again (12) and passed on in 4 bytes, their gradients made (4) and passed on (12), and both read by
     * the kernels of inputs, B and C (6). Within chunks: gradients of inputs, of C and B, and of the decay; with states: made again, and
     * gradients of states, inputs, B and C. Inputs and gradients are read five times each.
     */
    private static final Counts BACKWARD = new Counts(3, 3, 5, 11, 9, 34, 20);

    private final KernelShapes shapes;
    private final double heads;
    private final double width;
    private final double states;
    private final double groups;

    /**
     * Operation counts of a pass.
     *
     * @param pairs products of C and B of a group
     * @param within products of these with inputs of a head
     * @param across products with states of a head
     * @param inputs number of reads and writes of tensors as wide as the inputs
     * @param shared the same of B or C
     * @param stateBytes bytes moved per state of a chunk
     * @param pairBytes bytes moved per product of C and B
     */
    private record Counts(
            double pairs,
            double within,
            double across,
            double inputs,
            double shared,
            double stateBytes,
            double pairBytes) {}

    StateSpace(LlmTraining training, KernelShapes shapes) {
        this.shapes = shapes;
        double tp = training.tp();
        heads = training.number(LlmOption.MAMBA_HEADS) / tp;
        width = training.number(LlmOption.MAMBA_HEAD_WIDTH);
        states = training.number(LlmOption.MAMBA_STATES);
        groups = Math.max(1, training.number(LlmOption.MAMBA_GROUPS) / tp);
    }

    /**
     * Elements kept per token over all tensor-parallel ranks: the outputs of the matrix, of the convolution and the
     * states, and of the norm.
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
        return List.of(
                shapes.elements("convolution", CONVOLUTION_OPERATIONS, 2, convolved),
                scan("states", FORWARD),
                shapes.elements("gated norm", NORM_OPERATIONS, 3, tokens * inner),
                shapes.elements("gated norm grad", 2 * NORM_OPERATIONS, 5, tokens * inner),
                scan("states grad", BACKWARD),
                shapes.elements("convolution grad", 2 * CONVOLUTION_OPERATIONS, 3, convolved));
    }

    private StepKernel scan(String name, Counts of) {
        double operations = of.pairs * groups * 2 * CHUNK * states
                + heads * (of.within * CHUNK * width + of.across * 2 * states * width);
        double bytes = ELEMENT * (of.inputs * heads * width + of.shared * groups * states)
                + of.stateBytes * heads * width * states / CHUNK
                + of.pairBytes * groups * CHUNK;
        double tokens = shapes.tokens();
        return new StepKernel(name, tokens * operations, tokens * bytes, new Form(Kind.STATES, null));
    }
}
