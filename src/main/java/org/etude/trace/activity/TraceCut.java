// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.activity;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.ArrayList;
import java.util.List;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;
import org.etude.report.Report;
import org.etude.trace.device.ColumnDeviceTrace;
import org.etude.trace.host.ColumnHostTrace;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.HostTrace;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.RankTrace.StepWindow;
import org.etude.trace.model.TraceException;
import org.etude.trace.model.TraceSet;

/** Cuts traces to one profiler step: {@link StepEvents} of each rank, and their host nodes with all ancestors. */
public final class TraceCut {
    private final List<Finding> findings = new ArrayList<>();

    private TraceCut() {}

    /**
     * Cuts the traces to one step. Ranks without that step are omitted.
     *
     * @throws TraceException when no rank has the step
     */
    public static TraceSet step(TraceSet traces, int number) {
        TraceCut cut = new TraceCut();
        List<RankTrace> ranks = new ArrayList<>();
        for (RankTrace rank : traces.ranks()) {
            List<StepWindow> windows =
                    rank.steps().stream().filter(s -> s.number() == number).toList();
            if (windows.isEmpty()) {
                cut.add(rank.rank(), "no step " + number, "it has no ProfilerStep#" + number, "excluded from the cut");
            } else {
                ranks.add(cut.rank(rank, windows.get(0)));
            }
        }
        if (ranks.isEmpty()) {
            List<Integer> there = traces.ranks().stream()
                    .flatMap(r -> r.steps().stream())
                    .map(StepWindow::number)
                    .distinct()
                    .sorted()
                    .toList();
            throw new TraceException(
                    traces.source() + ": no rank has step " + number + ".",
                    there.isEmpty()
                            ? "The traces have no steps: call profiler.step() after each training step when recording."
                            : "Steps there are: " + there + ".");
        }
        return new TraceSet(
                traces.source() + " step " + number,
                ranks,
                traces.worldSize(),
                traces.report().plus(Report.of(cut.findings)));
    }

    private RankTrace rank(RankTrace rank, StepWindow window) {
        ColumnDeviceTrace device = (ColumnDeviceTrace) rank.device();
        StepWindows.Found found = StepWindows.of(rank);
        int at = rank.steps().indexOf(window);
        int[] rows = new StepEvents(device, window, found.steps(), at).rows();
        StepWindow mark = found.onGpu()
                ? new StepWindow(
                        window.number(),
                        window.startNanos(),
                        window.endNanos(),
                        found.steps().get(at).startNanos())
                : window;
        HostTrace host =
                rank.host() instanceof ColumnHostTrace all ? nodes(all, device, rows, rank.rank()) : rank.host();
        return new RankTrace(
                rank.rank(),
                host,
                device.select(rows, time -> time >= window.startNanos() && time < window.endNanos()),
                rank.clockOffsetNanos(),
                List.of(mark));
    }

    private HostTrace nodes(ColumnHostTrace host, DeviceTrace device, int[] events, int rank) {
        LongOpenHashSet functions = new LongOpenHashSet();
        for (int i : events) {
            if (device.kind(i).isHostOp() && device.recordFunctionId(i) != 0) {
                functions.add(device.recordFunctionId(i));
            }
        }
        if (functions.isEmpty()) {
            add(
                    rank,
                    "all host nodes kept in the cut",
                    "the device trace has no Record function ids that show which belong to the step",
                    "nodes of other steps stay untimed");
            return host;
        }
        boolean[] keep = new boolean[host.size()];
        for (int i = 0; i < keep.length; i++) {
            boolean groups = host.name(i).contains("process_group:init");
            if (groups || host.recordFunctionId(i) != 0 && functions.contains(host.recordFunctionId(i))) {
                // Stops at nodes already kept, which also ends a walk around a cycle of parents.
                for (int at = i; at >= 0 && !keep[at]; at = host.parent(at)) {
                    keep[at] = true;
                }
            }
        }
        IntArrayList rows = new IntArrayList();
        for (int i = 0; i < keep.length; i++) {
            if (keep[i]) {
                rows.add(i);
            }
        }
        return host.select(rows.toIntArray());
    }

    private void add(int rank, String what, String why, String effect) {
        findings.add(new Finding(Level.INFO, "load", rank, "", what, why, effect));
    }
}
