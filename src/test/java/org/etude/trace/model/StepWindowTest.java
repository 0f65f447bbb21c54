// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.etude.trace.model.RankTrace.StepWindow;
import org.junit.jupiter.api.Test;

/** Its equality is written out: every component counts. */
class StepWindowTest {
    @Test
    void stepsAreEqualInAllComponents() {
        StepWindow step = new StepWindow(3, 1L << 40, 2L << 40);
        assertThat(step)
                .isEqualTo(new StepWindow(3, 1L << 40, 2L << 40))
                .hasSameHashCodeAs(new StepWindow(3, 1L << 40, 2L << 40));
        assertThat(List.of(
                        new StepWindow(4, 1L << 40, 2L << 40),
                        new StepWindow(3, 1, 2L << 40),
                        new StepWindow(3, 1L << 40, 2),
                        new StepWindow(3, 1L << 40, 2L << 40, 5)))
                .doesNotContain(step);
        assertThat(StepWindow.class.getRecordComponents()).hasSize(4);
    }
}
