// SPDX-License-Identifier: Apache-2.0
package org.etude.table;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

/** Rows that differ in their rank alone become one for people. */
class RankGroupsTest {
    @Test
    void equalRanksShareARow() {
        Table table = Table.create(
                "t",
                IntColumn.create("rank", 0, 1, 2, 3, 5),
                StringColumn.create("place", "a", "b", "c", "c", "c"),
                DoubleColumn.create("wall_ms", 1.00004, 1.00001, 2, 1.0, 1.0));
        assertThat(TableCsv.text(RankGroups.of(table, "place"))).isEqualTo("""
                        rank,place,wall_ms
                        "0-1, 3, 5",a and 2 more,1.00004
                        2,c,2
                        """);
    }

    @Test
    void aTableWithoutEqualRanksStaysWhatItIs() {
        Table table = Table.create("t", IntColumn.create("rank", 0, 1), DoubleColumn.create("wall_ms", 1, 2));
        assertThat(RankGroups.of(table)).isSameAs(table);
        Table none = Table.create("t", StringColumn.create("what", "x", "x"));
        assertThat(RankGroups.of(none)).isSameAs(none);
    }

    /** A thousand times these are beyond 64 bits; what rounds to -0 is 0. */
    @Test
    void largeNumbersStayApartAndZeroesTogether() {
        Table large = Table.create("t", IntColumn.create("rank", 0, 1), DoubleColumn.create("bytes", 1e17, 2e17));
        assertThat(RankGroups.of(large)).isSameAs(large);
        Table zero = Table.create("t", IntColumn.create("rank", 0, 1), DoubleColumn.create("ms", 0.0001, -0.0001));
        assertThat(RankGroups.of(zero).stringColumn("rank").asList()).containsExactly("0-1");
    }

    @Test
    void aFindingOfAllRanksIsNotOneOfRankZero() {
        IntColumn rank = IntColumn.create("rank", 0, 9, 1, 9);
        rank.setMissing(1);
        rank.setMissing(3);
        Table table = Table.create("t", rank, StringColumn.create("what", "x", "x", "x", "x"));
        assertThat(RankGroups.of(table).stringColumn("rank").asList()).containsExactly("0-1", "");
        Table two = table.first(2);
        assertThat(RankGroups.of(two)).isSameAs(two);
    }
}
