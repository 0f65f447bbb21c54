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
 * first work of the next step, so that work counts for the step that launched it.
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
        boolean behind = windows.gpuRunsBehind();
        return new Found(behind ? windows.onGpu() : rank.steps(), behind);
    }

    private boolean gpuRunsBehind() {
        if (marks.isEmpty()) {
            return false;
        }
        launchedWork();
        return outside > LATE * busy;
    }

    private void launchedWork() {
        IdTable launches = launches();
        for (int i = 0; i < trace.size(); i++) {
            if (trace.kind(i).isGpuWork() && !trace.isFlagged(i)) {
                int launch = launches.get(trace.correlation(i));
                int step = launch < 0 ? -1 : stepAt(trace.startNanos(launch));
                if (step >= 0) {
                    count(step, trace.startNanos(i), trace.endNanos(i));
                }
            }
        }
    }

    private IdTable launches() {
        IdTable.Range range = new IdTable.Range();
        for (int i = 0; i < trace.size(); i++) {
            if (trace.kind(i) == EventKind.RUNTIME && trace.correlation(i) != DeviceTrace.NONE) {
                range.see(trace.correlation(i));
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

    private List<StepWindow> onGpu() {
        gpuMarks();
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
