// SPDX-License-Identifier: Apache-2.0
package org.etude.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

/** Tables for people, in a terminal of any width. */
class TableTextTest {
    private static final String ADVICE =
            "copy the files of the missing ranks here, or clone a rank by scaling the workload with etude scale";

    @Test
    void aFreeWidthShowsEveryColumnAndWrapsLongTexts() {
        String text = TableText.of(findings(), 0);
        assertThat(words(text)).contains(ADVICE);
        assertThat(text.lines().toList().get(0)).isEqualTo(" level    rank  what" + " ".repeat(13) + "  effect");
    }

    @Test
    void anAdviceIsWrappedAndNeverCut() {
        for (int width : new int[] {60, 80, 120, 200}) {
            String text = TableText.of(findings(), 0, width);
            assertThat(text.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(width));
            assertThat(words(text)).as("%d columns", width).contains(width >= 120 ? ADVICE : "copy");
            assertThat(text).doesNotContain("...");
            Arrays.stream(ADVICE.split(" ")).forEach(word -> assertThat(text).contains(word));
        }
    }

    @Test
    void columnsThatSayLeastAreLeftOutAndNamed() {
        Table table = Table.create(
                "ranks",
                IntColumn.create("rank", 0, 1),
                DoubleColumn.create("wall_ms", 12.5, 13),
                DoubleColumn.create("idle_ms", 0, 0),
                DoubleColumn.create("comm_ms", 1, 2),
                DoubleColumn.create("astra_exposed_ns", 4, 5));
        assertThat(TableText.of(table, 0, 60)).isEqualTo("""
                 rank  wall_ms  idle_ms  comm_ms  astra_exposed_ns
                    0   12.500    0.000    1.000             4.000
                    1   13.000    0.000    2.000             5.000
                """);
        assertThat(TableText.of(table, 0, 36)).isEqualTo("""
                 rank  wall_ms  idle_ms  comm_ms
                    0   12.500    0.000    1.000
                    1   13.000    0.000    2.000
                 (too wide for 36 columns:
                 astra_exposed_ns)
                """);
        assertThat(TableText.of(table, 0, 26)).isEqualTo("""
                 rank  wall_ms  comm_ms
                    0   12.500    1.000
                    1   13.000    2.000
                 (too wide for 26 columns:
                 idle_ms,
                 astra_exposed_ns)
                """);
    }

    @Test
    void manyColumnsThatFindNoPlaceAreCounted() {
        Table wide = Table.create("wide");
        for (int i = 0; i < 3000; i++) {
            wide.addColumns(IntColumn.create("c" + i, 1));
        }
        String text = TableText.of(wide, 0, 80);
        assertThat(text.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
        assertThat(text.lines().count()).isLessThan(8);
        assertThat(text.replaceAll("\\s+", " "))
                .contains("(too wide for 80 columns: c")
                .endsWith(" more) ");
    }

    @Test
    @Timeout(20)
    void allRowsOfALongTableTakeTimeInProportion() {
        int rows = 200_000;
        Table table =
                Table.create("t", IntColumn.create("a", IntStream.range(0, rows).toArray()));
        assertThat(TableText.of(table, 0).lines().count()).isEqualTo(rows + 1L);
    }

    @Property(tries = 200)
    void noWordIsLostAndNoLineTooWide(
            @ForAll @Size(min = 1, max = 4) List<@StringLength(max = 90) @CharRange(from = 'a', to = 'f') String> texts,
            @ForAll @IntRange(min = 40, max = 220) int width) {
        Table table = Table.create(
                "t", IntColumn.create("rank", IntStream.range(0, texts.size()).toArray()));
        table.addColumns(StringColumn.create("what", texts));
        String text = TableText.of(table, 0, width);
        assertThat(text.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(width));
        String letters = text.lines().skip(1).reduce("", String::concat).replaceAll("[^a-f]", "");
        assertThat(letters).isEqualTo(String.join("", texts));
    }

    private static Table findings() {
        return Table.create(
                "findings",
                StringColumn.create("level", "error", "warning"),
                IntColumn.create("rank", 0, 1),
                StringColumn.create("what", "rank 1 is missing", "short"),
                StringColumn.create("effect", ADVICE, ""));
    }

    /** The last column's words in order, whatever the lines. */
    private static String words(String text) {
        int at = text.indexOf("effect");
        return text.lines()
                .skip(1)
                .map(line -> line.length() > at ? line.substring(at).strip() : "")
                .filter(part -> !part.isEmpty())
                .reduce((a, b) -> a + " " + b)
                .orElse("");
    }
}
