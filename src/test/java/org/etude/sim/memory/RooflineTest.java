// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.etude.spec.SystemSpec;
import org.junit.jupiter.api.Test;

/** 100 GB/s and 1 Tflop/s: the ridge is at 10 operations per byte. */
class RooflineTest {
    private final Roofline roofline = new Roofline(100e9, 1e12);

    @Test
    void belowTheRidgeMemoryBounds() {
        assertThat(roofline.performance(5)).isEqualTo(5e11);
        assertThat(roofline.nanos(1_000, 1_000))
                .as("1000 bytes at 100 bytes per ns")
                .isEqualTo(10);
    }

    @Test
    void aboveItThePeakDoes() {
        assertThat(roofline.performance(10)).isEqualTo(1e12);
        assertThat(roofline.performance(1e9)).isEqualTo(1e12);
        assertThat(roofline.nanos(5_999, 1)).as("5.999 ns, truncated").isEqualTo(5);
        assertThat(roofline.intensity(30, 4)).isEqualTo(7.5);
    }

    @Test
    void ratesAreThoseOfTheSystem() {
        assertThat(Roofline.of(SystemSpec.builder()
                        .localMemoryGBps(100)
                        .roofline(true, 1)
                        .build()))
                .isEqualTo(roofline);
    }
}
