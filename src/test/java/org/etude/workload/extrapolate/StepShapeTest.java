// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.extrapolate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** {@link StepShape}: a recorded batch of 8 spread over micro batches. */
class StepShapeTest {
    private static StepShape shape(long batch, int microBatches) {
        return new StepShape(8, batch, microBatches, 0, 1, false, new double[] {0.25, 0.75});
    }

    @Test
    void aMicroBatchIsAShareOfTheRecordedBatch() {
        assertThat(shape(32, 8).passRatio()).isEqualTo(0.5);
        assertThat(shape(32, 8).stepRatio()).isEqualTo(4);
        assertThat(shape(4, 1).passRatio()).isEqualTo(0.5);
        assertThat(shape(32, 8).share(1)).isEqualTo(0.75);
    }

    @Test
    void activationsAreAtLeastAByte() {
        assertThat(shape(32, 8).scaled(1001)).as("500.5 rounded").isEqualTo(501);
        assertThat(shape(1, 1).scaled(8)).isEqualTo(1);
        assertThat(shape(1, 1).scaled(1)).isEqualTo(1);
        assertThat(List.of(shape(16, 1).scaled(10))).containsExactly(20L);
    }
}
