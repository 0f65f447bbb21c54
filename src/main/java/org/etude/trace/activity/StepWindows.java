// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.activity;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.EventKind;
import org.etude.trace.model.IdTable;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.RankTrace.StepWindow;

/**
 * Finds the time window of each step. This is the host's mark, unless the GPU runs behind the host. In that case the
 * window extends from the first GPU work launched by the step (or its GPU-side mark, if that begins earlier) to the
 * first work of the next step, so that work counts for the step that launched it. Where work of two steps overlaps,
 * because streams are not equally late, they are separated where the least GPU time is on the wrong side ({@link
 * StepWork}).
 *
 * <p>PyTorch's own view of a profile (pytorch/kineto, tb_plugin, StepParser) and HTA (hta/common/trace.py) also count GPU
 * work for the step whose host span contains its launch.
 */
public final class StepWindows {
    /** Maximum fraction of the GPU time of all steps that may lie outside the marks of its own step. */
    private static final double LATE = 0.05;

    private final DeviceTrace trace;
    private final List<StepWindow> marks;
    private final long[] start;
    private final long[] end;
    private long busy;
    private long outside;
    /** The smallest correlation of a recorded call. */
    private long firstCall = Long.MAX_VALUE;

    /**
     * The windows of one rank.
     *
     * @param steps one per step, in order; none without marks
     * @param onGpu whether they are delimited by GPU work rather than by the host's marks
     */
    public record Found(List<StepWindow> steps, boolean onGpu) {
        /** Copies the list. */
        public Found {
            steps = List.copyOf(steps);
        }
    }

    private StepWindows(DeviceTrace trace, List<StepWindow> marks) {
        this.trace = trace;
        this.marks = marks;
        start = new long[marks.size()];
        end = new long[marks.size()];
        Arrays.fill(start, Long.MAX_VALUE);
        Arrays.fill(end, Long.MIN_VALUE);
    }

    /** One window per step of a rank, which all tables and figures use. Linear in the events. */
    public static Found of(RankTrace rank) {
        if (rank.device() == null) {
            return new Found(rank.steps(), false);
        }
        StepWindows windows = new StepWindows(rank.device(), rank.steps());
        // A step of a recording whose GPU runs behind is delimited in the same way when it is alone.
        boolean behind = windows.gpuRunsBehind() || rank.steps().stream().anyMatch(StepWindow::isOnGpu);
        return new Found(behind ? windows.onGpu() : rank.steps(), behind);
    }

    private boolean gpuRunsBehind() {
        if (marks.isEmpty()) {
            return false;
        }
        launchedWork(this::count);
        return outside > LATE * busy;
    }

    /** Receives a piece of work and the step that launched it, -1 for none. */
    private interface Work {
        void of(int step, long from, long to);
    }

    private void launchedWork(Work each) {
        IdTable launches = launches();
        for (int i = 0; i < trace.size(); i++) {
            if (trace.kind(i).isGpuWork() && !trace.isFlagged(i)) {
                int launch = launches.get(trace.correlation(i));
                int step = launch < 0 ? -1 : stepAt(trace.startNanos(launch));
                if (step >= 0 || isEarlier(launch, trace.correlation(i))) {
                    each.of(step, trace.startNanos(i), trace.endNanos(i));
                }
            }
        }
    }

    /** Whether work was launched before the first step; correlations count up, so that this is known without its call. */
    private boolean isEarlier(int launch, long correlation) {
        return launch < 0
                ? correlation != DeviceTrace.NONE && correlation < firstCall
                : trace.startNanos(launch) < marks.get(0).startNanos();
    }

    private IdTable launches() {
        IdTable.Range range = new IdTable.Range();
        for (int i = 0; i < trace.size(); i++) {
            if (trace.kind(i) == EventKind.RUNTIME && trace.correlation(i) != DeviceTrace.NONE) {
                range.see(trace.correlation(i));
                firstCall = Math.min(firstCall, trace.correlation(i));
            }
        }
        IdTable launches = range.table();
        for (int i = 0; i < trace.size(); i++) {
            if (trace.kind(i) == EventKind.RUNTIME && trace.correlation(i) != DeviceTrace.NONE) {
                launches.put(trace.correlation(i), i);
            }
        }
        return launches;
    }

    private void count(int step, long from, long to) {
        if (step < 0) {
            return;
        }
        start[step] = Math.min(start[step], from);
        end[step] = Math.max(end[step], to);
        StepWindow mark = marks.get(step);
        long inside = Math.min(to, mark.endNanos()) - Math.max(from, mark.startNanos());
        busy += to - from;
        outside += to - from - Math.max(0, inside);
    }

    private int stepAt(long time) {
        for (int i = 0; i < marks.size(); i++) {
            if (time >= marks.get(i).startNanos() && time < marks.get(i).endNanos()) {
                return i;
            }
        }
        return -1;
    }

    /** Moves the beginning of each step whose work overlaps that of earlier steps. */
    private void separate() {
        StepWork work = new StepWork(marks.size());
        launchedWork(work::add);
        for (int i = 0; i < marks.size(); i++) {
            if (start[i] <= end[i]) {
                start[i] = work.overlaps(i) ? work.boundary(i) : start[i];
                start[i] = Math.max(start[i], marks.get(i).gpuStartNanos());
                end[i] = Math.max(start[i], end[i]);
            }
        }
    }

    private List<StepWindow> onGpu() {
        gpuMarks();
        separate();
        List<StepWindow> windows = new ArrayList<>();
        for (int i = 0; i < marks.size(); i++) {
            boolean none = start[i] > end[i];
            long from = none ? marks.get(i).startNanos() : start[i];
            long to = none ? marks.get(i).endNanos() : end[i];
            for (int next = i + 1; next < marks.size(); next++) {
                if (start[next] <= end[next]) {
                    to = Math.max(from, start[next]);
                    break;
                }
            }
            windows.add(new StepWindow(marks.get(i).number(), from, to));
        }
        return windows;
    }

    /**
     * Adds the GPU-side marks of the profiler. They tell the step of work whose launch is missing from the trace; alone
     * they are too short, since work under another annotation within the step (a compiled graph) has no part in them.
     */
    private void gpuMarks() {
        for (int step = 0; step < marks.size(); step++) {
            String name = "ProfilerStep#" + marks.get(step).number();
            for (int i = 0; i < trace.size(); i++) {
                if (trace.kind(i) == EventKind.GPU_ANNOTATION && trace.name(i).equals(name)) {
                    start[step] = Math.min(start[step], trace.startNanos(i));
                    end[step] = Math.max(end[step], trace.endNanos(i));
                }
            }
        }
    }
}
