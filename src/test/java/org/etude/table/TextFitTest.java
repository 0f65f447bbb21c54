// SPDX-License-Identifier: Apache-2.0
package org.etude.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.columns.Column;

/**
 * {@link TextFit} and {@link TextColumn}: how wide the columns of a table are on a line, and which are left out. A line has one blank
 * before its first column and two before each other one.
 */
class TextFitTest {
    private static TextColumn column(Column<?> column) {
        return TextColumn.of(column, column.size());
    }

    private static TextColumn text(String name, int characters) {
        return column(StringColumn.create(name, "x".repeat(characters)));
    }

    private static TextColumn number(String name, int value) {
        return column(IntColumn.create(name, new int[] {value}));
    }

    private static String fit(int width, TextColumn... columns) {
        List<TextColumn> kept = new ArrayList<>(List.of(columns));
        List<TextColumn> left = TextFit.fit(kept, width);
        return names(kept, true) + " without " + names(left, false);
    }

    private static List<String> names(List<TextColumn> columns, boolean widths) {
        return columns.stream()
                .map(column -> column.name() + (widths ? " " + column.width() : ""))
                .toList();
    }

    @Test
    void lineOfAnyWidthShowsTextsUpTo60Characters() {
        assertThat(fit(0, text("what", 61), text("why", 60), text("h".repeat(70), 65), number("n", 1_234_567)))
                .isEqualTo("[what 60, why 60, " + "h".repeat(70) + " 70, n 9] without []");
    }

    /** 30 + 24 + 3 blanks: of 57 characters 50 are there; the wider one is broken first, then the first of equals. */
    @ParameterizedTest
    @CsvSource({
        "57, '[a 30, b 24] without []'",
        "56, '[a 29, b 24] without []'",
        "51, '[a 24, b 24] without []'",
        "50, '[a 23, b 24] without []'",
        "49, '[a 23, b 23] without []'",
        "35, '[a 16, b 16] without []'",
        "20, '[a 16, b 16] without []'"
    })
    void theWidestTextIsBrokenFirst(int width, String fitted) {
        assertThat(fit(width, text("a", 30), text("b", 24))).isEqualTo(fitted);
    }

    /**
     * Widths 16 at least, 9, 4, 2 and 3: with 9 blanks 43. First the column of zeros goes, then numbers from the right; the first
     * column always stays.
     */
    @ParameterizedTest
    @CsvSource({
        "43, '[what 16, x 9, zero 4, y 2, z 3] without []'",
        "42, '[what 20, x 9, y 2, z 3] without [zero]'",
        "37, '[what 16, x 9, y 2, z 3] without [zero]'",
        "36, '[what 20, x 9, y 2] without [zero, z]'",
        "32, '[what 16, x 9, y 2] without [zero, z]'",
        "31, '[what 19, x 9] without [zero, y, z]'",
        "27, '[what 20] without [x, zero, y, z]'",
        "5, '[what 16] without [x, zero, y, z]'"
    })
    void columnsThatSayLeastAreLeftOutFirst(int width, String fitted) {
        assertThat(fit(
                        width,
                        text("what", 20),
                        number("x", 1_234_567),
                        number("zero", 0),
                        number("y", 12),
                        number("z", 123)))
                .isEqualTo(fitted);
    }

    @Test
    void figuresOfAnotherSimulatorGoFirst() {
        assertThat(fit(36, text("what", 16), number("zero", 0), number("astra_sim_ns", 7)))
                .as("before a column of zeros")
                .isEqualTo("[what 16, zero 4] without [astra_sim_ns]");
    }

    /** Only where there are no numbers, and of the short ones the first. */
    @Test
    void shortTextsGoLast() {
        assertThat(fit(10, text("a", 3), text("b", 5), text("c", 4), text("d", 20)))
                .isEqualTo("[a 3, d 16] without [b, c]");
        assertThat(fit(12, text("a", 3), text("b", 5), number("n", 1))).isEqualTo("[a 3, b 5] without [n]");
    }

    @Test
    void aColumnSaysSomethingIfACellIsNeitherEmptyNorZero() {
        assertThat(number("n", 0).isTelling()).isFalse();
        assertThat(number("n", -1).isTelling()).isTrue();
        assertThat(text("t", 0).isTelling()).isFalse();
        assertThat(column(DoubleColumn.create("d", new double[] {0, Double.NaN}))
                        .isTelling())
                .isFalse();
        assertThat(TextColumn.of(IntColumn.create("n", new int[] {0, 5}), 1).isTelling())
                .as("only the rows shown count")
                .isFalse();
        assertThat(TextColumn.of(IntColumn.create("n", 0), 0).isTelling())
                .as("no rows")
                .isTrue();
    }

    @Test
    void decimalsHaveThreePlacesAndGroups() {
        TextColumn column = column(DoubleColumn.create(
                "ms", new double[] {1234.5, 2, -0.0004, Double.NaN, Double.POSITIVE_INFINITY, 1234567.8912}));
        List<String> cells = new ArrayList<>();
        for (int line = 0; line <= 6; line++) {
            cells.addAll(column.lines(line));
        }
        assertThat(cells).containsExactly("ms", "1,234.500", "2.000", "0.000", "", "Infinity", "1,234,567.891");
        assertThat(column.natural()).isEqualTo(13);
        assertThat(column.padded("2.000")).as("numbers to the right").isEqualTo("        2.000");
    }

    @Test
    void aTextIsBrokenAndANameIsCut() {
        TextColumn text = column(StringColumn.create("what", "one two\nthree"));
        text.width(7);
        assertThat(text.lines(1)).containsExactly("one two", "three");
        assertThat(text.padded("three")).isEqualTo("three  ");
        TextColumn name = column(StringColumn.create("name", "ncclDevKernel"));
        name.width(8);
        assertThat(name.lines(1)).containsExactly("ncclD...");
    }

    @Test
    void theHeaderStaysWhole() {
        assertThat(text("a header of many characters", 40).narrowest(16)).isEqualTo(27);
        assertThat(text("what", 40).narrowest(16)).isEqualTo(16);
        assertThat(text("what", 10).narrowest(16)).isEqualTo(10);
        assertThat(number("n", 1_000_000).narrowest(2)).as("numbers too").isEqualTo(9);
    }
}
