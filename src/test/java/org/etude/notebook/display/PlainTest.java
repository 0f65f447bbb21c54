// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.display;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

class PlainTest {
    @Test
    void valuesSayTheirOwnText() {
        assertThat(Plain.of(null)).isEqualTo("null");
        assertThat(Plain.of(3)).isEqualTo("3");
        assertThat(Plain.of(new int[] {1, 2})).isEqualTo("[1, 2]");
        assertThat(Plain.of(new double[0])).isEqualTo("[]");
        assertThat(Plain.of(new Object[] {"a", new int[] {1}})).isEqualTo("[a, [1]]");
    }

    @Test
    void aTextThatFailsIsSaidAndACancelledOneIsCancelled() {
        Object broken = new Object() {
            @Override
            public String toString() {
                throw new IllegalStateException("no");
            }
        };
        assertThat(Plain.of(broken))
                .isEqualTo(
                        broken.getClass().getName() + " (its toString() failed: java.lang.IllegalStateException: no)");
        Object cancelled = new Object() {
            @Override
            public String toString() {
                throw new CancellationException();
            }
        };
        assertThatThrownBy(() -> Plain.of(cancelled)).isInstanceOf(CancellationException.class);
    }

    @Test
    void longTextsAreCutAndSaySo() {
        assertThat(Plain.cut("abcdef", 6)).isEqualTo("abcdef");
        assertThat(Plain.cut("abcdef", 5))
                .isEqualTo("abcde" + System.lineSeparator() + "... truncated: 1 of 6 characters are not shown");
        assertThat(Plain.cut("x".repeat(5000), 1000))
                .endsWith("... truncated: 4,000 of 5,000 characters are not shown");
        assertThat(Plain.of("x".repeat(Plain.LONGEST))).hasSize(Plain.LONGEST);
        assertThat(Plain.of(new byte[200_000])).endsWith("characters are not shown");
    }

    /** A character beyond the first 65,536 is two chars in Java. */
    @Test
    void noCharacterIsCutInHalf() {
        assertThat(Plain.cut("ab\uD83D\uDE00c", 3)).startsWith("ab" + System.lineSeparator());
        assertThat(Plain.cut("ab\uD83D\uDE00c", 4)).startsWith("ab\uD83D\uDE00" + System.lineSeparator());
        String cell = "x".repeat(299) + "\uD83D\uDE00";
        assertThat(Plain.brief(cell)).isEqualTo("x".repeat(299) + "\u2026");
    }

    @Test
    void cellsAreCutAtThreeHundred() {
        assertThat(Plain.brief("x".repeat(300))).isEqualTo("x".repeat(300));
        assertThat(Plain.brief("x".repeat(301))).isEqualTo("x".repeat(300) + "\u2026");
    }
}
