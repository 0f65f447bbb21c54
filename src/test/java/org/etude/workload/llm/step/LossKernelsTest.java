// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.etude.spec.LlmException;
import org.etude.spec.LlmOption;
import org.etude.spec.LlmSettings;
import org.etude.workload.llm.LlmTraining;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bytes that the kernels of the loss read and write for each logit, counted from the sources that {@link KernelShapes} names. */
class LossKernelsTest {
    private static LlmTraining training(String frame, boolean fused, String whose) {
        return LlmTraining.of(new LlmSettings(null)
                .world(2)
                .hidden(64)
                .heads(4)
                .layers(2)
                .sequence(32)
                .microBatch(2)
                .set(LlmOption.FRAME, frame)
                .set(LlmOption.LOSS_FUSION, fused)
                .set(LlmOption.LOSS_IMPL, whose));
    }

    @ParameterizedTest
    @CsvSource({
        "Megatron,false,native,38,14",
        "Megatron,false,te,38,14",
        "Megatron,true,native,26,14",
        "Megatron,true,te,6,4",
        "DeepSpeed,true,native,6,4",
        "torchtitan,false,native,18,22",
        "torchtitan,true,native,6,4"
    })
    void everyLossHasItsKernels(String frame, boolean fused, String whose, double forward, double backward) {
        List<StepKernel> loss = new KernelShapes(training(frame, fused, whose)).loss(100);
        double logits = 2 * 32 * 100;
        assertThat(loss.get(0).bytes()).isEqualTo(forward * logits);
        assertThat(loss.get(1).bytes()).isEqualTo(backward * logits);
    }

    @Test
    void anotherLossIsRefused() {
        assertThatThrownBy(() -> LlmPlan.lossIsFused(training("Megatron", true, "apex")))
                .isInstanceOf(LlmException.class)
                .hasMessageContaining("--cross_entropy_fusion_impl is 'apex'")
                .hasMessageContaining("Give native or te");
    }
}
