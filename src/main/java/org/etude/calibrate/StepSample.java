package org.etude.calibrate;

import java.util.ArrayList;
import java.util.List;
import org.etude.trace.DeviceTrace;
import org.etude.trace.EventKind;
import org.etude.trace.RankTrace;
import org.etude.trace.RankTrace.StepWindow;
import org.etude.trace.TraceSet;
import org.etude.trace.activity.StepActivity;

/**
 * One measured step of one rank, as {@link StepFit} sees it.
 *
 * @param run what was run, for people
 * @param rank the rank
 * @param step N of ProfilerStep#N, or -1
 * @param busyUs the step without exposed communication, in us
 * @param computeUs time in which anything computed, in us
 * @param launches launches of GPU work in the step; operators on the host when no GPU worked
 */
public record StepSample(String run, int rank, int step, double busyUs, double computeUs, long launches) {
    /** A sample a rank and step of a job. */
    public static List<StepSample> of(String run, TraceSet traces) {
        List<StepSample> samples = new ArrayList<>();
        for (RankTrace rank : traces.ranks()) {
            for (StepActivity step : StepActivity.of(rank)) {
                long busy = step.wallNanos() - step.exposedNanos();
                if (busy > 0) {
                    samples.add(new StepSample(
                            run,
                            rank.rank(),
                            step.step(),
                            busy / 1e3,
                            step.computeNanos() / 1e3,
                            launches(rank, step)));
                }
            }
        }
        return samples;
    }

    private static long launches(RankTrace rank, StepActivity step) {
        long from = step.startNanos() - rank.clockOffsetNanos();
        StepWindow window = new StepWindow(step.step(), from, from + step.wallNanos());
        long launched = count(rank.device(), window, true);
        return launched > 0 ? launched : count(rank.device(), window, false);
    }

    private static long count(DeviceTrace trace, StepWindow window, boolean gpu) {
        long count = 0;
        for (int i = 0; i < trace.size(); i++) {
            EventKind kind = trace.kind(i);
            boolean wanted = gpu ? kind == EventKind.RUNTIME && isLaunch(trace.name(i)) : kind == EventKind.CPU_OP;
            boolean inside = trace.startNanos(i) >= window.startNanos() && trace.startNanos(i) < window.endNanos();
            count += wanted && inside ? 1 : 0;
        }
        return count;
    }

    private static boolean isLaunch(String name) {
        return name.contains("Launch") || name.contains("MemcpyAsync") || name.contains("MemsetAsync");
    }
}
