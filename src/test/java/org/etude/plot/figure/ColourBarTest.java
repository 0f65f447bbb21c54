// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.figure;

import static org.assertj.core.api.Assertions.assertThat;

import org.etude.plot.model.Ink;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColourBarTest {
    @ParameterizedTest
    @CsvSource({
        "0, F1F5F9",
        "0.25, A9D2EC",
        "0.5, 56A5D8",
        "0.75, 0072B2",
        "1, 00314F",
        "-3, F1F5F9",
        "7, 00314F",
        "0.125, CDE4F3",
        "0.875, 005281"
    })
    void coloursGoFromLightToDark(double share, String colour) {
        assertThat(String.format("%06X", ColourBar.colour(share))).isEqualTo(colour);
    }

    /** So that a heat map tells its order when it is printed in grey. */
    @Test
    void everyStepIsDarkerInGrey() {
        double before = Double.MAX_VALUE;
        for (int i = 0; i <= 100; i++) {
            int colour = ColourBar.colour(i / 100.0);
            double grey = 0.299 * (colour >> 16) + 0.587 * (colour >> 8 & 0xFF) + 0.114 * (colour & 0xFF);
            assertThat(grey).isLessThan(before);
            before = grey;
        }
    }

    @Test
    void plotlyInterpolatesBetweenTheSameStops() {
        int[] stops = ColourBar.stops();
        assertThat(stops).hasSize(5);
        for (int i = 0; i < stops.length; i++) {
            assertThat(ColourBar.colour(i / 4.0)).isEqualTo(stops[i]);
        }
        stops[0] = 0;
        assertThat(ColourBar.colour(0)).as("the stops are a copy").isEqualTo(Ink.blend(0xF1F5F9, 0, 0));
    }
}
