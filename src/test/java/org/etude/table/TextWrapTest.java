// SPDX-License-Identifier: Apache-2.0
package org.etude.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class TextWrapTest {
    @Test
    void breaksAtBlanksAndInsideAWordThatIsTooWide() {
        assertThat(TextWrap.lines("one two three", 7)).containsExactly("one two", "three");
        assertThat(TextWrap.lines("one two three", 8)).containsExactly("one two", "three");
        assertThat(TextWrap.lines("one two three", 13)).containsExactly("one two three");
        assertThat(TextWrap.lines("a abcdefgh b", 3)).containsExactly("a", "abc", "def", "gh", "b");
        assertThat(TextWrap.lines("abcdef", 3)).containsExactly("abc", "def");
        assertThat(TextWrap.lines("a\nb\tc", 9)).containsExactly("a b c");
        assertThat(TextWrap.lines("", 5)).containsExactly("");
    }

    /** A terminal obeys them; names of kernels and files may hold any. */
    @Test
    void controlCharactersCountAsBlanks() {
        assertThat(TextWrap.lines("a\u001b[2Jb\u0007c\u009bd\r\ne", 20)).containsExactly("a [2Jb c d  e");
        assertThat(TextWrap.oneLine("k\u001b]0;x\u0007 \u8bad")).isEqualTo("k ]0;x  \u8bad");
    }

    @Test
    void aWidthOfNothingIsRefused() {
        assertThatThrownBy(() -> TextWrap.lines("a", 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the width is 0; give at least 1");
    }

    @Property(tries = 300)
    void noLineIsWiderAndNoLetterIsLost(
            @ForAll @StringLength(max = 60) @CharRange(from = 'a', to = 'c') @Chars(' ') String text,
            @ForAll @IntRange(min = 1, max = 12) int width) {
        assertThat(TextWrap.lines(text, width)).isNotEmpty().allMatch(line -> line.length() <= width);
        assertThat(String.join("", TextWrap.lines(text, width)).replace(" ", ""))
                .isEqualTo(text.replace(" ", ""));
    }
}
