// SPDX-License-Identifier: Apache-2.0
package org.etude.table.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.columns.strings.DictionaryMap;

/** A text column that was filled through {@link TextCells} is the one that appending to it makes. */
class TextCellsTest {
    @Property(tries = 200)
    void equalsAppendingCellByCell(
            @ForAll long seed,
            @ForAll @IntRange(max = 700) int cells,
            @ForAll @IntRange(min = 1, max = 400) int texts,
            @ForAll @IntRange(max = 50) int room) {
        Random random = new Random(seed);
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < cells; i++) {
            int text = random.nextInt(texts);
            // Other objects of equal content; null and "" are missing.
            rows.add(text == 0 ? random.nextBoolean() ? null : "" : new String("text " + text));
        }
        check(rows, room);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 253, 254, 255, 256, 300, 40_000})
    void keysRunOutWhereTablesawsDo(int texts) {
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < texts; i++) {
            rows.add("text " + i);
        }
        rows.add("");
        rows.add("text 0");
        check(rows, 0);
    }

    private static void check(List<String> rows, int room) {
        StringColumn plain = StringColumn.create("column");
        TextCells cells = new TextCells("column", room);
        for (String row : rows) {
            plain.append(row == null ? "" : row);
            cells.append(row);
        }
        StringColumn column = cells.column();
        same(column, plain);
        assertThat(column.sorted(String::compareTo).asList())
                .isEqualTo(plain.sorted(String::compareTo).asList());
        // What comes later is numbered in the same way, and the dictionary grows at the same text.
        for (int i = 0; i < 300; i++) {
            column.append("later " + i);
            plain.append("later " + i);
        }
        same(column, plain);
    }

    private static void same(StringColumn column, StringColumn plain) {
        assertThat(column.name()).isEqualTo(plain.name());
        assertThat(column.asList()).isEqualTo(plain.asList());
        assertThat(column.countUnique()).isEqualTo(plain.countUnique());
        assertThat(column.countMissing()).isEqualTo(plain.countMissing());
        DictionaryMap dictionary = column.getDictionary();
        DictionaryMap expected = plain.getDictionary();
        assertThat(dictionary).isInstanceOf(expected.getClass());
        assertThat(dictionary.nextKeyWithoutIncrementing()).isEqualTo(expected.nextKeyWithoutIncrementing());
        assertThat(dictionary.asSet()).isEqualTo(expected.asSet());
        for (int row = 0; row < plain.size(); row += 7) {
            assertThat(dictionary.getKeyAtIndex(row)).isEqualTo(expected.getKeyAtIndex(row));
            assertThat(dictionary.countOccurrences(plain.get(row)))
                    .isEqualTo(expected.countOccurrences(plain.get(row)));
        }
        if (!plain.isEmpty()) {
            assertThat(column.countByCategory().toString())
                    .isEqualTo(plain.countByCategory().toString());
        }
    }
}
