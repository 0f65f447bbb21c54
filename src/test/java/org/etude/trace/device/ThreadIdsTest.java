// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.etude.trace.json.JsonCursor;
import org.etude.trace.json.JsonNumber;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ids of threads are numbers, numbers in quotes or texts. */
class ThreadIdsTest {
    private static ThreadIds ids(String json) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        JsonCursor cursor = new JsonCursor(bytes, 0, bytes.length);
        return new ThreadIds(cursor, new JsonNumber(cursor));
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "7 , 7 , 7",
                "\"7\" , 7 , 7",
                "0 , 0 , 0",
                "-5 , -5 , -1",
                "2147483647 , 2147483647 , 2147483647",
                "2147483648 , 2147483648 , -1",
                "\"stream 7\" , stream 7 , 7",
                "\"stream 2147483648\" , stream 2147483648 , -1",
                "\"Spans\" , Spans , -1",
                "\"thread -4\" , thread -4 , -1",
                "\"1234567890123456789\" , 1234567890123456789 , -1"
            })
    void anIdKeepsHowItWasWrittenAndItsNumber(String json, String written, int ordinal) {
        ThreadIds ids = ids(json);
        long id = ids.read();
        assertThat(ids.written(id)).isEqualTo(written);
        assertThat(ids.ordinal(id)).isEqualTo(ordinal);
    }

    @Test
    void equalTextsAreOneIdAndFarFromNumbers() {
        ThreadIds ids =
                ids("[\"a\",\"b\",\"a\",\"\"]".replaceAll("[\\[\\]]", "").replace(',', ' '));
        long a = ids.read();
        long b = ids.read();
        assertThat(ids.read()).isEqualTo(a);
        assertThat(b).isNotEqualTo(a);
        assertThat(ids.ordinal(ids.read())).isEqualTo(-1);
        assertThat(a).isLessThan(Long.MIN_VALUE + 10);
    }

    /** A quoted number is the number itself, so that "7" and 7 are one thread. */
    @Test
    void aQuotedNumberIsTheNumber() {
        ThreadIds ids = ids("\"42\" 42");
        assertThat(ids.read()).isEqualTo(42).isEqualTo(ids.read());
    }
}
