// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SymbolTest {
    @ParameterizedTest
    @CsvSource({
        "CIRCLE, 16, 8, circle",
        "SQUARE, 4, 10, square",
        "TRIANGLE, 3, 10, triangle-up",
        "DIAMOND, 4, 10, diamond"
    })
    void cornersLieRoundThePlace(Symbol symbol, int corners, double reach, String plotly) {
        double[] outline = symbol.outline(100, 50, 8);
        assertThat(outline).hasSize(2 * corners);
        for (int i = 0; i < corners; i++) {
            assertThat(Math.hypot(outline[2 * i] - 100, outline[2 * i + 1] - 50))
                    .isEqualTo(reach, within(1e-9));
        }
        assertThat(symbol.plotly()).isEqualTo(plotly);
    }

    /** y grows downwards. */
    @Test
    void aTriangleStandsOnItsSideAndADiamondOnItsCorner() {
        double[] triangle = Symbol.TRIANGLE.outline(0, 0, 8);
        assertThat(triangle[0]).isEqualTo(0, within(1e-9));
        assertThat(triangle[1]).isEqualTo(-10, within(1e-9));
        assertThat(triangle[3]).isEqualTo(triangle[5], within(1e-9)).isEqualTo(5, within(1e-9));
        double[] diamond = Symbol.DIAMOND.outline(0, 0, 8);
        assertThat(diamond[4]).isEqualTo(0, within(1e-9));
        assertThat(diamond[5]).isEqualTo(10, within(1e-9));
        double[] square = Symbol.SQUARE.outline(0, 0, 8);
        assertThat(square[1]).as("its upper side is level").isEqualTo(square[7], within(1e-9));
        assertThat(square[0]).isEqualTo(10 / Math.sqrt(2), within(1e-9));
    }
}
