// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.activity;

import java.util.ArrayList;
import java.util.List;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.RankTrace.StepWindow;
import org.etude.trace.model.TraceSet;

/**
 * The time of one recorded step of one rank by activity, from unions of intervals.
 *
 * @param rank the rank
 * @param step the N of ProfilerStep#N, or -1 for the whole window of a rank without such marks
 * @param startNanos start on rank 0's clock
 * @param split the time by activity, from the mark's start to its end (without marks, of all events); if the GPU runs
 *     behind the marks, from the first GPU work of the step to the first of the next
 */
public record StepActivity(int rank, int step, long startNanos, TimeSplit split) {
    /** The step number of a rank without marks. */
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
