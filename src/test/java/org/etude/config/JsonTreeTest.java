// SPDX-License-Identifier: Apache-2.0
package org.etude.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@link JsonTree} reads equals what the object mapper reads. */
class JsonTreeTest {
    @TempDir
    private Path scratch;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "null",
                "true",
                "\"text with \\u00e9 and \\\"quotes\\\"\"",
                "0",
                "-2147483648",
                "2147483648",
                "9223372036854775808",
                "1.5e3",
                "1.0",
                "{\"a\": 1, \"a\": {\"b\": [1, 2.5, null, false, [[]], {}]}, \"c\": \"\"}",
                "[1, 2] trailing",
                "",
                "   "
            })
    void equalsTheMapper(String text) throws Exception {
        assertThat(JsonTree.of(text)).isEqualTo(new ObjectMapper().readTree(text));
        Path file = Files.writeString(scratch.resolve("x.json"), text);
        assertThat(JsonTree.of(file)).isEqualTo(new ObjectMapper().readTree(file.toFile()));
    }

    @Test
    void refusesWhatTheMapperRefusesAtTheSamePlace() {
        for (String text : List.of("{", "{\"a\" 1}", "[1,\n 2,,]", "nul", "{\"a\":\n\n tru}", "[1}", "\"open", "01")) {
            JsonProcessingException expected = refusal(() -> new ObjectMapper().readTree(text));
            JsonProcessingException found = refusal(() -> JsonTree.of(text));
            assertThat(found.getLocation().getLineNr())
                    .as(text)
                    .isEqualTo(expected.getLocation().getLineNr());
        }
        assertThatThrownBy(() -> JsonTree.of("[".repeat(5000))).hasMessageContaining("nesting depth");
    }

    private static JsonProcessingException refusal(Reading reading) {
        try {
            reading.read();
        } catch (JsonProcessingException e) {
            return e;
        }
        throw new AssertionError("was read");
    }

    private interface Reading {
        void read() throws JsonProcessingException;
    }
}
