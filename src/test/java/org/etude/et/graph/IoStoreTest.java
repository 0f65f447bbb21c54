// SPDX-License-Identifier: Apache-2.0
package org.etude.et.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class IoStoreTest {
    private final IoStore store = new IoStore();

    private long add(String text) {
        byte[] bytes = ('<' + text + '>').getBytes(StandardCharsets.UTF_8);
        return store.add(bytes, 1, bytes.length - 2);
    }

    private String text(long reference) {
        return new String(
                store.segment(reference), store.start(reference), store.length(reference), StandardCharsets.UTF_8);
    }

    @Test
    void bytesAreFoundByTheirReference() {
        long one = add("[1, 2]");
        long none = add("");
        long other = add("[1, 3]");
        assertThat(one).isNotZero();
        assertThat(none).isNotZero();
        assertThat(text(one)).isEqualTo("[1, 2]");
        assertThat(text(none)).isEmpty();
        assertThat(text(other)).isEqualTo("[1, 3]");
    }

    @Test
    void equalBytesAreStoredOnce() {
        long one = add("[1, 2]");
        assertThat(add("[1, 3]")).isNotEqualTo(one);
        assertThat(add("[1, 2]")).isEqualTo(one);
    }

    /** "Aa" and "BB" have one hash. */
    @Test
    void bytesOfOneHashAreToldApart() {
        long one = add("Aa");
        long other = add("BB");
        assertThat(other).isNotEqualTo(one);
        assertThat(text(one)).isEqualTo("Aa");
        assertThat(text(other)).isEqualTo("BB");
    }

    /** Among these pairs of a text and a longer one, some share a slot of the recent ones. */
    @Test
    void aLongerTextIsNotTakenForItsBeginning() {
        for (int i = 0; i < 20_000; i++) {
            add("text " + i + "0");
            assertThat(text(add("text " + i))).isEqualTo("text " + i);
        }
    }

    /** The first segment has 1,024 bytes, of which a text takes four more than it is long. */
    @Test
    void aSegmentIsFilledToItsEnd() {
        long first = add("a".repeat(1_000 - 4));
        assertThat(store.segment(add("b".repeat(20)))).isSameAs(store.segment(first));
        assertThat(text(add("c"))).isEqualTo("c");
    }

    @Test
    void aTextThatNearlyFitsBeginsASegment() {
        long first = add("a".repeat(1_000 - 4));
        long second = add("b".repeat(21));
        assertThat(store.segment(second)).isNotSameAs(store.segment(first));
        assertThat(text(second)).isEqualTo("b".repeat(21));
    }

    /** The first segment has 1 KiB, each text 300 bytes and its length. */
    @Test
    void aTextIsNotDividedBetweenSegments() {
        long[] all = new long[7];
        for (int i = 0; i < all.length; i++) {
            all[i] = add(Integer.toString(i).repeat(300));
        }
        for (int i = 0; i < all.length; i++) {
            assertThat(text(all[i])).isEqualTo(Integer.toString(i).repeat(300));
        }
        assertThat(store.segment(all[2])).isSameAs(store.segment(all[0])).hasSize(1024);
        assertThat(store.segment(all[3])).isNotSameAs(store.segment(all[0])).hasSize(1 << 20);
        assertThat(store.segment(all[6])).isSameAs(store.segment(all[3]));
    }

    @Test
    void aTextMayBeLongerThanASegment() {
        byte[] bytes = new byte[(1 << 20) + 0x8090];
        Arrays.fill(bytes, (byte) -2);
        add("small");
        long large = store.add(bytes, 0, bytes.length);
        assertThat(store.length(large)).isEqualTo(bytes.length);
        assertThat(store.segment(large)[store.start(large) + bytes.length - 1]).isEqualTo((byte) -2);
        assertThat(text(add("after"))).isEqualTo("after");
    }
}
