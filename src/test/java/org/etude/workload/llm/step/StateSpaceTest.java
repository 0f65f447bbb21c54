// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.etude.spec.LlmOption;
import org.etude.spec.LlmSettings;
import org.etude.workload.llm.LlmTraining;
import org.junit.jupiter.api.Test;

class StateSpaceTest {
    private static final int TOKENS = 2 * 256;
    /** Bytes of the inputs of all heads, of B or C of all groups, of the states, and of the pairs. */
    private static final int INPUTS = 2 * TOKENS * 4 * 32;

    private static final int SHARED = 2 * TOKENS * 2 * 16;
    private static final int STATES = TOKENS / 128 * 4 * 32 * 16;
    private static final int PAIRS = TOKENS * 2 * 128;
    /** Bytes of gate, inputs, B, C and a step of each head. */
    private static final int PROJECTED = 2 * INPUTS + 2 * SHARED + 2 * TOKENS * 4;

    /** The same 512 tokens as sequences of a micro batch: 4 heads of 32, 16 states, 2 groups. */
    private static StateSpace of(int sequences) {
        LlmTraining training = LlmTraining.of(new LlmSettings(null)
                .layers(1)
                .hidden(64)
                .heads(4)
                .sequence(TOKENS / sequences)
                .microBatch(sequences)
                .globalBatch(sequences)
                .set(LlmOption.VOCABULARY, 512)
                .set(LlmOption.HYBRID, "M")
                .set(LlmOption.MAMBA_HEADS, 4)
                .set(LlmOption.MAMBA_HEAD_WIDTH, 32)
                .set(LlmOption.MAMBA_STATES, 16)
                .set(LlmOption.MAMBA_GROUPS, 2));
        return new StateSpace(training, new KernelShapes(training));
    }

    private static double bytes(List<StepKernel> kernels) {
        return kernels.stream().mapToDouble(StepKernel::bytes).sum();
    }

    /**
     * Convolution: inputs, B and C read and written. States of chunks: inputs and B, written in 4 bytes, passed on from 4 to 2. Pairs
     * of 4 bytes from B and C. Outputs: from inputs and gate, before and behind the gate, C, states, pairs. Norm: read and written.
     */
    @Test
    void theForwardPassMovesWhatItsKernelsDo() {
        List<StepKernel> kernels = of(1).forward();
        assertThat(kernels).hasSize(6);
        double convolution = 2.0 * (INPUTS + 2 * SHARED);
        double chunks = INPUTS + SHARED + (4.0 + 6) * STATES;
        double pairs = 2.0 * SHARED + 4 * PAIRS;
        double outputs = 4.0 * INPUTS + SHARED + 2 * STATES + 4 * PAIRS;
        assertThat(bytes(kernels)).isEqualTo(convolution + chunks + pairs + outputs + 2 * INPUTS, within(1e-6));
    }

    /**
     * Norm 3 and gate 6 tensors; convolution again 2, its gradient 3; pairs, states of chunks and what is passed on again; then the 12
     * kernels of gradients, in the order of the class.
     */
    @Test
    void theBackwardPassMovesWhatItsKernelsDo() {
        List<StepKernel> kernels = of(1).backward();
        assertThat(kernels).hasSize(19);
        double around = 9.0 * INPUTS + 5.0 * (INPUTS + 2 * SHARED);
        double again = 2.0 * SHARED + 4 * PAIRS + INPUTS + SHARED + 12.0 * STATES;
        double states = INPUTS + SHARED + (4.0 + 12) * STATES;
        double inputs = 3.0 * INPUTS + SHARED + 2 * STATES + 4 * PAIRS;
        double shared = 2 * (INPUTS + 7.0 * SHARED + 2 * STATES) + 2 * (4.0 * SHARED + 4 * PAIRS);
        double pairs = 2.0 * INPUTS + 12 * PAIRS;
        double decay = 2.0 * INPUTS + 4 * PAIRS;
        assertThat(bytes(kernels)).isEqualTo(around + again + states + inputs + shared + pairs + decay, within(1e-6));
    }

    /** Several sequences are read and written once more before, for the gradient of that, and behind the scan. */
    @Test
    void sequencesOfAMicroBatchAreCopied() {
        assertThat(bytes(of(2).forward()) - bytes(of(1).forward())).isEqualTo(2.0 * (PROJECTED + INPUTS), within(1e-6));
        assertThat(bytes(of(2).backward()) - bytes(of(1).backward())).isEqualTo(2.0 * PROJECTED, within(1e-6));
    }
}
