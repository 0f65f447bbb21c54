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

/** Memory in use over time, as one step line per rank and device. */
final class MemoryChart {
    private static final double MB = 1e-6;

    private MemoryChart() {}

    /**
     * Plots a table of {@link org.etude.table.recorded.MemoryTimelineTable#SCHEMA}.
     *
     * @throws PlotException when nothing was recorded
     */
    static Figure of(String title, Table changes) {
        if (changes.rowCount() == 0) {
            throw new PlotException(
                    title + ": the recording holds no allocations", "Record with profile(profile_memory=True, ...).");
        }
        double[] at = Columns.scaled(changes, "at_ns", 1e-3);
        double[] allocated = Columns.scaled(changes, "allocated_bytes", MB);
        double[] sums = Columns.scaled(changes, "since_start_bytes", MB);
        List<String> ranks = Columns.texts(changes, "rank");
        List<String> devices = Columns.texts(changes, "device");
        Map<String, List<Integer>> rows = new LinkedHashMap<>();
        Extent extent = new Extent(false);
        extent.addAll(at);
        for (int i = 0; i < at.length; i++) {
            rows.computeIfAbsent("rank " + ranks.get(i) + ", " + devices.get(i), line -> new ArrayList<>())
                    .add(i);
        }
        TimeUnit unit = TimeUnit.of(extent.high());
        Panel panel = Panel.of(Axis.linear("time (" + unit.text() + ")"), Axis.linear("memory in use (MB)"));
        int number = 0;
        for (Map.Entry<String, List<Integer>> line : rows.entrySet()) {
            List<Integer> own = line.getValue();
            double[] x = unit.from(own.stream().mapToDouble(i -> at[i]).toArray());
            double[] y = own.stream()
                    .mapToDouble(i -> Double.isNaN(allocated[i]) ? sums[i] : allocated[i])
                    .toArray();
            StepDownsampler peaks = StepDownsampler.of(x, y);
            panel = panel.steps(line.getKey(), Ink.series(number++), peaks.x(), peaks.y());
        }
        return Figure.of(title, panel).table(changes);
    }
}
