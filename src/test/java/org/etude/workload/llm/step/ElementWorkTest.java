// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.etude.spec.LlmException;
import org.etude.spec.LlmOption;
import org.etude.spec.LlmSettings;
import org.etude.workload.llm.LlmTraining;
import org.junit.jupiter.api.Test;

class ElementWorkTest {
    /** Plain kernels are this much faster than the share of the memory's rate that all are given. */
    private static final double PLAIN = 0.64 / 0.88;

    private static final double CLOSE = 1e-12;

    private static ElementWork of(String frame, int ranks, boolean compile) {
        return ElementWork.of(training(frame, ranks, compile));
    }

    private static LlmTraining training(String frame, int ranks, boolean compile) {
        return LlmTraining.of(new LlmSettings(null)
                .world(ranks)
                .set(LlmOption.FRAME, frame)
                .set(LlmOption.SWIGLU, true)
                .set(LlmOption.COMPILE, compile));
    }

    @Test
    void megatronFusesAll() {
        ElementWork work = of("Megatron", 2, false);
        assertThat(work.normOf(3)).isEqualTo(5);
        assertThat(work.normGradOf(3)).isEqualTo(6);
        assertThat(List.of(work.rotary(), work.activation(), work.activationGrad(), work.weight()))
                .containsExactly(2.0, 3.0, 5.0, 0.0);
    }

    /** Bytes are twice these numbers: 6 + 8 + 6 of rotary positions, and two gradients more to be summed for three products. */
    @Test
    void torchtitanRunsWhatItsCodeSays() {
        ElementWork work = of("torchtitan", 2, false);
        assertThat(work.rotary()).isEqualTo(10 * PLAIN, within(CLOSE));
        assertThat(work.activation()).isEqualTo(5 * PLAIN, within(CLOSE));
        assertThat(work.activationGrad()).isEqualTo(9 * PLAIN, within(CLOSE));
        assertThat(work.normOf(3)).isEqualTo(2 + 3 * PLAIN, within(CLOSE));
        assertThat(work.normGradOf(3)).isEqualTo(3 + (3 + 2 * 3) * PLAIN, within(CLOSE));
        assertThat(work.normGradOf(1)).isEqualTo(3 + 3 * PLAIN, within(CLOSE));
    }

    @Test
    void compiledAllButComplexNumbersIsFused() {
        ElementWork work = of("torchtitan", 2, true);
        assertThat(work.normGradOf(3)).isEqualTo(6);
        assertThat(work.activation()).isEqualTo(3);
        assertThat(work.rotary()).isEqualTo(10 * PLAIN, within(CLOSE));
    }

    /** One rank has no FSDP, so that autocast converts each product's input and weights, and the residual stream has four bytes. */
    @Test
    void autocastConvertsWeightsAndInputs() {
        ElementWork work = of("torchtitan", 1, false);
        assertThat(work.weight()).isEqualTo(3 * PLAIN, within(CLOSE));
        assertThat(work.normOf(3) - work.normOf(2)).isEqualTo(3 * PLAIN, within(CLOSE));
        assertThat(work.normOf(0)).isEqualTo(4 + 5 * PLAIN, within(CLOSE));
        assertThat(work.normGradOf(2)).isEqualTo(6 + (6 + 2 * 3 + 6 + 3) * PLAIN, within(CLOSE));
        assertThat(of("torchtitan", 1, true).weight()).isEqualTo(3 * PLAIN, within(CLOSE));
    }

    @Test
    void onlyTorchtitanCanBeCompiled() {
        assertThatThrownBy(() -> of("Megatron", 2, true))
                .isInstanceOf(LlmException.class)
                .hasMessageContaining("--compile with --frame Megatron");
    }

    /** The loss reads and writes 18 and 22 bytes per logit, compiled 6 and 4. */
    @Test
    void theLossIsPlainUnlessCompiled() {
        List<StepKernel> plain = new KernelShapes(training("torchtitan", 2, false)).loss(10);
        List<StepKernel> compiled = new KernelShapes(training("torchtitan", 2, true)).loss(10);
        assertThat(plain.get(0).bytes() / compiled.get(0).bytes()).isEqualTo(3);
        assertThat(plain.get(1).bytes() / compiled.get(1).bytes()).isEqualTo(5.5);
    }
}
