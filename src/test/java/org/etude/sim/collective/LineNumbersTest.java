// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.collective;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** {@link LineNumbers}: the first at a place sets its number. */
class LineNumbersTest {
    @Test
    void laterRanksTakeTheNumberOver() {
        LineNumbers numbers = new LineNumbers();
        assertThat(numbers.next(1, 0, 10)).isEqualTo(10);
        assertThat(numbers.next(1, 0, 11)).isEqualTo(11);
        assertThat(numbers.next(1, 5, 90)).isEqualTo(10);
        assertThat(numbers.next(1, 5, 91)).isEqualTo(11);
        assertThat(numbers.next(1, 5, 92)).isEqualTo(92);
        assertThat(numbers.next(1, 0, 12)).isEqualTo(92);
    }

    @Test
    void linesAreApart() {
        LineNumbers numbers = new LineNumbers();
        numbers.next(1, 0, 10);
        assertThat(numbers.next(2, 3, 77)).isEqualTo(77);
        assertThat(numbers.next(1, 3, 78)).isEqualTo(10);
    }
}
