package org.etude.table;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import org.etude.report.Progress;
import org.etude.trace.DeviceTrace;
import org.etude.trace.EventKind;
import org.etude.trace.RankTrace;
import org.etude.trace.RankTrace.StepWindow;
import org.etude.trace.TraceSet;
import tech.tablesaw.api.Table;

/**
 * Where the time of each step went, measured, by true unions of intervals: wall = compute + exposed communication + idle.
 * On a GPU, compute is every kernel, copy and set that does not communicate, and communication is the NCCL or RCCL kernels,
 * with the waiting they hold. Without GPU work, compute is the operators on host threads without the time they spend on
 * communication, and communication is what the back end (gloo, MPI) did.
 */
public final class StepsTable {
    /** The columns. */
    public static final Schema SCHEMA = Schema.of("steps", "One step of one rank, as measured.")
            .integer("rank", "the global rank")
            .integer("step", "N of ProfilerStep#N; missing for the one row of a rank without such marks")
            .decimal("start_ms", "start, counted from the first event of any rank")
            .decimal("wall_ms", "from the mark's start to its end; without marks, of all events")
            .decimal("compute_ms", "time within the step in which anything computed or copied")
            .decimal("comm_ms", "time within the step in which anything communicated, waiting included")
            .decimal("exposed_comm_ms", "communication while nothing computed")
            .decimal("idle_ms", "neither: wall_ms - compute_ms - exposed_comm_ms")
            .build();

    private StepsTable() {}

    /** A row a rank and step; ranks without a Kineto trace have none. O(n log n) of the events. */
    public static Table of(TraceSet traces) {
        Rows rows = new Rows(SCHEMA);
        long origin = Span.origin(traces);
        for (RankTrace rank : traces.ranks()) {
            if (rank.device() != null && rank.device().size() > 0) {
                add(rank, origin, rows);
            }
        }
        return rows.table();
    }

    private static void add(RankTrace rank, long origin, Rows rows) {
        DeviceTrace trace = rank.device();
        boolean gpu = hasGpuWork(trace);
        Intervals comm = gpu ? gpuComm(trace) : hostComm(trace);
        Intervals compute = gpu ? gpuCompute(trace) : hostCompute(trace);
        Intervals exposed = comm.without(compute);
        List<StepWindow> windows = rank.steps().isEmpty() ? List.of(whole(trace)) : rank.steps();
        for (StepWindow step : windows) {
            long from = step.startNanos();
            long to = step.endNanos();
            long computed = compute.length(from, to);
            long bare = exposed.length(from, to);
            rows.put(rank.rank()).putIf(!rank.steps().isEmpty(), step.number());
            rows.put((from + rank.clockOffsetNanos() - origin) / 1e6).put((to - from) / 1e6);
            rows.put(computed / 1e6).put(comm.length(from, to) / 1e6).put(bare / 1e6);
            rows.put((to - from - computed - bare) / 1e6).end();
        }
    }

    private static StepWindow whole(DeviceTrace trace) {
        Span span = Span.of(trace);
        return new StepWindow(0, span.start(), span.end());
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
