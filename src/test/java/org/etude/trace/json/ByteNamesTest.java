// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.etude.trace.model.StringTable;
import org.junit.jupiter.api.Test;

class ByteNamesTest {
    private final StringTable names = new StringTable();
    private final ByteNames finder = new ByteNames(names);

    private int idOf(byte[] bytes) {
        JsonCursor cursor = new JsonCursor(bytes, 0, bytes.length);
        cursor.peek();
        cursor.scanText();
        return finder.idOf(cursor);
    }

    private int idOf(String json) {
        return idOf(('"' + json + '"').getBytes(StandardCharsets.UTF_8));
    }

    /** Many more than the table and the arrays begin with, and some longer than the buffer of bytes. */
    @Test
    void everyNameKeepsItsNumber() {
        int[] first = new int[3_000];
        for (int i = 0; i < first.length; i++) {
            first[i] = idOf("op" + i + "x".repeat(i % 100 == 0 ? 20_000 : i % 9));
        }
        for (int i = 0; i < first.length; i++) {
            String name = "op" + i + "x".repeat(i % 100 == 0 ? 20_000 : i % 9);
            assertThat(idOf(name)).isEqualTo(first[i]);
            assertThat(names.text(first[i])).isEqualTo(name);
        }
        assertThat(first).doesNotHaveDuplicates();
    }

    /** Bytes differ, the name is one. */
    @Test
    void escapedAndPlainSpellingsAreOneName() {
        assertThat(idOf("aten\\u003a:mm")).isEqualTo(idOf("aten::mm"));
        assertThat(finder.undecodable()).isZero();
    }

    @Test
    void namesThatAreNoUtf8AreCountedOnce() {
        byte[] broken = {'"', 'a', (byte) 0xff, '"'};
        assertThat(idOf(broken)).isEqualTo(idOf(broken));
        assertThat(finder.undecodable()).isEqualTo(1);
        idOf("a");
        assertThat(finder.undecodable()).isEqualTo(1);
    }

    @Property
    void numbersAreThoseOfTheDictionary(@ForAll @Size(max = 50) List<@Size(max = 20) List<Boolean>> letters) {
        StringTable plain = new StringTable();
        StringTable found = new StringTable();
        ByteNames bytes = new ByteNames(found);
        for (List<Boolean> word : letters) {
            StringBuilder name = new StringBuilder();
            word.forEach(letter -> name.append(letter ? 'a' : 'b'));
            byte[] json = ("\"" + name + "\"").getBytes(StandardCharsets.UTF_8);
            JsonCursor cursor = new JsonCursor(json, 0, json.length);
            cursor.peek();
            cursor.scanText();
            assertThat(bytes.idOf(cursor)).isEqualTo(plain.idOf(name.toString()));
        }
    }
}
