// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DecimalTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-0.001, 0",
        "0.004, 0",
        "0.005, .01",
        "0.1, .1",
        "0.105, .11",
        "-0.25, -.25",
        "1, 1",
        "1.5, 1.5",
        "-12.07, -12.07",
        "12.999, 13",
        "100.10, 100.1"
    })
    void coordinatesHaveTwoPlacesAtMost(double value, String text) {
        assertThat(Decimal.coordinate(value)).isEqualTo(text);
    }

    @Property
    void aCoordinateIsWithinHalfAHundredth(@ForAll @DoubleRange(min = -1e6, max = 1e6) double value) {
        String text = Decimal.coordinate(value);
        assertThat(Math.abs(Double.parseDouble(text) - value)).isLessThanOrEqualTo(0.005 + 1e-9);
        assertThat(text).doesNotEndWith(".").doesNotMatch(".*\\..*0").doesNotMatch("-?0\\..*");
    }

    @Test
    void numbersOfJsonHaveTenDigitsAndNoExponent() {
        assertThat(Decimal.json(Double.NaN)).isNull();
        assertThat(Decimal.json(Double.NEGATIVE_INFINITY)).isNull();
        assertThat(Decimal.json(-7)).isEqualTo(-7L);
        assertThat(Decimal.json(1.0 / 3)).isEqualTo(new BigDecimal("0.3333333333"));
        assertThat(Decimal.json(0.25)).isEqualTo(new BigDecimal("0.25"));
        assertThat(Decimal.json(1e15)).isEqualTo(new BigDecimal("1000000000000000"));
        assertThat(Decimal.json(999_999_999_999_999.0)).isEqualTo(999_999_999_999_999L);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 | 0 | 0", "-0.2 | 0 | 0", "1234567 | 0 | 1,234,567", "-1234.5 | 1 | -1,234.5", "999.5 | 0 | 1,000",
                "-999 | 0 | -999", "0.5 | 0 | 0", "1.5 | 0 | 2", "0.0625 | 3 | 0.062", "12 | -3 | 12"
            })
    void textsHaveGroupsOfThree(double value, int places, String text) {
        assertThat(Decimal.text(value, places)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 | 0",
                "1.2345 | 1.23",
                "12.345 | 12.3",
                "123.45 | 123",
                "12345.6 | 12,346",
                "0.0123456 | 0.0123",
                "-0.5 | -0.500",
                "1e-12 | 0.000000000"
            })
    void briefOnesHaveThreeDigits(double value, String text) {
        assertThat(Decimal.brief(value)).isEqualTo(text);
    }

    @Test
    void whatIsNoNumberIsNoText() {
        assertThat(Decimal.brief(Double.NaN)).isEmpty();
        assertThat(Decimal.brief(Double.POSITIVE_INFINITY)).isEmpty();
    }
}
