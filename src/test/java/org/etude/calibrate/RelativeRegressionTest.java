// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

class RelativeRegressionTest {
    @Test
    void findsTheLineThroughPointsOfOne() {
        double[][] x = {{1, 0}, {1, 10}, {1, 1e6}};
        double[] y = {5, 25, 5 + 2e6};
        RelativeRegression.Solution s = new RelativeRegression(x, y).solve();
        assertThat(s.coefficients()[0].value()).isCloseTo(5, within(1e-9));
        assertThat(s.coefficients()[1].value()).isCloseTo(2, within(1e-9));
        assertThat(s.squares()).isLessThan(1e-20);
    }

    @Test
    void leavesOutATermThatWouldBeNegative() {
        // Through (1, 1) and (2, 3) the best line has start -1; without it the slope is that of least relative squares.
        double[][] x = {{1, 1}, {1, 2}};
        double[] y = {1, 3};
        Estimate[] c = new RelativeRegression(x, y).solve().coefficients();
        assertThat(c[0]).isEqualTo(Estimate.bare(0));
        // Minimum of (b - 1)^2 + (2b/3 - 1)^2: b = (1 + 2/3) / (1 + 4/9) = 15/13.
        assertThat(c[1].value()).isCloseTo(15.0 / 13, within(1e-12));
    }

    @Test
    void knowsNoIntervalWithoutASpareSample() {
        Estimate[] c = new RelativeRegression(new double[][] {{1, 1}, {1, 2}}, new double[] {3, 4})
                .solve()
                .coefficients();
        assertThat(c[0].value()).isCloseTo(2, within(1e-12));
        assertThat(c[0].isBounded()).isFalse();
    }

    @Test
    void refusesSamplesThatNothingFits() {
        assertThatThrownBy(() -> new RelativeRegression(new double[][] {{0}, {0}}, new double[] {1, 2}).solve())
                .isInstanceOf(CalibrationException.class)
                .hasMessageContaining("no non-negative fit of 2 samples");
    }

    @Test
    void nineteenOfTwentyIntervalsHoldTheTruth() {
        Random random = new Random(7);
        int held = 0;
        int runs = 1000;
        for (int run = 0; run < runs; run++) {
            double[][] x = new double[20][];
            double[] y = new double[20];
            for (int i = 0; i < 20; i++) {
                x[i] = new double[] {1, i + 1};
                y[i] = (50 + 3 * (i + 1)) * (1 + 0.01 * random.nextGaussian());
            }
            Estimate slope = new RelativeRegression(x, y).solve().coefficients()[1];
            held += slope.low() <= 3 && 3 <= slope.high() ? 1 : 0;
        }
        assertThat(held).isBetween(930, 970);
    }

    @Property(tries = 200)
    void findsWhatMadeTheSamples(
            @ForAll @DoubleRange(min = 0.1, max = 1e4) double a,
            @ForAll @DoubleRange(min = 1, max = 1e4) double bScaled) {
        double b = bScaled * 1e-6;
        double[][] x = new double[12][];
        double[] y = new double[12];
        for (int i = 0; i < 12; i++) {
            x[i] = new double[] {1, 1L << (2 * i)};
            y[i] = a + b * x[i][1];
        }
        Estimate[] c = new RelativeRegression(x, y).solve().coefficients();
        assertThat(c[0].value()).isCloseTo(a, within(a * 1e-6));
        assertThat(c[1].value()).isCloseTo(b, within(b * 1e-6));
    }
}
