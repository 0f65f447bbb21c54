// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.chart;

import org.etude.plot.figure.Figure;
import org.etude.plot.model.Axis;
import org.etude.plot.model.Ink;
import org.etude.plot.model.Panel;
import tech.tablesaw.api.Table;

/** Plans by memory and step time: the fastest ones, and the Pareto front of both. */
public final class PlansChart {
    private static final double GIGA = 1e-9;

    private PlansChart() {}

    /** Plots rows of {@link org.etude.table.run.PlansTable#SCHEMA}: the fastest plans, and the front. */
    public static Figure of(String title, Table fastest, Table front) {
        Panel panel = Panel.of(Axis.linear("memory per GPU (GB)"), Axis.linear("step (s)"))
                .line(
                        "Pareto front",
                        Ink.BLACK,
                        Columns.scaled(front, "memory_bytes", GIGA),
                        Columns.scaled(front, "step_s", 1))
                .points(
                        "fastest",
                        Ink.BLUE,
                        Columns.scaled(fastest, "memory_bytes", GIGA),
                        Columns.scaled(fastest, "step_s", 1));
        return Figure.of(title, panel).table(front);
    }
}
