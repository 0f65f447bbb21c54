// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys by their bytes, and values verbatim. */
class JsonKeysTest {
    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static int find(JsonKeys keys, String text, String before, String after) {
        byte[] all = bytes(before + text + after);
        return keys.find(all, bytes(before).length, all.length - bytes(after).length);
    }

    /** Keys of up to one word, up to two and longer ones are compared differently, so lengths around these are tried. */
    @Test
    void keysOfEveryLengthAreFoundAmongOthers() {
        List<String> names = new ArrayList<>();
        for (int length = 0; length <= 30; length++) {
            names.add("k".repeat(length));
        }
        JsonKeys keys = JsonKeys.of(names.toArray(String[]::new));
        for (int length = 0; length <= 30; length++) {
            assertThat(find(keys, names.get(length), "", "")).isEqualTo(length);
            assertThat(find(keys, names.get(length), "x", "kkkkkkkkkkkkkkkkkkkkkkkkk"))
                    .isEqualTo(length);
        }
        assertThat(find(keys, "k".repeat(31), "", "")).isEqualTo(-1);
        assertThat(find(keys, "kkkkkkkkkkkXkkkkkkkkkk", "", ""))
                .as("differs in the middle")
                .isEqualTo(-1);
    }

    @Property
    void aKeyIsFoundExactlyWhenItIsOne(
            @ForAll @Size(max = 30) List<@AlphaChars @StringLength(max = 20) String> given,
            @ForAll @AlphaChars @StringLength(max = 3) String other) {
        List<String> names = new ArrayList<>(new LinkedHashSet<>(given));
        JsonKeys keys = JsonKeys.of(names.toArray(String[]::new));
        names.forEach(name -> assertThat(find(keys, name, other, other)).isEqualTo(names.indexOf(name)));
        assertThat(find(keys, other, "", "")).isEqualTo(names.indexOf(other));
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {
                " [ 1 , { \"a b\" : [ ] } , null ] , 5 | [1,{\"a b\":[]},null]",
                "\"a\\\"b\" | \"a\\\"b\"",
                "-1.5e3, 2 | -1.5e3",
                "{ } | {}"
            })
    void aValueIsTakenWithoutWhiteSpace(String json, String expected) {
        byte[] bytes = bytes(json);
        RawJson raw = new RawJson();
        raw.read(new JsonCursor(bytes, 0, bytes.length));
        assertThat(raw.text()).isEqualTo(expected);
        assertThat(raw.size()).isEqualTo(bytes(expected).length);
        assertThat(JsonText.read(raw.cursor())).isEqualTo(JsonText.read(new JsonCursor(bytes, 0, bytes.length)));
    }

    @Test
    void aLaterValueReplacesALongerOne() {
        byte[] bytes = bytes("[\"" + "x".repeat(5000) + "\"] 7");
        JsonCursor cursor = new JsonCursor(bytes, 0, bytes.length);
        RawJson raw = new RawJson();
        raw.read(cursor);
        assertThat(raw.size()).isEqualTo(5004);
        raw.read(cursor);
        assertThat(raw.text()).isEqualTo("7");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[1, 2", "]", ",", "{\"a\":"})
    void halfAValueIsRefused(String json) {
        byte[] bytes = bytes(json);
        assertThatThrownBy(() -> new RawJson().read(new JsonCursor(bytes, 0, bytes.length)))
                .isInstanceOf(BadJson.class);
    }
}
