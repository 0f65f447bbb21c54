// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import java.util.ArrayList;
import java.util.List;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.llm.step.StepKernel.Form;
import org.etude.workload.llm.step.StepKernel.Kind;

/**
 * The computation of a Mamba-2 layer between its two matrices, by state space duality (Dao and Gu, Transformers are
 * SSMs, 2024, section 6): sequences are cut into chunks of q tokens. For each token, a group's product of C and B takes
 * 2 q n operations, a head's product of it with its inputs q w (half of it is masked), making the states of a chunk and
 * reading those before it 2 n w each, of n states and heads of w. Kernels, which run one after the other, and their operations
 * and bytes are those that Megatron-Core's mamba_mixer.py runs: mamba_ssm's {@code mamba_split_conv1d_scan_combined}
 * (ssd_combined.py), in which the gate is part of the outputs and the backward pass convolves again, and a norm behind it. Sums of
 * the decay over a chunk are left out.
 */
final class StateSpace {
    /** Tokens of a chunk in Megatron-LM and in the models' configurations. */
    private static final double CHUNK = 128;

    private static final int CONVOLUTION_OPERATIONS = 8;
    private static final int NORM_OPERATIONS = 10;
    private static final int GATE_OPERATIONS = 12;
    /** What the gradient of the gate reads (that of the outputs, outputs, gate, inputs) and writes (those of gate and outputs). */
    private static final double GATE_GRAD = 6;

    private static final int ELEMENT = 2;

    /**
     * The kernels of a forward pass: states of chunks are written and read in 4 bytes and passed on in 2, products of C and B have 4;
     * outputs are written before and after the gate.
     */
    private static final List<Counts> FORWARD = List.of(
            new Counts("of chunks", 0, 0, 1, 1, 1, 4, 0),
            new Counts("passed on", 0, 0, 0, 0, 0, 6, 0),
            new Counts("pairs", 1, 0, 0, 0, 2, 0, 4),
            new Counts("outputs", 0, 1, 1, 4, 1, 2, 4));

    /** What a backward pass makes again: pairs and states, which are passed on in 4 bytes. */
    private static final List<Counts> AGAIN = List.of(
            new Counts("pairs again", 1, 0, 0, 0, 2, 0, 4),
            new Counts("of chunks again", 0, 0, 1, 1, 1, 4, 0),
            new Counts("passed on again", 0, 0, 0, 0, 0, 8, 0));

    /**
     * The other kernels of a backward pass: gradients of states, which are passed on the other way; those of inputs, of B, of C, of
     * pairs, of B and C by pairs, and of the decay. Those of B, C and pairs are written in 4 bytes for some of the heads, and summed.
     */
    private static final List<Counts> GRADIENTS = List.of(
            new Counts("of chunks grad", 0, 0, 1, 1, 1, 4, 0),
            new Counts("passed on grad", 0, 0, 0, 0, 0, 12, 0),
            new Counts("inputs grad", 0, 1, 1, 3, 1, 2, 4),
            new Counts("B grad", 0, 0, 1, 1, 3, 2, 0),
            new Counts("B grad sum", 0, 0, 0, 0, 4, 0, 0),
            new Counts("C grad", 0, 0, 1, 1, 3, 2, 0),
            new Counts("C grad sum", 0, 0, 0, 0, 4, 0, 0),
            new Counts("pairs grad", 0, 1, 0, 2, 0, 0, 4),
            new Counts("pairs grad sum", 0, 0, 0, 0, 0, 0, 8),
            new Counts("B by pairs grad", 1, 0, 0, 0, 4, 0, 4),
            new Counts("C by pairs grad", 1, 0, 0, 0, 4, 0, 4),
            new Counts("decay grad", 0, 1, 0, 2, 0, 0, 4));

    private final KernelShapes shapes;
    private final double heads;
    private final double width;
    private final double states;
    private final double groups;
    /** Whether sequences of a micro batch, which Megatron-Core interleaves token by token, are copied one after the other. */
    private final boolean copies;

