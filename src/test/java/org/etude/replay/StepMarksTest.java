// SPDX-License-Identifier: Apache-2.0
package org.etude.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtNames;
import org.junit.jupiter.api.Test;

class StepMarksTest {
    private static List<StepMarks> marks(EtAttribute... metadata) {
        return StepMarks.of(RecordedNodes.graph(metadata).build());
    }

    @Test
    void threeNumbersAreAStep() {
        assertThat(marks(RecordedNodes.steps(3L, 100L, 250L, 4L, 250L, 300L)))
                .containsExactly(new StepMarks(3, 100, 250), new StepMarks(4, 250, 300));
    }

    @Test
    void numbersLeftOverAreNoStep() {
        assertThat(marks(RecordedNodes.steps(3L, 100L, 250L, 4L, 250L))).containsExactly(new StepMarks(3, 100, 250));
        assertThat(marks(RecordedNodes.steps())).isEmpty();
    }

    @Test
    void otherAttributesAreNoSteps() {
        EtAttribute text = EtAttribute.string(EtNames.STEP_WINDOWS, "1,2,3");
        EtAttribute other = new EtAttribute("steps", "", EtAttribute.Kind.INT64_LIST, List.of(1L, 2L, 3L));
        assertThat(marks(text, other)).isEmpty();
        assertThat(marks()).isEmpty();
    }

    @Test
    void onlyATrueMarkMeansTheGpu() {
        assertThat(onGpu()).isFalse();
        assertThat(onGpu(EtAttribute.bool(EtNames.STEPS_ON_GPU, false))).isFalse();
        assertThat(onGpu(EtAttribute.bool("else", true))).isFalse();
        assertThat(onGpu(EtAttribute.int64(EtNames.STEPS_ON_GPU, 1))).isFalse();
        assertThat(onGpu(EtAttribute.bool("else", false), EtAttribute.bool(EtNames.STEPS_ON_GPU, true)))
                .isTrue();
    }

    private static boolean onGpu(EtAttribute... metadata) {
        return StepMarks.onGpu(RecordedNodes.graph(metadata).build());
    }
}
