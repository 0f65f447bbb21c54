// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Locale;
import org.etude.plot.model.PlotException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.LongColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

class ColumnsTest {
    private static final Table TABLE = Table.create(
            "t",
            IntColumn.create("rank", new Integer[] {12_345, null, -7}),
            LongColumn.create("size_bytes", 9_007_199_254_740_993L, 0L, -1L),
            DoubleColumn.create("step_ms", 1234.5, Double.NaN, -0.0),
            StringColumn.create("name", "训练", "", "a\"b"));

    /** Names of bars and lines read from numbers: all digits, no blanks or commas, in every language. */
    @ParameterizedTest
    @ValueSource(strings = {"en-US", "de-DE", "tr-TR", "ar-EG-u-nu-arab", "hi-IN-u-nu-deva"})
    void textsAreThoseOfTheTable(String language) {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag(language));
        try {
            assertThat(Columns.texts(TABLE, "rank")).containsExactly("12345", "", "-7");
            assertThat(Columns.texts(TABLE, "size_bytes")).containsExactly("9007199254740993", "0", "-1");
            assertThat(Columns.texts(TABLE, "step_ms")).containsExactly("1234.5", "", "0");
            assertThat(Columns.texts(TABLE, "name")).containsExactly("训练", "", "a\"b");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void missingNumbersAreNotZero() {
        assertThat(Columns.scaled(TABLE, "rank", 2)).containsExactly(24_690, Double.NaN, -14);
        assertThat(Columns.scaled(TABLE, "step_ms", 1e3)).containsExactly(1_234_500, Double.NaN, -0.0);
        assertThat(Columns.scaled(TABLE.emptyCopy(), "rank", 1)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "step_ms, step (ms)",
        "start_ns, start (ns)",
        "total_us, total (\u00b5s)",
        "bus_bandwidth_gbps, bus bandwidth (Gbit/s)",
        "size_mb, size (MB)",
        "error_frac, error (fraction)",
        "memory_kib, memory (KiB)",
        "exposed_comm_ms, exposed comm (ms)",
        "ranks, ranks",
        "ms, ms",
        "_ms, ' ms'",
        "step_, 'step '",
        "mean_links, mean links"
    })
    void labelsStateTheUnit(String column, String label) {
        assertThat(Columns.label(column)).isEqualTo(label);
    }

    @Test
    void otherColumnsAreNamed() {
        assertThatThrownBy(() -> Columns.scaled(TABLE, "name", 1))
                .isInstanceOf(PlotException.class)
                .hasMessageContaining("column \"name\" of table \"t\" does not contain numbers");
        assertThatThrownBy(() -> Columns.texts(TABLE, "Rank2"))
                .isInstanceOf(PlotException.class)
                .hasMessageContaining("table \"t\" has no column \"Rank2\"")
                .hasMessageContaining("[rank, size_bytes, step_ms, name]");
    }
}
