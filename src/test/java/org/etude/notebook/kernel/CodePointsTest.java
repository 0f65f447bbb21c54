// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The text has three characters; the one in the middle takes two UTF-16 units. */
class CodePointsTest {
    private static final String TEXT = "a\uD83D\uDE00b";

    @Test
    void charactersBecomeUnitsAndUnitsCharacters() {
        int[] units = {0, 1, 3, 4};
        for (int character = 0; character < units.length; character++) {
            assertThat(CodePoints.toChars(TEXT, character)).isEqualTo(units[character]);
            assertThat(CodePoints.ofChars(TEXT, units[character])).isEqualTo(character);
        }
    }

    /** A cursor may be stale, or -1. */
    @Test
    void cursorsOutsideTheTextAreAtItsEnds() {
        assertThat(CodePoints.toChars(TEXT, 9)).isEqualTo(4);
        assertThat(CodePoints.toChars(TEXT, -1)).isZero();
        assertThat(CodePoints.ofChars(TEXT, 9)).isEqualTo(3);
        assertThat(CodePoints.ofChars(TEXT, -1)).isZero();
    }
}
