// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.etude.plot.figure.Figure;
import org.etude.plot.model.PlotException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

class FitChartTest {
    private static final double[] NONE = {};

    private static Figure fit(double[] x, double[] y, double[] fit, double[] low, double[] high) {
        return FitChart.of("T", "size (bytes)", "time (µs)", x, y, fit, low, high);
    }

    private static List<?> traces(Figure figure) {
        return (List<?>) figure.plotly().get("data");
    }

    private static Map<?, ?> axis(Figure figure, String name) {
        return (Map<?, ?>) ((Map<?, ?>) figure.plotly().get("layout")).get(name);
    }

    /** Samples come in any order; the line and the band go from the smallest x to the largest. */
    @Test
    void theLineGoesFromLeftToRight() {
        Figure figure = fit(
                new double[] {4, 1, 2},
                new double[] {41, 11, 21},
                new double[] {40, 10, 20},
                new double[] {39, 9, 19},
                new double[] {43, 13, 23});
        Map<?, ?> band = (Map<?, ?>) traces(figure).get(0);
        assertThat(band.get("x")).isEqualTo(List.of(1L, 2L, 4L, 4L, 2L, 1L));
        assertThat(band.get("y")).isEqualTo(List.of(9L, 19L, 39L, 43L, 23L, 13L));
        Map<?, ?> line = (Map<?, ?>) traces(figure).get(1);
        assertThat(line.get("x")).isEqualTo(List.of(1L, 2L, 4L));
        assertThat(line.get("y")).isEqualTo(List.of(10L, 20L, 40L));
        assertThat(figure.table().columnNames()).containsExactly("x", "measured", "fit", "low", "high");
    }

    @Test
    void withoutBoundsThereIsNoBand() {
        Figure figure = fit(new double[] {1, 2}, new double[] {1, 2}, new double[] {1, 2}, NONE, NONE);
        assertThat(traces(figure)).hasSize(2);
        assertThat(figure.table().columnNames()).containsExactly("x", "measured", "fit");
    }

    /** Number of values: x, measured, fitted, low, high. */
    @ParameterizedTest
    @CsvSource({
        "3, 2, 3, 0, 0, 2 values where 3 measured values belong",
        "3, 3, 1, 0, 0, 1 value where 3 fitted values belong",
        "3, 3, 4, 0, 0, 4 values where 3 fitted values belong",
        "3, 3, 3, 2, 2, 2 values where 3 lower bounds belong",
        "3, 3, 3, 3, 0, 0 values where 3 upper bounds belong",
        "3, 3, 3, 0, 3, 3 values where 0 upper bounds belong"
    })
    void columnsOfDifferentLengthAreRefused(int x, int y, int fit, int low, int high, String said) {
        assertThatThrownBy(() -> fit(new double[x], new double[y], new double[fit], new double[low], new double[high]))
                .isInstanceOf(PlotException.class)
                .hasMessageContaining(said);
    }

    private static Table residuals(double... measured) {
        double[] fitted = new double[measured.length];
        String[] seen = new String[measured.length];
        String[] samples = new String[measured.length];
        for (int i = 0; i < measured.length; i++) {
            fitted[i] = measured[i];
            seen[i] = i == 1 ? "held_out" : "fitted";
            samples[i] = "s" + i;
        }
        return Table.create(
                "residuals",
                StringColumn.create("sample", samples),
                DoubleColumn.create("measured_us", measured),
                DoubleColumn.create("fitted_us", fitted),
                StringColumn.create("seen", seen));
    }

    /** Times from 1 us to 30 us and more are read on a logarithmic axis, unless one of them is zero. */
    @Test
    void widelySpreadTimesAreOnALogarithmicAxisThatShowsAllOfThem() {
        assertThat(axis(FitChart.residuals("T", residuals(1, 5, 30)), "xaxis").get("type"))
                .isEqualTo("log");
        assertThat(axis(FitChart.residuals("T", residuals(1, 5, 29)), "xaxis").get("type"))
                .isNull();
        assertThat(axis(FitChart.residuals("T", residuals(0, 5, 30)), "xaxis").get("type"))
                .isNull();
    }

    /** One kind of points for what the fit has seen, one for what was held out; the line of equality spans all values. */
    @Test
    void samplesHeldOutArePointsOfTheirOwn() {
        List<?> traces = traces(FitChart.residuals("T", residuals(10, 40, 20)));
        assertThat(((Map<?, ?>) traces.get(0)).get("x")).isEqualTo(List.of(10L, 40L));
        assertThat(((Map<?, ?>) traces.get(1)).get("name")).isEqualTo("fitted");
        assertThat(((Map<?, ?>) traces.get(1)).get("x")).isEqualTo(List.of(10L, 20L));
        assertThat(((Map<?, ?>) traces.get(1)).get("text")).isEqualTo(List.of("s0", "s2"));
        assertThat(((Map<?, ?>) traces.get(2)).get("name")).isEqualTo("held out");
        assertThat(((Map<?, ?>) traces.get(2)).get("x")).isEqualTo(List.of(40L));
    }

    @Test
    void noSamplesAreNoFigure() {
        assertThatThrownBy(() -> FitChart.residuals("T", residuals()))
                .isInstanceOf(PlotException.class)
                .hasMessageContaining("no samples");
    }
}
