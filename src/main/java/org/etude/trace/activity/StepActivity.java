// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.activity;

import java.util.ArrayList;
import java.util.List;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.RankTrace.StepWindow;
import org.etude.trace.model.TraceSet;

/**
 * Where the time of one recorded step of one rank went, by true unions of intervals.
 *
 * @param rank the rank
 * @param step N of ProfilerStep#N, or -1 for the one window of a rank without such marks
 * @param startNanos start on rank 0's clock
 * @param split the time from the mark's start to its end (without marks: of all events) by activity; where the GPU runs behind
 *     the marks, of the GPU's time from the first work of the step to the first of the next
 */
public record StepActivity(int rank, int step, long startNanos, TimeSplit split) {
    /** Represents the step of a rank without marks. */
    public static final int UNMARKED = -1;

    /** One entry per rank and step; ranks without a Kineto trace have none. O(n log n) of the events. */
    public static List<StepActivity> of(TraceSet traces, PartnerWaits waits) {
        List<StepActivity> all = new ArrayList<>();
        for (RankTrace rank : traces.ranks()) {
            all.addAll(of(rank, waits));
        }
        return all;
    }

    /** One entry per step of one rank. */
    public static List<StepActivity> of(RankTrace rank, PartnerWaits waits) {
        DeviceTrace trace = rank.device();
        if (trace == null || trace.size() == 0) {
            return List.of();
        }
        ActivitySpans spans = RecordedActivity.of(rank, waits);
        List<StepActivity> steps = new ArrayList<>();
        for (StepWindow step : rank.steps().isEmpty()
                ? List.of(whole(trace))
                : StepWindows.of(rank).steps()) {
            long from = step.startNanos();
            steps.add(new StepActivity(
                    rank.rank(), step.number(), from + rank.clockOffsetNanos(), spans.split(from, step.endNanos())));
        }
        return steps;
    }

    private static StepWindow whole(DeviceTrace trace) {
        Span span = Span.ofWork(trace);
        return new StepWindow(UNMARKED, span.start(), span.end());
    }

    /** Wall time of the step in ns. */
    public long wallNanos() {
        return split.wallNanos();
    }
}
