// SPDX-License-Identifier: Apache-2.0
package org.etude.number;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MediansTest {
    @Test
    void isInTheMiddleOrBetweenTheTwoThere() {
        assertThat(Medians.of(new double[] {9, 1, 4})).isEqualTo(4);
        assertThat(Medians.of(new double[] {9, 1, 4, 5})).isEqualTo(4.5);
        assertThat(Medians.of(new double[0])).isNaN();
    }

    @Test
    void wholeNumbersNeitherOverflowNorRoundUp() {
        assertThat(Medians.of(new long[] {8, 5, 1, 7})).isEqualTo(6);
        assertThat(Medians.of(new long[] {Long.MAX_VALUE, Long.MAX_VALUE - 3})).isEqualTo(Long.MAX_VALUE - 2);
        assertThat(Medians.of(new long[] {-3})).isEqualTo(-3);
        assertThat(Medians.of(new long[0])).isZero();
    }

    @Test
    void leavesTheValuesInTheirOrder() {
        long[] values = {3, 1, 2};
        Medians.of(values);
        assertThat(values).containsExactly(3, 1, 2);
    }
}
