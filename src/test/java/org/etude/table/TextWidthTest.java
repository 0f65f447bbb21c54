// SPDX-License-Identifier: Apache-2.0
package org.etude.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

/** Tables on a terminal, where signs take none, one or two columns. */
class TextWidthTest {
    @ParameterizedTest
    @CsvSource({
        "'', 0",
        "abc, 3",
        "\u00e9t\u00fcde, 5",
        "\u8bad\u7ec3, 4",
        "\uac00\ub098, 4",
        "\u3042\uff21, 4",
        "e\u0301, 1",
        "\uD83D\uDE00!, 3",
        "a\u200bb, 2",
        "\u0416\u03b1\u05d0\u0627, 4",
        "\uD869\uDED6, 2",
        "\u2713\u00b7\u2026, 3"
    })
    void columnsOfSigns(String text, int columns) {
        assertThat(TextWidth.of(text)).isEqualTo(columns);
    }

    @ParameterizedTest
    @CsvSource({
        "abc, 2, 2",
        "abc, 9, 3",
        "abc, 0, 0",
        "abc, -1, 0",
        "\u8bad\u7ec3, 3, 1",
        "\u8bad\u7ec3, 4, 2",
        "\u8bad, 1, 0",
        "\uD83D\uDE00x, 2, 2",
        "\uD83D\uDE00x, 1, 0",
        "e\u0301x, 1, 2"
    })
    void beginningsDivideNoSign(String text, int columns, int chars) {
        assertThat(TextWidth.chars(text, columns)).isEqualTo(chars);
    }

    @Test
    void columnsStandBelowEachOther() {
        Table table = Table.create(
                "t",
                StringColumn.create("place", "\u8bad\u7ec3/a", "b", "\uD83D\uDE00"),
                IntColumn.create("n", 1, 23, 4));
        assertThat(TableText.of(table, 0))
                .isEqualTo(" place    n\n \u8bad\u7ec3/a   1\n b       23\n \uD83D\uDE00       4\n");
    }

    /** A name is cut, and nothing is left of the sign that does not fit. */
    @Test
    void cutNamesEndInWholeSigns() {
        String name = "a" + "\uD83D\uDE00".repeat(40);
        Table table = Table.create("t", StringColumn.create("name", name), IntColumn.create("n", new int[] {7}));
        assertThat(TableText.of(table, 0)).contains("a" + "\uD83D\uDE00".repeat(28) + "...  7\n");
    }

    @Test
    void aSignWiderThanTheLineStandsAlone() {
        assertThat(TextWrap.lines("\u8bad\u7ec3 a", 1)).containsExactly("\u8bad", "\u7ec3", "a");
        assertThat(TextWrap.lines("\u8bad\u7ec3\u6570", 5)).containsExactly("\u8bad\u7ec3", "\u6570");
        assertThat(TextWrap.lines("x \u8bad\u7ec3", 5)).containsExactly("x", "\u8bad\u7ec3");
    }

    /** Of any text: no line is too wide, none begins or ends within a sign, and nothing is lost. */
    @Property(tries = 300)
    void wrappedTextIsWhole(
            @ForAll @StringLength(max = 80) @Chars({'a', 'b', ' ', '-', '\u8bad', '\u7ec3', '\u0301', '\u00e9'})
                    String text,
            @ForAll @IntRange(min = 2, max = 40) int width) {
        String signs = text.replace("-", "\uD83D\uDE00");
        List<String> lines = TextWrap.lines(signs, width);
        assertThat(lines).isNotEmpty().allSatisfy(line -> {
            assertThat(TextWidth.of(line)).isLessThanOrEqualTo(width);
            assertThat(line.codePoints().filter(c -> c >= 0xD800 && c < 0xE000)).isEmpty();
        });
        assertThat(String.join("", lines).replace(" ", "")).isEqualTo(signs.replace(" ", ""));
    }
}
