// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.steps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

/** Where a falling function reaches a value. */
class DecreasingRootTest {
    @Test
    void findsTheBendOfPiecesThatVanishOneAfterTheOther() {
        // pieces of 3, 10 and 40: at 5 the first is gone, and 5 + 35 are left
        assertThat(DecreasingRoot.of(c -> left(c, 3, 10, 40), 40, 1, 100, 1e-9)).isEqualTo(5, within(1e-6));
    }

    @Test
    void isZeroWhereNothingIsToBeTakenOff() {
        assertThat(DecreasingRoot.of(c -> left(c, 3, 10), 13, 1, 100, 1e-9)).isZero();
        assertThat(DecreasingRoot.of(c -> left(c, 3, 10), 20, 1, 100, 1e-9)).isZero();
    }

    @Test
    void isTheMostWhereTheFunctionStaysAbove() {
        assertThat(DecreasingRoot.of(c -> 5 + left(c, 3, 10), 4, 1, 100, 1e-9)).isEqualTo(100);
    }

    @Property
    void comesWithinTheTolerance(
            @ForAll @DoubleRange(min = 0.1, max = 50) double a,
            @ForAll @DoubleRange(min = 0.1, max = 50) double b,
            @ForAll @DoubleRange(min = 0.01, max = 0.99) double share) {
        double target = share * (a + b);
        double at = DecreasingRoot.of(c -> left(c, a, b), target, 1, 100, 1e-6);
        assertThat(left(at, a, b)).isEqualTo(target, within(1e-6));
    }

    private static double left(double cost, double... pieces) {
        double sum = 0;
        for (double piece : pieces) {
            sum += Math.max(0, piece - cost);
        }
        return sum;
    }
}