    /**
     * Operation and byte counts of a kernel.
     *
     * @param name what it makes
     * @param pairs products of C and B of a group
     * @param within products of these with inputs of a head
     * @param across products with states of a head
     * @param inputs number of reads and writes of tensors as wide as the inputs
     * @param shared the same of B or C
     * @param stateBytes bytes moved per state of a chunk
     * @param pairBytes bytes moved per product of C and B
     */
    private record Counts(
            String name,
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
        copies = training.number(LlmOption.MICRO_BATCH) > 1;
    }

    /**
     * Elements kept per token over all tensor-parallel ranks: the outputs of the matrix, those of the states before and behind the
     * gate, and those of the norm. Convolved inputs are made again.
     */
    static double kept(LlmTraining training) {
        double inner = (double) training.number(LlmOption.MAMBA_HEADS) * training.number(LlmOption.MAMBA_HEAD_WIDTH);
        double shared = 2.0 * training.number(LlmOption.MAMBA_GROUPS) * training.number(LlmOption.MAMBA_STATES);
        return 2 * inner + shared + training.number(LlmOption.MAMBA_HEADS) + 2 * inner + inner;
    }

    /** The kernels of the forward pass. */
    List<StepKernel> forward() {
        List<StepKernel> kernels = new ArrayList<>();
        copy(kernels, "sequences", projected());
        kernels.add(convolution("convolution", 1));
        FORWARD.forEach(counts -> kernels.add(scan(counts, Kind.STATES)));
        copy(kernels, "sequences back", heads * width);
        kernels.add(inner("inner norm", NORM_OPERATIONS, 2));
        return kernels;
    }

    /** Those of the backward pass. */
    List<StepKernel> backward() {
        List<StepKernel> kernels = new ArrayList<>();
        kernels.add(inner("inner norm grad", 2 * NORM_OPERATIONS, 3));
        kernels.add(convolution("convolution again", 1));
        AGAIN.forEach(counts -> kernels.add(scan(counts, Kind.STATES)));
        kernels.add(inner("gate grad", GATE_OPERATIONS, GATE_GRAD));
        GRADIENTS.forEach(counts -> kernels.add(scan(counts, Kind.STATES_BACKWARD)));
        kernels.add(convolution("convolution grad", 2));
        copy(kernels, "sequences grad", projected());
        return kernels;
    }

    /** Columns of the matrix before it on a rank: gate, inputs, B, C and steps. */
    private double projected() {
        return 2 * heads * width + 2 * groups * states + heads;
    }

    private void copy(List<StepKernel> kernels, String name, double columns) {
        if (copies) {
            kernels.add(shapes.elements(name, 0, 2, shapes.tokens() * columns));
        }
    }

    /** Element-wise work that reads and writes this many tensors as wide as the inputs. */
    private StepKernel inner(String name, int operations, double tensors) {
        return shapes.elements(name, operations, tensors, shapes.tokens() * heads * width);
    }

    /** What it reads and writes: its input and result, backward also the gradient of one of them. */
    private StepKernel convolution(String name, int times) {
        double convolved = shapes.tokens() * (heads * width + 2 * groups * states);
        return shapes.elements(name, times * CONVOLUTION_OPERATIONS, times + 1.0, convolved);
    }

    private StepKernel scan(Counts of, Kind kind) {
        double operations = of.pairs * groups * 2 * CHUNK * states
                + heads * (of.within * CHUNK * width + of.across * 2 * states * width);
        double bytes = ELEMENT * (of.inputs * heads * width + of.shared * groups * states)
                + of.stateBytes * heads * width * states / CHUNK
                + of.pairBytes * groups * CHUNK;
        double tokens = shapes.tokens();
        return new StepKernel("states " + of.name, tokens * operations, tokens * bytes, new Form(kind, null));
    }
}
