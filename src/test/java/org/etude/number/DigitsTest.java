// SPDX-License-Identifier: Apache-2.0
package org.etude.number;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DigitsTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0, 0",
        "007, 7, 7",
        "999999999, 999999999, 999999999",
        "1000000000, -1, 1000000000",
        "999999999999999999, -1, 999999999999999999",
        "1000000000000000000, -1, -1"
    })
    void digitsAreANumberAsFarAsAllOfTheirLengthFit(String text, int number, long large) {
        assertThat(Digits.toInt(text)).isEqualTo(number);
        assertThat(Digits.toLong(text)).isEqualTo(large);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " 7", "7 ", "-7", "+7", "7.0", "7L", "0x7", "1e3", "1_000", "\u0667", "\uff17"})
    void anythingElseIsNone(String text) {
        assertThat(Digits.toInt(text)).isEqualTo(-1);
        assertThat(Digits.toLong(text)).isEqualTo(-1);
    }

    @Property
    void agreesWithTheParserOfTheLibrary(@ForAll String text) {
        long expected = text.matches("[0-9]{1,18}") ? Long.parseLong(text) : -1;
        assertThat(Digits.toLong(text)).isEqualTo(expected);
    }

    @Property
    void readsWhatItWasGiven(@ForAll int number) {
        assertThat(Digits.toLong(Integer.toUnsignedString(number))).isEqualTo(Integer.toUnsignedLong(number));
    }
}
