// SPDX-License-Identifier: Apache-2.0
package org.etude.table.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CellsTest {
    @ParameterizedTest
    @CsvSource({
        "0,3,0",
        "-0.0,3,0",
        "1.5,3,1.5",
        "684.373123,6,684.373123",
        "0.000001,6,0.000001",
        "0.0000001,6,0",
        "100,3,100",
        "-2.0004,3,-2",
        "0.0005,3,0.001",
        "1e20,3,100000000000000000000",
        "1e13,6,10000000000000"
    })
    void decimalsAreRoundedAndHaveNoExponent(double value, int places, String text) {
        assertThat(Cells.decimal(value, places)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"1,1", "123,123", "1234,'1,234'", "-123,-123", "-1234.5678,'-1,234.5678'", "1234567,'1,234,567'"})
    void groupsOfThree(String number, String grouped) {
        assertThat(Cells.grouped(number)).isEqualTo(grouped);
    }

    @Property
    void decimalsReadBackWithinHalfAPlace(
            @ForAll @DoubleRange(min = -1e9, max = 1e9) double value, @ForAll @IntRange(max = 6) int places) {
        BigDecimal back = new BigDecimal(Cells.decimal(value, places));
        BigDecimal half = BigDecimal.valueOf(5, places + 1).add(BigDecimal.valueOf(1, 6));
        assertThat(back.subtract(new BigDecimal(value)).abs()).isLessThanOrEqualTo(half);
        assertThat(back).isEqualByComparingTo(back.setScale(places, RoundingMode.UNNECESSARY));
    }

    @Test
    void noLocaleChangesAnything() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            assertThat(Cells.grouped(Cells.decimal(1234567.25, 3))).isEqualTo("1,234,567.25");
        } finally {
            Locale.setDefault(before);
        }
    }
}
