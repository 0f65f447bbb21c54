// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Busy time as a scale on compute and a cost a launch. */
class StepFitTest {
    /** Steps made by the model itself: 1.25 times the compute and 4 us a launch. */
    private static StepSample made(String name, double compute, int launches) {
        return new StepSample(name, 0, 1, 1.25 * compute + 4 * launches, compute, launches);
    }

    @Test
    void whatMadeTheStepsIsFoundAndPredictsOthers() {
        StepFit fit = StepFit.fit(
                List.of(made("a", 1_000, 10), made("b", 2_000, 300), made("c", 5_000, 40), made("d", 700, 90)));
        assertThat(fit.computeScale().value()).isCloseTo(1.25, within(1e-9));
        assertThat(fit.launchUs().value()).isCloseTo(4, within(1e-7));
        assertThat(fit.micros(10_000, 50)).isCloseTo(12_700, within(1e-5));
        assertThat(fit.micros(0, 3)).isCloseTo(12, within(1e-6));
        assertThat(fit.error().worstFrac()).isCloseTo(0, within(1e-9));
        // Predicted 12,700 us against 10,160 us.
        assertThat(fit.judge(List.of(new StepSample("e", 0, 1, 10_160, 10_000, 50)))
                        .meanFrac())
                .isCloseTo(0.25, within(1e-8));
    }

    @Test
    void twoStepsAreTooFew() {
        assertThatThrownBy(() -> StepFit.fit(List.of(made("a", 1, 1), made("b", 2, 3))))
                .isInstanceOf(CalibrationException.class)
                .hasMessageContaining("need three steps, found 2");
    }
}
