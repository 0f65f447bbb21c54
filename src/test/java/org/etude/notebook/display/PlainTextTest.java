// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.display;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

class PlainTextTest {
    @Test
    void valuesSayTheirOwnText() {
        assertThat(PlainText.of(null)).isEqualTo("null");
        assertThat(PlainText.of(3)).isEqualTo("3");
        assertThat(PlainText.of(new Object() {
                    @Override
                    public String toString() {
                        return null;
                    }
                }))
                .isEqualTo("null");
        assertThat(PlainText.of(new int[] {1, 2})).isEqualTo("[1, 2]");
        assertThat(PlainText.of(new double[0])).isEqualTo("[]");
        assertThat(PlainText.of(new Object[] {"a", new int[] {1}})).isEqualTo("[a, [1]]");
    }

    @Test
    void aTextThatFailsIsSaidAndACancelledOneIsCancelled() {
        Object broken = new Object() {
            @Override
            public String toString() {
                throw new IllegalStateException("no");
            }
        };
        assertThat(PlainText.of(broken))
                .isEqualTo(
                        broken.getClass().getName() + " (its toString() failed: java.lang.IllegalStateException: no)");
        Object cancelled = new Object() {
            @Override
            public String toString() {
                throw new CancellationException();
            }
        };
        assertThatThrownBy(() -> PlainText.of(cancelled)).isInstanceOf(CancellationException.class);
    }

    @Test
    void aFailureWhoseMessageFailsIsNamed() {
        RuntimeException mute = new RuntimeException() {
            private static final long serialVersionUID = 1;

            @Override
            public String getMessage() {
                throw new IllegalStateException();
            }
        };
        assertThat(Throwables.plain(mute))
                .isEqualTo(mute.getClass().getName() + ": (its message threw java.lang.IllegalStateException)");
        assertThat(Throwables.plain(new RuntimeException())).isEqualTo("java.lang.RuntimeException");
        assertThat(Throwables.html(mute)).contains("(its message threw java.lang.IllegalStateException)");
    }

    /** A cause that is another one each time, and code of users that fails with an error. */
    @Test
    void causesWithoutAnEndAreCutAndErrorsOfAValueAreSaid() {
        class Endless extends Exception {
            private static final long serialVersionUID = 1;

            @Override
            public synchronized Throwable getCause() {
                return new Endless();
            }

            @Override
            public String getMessage() {
                throw new AssertionError();
            }
        }
        String head = Endless.class.getName() + ": (its message threw java.lang.AssertionError)";
        assertThat(Throwables.plain(new Endless()).lines())
                .hasSize(31)
                .startsWith(head, "caused by " + head)
                .endsWith("... more causes");
        assertThat(Throwables.html(new Endless())).endsWith("<p>... more causes</p>");
        Object broken = new Object() {
            @Override
            public String toString() {
                throw new AssertionError("no");
            }
        };
        assertThat(PlainText.of(broken))
                .isEqualTo(broken.getClass().getName() + " (its toString() failed: java.lang.AssertionError: no)");
    }

    @Test
    void longTextsAreCutAndSaySo() {
        assertThat(PlainText.cut("abcdef", 6)).isEqualTo("abcdef");
        assertThat(PlainText.cut("abcdef", 5))
                .isEqualTo("abcde" + System.lineSeparator() + "... truncated: 1 of 6 characters are not shown");
        assertThat(PlainText.cut("x".repeat(5000), 1000))
                .endsWith("... truncated: 4,000 of 5,000 characters are not shown");
        assertThat(PlainText.of("x".repeat(PlainText.LONGEST))).hasSize(PlainText.LONGEST);
        assertThat(PlainText.of(new byte[200_000])).endsWith("characters are not shown");
    }

    /** A character beyond the first 65,536 is two chars in Java. */
    @Test
    void noCharacterIsCutInHalf() {
        assertThat(PlainText.cut("ab\uD83D\uDE00c", 3)).startsWith("ab" + System.lineSeparator());
        assertThat(PlainText.cut("ab\uD83D\uDE00c", 4)).startsWith("ab\uD83D\uDE00" + System.lineSeparator());
        String cell = "x".repeat(299) + "\uD83D\uDE00";
        assertThat(PlainText.brief(cell)).isEqualTo("x".repeat(299) + "\u2026");
    }

    @Test
    void cellsAreCutAtThreeHundred() {
        assertThat(PlainText.brief("x".repeat(300))).isEqualTo("x".repeat(300));
        assertThat(PlainText.brief("x".repeat(301))).isEqualTo("x".repeat(300) + "\u2026");
    }
}
