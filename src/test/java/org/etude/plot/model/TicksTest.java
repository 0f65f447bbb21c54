// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class TicksTest {
    @Test
    void stepsAreOneTwoOrFiveTimesAPowerOfTen() {
        assertThat(Ticks.linear(0, 100, 5).texts()).containsExactly("0", "20", "40", "60", "80", "100");
        assertThat(Ticks.linear(0, 1, 4).texts()).containsExactly("0.0", "0.2", "0.4", "0.6", "0.8", "1.0");
        assertThat(Ticks.linear(-0.013, 0.02, 3).texts()).containsExactly("-0.01", "0.00", "0.01", "0.02");
        assertThat(Ticks.linear(0, 2e6, 2).texts()).containsExactly("0", "1,000,000", "2,000,000");
    }

    @Test
    void decadesHaveTextsAndWhatLiesBetweenWhereThereIsRoom() {
        assertThat(texts(Ticks.log(8, 1200, 5))).containsExactly("10", "100", "1,000");
        assertThat(texts(Ticks.log(8, 120, 6))).containsExactly("10", "20", "50", "100");
        assertThat(texts(Ticks.log(1, 1e9, 5))).containsExactly("1", "100", "10,000", "1e6", "1e8");
        assertThat(texts(Ticks.log(1e-5, 1e-3, 3))).containsExactly("1e-5", "1e-4", "0.001");
    }

    @Test
    void doublingsAreMarkedAtPowersOfTwo() {
        assertThat(Ticks.doublings(1.8, 71, 6).values()).containsExactly(2, 4, 8, 16, 32, 64);
        assertThat(Ticks.doublings(2, 64, 6).texts()).containsExactly("2", "4", "8", "16", "32", "64");
        assertThat(Ticks.doublings(2, 64, 3).texts()).containsExactly("", "4", "", "16", "", "64");
        assertThat(texts(Ticks.doublings(1 << 10, 1 << 22, 5))).containsExactly("4,096", "32,768", "262,144", "2^21");
        assertThat(texts(Ticks.doublings(0.25, 1, 5))).containsExactly("2^-2", "2^-1", "1");
    }

    @Test
    void aMultipleThatRoundsBeyondTheAxisLiesOnItsEnd() {
        double low = 6.8719477277E8;
        double high = 6.871947728E8;
        for (double value : Ticks.linear(low, high, 3).values()) {
            assertThat(value).isBetween(low, high);
        }
    }

    @Property
    void linearTicksLieInRangeAndAreFewEnough(
            @ForAll @DoubleRange(min = -1e9, max = 1e9) double low,
            @ForAll @DoubleRange(min = 0.01, max = 1e9) double span,
            @ForAll @IntRange(min = 2, max = 12) int wanted) {
        Ticks ticks = Ticks.linear(low, low + span, wanted);
        assertThat(ticks.values().length).isBetween(1, 2 * wanted + 1);
        assertThat(ticks.texts()).hasSize(ticks.values().length);
        for (double value : ticks.values()) {
            assertThat(value).isBetween(low - span * 1e-6, low + span * (1 + 1e-6));
        }
    }

    @Test
    void numbersAreTheSameEverywhere() {
        assertThat(Decimal.coordinate(0)).isEqualTo("0");
        assertThat(Decimal.coordinate(-0.001)).isEqualTo("0");
        assertThat(Decimal.coordinate(12.345)).isEqualTo("12.35");
        assertThat(Decimal.coordinate(-0.5)).isEqualTo("-.5");
        assertThat(Decimal.coordinate(100.05)).isEqualTo("100.05");
        assertThat(Decimal.coordinate(7.1)).isEqualTo("7.1");
        assertThat(Decimal.json(Double.NaN)).isNull();
        assertThat(Decimal.json(3.0)).isEqualTo(3L);
        assertThat(Decimal.json(0.1 + 0.2)).hasToString("0.3");
        assertThat(Decimal.json(1.0 / 3e12)).hasToString("3.333333333E-13");
        assertThat(Decimal.json(1.5e300).toString()).startsWith("15000");
        assertThat(Decimal.brief(1234.5)).isEqualTo("1,234");
        assertThat(Decimal.brief(0.012345)).isEqualTo("0.0123");
        assertThat(Decimal.brief(0)).isEqualTo("0");
    }

    private static List<String> texts(Ticks ticks) {
        return ticks.texts().stream().filter(t -> !t.isEmpty()).toList();
    }
}
