// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.display;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.LongColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

class TableGridTest {
    @Test
    void unitsComeFromTheEndsOfNames() {
        Grid grid = new TableGrid(Table.create(
                "t",
                DoubleColumn.create("wall_ms", 1),
                DoubleColumn.create("busy_frac", 1),
                DoubleColumn.create("ms", 1),
                DoubleColumn.create("rate_per_s", 1),
                StringColumn.create("name_ms", "x")));
        assertThat(grid.heads()).extracting(Grid.Head::unit).containsExactly("ms", "frac", "", "", "");
        assertThat(grid.heads()).extracting(Grid.Head::number).containsExactly(true, true, true, true, false);
        assertThat(grid.heads())
                .extracting(Grid.Head::type)
                .startsWith("double")
                .endsWith("string");
        assertThat(grid.name()).isEqualTo("t");
        assertThat(grid.rows()).isEqualTo(1);
    }

    /** 25.7 GB is read more easily than 25,700,000,000; the largest value chooses for its column. */
    @Test
    void bytesHaveTheUnitOfTheLargest() {
        Grid grid = new TableGrid(Table.create(
                "t",
                LongColumn.create("bytes", 25_700_000_000L, 1_000_000),
                LongColumn.create("sent_bytes", 99_999L, 12),
                LongColumn.create("kept_bytes", 100_000L, 0)));
        assertThat(grid.heads()).extracting(Grid.Head::unit).containsExactly("GB", "bytes", "kB");
        assertThat(List.of(grid.cell(0, 0), grid.cell(1, 0))).containsExactly("25.700", "0.001");
        assertThat(List.of(grid.cell(0, 1), grid.cell(1, 1))).containsExactly("99,999", "12");
        assertThat(List.of(grid.cell(0, 2), grid.cell(1, 2))).containsExactly("100", "0");
    }

    @Test
    void wholeNumbersAreExactAndMissingOnesEmpty() {
        LongColumn ids = LongColumn.create("id", Long.MAX_VALUE - 1, 0);
        ids.setMissing(1);
        DoubleColumn times = DoubleColumn.create("t_us", 0.25, 1234.5);
        Grid grid = new TableGrid(Table.create("t", ids, times));
        assertThat(grid.cell(0, 0)).isEqualTo("9,223,372,036,854,775,806");
        assertThat(grid.cell(1, 0)).isEmpty();
        assertThat(List.of(grid.cell(0, 1), grid.cell(1, 1))).containsExactly("0.250", "1,234.500");
    }
}
