// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class AlphaCalibrationTest {
    /** The published two-GPU ResNet-50 run: 662.92 ms measured, 274,982,000 cycles, 15.06 ms of them communication. */
    private static AlphaCalibration published() {
        return AlphaCalibration.of(
                new StepMeasurement(662.92, 7.54, 141.70, 4), new SimulatedStep(274_982_000, 15_060_000, 259_922_000));
    }

    @Test
    void thePublishedAlphaComesOut() {
        AlphaCalibration c = published();
        assertThat(c.alphaUs()).isCloseTo(0.002411, within(5e-7));
        assertThat(c.stepMs()).isCloseTo(662.92, within(1e-9));
        assertThat(c.stepError()).isLessThan(1e-12);
        assertThat(c.uncalibratedCommMs()).isEqualTo(15.06);
        assertThat(c.commError(c.uncalibratedCommMs())).isCloseTo(0.9973, within(1e-4));
        assertThat(c.commMsByCommAlpha()).isCloseTo(7.54, within(1e-9));
        assertThat(c.flags()).isEmpty();
    }

    @Test
    void anAlphaTimesOtherRuns() {
        // The published 128 ranks with 37 buckets on the torus: 4,057,223,220 cycles.
        AlphaCalibration other = published().applyTo(new SimulatedStep(4_057_223_220L, 4_000_000_000L, 57_223_220));
        assertThat(other.isMeasured()).isFalse();
        assertThat(other.stepMs()).isCloseTo(4_057_223_220L * 662.92 / 274_982_000, within(1e-6));
        assertThat(other.stepError()).isNaN();
    }

    @Test
    void communicationThatIsTheWholeStepIsFlagged() {
        StepMeasurement real = new StepMeasurement(10, 5, 5, 1);
        AlphaCalibration bare = AlphaCalibration.of(real, new SimulatedStep(1000, 1000, 0));
        assertThat(bare.flags()).containsExactly("comm_equals_wall_no_compute");
        assertThat(bare.commMs()).isNaN();
        assertThat(bare.alphaGpuUs()).isNaN();
        assertThat(AlphaCalibration.of(real, new SimulatedStep(1000, 1000, 5)).flags())
                .isEqualTo(List.of("comm_equals_wall"));
    }

    @Test
    void tinyMeasuredCommunicationHasNoError() {
        AlphaCalibration c = AlphaCalibration.of(new StepMeasurement(10, 0.01, 5, 1), new SimulatedStep(1000, 10, 900));
        assertThat(c.commError(1)).isNaN();
    }
}
