// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.chart;

import it.unimi.dsi.fastutil.doubles.DoubleArrays;
import java.util.Locale;
import org.etude.plot.figure.Figure;
import org.etude.plot.model.Axis;
import org.etude.plot.model.Decimal;
import org.etude.plot.model.Ink;
import org.etude.plot.model.Panel;
import org.etude.plot.model.PlotException;
import tech.tablesaw.api.Table;

/** Distribution functions of the completion time and slowdown of flows. */
public final class FlowsChart {
    private static final int MOST_POINTS = 1_000;

    private FlowsChart() {}

    /**
     * Plots a table of {@link org.etude.table.run.FlowsTable#SCHEMA}.
     *
     * @throws PlotException when there are no flows
     */
    public static Figure of(String title, Table flows) {
        if (flows.rowCount() == 0) {
            throw new PlotException(
                    "the run has no flows: only the packet network has them",
                    "Simulate with .fidelity(Fidelity.PACKET).");
        }
        double[] micros = Columns.scaled(flows, "duration_ns", 1e-3);
        double[] slowdown = Columns.scaled(flows, "slowdown_frac", 1);
        DoubleArrays.quickSort(micros);
        DoubleArrays.quickSort(slowdown);
        TimeUnit unit = TimeUnit.of(quantile(micros, 0.5));
        String caption = String.format(
                Locale.ROOT,
                "%,d flows; completion: median %s, 99th percentile %s %s; slowdown: median %s, 99th percentile %s.",
                micros.length,
                Decimal.brief(unit.from(quantile(micros, 0.5))),
                Decimal.brief(unit.from(quantile(micros, 0.99))),
                unit.text(),
                Decimal.brief(quantile(slowdown, 0.5)),
                Decimal.brief(quantile(slowdown, 0.99)));
        return Figure.of(
                        title,
                        panel("completion time (" + unit.text() + ")", unit.from(micros)),
                        panel("slowdown (completion / ideal)", slowdown))
                .table(flows)
                .caption(caption);
    }

    private static Panel panel(String label, double[] sorted) {
        int points = Math.min(MOST_POINTS, sorted.length);
        double[] x = new double[points + 1];
        double[] y = new double[points + 1];
        x[0] = sorted[0];
        for (int i = 1; i <= points; i++) {
            int at = (int) ((long) i * sorted.length / points) - 1;
            x[i] = sorted[at];
            y[i] = (at + 1.0) / sorted.length;
        }
        boolean log = sorted[0] > 0 && sorted[sorted.length - 1] > 4 * sorted[0];
        return Panel.of(
                        log ? Axis.log(label) : Axis.linear(label),
                        Axis.linear("share of flows").range(0, 1.02))
                .steps("", Ink.BLUE, x, y);
    }

    /** The smallest value such that this share of the values is not above it. */
    private static double quantile(double[] sorted, double share) {
        return sorted[(int) Math.max(0, Math.ceil(share * sorted.length) - 1)];
    }
}
