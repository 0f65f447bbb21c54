// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class StatePackerTest {
    private final StatePacker packer = new StatePacker();

    private byte[] packed(long... words) {
        packer.pack(words, words.length);
        return packer.packed();
    }

    private static long[] unpacked(byte[] packed, int size) {
        long[] words = new long[size];
        Arrays.fill(words, 12345);
        StatePacker.unpack(packed, words);
        return words;
    }

    @Test
    void differencesAreZigzagVariableLengthIntegers() {
        assertThat(packed()).isEmpty();
        assertThat(packed(1)).containsExactly(2);
        assertThat(packed(-1)).containsExactly(1);
        assertThat(packed(63, -64, 64)).containsExactly(126, 127, 0x80, 1);
        assertThat(packed(Long.MIN_VALUE)).hasSize(10).endsWith(1);
    }

    /** The second four differ from the first by one each; from the third four on all is as expected. */
    @Test
    void aNumberIsExpectedToGrowAsTheFourthBeforeItGrew() {
        long[] words = {9, 8, 7, 6, 10, 9, 8, 7, 11, 10, 9, 8, 12, 11, 10, 9};
        assertThat(packed(words)).containsExactly(18, 16, 14, 12, 2, 2, 2, 2, 0, 8);
    }

    @Test
    void aRunMayBeLongAndEndTheState() {
        long[] zeros = new long[300];
        assertThat(packed(zeros)).containsExactly(0, 0xAC, 2);
        assertThat(unpacked(packed(zeros), 300)).isEqualTo(zeros);
        zeros[150] = 1;
        assertThat(unpacked(packed(zeros), 300)).isEqualTo(zeros);
    }

    @Property(tries = 200)
    void unpackingGivesWhatWasPacked(@ForAll long seed) {
        Random drawn = new Random(seed);
        long[] words = new long[drawn.nextInt(3_000)];
        for (int i = 0; i < words.length; i++) {
            words[i] = switch (drawn.nextInt(8)) {
                case 0 -> drawn.nextLong();
                case 1 -> drawn.nextLong() >> drawn.nextInt(64);
                case 2 -> -1;
                default -> i < 4 ? 0 : words[i - 4] + drawn.nextInt(2);
            };
        }
        byte[] packed = packed(words);
        assertThat(unpacked(packed, words.length)).isEqualTo(words);
        assertThat(packer.isPacked(packed)).isTrue();
        if (words.length > 0) {
            words[drawn.nextInt(words.length)] += 1 + drawn.nextInt(5);
            packer.pack(words, words.length);
            assertThat(packer.isPacked(packed)).isFalse();
        }
    }
}
