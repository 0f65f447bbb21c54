// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.paint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.etude.plot.model.Hatch;
import org.junit.jupiter.api.Test;

/** {@link HatchLines} on a grid of the whole scene: the box from (1, 1) to (5, 9), lines 4 apart. */
class HatchLinesTest {
    private static double[] lines(Hatch hatch, double... boxes) {
        return HatchLines.of(new Scene.Hatching(boxes, hatch, 4, 1));
    }

    @Test
    void levelAndUprightLinesAreOnTheGrid() {
        assertThat(lines(Hatch.LEVEL, 1, 1, 4, 8)).containsExactly(1, 4, 5, 4, 1, 8, 5, 8);
        assertThat(lines(Hatch.UPRIGHT, 1, 1, 4, 8)).containsExactly(4, 1, 4, 9);
    }

    @Test
    void aLineOnTheLowerEdgeIsDrawnAndOneOnTheUpperIsNot() {
        assertThat(lines(Hatch.UPRIGHT, 4, 0, 4, 1)).containsExactly(4, 0, 4, 1);
    }

    @Test
    void neighboursFit() {
        assertThat(lines(Hatch.LEVEL, 0, 1, 2, 4, 2, 1, 2, 4)).containsExactly(0, 4, 2, 4, 2, 4, 4, 4);
    }

    /** x + y is a multiple of 4 sqrt 2 on rising lines, x - y on falling ones. */
    @Test
    void slantedLinesKeepTheirDistance() {
        double step = 4 * Math.sqrt(2);
        double[] rising = lines(Hatch.RISING, 0, 0, 10, 10);
        assertThat(rising).hasSize(4 * 4);
        for (int i = 0; i < rising.length; i += 4) {
            assertThat(rising[i] + rising[i + 1]).isEqualTo(i / 4 * step, within(1e-9));
            assertThat(rising[i + 2] + rising[i + 3]).isEqualTo(i / 4 * step, within(1e-9));
            assertThat(rising[i + 3] - rising[i + 1]).isEqualTo(10);
        }
        double[] falling = lines(Hatch.FALLING, 0, 0, 10, 10);
        assertThat(falling).hasSize(3 * 4);
        for (int i = 0; i < falling.length; i += 4) {
            assertThat(falling[i] - falling[i + 1]).isEqualTo((i / 4 - 1) * step, within(1e-9));
        }
        assertThat(lines(Hatch.CROSS, 0, 0, 10, 10)).hasSize(rising.length + falling.length);
    }
}
