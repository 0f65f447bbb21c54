// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.etude.spec.LlmException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AttentionRatesTest {
    private static double rate(AttentionKernel kernel, double width, double sequence, boolean forward) {
        return AttentionRates.of(kernel, new AttentionShape(width, sequence), forward);
    }

    /** The labels of the paper's figure 5. */
    @Test
    void measuredShapesHaveTheirMeasuredRates() {
        assertThat(rate(AttentionKernel.FLASH3, 128, 2048, true)).isEqualTo(521);
        assertThat(rate(AttentionKernel.FLASH2, 64, 512, true)).isEqualTo(180);
        assertThat(rate(AttentionKernel.CUDNN, 256, 16384, true)).isEqualTo(509);
    }

    /** Half-way between two lengths, counted by doublings, and between two widths; beyond the ends as at the ends. */
    @Test
    void shapesBetweenAreInterpolatedAndThoseBeyondAreTheEnds() {
        assertThat(rate(AttentionKernel.CUDNN, 128, 2048 * Math.sqrt(2), true))
                .isEqualTo((484 + 518) / 2.0, within(1e-9));
        assertThat(rate(AttentionKernel.FLASH2, 96, 2048, true)).isEqualTo((262 + 298) / 2.0, within(1e-9));
        assertThat(rate(AttentionKernel.FLASH2, 16, 64, true)).isEqualTo(180);
        assertThat(rate(AttentionKernel.FLASH2, 512, 1 << 20, true)).isEqualTo(298);
    }

    /** 518 without a mask, of which the forward pass keeps 529 of 600 with one. */
    @Test
    void theMaskCostsTheBackwardPassItsShareOfTheForwardPass() {
        assertThat(rate(AttentionKernel.CUDNN, 128, 8192, false)).isEqualTo(518 * 529 / 600.0, within(1e-9));
    }

    @Test
    void theKernelOf2022IsSlowerThanFlashAttention2() {
        assertThat(rate(AttentionKernel.TRITON, 128, 4096, true)).isEqualTo(319 / 1.4, within(1e-9));
        assertThat(rate(AttentionKernel.FLASH2, 128, 4096, false) / rate(AttentionKernel.TRITON, 128, 4096, false))
                .isEqualTo(2);
    }

    /** The usual kernel reaches the GPU's own shares at width 128 and 8,192 tokens. */
    @Test
    void sharesAreOfTheGpu() {
        AttentionShape anchor = new AttentionShape(128, 8192);
        AttentionModel h100 = Gpus.named("H100").attention();
        assertThat(h100.usual()).isEqualTo(AttentionKernel.CUDNN);
        assertThat(h100.share(AttentionKernel.CUDNN, anchor, true)).isEqualTo(529 / 989.0, within(1e-12));
        assertThat(h100.share(AttentionKernel.FLASH3, anchor, true)).isEqualTo(602 / 989.0, within(1e-12));
        assertThat(Gpus.named("A100").attention().share(AttentionKernel.FLASH2, anchor, true))
                .isEqualTo(0.73 * 333 / 370, within(1e-12));
    }

    @Test
    void kernelsThatAreUnknownOrUnmeasuredAreRefused() {
        AttentionModel a100 = Gpus.named("A100").attention();
        assertThat(a100.named("auto", "Megatron", "A100")).isEqualTo(AttentionKernel.FLASH2);
        assertThat(a100.named("Triton", "torchtitan", "A100")).isEqualTo(AttentionKernel.TRITON);
        assertThatThrownBy(() -> a100.named("flash9", "Megatron", "A100"))
                .isInstanceOf(LlmException.class)
                .hasMessageContaining("unknown attention kernel 'flash9'");
        assertThatThrownBy(() -> a100.named("cudnn", "Megatron", "A100"))
                .isInstanceOf(LlmException.class)
                .hasMessageContaining("the rates of attention kernel 'cudnn' are not known for GPU A100");
    }

    @Property(tries = 500)
    void noShapeBeatsThePeakOfItsGpu(
            @ForAll @DoubleRange(min = 1, max = 1024) double width,
            @ForAll @IntRange(min = 1, max = 1 << 24) int sequence,
            @ForAll boolean forward) {
        for (String name : Gpus.names()) {
            AttentionModel model = Gpus.named(name).attention();
            for (AttentionKernel kernel : model.kernels()) {
                assertThat(model.share(kernel, new AttentionShape(width, sequence), forward))
                        .as(name + " " + kernel)
                        .isBetween(0.05, 1.0);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "A100, Megatron, FLASH2",
        "A100, torchtitan, FLASH2",
        "A100, DeepSpeed, FLASH2",
        "H100, Megatron, CUDNN",
        "H100, DeepSeek, CUDNN",
        "H100, torchtitan, CUDNN",
        "H200, DeepSpeed, FLASH2",
        "B200, Megatron, CUDNN",
        "B200, torchtitan, CUDNN",
        "GB300, DeepSpeed, CUDNN",
    })
    void theFrameworkChoosesTheKernel(String gpu, String frame, AttentionKernel kernel) {
        assertThat(Gpus.named(gpu).attention().named("auto", frame, gpu)).isEqualTo(kernel);
    }

    @Test
    void theKernelGivenWinsOverTheFramework() {
        assertThat(Gpus.named("H200").attention().named("cudnn", "torchtitan", "H200"))
                .isEqualTo(AttentionKernel.CUDNN);
    }
}
