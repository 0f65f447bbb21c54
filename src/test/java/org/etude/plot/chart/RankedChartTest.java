// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.etude.plot.figure.Figure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.LongColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

class RankedChartTest {
    /** GPU work of a graph has no operator, and its bar says so. */
    @Test
    void aMissingNameIsSaid() {
        Table table = Table.create(
                "operators",
                StringColumn.create("operator", "aten::mm", "", "aten::mm"),
                StringColumn.create("category", "compute", "compute", "compute"),
                DoubleColumn.create("total_us", 1, 9, 2));
        Figure figure = RankedChart.of("GPU time by operator", table, "category", "total_us", "operator");
        assertThat(figure.plotlyJson()).contains("\"no operator\"").contains("\"aten::mm\"");
    }

    /** 163,000 us are read with less effort as 163 ms; other units stay those of the column. */
    @ParameterizedTest
    @CsvSource({
        "total_us, 163000, total (ms), 163",
        "total_us, 12, total (\\u00B5s), 12",
        "delay_us, 7000000, delay (s), 7",
        "size_bytes, 163000, size (bytes), 163000",
        "count, 163000, count, 163000"
    })
    void timesHaveTheUnitOfTheTallestBar(String column, double value, String label, String shown) {
        Table table = Table.create("t", StringColumn.create("name", "a"), DoubleColumn.create(column, value));
        assertThat(RankedChart.of("T", table, "", column, "name").plotlyJson())
                .contains("\"text\":\"" + label + "\"")
                .contains("\"y\":[" + shown + "]");
    }

    /** The numbers of ranks and streams in labels are those of the table, in every language. */
    @Test
    void labelsHaveAsciiDigitsEverywhere() {
        Table table = Table.create(
                "idle",
                IntColumn.create("rank", new int[] {1234, 7}),
                LongColumn.create("stream_id", 20_007L, 8L),
                DoubleColumn.create("total_us", 2, 1));
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
        try {
            assertThat(RankedChart.of("T", table, "", "total_us", "rank", "stream_id")
                            .plotlyJson())
                    .contains("[\"rank 1234, stream 20007\",\"rank 7, stream 8\"]");
        } finally {
            Locale.setDefault(before);
        }
    }
}
