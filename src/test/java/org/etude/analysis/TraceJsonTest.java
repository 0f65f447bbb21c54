// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.etude.analysis.TraceJson.Name;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link TraceJson} writes what Jackson's generator writes, byte for byte. */
class TraceJsonTest {
    private static final Name A = Name.of("a");
    private static final Name B = Name.of("b \"ü\"");

    private interface Body {
        void write(TraceJson json) throws IOException;
    }

    private static byte[] ours(Body body) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (TraceJson json = new TraceJson(out)) {
            body.write(json);
        }
        return out.toByteArray();
    }

    /** What is in an object with these fields. */
    private static String text(Body fields) throws IOException {
        byte[] written = ours(json -> {
            json.open();
            fields.write(json);
            json.shut();
        });
        String text = new String(written, StandardCharsets.UTF_8);
        return text.substring(1, text.length() - 1);
    }

    private static boolean isPaired(String text) {
        return text.equals(new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8));
    }

    @Property
    void isWhatJacksonWrites(
            @ForAll @Size(max = 20) String[] texts,
            @ForAll long[] numbers,
            @ForAll double[] decimals,
            @ForAll boolean flag)
            throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
            json.writeStartObject();
            json.writeBooleanField("a", flag);
            json.writeArrayFieldStart("b \"ü\"");
            for (String text : texts) {
                json.writeStartObject();
                json.writeStringField("a", isPaired(text) ? text : "");
                json.writeEndObject();
            }
            for (long number : numbers) {
                json.writeStartObject();
                json.writeNumberField("a", number);
                json.writeNumberField("b \"ü\"", BigDecimal.valueOf(number, 3));
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeObjectFieldStart("a");
            for (double decimal : decimals) {
                json.writeNumberField("a", decimal);
            }
            json.writeEndObject();
            json.writeEndObject();
        }
        byte[] ours = ours(json -> {
            json.open();
            json.flag(A, flag);
            json.openArray(B);
            for (String text : texts) {
                json.open();
                json.text(A, isPaired(text) ? text : "");
                json.shut();
            }
            for (long number : numbers) {
                json.open();
                json.whole(A, number);
                json.thousandths(B, number);
                json.shut();
            }
            json.closeArray();
            json.open(A);
            for (double decimal : decimals) {
                json.decimal(A, decimal);
            }
            json.shut();
            json.shut();
        });
        assertThat(new String(ours, StandardCharsets.UTF_8)).isEqualTo(out.toString(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(
            longs = {
                0,
                1,
                -1,
                9,
                10,
                999,
                1000,
                -999,
                -1000,
                Integer.MAX_VALUE,
                Integer.MIN_VALUE,
                2_147_483_648L,
                -2_147_483_649L,
                2_147_483_647_999L,
                Long.MAX_VALUE,
                Long.MIN_VALUE
            })
    void numbersAreExact(long number) throws IOException {
        assertThat(text(json -> json.whole(A, number))).isEqualTo("\"a\":" + number);
        assertThat(text(json -> json.thousandths(A, number))).isEqualTo("\"a\":" + BigDecimal.valueOf(number, 3));
    }

    @Test
    void numbersThatAreNotFiniteAreQuoted() throws IOException {
        assertThat(text(json -> json.decimal(A, Double.NaN))).isEqualTo("\"a\":\"NaN\"");
        assertThat(text(json -> json.decimal(A, -1.5e300))).isEqualTo("\"a\":-1.5E300");
    }

    /** Half of a surrogate pair, which JSON can escape and UTF-8 cannot hold. */
    @Test
    void halfACharacterIsAQuestionMark() throws IOException {
        assertThat(text(json -> json.text(A, "x\ud83dy"))).isEqualTo("\"a\":\"x?y\"");
    }

    /** Texts that do not fit into what is left of the buffer, or not at all. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 500, 520, 530, 65_530, 65_536, 70_000})
    void longTextsAreWhole(int length) throws IOException {
        String before = "y".repeat(65_000);
        String text = "ü".repeat(length);
        assertThat(text(json -> {
                    json.text(A, before);
                    json.text(B, text);
                    json.text(A, before);
                }))
                .isEqualTo("\"a\":\"" + before + "\",\"b \\\"ü\\\"\":\"" + text + "\",\"a\":\"" + before + "\"");
    }
}
