// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.database;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Names of a database become texts of JSON: whatever they hold, the JSON stays sound. */
class EventTextTest {
    private static String quoted(String text) {
        StringBuilder out = new StringBuilder();
        EventText.quoted(text, out);
        return out.toString();
    }

    @Test
    void quotesBackslashesAndControlCharactersAreEscaped() {
        assertThat(quoted("void f<\"a\\b\">(int)")).isEqualTo("\"void f<\\\"a\\\\b\\\">(int)\"");
        assertThat(quoted("a\nb\u0001")).isEqualTo("\"a\\u000ab\\u0001\"");
        assertThat(quoted("h\u00e9 \u6838")).isEqualTo("\"h\u00e9 \u6838\"");
    }

    @Test
    void noNameIsAnEmptyOne() {
        assertThat(quoted(null)).isEqualTo("\"\"");
        assertThat(quoted("")).isEqualTo("\"\"");
    }

    @Test
    void halvesOfCharactersAreReplaced() {
        assertThat(quoted("\ud83d\ude00")).isEqualTo("\"\ud83d\ude00\"");
        assertThat(quoted("a\ud83d")).isEqualTo("\"a\ufffd\"");
        assertThat(quoted("\ude00b")).isEqualTo("\"\ufffdb\"");
        assertThat(quoted("\ude00\ud83d")).isEqualTo("\"\ufffd\ufffd\"");
    }

    /** A name that is cut within a character of two halves ends in a replacement, not in half a character. */
    @Test
    void longNamesAreCut() {
        String most = "x".repeat((1 << 16) - 1);
        assertThat(quoted(most + "yz")).isEqualTo('"' + most + "y\"");
        assertThat(quoted(most + "\ud83d\ude00")).isEqualTo('"' + most + "\ufffd\"");
    }

    @Property(tries = 300)
    void jsonReadersReadWhatWasWritten(@ForAll String name) throws JsonProcessingException {
        String read = new ObjectMapper().readValue(quoted(name), String.class);
        assertThat(read).hasSameSizeAs(name);
        for (int i = 0; i < name.length(); i++) {
            assertThat(read.charAt(i))
                    .isIn(name.charAt(i), Character.isSurrogate(name.charAt(i)) ? '\ufffd' : name.charAt(i));
        }
    }
}
