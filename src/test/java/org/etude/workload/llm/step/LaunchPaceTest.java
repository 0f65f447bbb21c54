// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Optional;
import org.etude.plan.StepEstimate;
import org.etude.spec.LlmOption;
import org.etude.spec.LlmSettings;
import org.etude.workload.llm.LlmTraining;
import org.junit.jupiter.api.Test;

/** Steps of eager PyTorch in which the host launches kernels more slowly than the GPU runs them. */
class LaunchPaceTest {
    /** Of an eager layer under autocast: as in a trace of an H200, without the two that the backward pass of attention has more. */
    private static final int FORWARD = 32;

    private static final int BACKWARD = 51 - 2;
    private static final double MICROS = 31;
    private static final double ROUNDING_MICROS = 0.05;

    private static LlmSettings small(int layers) {
        return new LlmSettings(null)
                .set(LlmOption.FRAME, "torchtitan")
                .set(LlmOption.GPU_TYPE, "H100")
                .set(LlmOption.FLASH, true)
                .set(LlmOption.SWIGLU, true)
                .set(LlmOption.UNTIED, true)
                .set(LlmOption.LAYERS, layers)
                .set(LlmOption.HIDDEN, 256)
                .set(LlmOption.FFN_HIDDEN, 512)
                .set(LlmOption.HEADS, 4)
                .set(LlmOption.VOCABULARY, 1024)
                .set(LlmOption.MICRO_BATCH, 1)
                .set(LlmOption.GLOBAL_BATCH, 1)
                .set(LlmOption.SEQUENCE, 128);
    }

    private static double micros(LlmSettings step) {
        return 1e6 * StepEstimate.of(LlmTraining.of(step), Optional.empty()).seconds();
    }

    /** Of one of 8 further layers, so that what is outside of them cancels. */
    private static double layer(LlmSettings fewer, LlmSettings more) {
        return (micros(more) - micros(fewer)) / 8;
    }

    @Test
    void anEagerLayerTakesTheLaunchesOfItsKernels() {
        assertThat(layer(small(4), small(12))).isEqualTo((FORWARD + BACKWARD) * MICROS, within(ROUNDING_MICROS));
    }

    @Test
    void aCheckpointedLayerTakesThreeForwardPassesMore() {
        double plain = layer(small(4), small(12));
        double recomputed = layer(
                small(4).set(LlmOption.RECOMPUTE_GRANULARITY, "full"),
                small(12).set(LlmOption.RECOMPUTE_GRANULARITY, "full"));
        assertThat(recomputed - plain).isEqualTo(3.1 * FORWARD * MICROS, within(ROUNDING_MICROS));
    }

    @Test
    void compiledLayersHaveFewerLaunches() {
        double layer = layer(small(4).set(LlmOption.COMPILE, true), small(12).set(LlmOption.COMPILE, true));
        assertThat(layer).isEqualTo((24 + 37 - 2) * MICROS, within(ROUNDING_MICROS));
    }

    @Test
    void microBatchesAreLaunchedOneByOne() {
        double one = micros(small(4));
        double three = micros(small(4).set(LlmOption.GLOBAL_BATCH, 3));
        double two = micros(small(4).set(LlmOption.GLOBAL_BATCH, 2));
        assertThat(three - two).isEqualTo(two - one, within(ROUNDING_MICROS));
        assertThat(two - one).isGreaterThan(4 * (FORWARD + BACKWARD) * MICROS);
    }

    @Test
    void aStepTakesTheLongerOfHostAndGpu() {
        double gpu = micros(small(4).set(LlmOption.HOST_US, 0.001));
        assertThat(micros(small(4).set(LlmOption.CUDA_GRAPHS, true))).isEqualTo(gpu);
        double host = micros(small(4).set(LlmOption.HOST_US, 100)) / 100;
        for (double each : new double[] {0.5, 1, 2, 5, 10, 50}) {
            assertThat(micros(small(4).set(LlmOption.HOST_US, each)))
                    .as("%s us", each)
                    .isEqualTo(Math.max(gpu, host * each), within(ROUNDING_MICROS));
        }
    }

    @Test
    void aFindingSaysThatTheHostSetsThePace() {
        assertThat(found(small(4))).isTrue();
        assertThat(found(small(4).set(LlmOption.CUDA_GRAPHS, true))).isFalse();
        assertThat(found(small(4).set(LlmOption.FRAME, "Megatron"))).isFalse();
    }

    private static boolean found(LlmSettings step) {
        return LlmStep.of(LlmTraining.of(step), Optional.empty()).report().findings().stream()
                .anyMatch(finding -> finding.what().equals("the host sets the pace"));
    }
}
