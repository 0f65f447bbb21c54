// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers as traces have them, exact to the last digit. */
class JsonNumberTest {
    private static final long ABSENT = -77;

    private static JsonNumber number(String json) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        return new JsonNumber(new JsonCursor(bytes, 0, bytes.length));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-0, 0",
        "7, 7",
        "-12, -12",
        "999999999999999999, 999999999999999999",
        "9223372036854775807, 9223372036854775807",
        "-9223372036854775808, -9223372036854775808",
        "9223372036854775808, -9223372036854775808",
        "18446744073709551615, -1",
        "'\"42\"', 42",
        "'\" 42 \"', 42",
        "'\"0xff\"', 255",
        "'\"0xffffffffffffffff\"', -1",
        "1e3, 1000",
        "2.9, 2",
        "-2.9, -2",
        "true, 1",
        "false, 0"
    })
    void wholeNumbers(String json, long expected) {
        JsonNumber number = number(json + ",");
        assertThat(number.readLong(ABSENT)).isEqualTo(expected);
        assertThat(number.ok()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "\"\"",
                "\"x\"",
                "\"0x\"",
                "\"0xg1\"",
                "\"0x10000000000000000\"",
                "[1]",
                "{\"a\": 1}",
                "36893488147419103232",
                "1e999999999",
                "1e41",
                "\"trueish\""
            })
    void whatIsNoWholeNumberIsAbsentAndPassed(String json) {
        byte[] bytes = ("[" + json + ", 5]").getBytes(StandardCharsets.UTF_8);
        JsonCursor cursor = new JsonCursor(bytes, 0, bytes.length);
        JsonNumber number = new JsonNumber(cursor);
        cursor.enterArray();
        cursor.nextElement(true);
        assertThat(number.readLong(ABSENT)).isEqualTo(ABSENT);
        assertThat(number.ok()).isFalse();
        assertThat(cursor.nextElement(false)).isTrue();
        assertThat(number.readLong(ABSENT)).isEqualTo(5);
        assertThat(number.ok()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1, 1000",
        "-1, -1000",
        "1.5, 1500",
        "1.2345, 1235",
        "1.2344999, 1234",
        "-1.2345, -1235",
        "0.0005, 1",
        "0.00049, 0",
        "1700000000123456.789, 1700000000123456789",
        "9223372036854773.999, 9223372036854773999",
        "1e-3, 1",
        "12e2, 1200000",
        "'\"3.25\"', 3250"
    })
    void microsecondsInNanoseconds(String json, long expected) {
        JsonNumber number = number(json + "}");
        assertThat(number.readNanos()).isEqualTo(expected);
        assertThat(number.ok()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "\"soon\"", "[1]", "1e30", "9223372036854775.808", "1.2.3"})
    void whatIsNoTimeIsNone(String json) {
        JsonNumber number = number(json + " ");
        assertThat(number.readNanos()).isZero();
        assertThat(number.ok()).isFalse();
    }

    @Property(tries = 500)
    void anyTimeIsRoundedLikeADecimal(
            @ForAll @LongRange(min = -4_000_000_000_000_000L, max = 4_000_000_000_000_000L) long micros,
            @ForAll @IntRange(max = 999_999) int fraction) {
        String text = micros + "." + String.format(Locale.ROOT, "%06d", fraction);
        long expected = new BigDecimal(text)
                .movePointRight(3)
                .setScale(0, RoundingMode.HALF_UP)
                .longValueExact();
        JsonNumber number = number(text + ",");
        assertThat(number.readNanos()).isEqualTo(expected);
        assertThat(number.ok()).isTrue();
    }
}
