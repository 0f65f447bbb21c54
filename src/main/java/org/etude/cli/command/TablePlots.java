// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.command;

import java.util.List;
import org.etude.Plots;
import org.etude.plot.figure.Figure;
import org.etude.plot.model.PlotException;
import org.etude.spec.EventFilter;
import tech.tablesaw.api.Table;

/** Figures of previously written tables. */
final class TablePlots {
    private final Table table;
    private final String label;
    private final List<String> values;
    private final String series;

    /**
     * Prepares a table.
     *
     * @param label column that names bars or is the x of lines; null for the default
     * @param values columns of numbers; empty for the default
     * @param series column that distinguishes lines; null for the default
     */
    TablePlots(Table table, String label, List<String> values, String series) {
        this.table = table;
        this.label = label;
        this.values = values;
        this.series = series;
    }

    Figure figure(PlotKind kind, EventFilter part) {
        return switch (kind) {
            case TIMELINE -> Plots.timeline(table, w -> part);
            case OVERLAP -> Plots.overlap(table);
            case COMPARE -> compare();
            case SCALING -> scaling();
            case LINKS -> Plots.links(table);
            case QUEUES -> Plots.queues(table);
            case FCT -> Plots.fct(table);
            case CRITICAL_PATH -> Plots.criticalPath(table);
            case CALIBRATION -> Plots.calibration(table);
            default ->
                throw new PlotException(
                        "a " + kind.text() + " is not drawn from a table",
                        "Give its shape, such as torus:4x4, or its file.");
        };
    }

    private Figure compare() {
        return label == null || values.isEmpty()
                ? Plots.compare(table)
                : Plots.compare(table, label, values.toArray(new String[0]));
    }

    private Figure scaling() {
        String x = label == null ? "ranks" : label;
        String y = values.isEmpty() ? "step_ms" : values.get(0);
        return series != null || !table.containsColumn("topology")
                ? Plots.scaling(table, x, y, series == null ? "" : series)
                : Plots.scaling(table, x, y);
    }
}
