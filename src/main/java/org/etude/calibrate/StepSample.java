// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.etude.trace.activity.PartnerWaits;
import org.etude.trace.activity.StepActivity;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.EventKind;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.TraceSet;

/**
 * One measured step of one rank, as {@link StepFit} sees it.
 *
 * @param run display name of the run
 * @param rank the rank
 * @param step N of ProfilerStep#N, or -1
 * @param busyUs the step without exposed communication and waiting for ranks, in us
 * @param computeUs time in which anything computed, in us
 * @param launches number of GPU launches in the step, or of host operators without GPU work
 */
public record StepSample(String run, int rank, int step, double busyUs, double computeUs, long launches) {
    /** One sample per rank and step of a job. */
    public static List<StepSample> of(String run, TraceSet traces, PartnerWaits waits) {
        List<StepSample> samples = new ArrayList<>();
        for (RankTrace rank : traces.ranks()) {
            List<StepActivity> steps = StepActivity.of(rank, waits);
            if (steps.isEmpty()) {
                continue;
            }
            long[] launched = starts(rank.device(), EventKind.RUNTIME, StepSample::isLaunch);
            long[] operators = starts(rank.device(), EventKind.CPU_OP, name -> true);
            for (StepActivity step : steps) {
                long busy = step.wallNanos()
                        - step.split().exposedNanos()
                        - step.split().waitingNanos();
                if (busy > 0) {
                    long from = step.startNanos() - rank.clockOffsetNanos();
                    long launches = within(launched, from, from + step.wallNanos());
                    long calls = launches > 0 ? launches : within(operators, from, from + step.wallNanos());
                    samples.add(new StepSample(
                            run,
                            rank.rank(),
                            step.step(),
                            busy / 1e3,
                            step.split().computeNanos() / 1e3,
                            calls));
                }
            }
        }
        return samples;
    }

    /** Start times of the events with a kind and name. */
    private static long[] starts(DeviceTrace trace, EventKind kind, Predicate<String> named) {
        return IntStream.range(0, trace.size())
                .filter(i -> trace.kind(i) == kind && named.test(trace.name(i)))
                .mapToLong(trace::startNanos)
                .toArray();
    }

    private static long within(long[] starts, long from, long to) {
        return LongStream.of(starts).filter(at -> at >= from && at < to).count();
    }

    private static boolean isLaunch(String name) {
        return name.contains("Launch") || name.contains("MemcpyAsync") || name.contains("MemsetAsync");
    }
}
