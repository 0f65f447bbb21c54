// SPDX-License-Identifier: Apache-2.0
package org.etude.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines as Python 3 writes them with {@code pickle.dumps(value, protocol=0)}. */
class PickleLineTest {
    private static PickleLine line(String text) throws IOException {
        byte[] bytes = (text + "\n").getBytes(StandardCharsets.ISO_8859_1);
        return PickleLine.read(new PickleInput(new ByteArrayInputStream(bytes)));
    }

    @Test
    void flagsHaveALeadingZero() throws IOException {
        assertThat(line("01").wholeOrFlag()).isEqualTo(true);
        assertThat(line("00").wholeOrFlag()).isEqualTo(false);
        assertThat(line("0").wholeOrFlag()).isEqualTo(0L);
        assertThat(line("1").wholeOrFlag()).isEqualTo(1L);
        assertThat(line("-12").wholeOrFlag()).isEqualTo(-12L);
    }

    @ParameterizedTest
    @CsvSource({
        "0L, 0",
        "5, 5",
        "-9223372036854775808L, -9223372036854775808",
        "9223372036854775807L, 9223372036854775807"
    })
    void longNumbersMayEndWithL(String text, long value) throws IOException {
        assertThat(line(text).longWhole()).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"9223372036854775808L", "5LL", "L", "", "1.0", "0x1", " 1", "1e3"})
    void whatIsNoNumberOf64BitsIsAFault(String text) {
        assertThatThrownBy(() -> line(text).longWhole())
                .isInstanceOf(PickleFault.class)
                .hasMessageContaining("expected an integer of 64 bits, found \"" + text + "\"");
    }

    @ParameterizedTest
    @CsvSource({
        "1.5, 1.5",
        ".5, 0.5",
        "2., 2",
        "-1e-3, -0.001",
        "1e999, Infinity",
        "inf, Infinity",
        "-inf, -Infinity",
        "nan, NaN"
    })
    void realNumbers(String text, double value) throws IOException {
        assertThat(line(text).real()).isEqualTo(Double.valueOf(value));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "1d", "0x1p3", "Infinity", "1e", "--1"})
    void whatJavaAloneCallsANumberIsAFault(String text) {
        assertThatThrownBy(() -> line(text).real()).hasMessageContaining("expected a number");
    }

    @Test
    void positionsAreNotNegative() throws IOException {
        assertThat(line("0").index()).isZero();
        assertThatThrownBy(() -> line("-1").index()).hasMessageContaining("expected a position of the memo");
    }

    @ParameterizedTest
    @CsvSource({
        "plain, plain",
        "\\u0041, A",
        "x\\u20acy, x\u20acy",
        "\\U0001f600, \uD83D\uDE00",
        "a\\u0041\\u0042b, aABb",
        "\\u005cu0041, \\u0041",
        "C:\\temp, C:\\temp",
        "end\\, end\\",
        "\u00e9, \u00e9",
        "'', ''"
    })
    void textsEscapeWhatLatin1DoesNotHave(String text, String value) throws IOException {
        assertThat(line(text).text()).isEqualTo(value);
    }

    @ParameterizedTest
    @CsvSource({
        "\\u, hexadecimal digits",
        "\\u004, hexadecimal digits",
        "\\u00g1, hexadecimal digits",
        "\\U0000004, hexadecimal digits",
        "\\U00110000, a character up to U+10FFFF",
        "\\Uffffffff, a character up to U+10FFFF"
    })
    void brokenEscapesAreFaults(String text, String expected) {
        assertThatThrownBy(() -> line(text).text()).hasMessageContaining("expected " + expected);
    }
}
