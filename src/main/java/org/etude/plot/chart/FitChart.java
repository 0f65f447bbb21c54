// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.chart;

import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.etude.plot.figure.Figure;
import org.etude.plot.model.Axis;
import org.etude.plot.model.Extent;
import org.etude.plot.model.Ink;
import org.etude.plot.model.Panel;
import org.etude.plot.model.PlotException;
import org.etude.report.Counted;
import org.etude.report.Given;
import org.etude.table.schema.TableStart;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.Table;

/** Measured against fitted values: points, the fit and its interval. */
public final class FitChart {
    private static final double LOG_FROM = 30;

    private FitChart() {}

    /**
     * Points with a fitted line and the band of its interval.
     *
     * @param xLabel label of x, with its unit
     * @param yLabel label of y, with its unit
     * @param x x of each sample
     * @param y the measured values
     * @param fit the fitted values
     * @param low lower ends of the interval; empty for none
     * @param high upper ends of the interval
     * @throws PlotException when the columns differ in length
     */
    public static Figure of(
            String title,
            String xLabel,
            String yLabel,
            double[] x,
            double[] y,
            double[] fit,
            double[] low,
            double[] high) {
        boolean hasInterval = Given.value(low, "the lower bounds").length > 0;
        requireEqual(x.length, y.length, "measured values");
        requireEqual(x.length, fit.length, "fitted values");
        requireEqual(hasInterval ? x.length : 0, low.length, "lower bounds");
        requireEqual(low.length, Given.value(high, "the upper bounds").length, "upper bounds");
        int[] order = new int[x.length];
        for (int i = 0; i < order.length; i++) {
            order[i] = i;
        }
        IntArrays.mergeSort(order, (a, b) -> Double.compare(x[a], x[b]));
        Panel panel = Panel.of(Axis.linear(xLabel), Axis.linear(yLabel));
        if (hasInterval) {
            panel = panel.band("interval", Ink.SKY, by(order, x), by(order, low), by(order, high));
        }
        panel = panel.line("fit", Ink.BLACK, by(order, x), by(order, fit)).points("measured", Ink.BLUE, x, y);
        TableStart.await();
        Table table = Table.create(
                title,
                DoubleColumn.create("x", x),
                DoubleColumn.create("measured", y),
                DoubleColumn.create("fit", fit));
        if (hasInterval) {
            table.addColumns(DoubleColumn.create("low", low), DoubleColumn.create("high", high));
        }
        return Figure.of(title, panel).table(table);
    }

    /**
     * Rows of {@link org.etude.table.recorded.ResidualsTable#SCHEMA}: fitted against measured, with the line of
     * equality.
     */
    public static Figure residuals(String title, Table residuals) {
        if (residuals.rowCount() == 0) {
            throw new PlotException("the fit has no samples to show", "Fit to runs or timings with samples.");
        }
        double[] measured = Columns.scaled(residuals, "measured_us", 1);
        double[] fitted = Columns.scaled(residuals, "fitted_us", 1);
        Extent extent = new Extent(false);
        extent.addAll(measured);
        extent.addAll(fitted);
        boolean log = extent.isWide(LOG_FROM);
        TimeUnit unit = TimeUnit.of(extent.isEmpty() ? 1 : log ? extent.low() : extent.high());
        String text = " (" + unit.text() + ")";
        Panel panel = Panel.of(
                log ? Axis.log("measured" + text) : Axis.linear("measured" + text),
                log ? Axis.log("fitted" + text) : Axis.linear("fitted" + text));
        double[] ends =
                unit.from(new double[] {extent.isEmpty() ? 0 : extent.low(), extent.isEmpty() ? 1 : extent.high()});
        panel = panel.dashed("equal", Ink.BLACK, ends, ends);
        List<String> seen = Columns.texts(residuals, "seen");
        List<String> samples = Columns.texts(residuals, "sample");
        int number = 0;
        for (String kind : seen.stream().distinct().toList()) {
            int[] rows = IntStream.range(0, seen.size())
                    .filter(i -> seen.get(i).equals(kind))
                    .toArray();
            panel = panel.points(
                    kind.replace('_', ' '),
                    Ink.series(number++),
                    unit.from(by(rows, measured)),
                    unit.from(by(rows, fitted)),
                    Arrays.stream(rows).mapToObj(samples::get).toList());
        }
        return Figure.of(title, panel).table(residuals);
    }

    private static void requireEqual(int wanted, int given, String what) {
        if (given != wanted) {
            throw new PlotException(
                    Counted.of(given, "value", "values") + " where " + wanted + " " + what + " belong",
                    "Give one value of each kind per sample, or no bounds at all.");
        }
    }

    /** The values at these places, in this order. */
    private static double[] by(int[] order, double[] values) {
        double[] sorted = new double[order.length];
        for (int i = 0; i < sorted.length; i++) {
            sorted[i] = values[order[i]];
        }
        return sorted;
    }
}
