// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TextStoreTest {
    private static void set(TextStore store, int row, int part, String text) {
        byte[] bytes = (text + "behind").getBytes(StandardCharsets.UTF_8);
        store.set(row, part, bytes, text.getBytes(StandardCharsets.UTF_8).length);
    }

    @Test
    void partsOfRowsAreApart() {
        TextStore store = new TextStore(2);
        assertThat(store.addRow()).isZero();
        assertThat(store.addRow()).isEqualTo(1);
        set(store, 0, 1, "größer");
        set(store, 1, 0, "");
        set(store, 1, 1, "last");
        assertThat(store.get(0, 0)).as("never set").isEmpty();
        assertThat(store.get(0, 1)).isEqualTo("größer");
        assertThat(store.get(1, 0)).isEmpty();
        assertThat(store.get(1, 1)).isEqualTo("last");
    }

    /** Blocks of 64 KiB, 128 KiB and so on: texts of 50,000 bytes fill the first one alone and share the later ones. */
    @Test
    void textsAcrossBlocksComeBackAsTheyWere() {
        TextStore store = new TextStore(1);
        Random random = new Random(1);
        String[] texts = new String[12];
        for (int i = 0; i < texts.length; i++) {
            StringBuilder text = new StringBuilder();
            while (text.length() < 50_000) {
                text.append(random.nextInt());
            }
            texts[i] = text.toString();
            set(store, store.addRow(), 0, texts[i]);
        }
        TextStore restored = (TextStore) store.saved().restored();
        for (int i = 0; i < texts.length; i++) {
            assertThat(store.get(i, 0)).isEqualTo(texts[i]);
            assertThat(restored.get(i, 0)).isEqualTo(texts[i]);
        }
    }

    @Test
    void aTextLargerThanAnyBlockHasOneOfItsOwn() {
        TextStore store = new TextStore(1);
        String large = "x".repeat(5 << 20);
        set(store, store.addRow(), 0, large);
        set(store, store.addRow(), 0, "small");
        assertThat(store.get(0, 0)).isEqualTo(large);
        assertThat(store.get(1, 0)).isEqualTo("small");
    }

    @Test
    void aRestoredStoreGrowsOn() {
        TextStore store = new TextStore(1);
        set(store, store.addRow(), 0, "one");
        TextStore restored = (TextStore) store.saved().restored();
        set(restored, restored.addRow(), 0, "two");
        assertThat(restored.get(0, 0)).isEqualTo("one");
        assertThat(restored.get(1, 0)).isEqualTo("two");
    }
}
