// SPDX-License-Identifier: Apache-2.0
package org.etude.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A number ends where its unit begins. */
class UnitTextTest {
    @ParameterizedTest
    @CsvSource({
        "'12GB/s', 12, 'GB/s'",
        "' 1.5 us ', 1.5, us",
        "1e3ns, 1000, ns",
        "1e-3s, 0.001, s",
        "2E, 2, E",
        "2EiB, 2, EiB",
        "-4, -4, ''",
        "+.5ms, 0.5, ms"
    })
    void numberAndUnit(String text, double value, String unit) {
        UnitText parsed = UnitText.split(text, "time", "5 us");
        assertThat(parsed.value()).isEqualTo(value);
        assertThat(parsed.unit()).isEqualTo(unit);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "us", "1.2.3s", "--4", "1-2"})
    void whatHasNoNumberIsRefused(String text) {
        assertThatThrownBy(() -> UnitText.split(text, "time", "5 us"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("not a time: '" + text + "'. Write it as 5 us.");
    }

    @Test
    void aUnitMayBeAskedFor() {
        assertThat(UnitText.withUnit("5us", "time", "5 us").unit()).isEqualTo("us");
        assertThatThrownBy(() -> UnitText.withUnit("5", "time", "5 us"))
                .hasMessage("'5' has no unit. Write it as 5 us.");
        assertThatThrownBy(() -> UnitText.split(null, "time", "5 us"))
                .hasMessage("not a time: 'null'. Write it as 5 us.");
        assertThat(UnitText.split("5 xs", "time", "5 us").unknown())
                .hasMessage("unknown unit 'xs' in '5 xs'. Write it as 5 us.");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-0.0, 0",
        "1234567, 1234570",
        "0.1, 0.1",
        "2.50, 2.5",
        "1e-9, 0.000000001",
        "999999.5, 1000000",
        "1e21, 1000000000000000000000",
        "Infinity, Infinity",
        "NaN, NaN"
    })
    void sixDigitsWithoutTrailingZeros(double value, String text) {
        assertThat(UnitText.number(value)).isEqualTo(text);
    }
}
