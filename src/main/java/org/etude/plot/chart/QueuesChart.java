// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.chart;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.etude.plot.figure.Figure;
import org.etude.plot.model.Axis;
import org.etude.plot.model.Extent;
import org.etude.plot.model.Ink;
import org.etude.plot.model.Panel;
import org.etude.plot.model.PlotException;
import tech.tablesaw.api.Table;

/** Queue lengths over time, as one step line per queue. */
public final class QueuesChart {
    private QueuesChart() {}

    /**
     * Plots a table of {@link org.etude.table.run.QueueDepthTable#SCHEMA}.
     *
     * @throws PlotException when nothing was ever queued
     */
    public static Figure of(String title, Table depths) {
        if (depths.rowCount() == 0) {
            throw new PlotException(
                    "no queue to show: nothing was queued, or the run did not record it",
                    "Record COLLECTIVES for chunks, or give a packet network a PortRecorder.");
        }
        double[] at = Columns.scaled(depths, "from_ns", 1e-3);
        double[] depth = Columns.scaled(depths, "depth", 1);
        List<String> queues = Columns.texts(depths, "queue");
        Map<String, List<Integer>> rows = new LinkedHashMap<>();
        Extent extent = new Extent(false);
        extent.addAll(at);
        for (int i = 0; i < at.length; i++) {
            rows.computeIfAbsent(queues.get(i), q -> new ArrayList<>()).add(i);
        }
        TimeUnit unit = TimeUnit.of(extent.high());
        Panel panel = Panel.of(
                Axis.linear("time (" + unit.text() + ")"),
                Axis.linear(Columns.texts(depths, "unit").get(0) + " waiting"));
        int number = 0;
        boolean thinned = false;
        for (Map.Entry<String, List<Integer>> queue : rows.entrySet()) {
            double[] x =
                    unit.from(queue.getValue().stream().mapToDouble(i -> at[i]).toArray());
            double[] y = queue.getValue().stream().mapToDouble(i -> depth[i]).toArray();
            StepDownsampler peaks = StepDownsampler.of(x, y);
            thinned |= peaks.x().length < x.length;
            panel = panel.steps(queue.getKey(), Ink.series(number++), peaks.x(), peaks.y());
        }
        Figure figure = Figure.of(title, panel).table(depths);
        return thinned ? figure.caption("Each step shows the deepest moment within it.") : figure;
    }
}
