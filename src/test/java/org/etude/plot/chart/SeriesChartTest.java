// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.etude.plot.figure.Figure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.LongColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

class SeriesChartTest {
    private static Map<?, ?> x(Figure figure) {
        return (Map<?, ?>) ((Map<?, ?>) figure.plotly().get("layout")).get("xaxis");
    }

    private static List<Map<?, ?>> lines(Figure figure) {
        return ((List<?>) figure.plotly().get("data"))
                .stream()
                        .<Map<?, ?>>map(trace -> (Map<?, ?>) trace)
                        .filter(trace -> "lines".equals(trace.get("mode")))
                        .toList();
    }

    private static Figure lines(String series, double... xs) {
        double[] ys = new double[xs.length];
        String[] names = new String[xs.length];
        for (int i = 0; i < xs.length; i++) {
            ys[i] = 10 + i;
            names[i] = i % 2 == 0 ? "even" : "odd";
        }
        Table table = Table.create(
                "t",
                DoubleColumn.create("size_bytes", xs),
                DoubleColumn.create("step_ms", ys),
                StringColumn.create("kind", names));
        return SeriesChart.lines("T", table, "size_bytes", "step_ms", series);
    }

    /** A logarithmic axis has no place for zero: it would leave out the run without loss, with which all others are compared. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 2 4 8        | log",
                "1 2 4 7.9      | linear",
                "0 1 2 4 8      | linear",
                "-1 1 8         | linear",
                "5              | linear",
                "NaN 1 8        | log",
                "1e-3 1e-2 0.1  | log",
                "NaN            | linear"
            })
    void theAxisIsLogarithmicWhereThatShowsAllValues(String values, String type) {
        double[] xs = Arrays.stream(values.split(" "))
                .mapToDouble(Double::parseDouble)
                .toArray();
        Object shown = x(lines("", xs)).get("type");
        assertThat(shown == null ? "linear" : shown).isEqualTo(type);
    }

    /** 1, 2, 4, 8 are marked as such; where one value is no power of two, decades are. A missing value decides nothing. */
    @Test
    void powersOfTwoAreMarked() {
        assertThat((List<Object>) x(lines("", 1, 2, 4, 8)).get("ticktext")).isEqualTo(List.of("1", "2", "4", "8"));
        assertThat(x(lines("", Double.NaN, 1, 2, 4, 8)).get("ticktext")).isEqualTo(List.of("1", "2", "4", "8"));
        assertThat(x(lines("", 1, 3, 4, 8)).get("ticktext")).isNotEqualTo(List.of("1", "2", "4", "8"));
    }

    @Test
    void eachSeriesIsALineInTheOrderOfItsX() {
        Figure figure = lines("kind", 8, 5, 2, 6, 4);
        assertThat(lines(figure)).hasSize(2);
        assertThat(lines(figure).get(0).get("name")).isEqualTo("even");
        assertThat(lines(figure).get(0).get("x")).isEqualTo(List.of(2L, 4L, 8L));
        assertThat(lines(figure).get(0).get("y")).isEqualTo(List.of(12L, 14L, 10L));
        assertThat(lines(figure).get(1).get("name")).isEqualTo("odd");
        assertThat(lines(figure).get(1).get("x")).isEqualTo(List.of(5L, 6L));
        assertThat(((Map<?, ?>) x(figure).get("title")).get("text")).isEqualTo("size (bytes)");
    }

    /** Bars of a sweep are named by what differs between its runs, and have the unit of the longest. */
    @Test
    void aSweepsBarsAreNamedByWhatDiffers() {
        Table sweep = Table.create(
                "sweep",
                StringColumn.create("topology", "ring:4", "ring:8"),
                StringColumn.create("scale", "", ""),
                StringColumn.create("variant", "", "fast"),
                DoubleColumn.create("step_ms", 0.5, 1.5));
        Figure figure = SeriesChart.sweep("Sweep", sweep);
        assertThat(x(figure).get("ticktext")).isEqualTo(List.of("ring:4", "ring:8, fast"));
        Map<?, ?> bars = (Map<?, ?>) ((List<?>) figure.plotly().get("data")).get(0);
        // 1.5 ms are below two of ms, so that the axis counts us.
        assertThat(bars.get("y")).isEqualTo(List.of(500L, 1500L));
    }

    /** The network names the bars of a sweep even where it is the same in all runs: a bar without a name says nothing. */
    @Test
    void theNetworkIsAlwaysNamed() {
        Table sweep = Table.create(
                "sweep",
                StringColumn.create("topology", "ring:4", "ring:4"),
                StringColumn.create("scale", "", ""),
                StringColumn.create("variant", "slow", "fast"),
                DoubleColumn.create("step_ms", 3, 4));
        assertThat(x(SeriesChart.sweep("Sweep", sweep)).get("ticktext"))
                .isEqualTo(List.of("ring:4, slow", "ring:4, fast"));
    }

    /** A barrier moves no bytes: its row, of 0 Gbit/s at 0 bytes, would turn the axis of sizes into a linear one. */
    @Test
    void barriersAreNoPointOfABandwidthFigure() {
        Table bandwidth = Table.create(
                "bandwidth",
                StringColumn.create("type", "all_reduce", "barrier", "all_reduce"),
                LongColumn.create("size_bytes", 1024L, 0L, 16384L),
                DoubleColumn.create("busbw_gbps", 3, 0, 40));
        Figure figure = QuestionFigures.BANDWIDTH.of(bandwidth);
        assertThat(x(figure).get("type")).isEqualTo("log");
        assertThat(lines(figure)).hasSize(1);
        assertThat(lines(figure).get(0).get("x")).isEqualTo(List.of(1024L, 16384L));
    }
}
