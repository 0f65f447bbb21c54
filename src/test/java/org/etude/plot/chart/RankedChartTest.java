// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.stream.IntStream;
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

    /** Times add up; the longest queues and mean delays of 14 ranks do not. */
    @Test
    void whatIsNotASumIsNotSummedOverTheOthers() {
        int[] ranks = IntStream.range(0, 14).toArray();
        double[] values = IntStream.range(0, 14).mapToDouble(i -> 20 - i).toArray();
        Table queues = Table.create(
                "launch_queues",
                IntColumn.create("rank", ranks),
                IntColumn.create("stream", new int[14]),
                DoubleColumn.create("max_launches", values));
        assertThat(QuestionFigures.ofAnswer(queues).plotlyJson())
                .contains("\"rank 11, stream 0\",\"largest of 2 others\"]")
                .contains("\"y\":[20,19,18,17,16,15,14,13,12,11,10,9,8]");
        Table kernels =
                Table.create("kernels", IntColumn.create("rank", ranks), DoubleColumn.create("total_us", values));
        assertThat(RankedChart.of("T", kernels, "", "total_us", "rank").plotlyJson())
                .contains("\"rank 11\",\"2 others\"]")
                .contains("\"y\":[20,19,18,17,16,15,14,13,12,11,10,9,15]");
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
