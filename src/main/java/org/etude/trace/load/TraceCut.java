// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.load;

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
import org.etude.trace.model.EventKind;
import org.etude.trace.model.HostTrace;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.TraceException;
import org.etude.trace.model.TraceSet;

/**
 * Cuts traces to one profiler step: host events that start in the step's window, the GPU work they launched (whenever
 * it ran), GPU work without a launch that starts in the window, and the host nodes of these events with all their
 * ancestors.
 */
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
            List<RankTrace.StepWindow> windows =
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
                    .map(RankTrace.StepWindow::number)
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

    private RankTrace rank(RankTrace rank, RankTrace.StepWindow window) {
        ColumnDeviceTrace device = (ColumnDeviceTrace) rank.device();
        int[] rows = events(device, window);
        HostTrace host =
                rank.host() instanceof ColumnHostTrace all ? nodes(all, device, rows, rank.rank()) : rank.host();
        return new RankTrace(
                rank.rank(),
                host,
                device.select(rows, at -> at >= window.startNanos() && at < window.endNanos()),
                rank.clockOffsetNanos(),
                List.of(window));
    }

    private static int[] events(DeviceTrace trace, RankTrace.StepWindow window) {
        LongOpenHashSet launched = new LongOpenHashSet();
        LongOpenHashSet inside = new LongOpenHashSet();
        for (int i = 0; i < trace.size(); i++) {
            if (trace.kind(i) == EventKind.RUNTIME && trace.correlation(i) != DeviceTrace.NONE) {
                launched.add(trace.correlation(i));
                if (isIn(trace, i, window)) {
                    inside.add(trace.correlation(i));
                }
            }
        }
        IntArrayList rows = new IntArrayList();
        for (int i = 0; i < trace.size(); i++) {
            boolean work = trace.kind(i).isGpuWork() && launched.contains(trace.correlation(i));
            if (work ? inside.contains(trace.correlation(i)) : isIn(trace, i, window)) {
                rows.add(i);
            }
        }
        return rows.toIntArray();
    }

    private static boolean isIn(DeviceTrace trace, int i, RankTrace.StepWindow window) {
        return trace.startNanos(i) >= window.startNanos() && trace.startNanos(i) < window.endNanos();
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
