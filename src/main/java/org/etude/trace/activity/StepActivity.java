package org.etude.trace.activity;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import org.etude.report.Progress;
import org.etude.trace.DeviceTrace;
import org.etude.trace.EventKind;
import org.etude.trace.RankTrace;
import org.etude.trace.RankTrace.StepWindow;
import org.etude.trace.TraceSet;

/**
 * Where the time of one step of one rank went, measured, by true unions of intervals: wall = compute + exposed
 * communication + idle. On a GPU, compute is every kernel, copy and set that does not communicate, and communication is the
 * NCCL or RCCL kernels, with the waiting they hold. Without GPU work, compute is the operators on host threads without the
 * time they spend on communication, and communication is what the back end (gloo, MPI) did.
 *
 * @param rank the rank
 * @param step N of ProfilerStep#N, or -1 for the one window of a rank without such marks
 * @param startNanos start on rank 0's clock
 * @param wallNanos from the mark's start to its end; without marks, of all events
 * @param computeNanos time in which anything computed or copied
 * @param commNanos time in which anything communicated, waiting included
 * @param exposedNanos communication while nothing computed
 */
public record StepActivity(
        int rank, int step, long startNanos, long wallNanos, long computeNanos, long commNanos, long exposedNanos) {
    /** Stands for the step of a rank without marks. */
    public static final int UNMARKED = -1;

    /** Time in which neither computed nor communicated, in ns. */
    public long idleNanos() {
        return wallNanos - computeNanos - exposedNanos;
    }

    /** An entry a rank and step; ranks without a Kineto trace have none. O(n log n) of the events. */
    public static List<StepActivity> of(TraceSet traces) {
        List<StepActivity> all = new ArrayList<>();
        for (RankTrace rank : traces.ranks()) {
            all.addAll(of(rank));
        }
        return all;
    }

    /** An entry a step of one rank. */
    public static List<StepActivity> of(RankTrace rank) {
        DeviceTrace trace = rank.device();
        if (trace == null || trace.size() == 0) {
            return List.of();
        }
        boolean gpu = hasGpuWork(trace);
        Intervals comm = gpu ? gpuComm(trace) : hostComm(trace);
        Intervals compute = gpu ? gpuCompute(trace) : hostCompute(trace);
        Intervals exposed = comm.without(compute);
        List<StepActivity> steps = new ArrayList<>();
        for (StepWindow step : rank.steps().isEmpty() ? List.of(whole(trace)) : rank.steps()) {
            long from = step.startNanos();
            long to = step.endNanos();
            steps.add(new StepActivity(
                    rank.rank(),
                    step.number(),
                    from + rank.clockOffsetNanos(),
                    to - from,
                    compute.length(from, to),
                    comm.length(from, to),
                    exposed.length(from, to)));
        }
        return steps;
    }

    private static StepWindow whole(DeviceTrace trace) {
        Span span = Span.of(trace);
        return new StepWindow(UNMARKED, span.start(), span.end());
    }

    private static boolean hasGpuWork(DeviceTrace trace) {
        for (int i = 0; i < trace.size(); i++) {
            if (trace.kind(i).isGpuWork()) {
                return true;
            }
        }
        return false;
    }

    private static Intervals gpuComm(DeviceTrace trace) {
        CommEvents events = new CommEvents(trace);
        return union(trace, events::isKernel);
    }

    private static Intervals gpuCompute(DeviceTrace trace) {
        CommEvents events = new CommEvents(trace);
        return union(trace, i -> trace.kind(i).isGpuWork() && !events.isKernel(i));
    }

    private static Intervals hostComm(DeviceTrace trace) {
        CommEvents events = new CommEvents(trace);
        return union(trace, events::isHostBackend);
    }

    /** Per thread, since an operator may wait for communication inside itself while another thread computes. */
    private static Intervals hostCompute(DeviceTrace trace) {
        CommEvents events = new CommEvents(trace);
        Intervals.Builder[] operators = builders(trace.laneCount());
        Intervals.Builder[] communication = builders(trace.laneCount());
        for (int i = 0; i < trace.size(); i++) {
            boolean comm = events.isHostComm(i);
            if ((comm || trace.kind(i) == EventKind.CPU_OP) && !trace.isFlagged(i)) {
                (comm ? communication : operators)[trace.lane(i)].add(trace.startNanos(i), trace.endNanos(i));
            }
        }
        Intervals.Builder all = new Intervals.Builder();
        for (int lane = 0; lane < operators.length; lane++) {
            all.addAll(operators[lane].union().without(communication[lane].union()));
        }
        return all.union();
    }

    private static Intervals.Builder[] builders(int count) {
        Intervals.Builder[] builders = new Intervals.Builder[count];
        Arrays.setAll(builders, i -> new Intervals.Builder());
        return builders;
    }

    private static Intervals union(DeviceTrace trace, IntPredicate wanted) {
        Progress.checkInterrupted();
        Intervals.Builder intervals = new Intervals.Builder();
        for (int i = 0; i < trace.size(); i++) {
            if (wanted.test(i) && !trace.isFlagged(i)) {
                intervals.add(trace.startNanos(i), trace.endNanos(i));
            }
        }
        return intervals.union();
    }
}
