// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.display;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CancellationException;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How numbers, bytes ({@link ByteScale}), values ({@link PlainText}) and errors ({@link Throwables}) are written in a notebook. */
class DecimalsTest {
    private static String shown(double value, double... column) {
        Decimals decimals = new Decimals();
        DoubleStream.of(column).forEach(decimals::see);
        decimals.see(value);
        return decimals.text(value);
    }

    @Test
    void aColumnOfWholeNumbersHasNoPlaces() {
        assertThat(shown(1234567, 5)).isEqualTo("1,234,567");
        assertThat(shown(-1234, 5)).isEqualTo("-1,234");
        assertThat(shown(-123, 5)).isEqualTo("-123");
        assertThat(shown(-0.0, 5)).isEqualTo("0");
    }

    @Test
    void fractionsHaveThreePlacesAndMoreWhenAllAreSmall() {
        assertThat(shown(2, 0.5)).isEqualTo("2.000");
        assertThat(shown(1234.5678)).isEqualTo("1,234.568");
        assertThat(shown(0.0123456)).isEqualTo("0.01235");
        assertThat(shown(0.25)).isEqualTo("0.2500");
    }

    @Test
    void whatWouldVanishHasMoreDigitsOrABound() {
        assertThat(shown(0.0001, 5.5)).isEqualTo("0.0001");
        assertThat(shown(0.0000123456, 5.5)).isEqualTo("0.00001235");
        assertThat(shown(1.23456e-7, 5.5)).isEqualTo("<0.000001");
        assertThat(shown(-1.23456e-7, 5.5)).isEqualTo(">-0.000001");
        assertThat(shown(1.23456e-14)).isEqualTo("1.235E-14");
        assertThat(shown(0.0005, 5.5)).isEqualTo("0.001");
        assertThat(shown(0, 5.5)).isEqualTo("0.000");
        assertThat(shown(1.5e15)).isEqualTo("1.5E+15");
        assertThat(shown(999_999_999_999_999.0)).isEqualTo("999,999,999,999,999");
    }

    @Test
    void whatIsNotFiniteIsAWordOrNothing() {
        assertThat(shown(Double.NaN, 1.5)).isEmpty();
        assertThat(shown(Double.POSITIVE_INFINITY)).isEqualTo("∞");
        assertThat(shown(Double.NEGATIVE_INFINITY)).isEqualTo("-∞");
        assertThat(Decimals.grouped(-1_000_000L)).isEqualTo("-1,000,000");
    }

    @ParameterizedTest
    @CsvSource({"0, BYTES", "99999, BYTES", "100000, KB", "999999, KB", "1e6, MB", "1e9, GB", "1e12, TB", "1e18, TB"})
    void bytesHaveTheUnitOfTheLargest(double largest, ByteScale expected) {
        assertThat(ByteScale.of(largest)).isEqualTo(expected);
    }

    @Test
    void bytesAreDecimal() {
        assertThat(ByteScale.GB.from(25.7e9)).isEqualTo(25.7);
        assertThat(ByteScale.GB.unit()).isEqualTo("GB");
        assertThat(ByteScale.KB.unit()).isEqualTo("kB");
    }

    @Test
    void valuesAreTheirOwnText() {
        assertThat(PlainText.of(null)).isEqualTo("null");
        assertThat(PlainText.of(new int[] {1, 2})).isEqualTo("[1, 2]");
        assertThat(PlainText.of(new Object[] {"a", new Object[] {1}})).isEqualTo("[a, [1]]");
        assertThat(PlainText.of(new long[0])).isEqualTo("[]");
        assertThat(PlainText.brief("x".repeat(301))).isEqualTo("x".repeat(300) + "…");
        assertThat(PlainText.brief("x".repeat(300))).hasSize(300);
    }

    @Test
    void aLongTextIsCutWithANoteAndNoHalfCharacter() {
        assertThat(PlainText.cut("abcdef", 6)).isEqualTo("abcdef");
        assertThat(PlainText.cut("abcdef", 4))
                .isEqualTo("abcd" + System.lineSeparator() + "... truncated: 2 of 6 characters are not shown");
        assertThat(PlainText.cut("ab😀d", 3)).startsWith("ab" + System.lineSeparator());
    }

    private static final class Failing {
        private final RuntimeException error;

        Failing(RuntimeException error) {
            this.error = error;
        }

        @Override
        public String toString() {
            throw error;
        }
    }

    @Test
    void aValueThatCannotBeWrittenIsNamedAndACancelledOneIsNot() {
        assertThat(PlainText.of(new Failing(new IllegalStateException("no"))))
                .isEqualTo(Failing.class.getName() + " (its toString() failed: java.lang.IllegalStateException: no)");
        assertThatThrownBy(() -> PlainText.of(new Failing(new CancellationException())))
                .isInstanceOf(CancellationException.class);
    }

    @Test
    void errorsAreShownWithTheirCausesOnce() {
        Exception cause = new IllegalStateException("<inner>");
        Exception error = new RuntimeException("outer", cause);
        cause.initCause(error);
        assertThat(Throwables.plain(error))
                .isEqualTo("java.lang.RuntimeException: outer" + System.lineSeparator()
                        + "caused by java.lang.IllegalStateException: <inner>");
        assertThat(Throwables.html(error))
                .contains(
                        "<p><b>java.lang.RuntimeException</b></p>", "caused by <b>java.lang.IllegalStateException</b>")
                .contains("&lt;inner&gt;")
                .doesNotContain("<inner>");
    }
}
