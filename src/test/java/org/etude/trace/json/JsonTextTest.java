// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonTextTest {
    private static JsonCursor cursor(String json) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        return new JsonCursor(bytes, 0, bytes.length);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "plain, plain",
                "a\\\\b, a\\b",
                "\\\"q\\\", \"q\"",
                "\\/, /",
                "\\u0041\\u00e9, Aé",
                "\\ud83d\\ude00, 😀",
                "\\ud83d, \uFFFD",
                "\\ude00x, \uFFFDx",
                "\\ud83d\\ud83d\\ude00, \uFFFD😀",
                "\\u12, \\u12",
                "\\u12g4, \\u12g4",
                "\\q, \\q",
                "end\\, end\\"
            })
    void escapesAreResolvedAndUnknownOnesStay(String raw, String expected) {
        assertThat(JsonText.unescape(raw)).isEqualTo(expected);
    }

    @Test
    void controlCharactersHaveLetters() {
        assertThat(JsonText.unescape("\\b\\f\\n\\r\\t")).isEqualTo("\b\f\n\r\t");
    }

    /** What Jackson escapes comes back, but for lone surrogates. */
    @Property
    void whatAWriterEscapesComesBack(@ForAll String text) throws Exception {
        String json = new ObjectMapper()
                .writer()
                .with(JsonWriteFeature.ESCAPE_NON_ASCII)
                .writeValueAsString(text);
        String expected = new String(text.getBytes(StandardCharsets.UTF_16BE), StandardCharsets.UTF_16BE);
        assertThat(JsonText.read(cursor(json))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {"\"a\\nb\"|`a\nb`", "12.5|12.5", "true|true", "null|``", "{\"a\": 1}|``", "[1]|``"},
            delimiter = '|')
    void aValueIsReadAsText(String json, String expected) {
        assertThat(JsonText.read(cursor(json))).isEqualTo(expected);
    }

    @Test
    void anEscapedKeyIsFound() {
        JsonKeys keys = JsonKeys.of("other", "na\"me");
        JsonCursor cursor = cursor("\"na\\\"me\"");
        cursor.peek();
        cursor.scanText();
        assertThat(JsonText.find(cursor, keys)).isEqualTo(1);
    }

    @Test
    void whatLiesWhereJsonShouldIsNamed() {
        assertThatThrownBy(() -> ForeignContent.refuse(cursor("BZh91AY")))
                .isInstanceOfSatisfying(BadJson.class, bad -> {
                    assertThat(bad).hasMessage("the file is packed with bzip2");
                    assertThat(bad.advice()).isEqualTo("Unpack it: plain JSON, gzip, zip and tar are read.");
                    assertThat(bad.offset()).isZero();
                    assertThat(bad.ended()).isFalse();
                });
        assertThatThrownBy(() -> ForeignContent.refuse(cursor("version https://git-lfs.github.com/spec/v1")))
                .hasMessage("the file is a pointer of Git LFS, not the file");
        assertThatThrownBy(() -> ForeignContent.refuse(cursor("<!DOCTYPE html>")))
                .hasMessage("the file is HTML or XML, such as the page of a failed download");
        ForeignContent.refuse(cursor("{}"));
        ForeignContent.refuse(cursor("BZ"));
    }
}
