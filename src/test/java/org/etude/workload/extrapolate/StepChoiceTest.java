// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.extrapolate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.etude.trace.model.RankTrace;
import org.junit.jupiter.api.Test;

/** Which of several recorded steps is extrapolated. */
class StepChoiceTest {
    /** Steps with numbers from 10 on, of these lengths. */
    private static int middle(long... lengths) {
        List<RankTrace.StepWindow> steps = new ArrayList<>();
        long at = 0;
        for (long length : lengths) {
            steps.add(new RankTrace.StepWindow(10 + steps.size(), at, at + length));
            at += length;
        }
        return StepChoice.middle(new RankTrace(0, null, null, 0, steps));
    }

    @Test
    void theStepOfMedianLengthIsChosen() {
        assertThat(middle(10, 30, 20)).isEqualTo(12);
        assertThat(middle(5, 40, 20, 30)).as("of four the second shortest").isEqualTo(12);
        assertThat(middle(30, 20)).as("of two the shorter").isEqualTo(11);
    }

    @Test
    void amongEqualStepsTheFirstNumbersCount() {
        assertThat(middle(20, 20, 20)).isEqualTo(11);
        assertThat(middle(30, 20, 20, 20)).isEqualTo(12);
    }

    @Test
    void aSingleStepNeedsNoChoice() {
        assertThat(middle()).isEqualTo(-1);
        assertThat(middle(20)).isEqualTo(-1);
    }
}
