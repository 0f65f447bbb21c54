package org.etude.plot;

import tech.tablesaw.api.Table;

/** Plans by memory and step: the fastest ones, and the front that no plan beats in both. */
public final class PlansChart {
    private PlansChart() {}

    /** Rows of {@link org.etude.table.PlansTable#SCHEMA}: the fastest plans, and the front. */
    public static Figure of(String title, Table fastest, Table front) {
        Panel panel = Panel.of(Axis.linear("memory of a GPU (GB)"), Axis.linear("step (s)"))
                .line(
                        "Pareto front",
                        Ink.BLACK,
                        Columns.scaled(front, "memory_gb", 1),
                        Columns.scaled(front, "step_s", 1))
                .points(
                        "fastest",
                        Ink.BLUE,
                        Columns.scaled(fastest, "memory_gb", 1),
                        Columns.scaled(fastest, "step_s", 1));
        return Figure.of(title, panel).table(front);
    }
}
