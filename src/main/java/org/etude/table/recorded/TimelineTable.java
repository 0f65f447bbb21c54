package org.etude.table.recorded;

import java.util.Arrays;
import org.etude.compat.triosim.TrioSimTimeline;
import org.etude.compat.triosim.trace.TimedMessage;
import org.etude.compat.triosim.trace.TimedOp;
import org.etude.report.Progress;
import org.etude.sim.result.OpColumns;
import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import org.etude.trace.activity.ActivityIntervals;
import org.etude.trace.activity.CommEvents;
import org.etude.trace.activity.Span;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.EventKind;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.TraceSet;
import tech.tablesaw.api.Table;

/**
 * What ran when, recorded or simulated, in one form. Recorded with GPU work: the kernels, copies and sets. Recorded on CPUs:
 * the outermost operators of each thread without the time they spend on communication, and the back end's ranges.
 */
public final class TimelineTable {
    /** The columns. */
    public static final Schema SCHEMA = Schema.of(
                    "timeline", "One thing that ran, recorded or simulated, by rank and start.")
            .integer("rank", "the rank")
            .text("source", "recorded or simulated")
            .text("lane", "compute, comm, host or memory")
            .text("name", "the kernel, operator or node")
            .decimal(
                    "start_us",
                    "start; recorded: from the first event of any rank; simulated: from the start of the run")
            .decimal("duration_us", "how long it ran")
            .build();

    private static final int ROWS_BETWEEN_CHECKS = 1 << 16;
    private static final double US = 1e6;

    private TimelineTable() {}

    /** Of traces; ranks without a Kineto trace have no rows. O(n log n) of the events. */
    public static Table of(TraceSet traces) {
        TableBuilder rows = new TableBuilder(SCHEMA);
        long origin = Span.origin(traces);
        for (RankTrace rank : traces.ranks()) {
            if (rank.device() != null) {
                Progress.checkInterrupted();
                long shift = rank.clockOffsetNanos() - origin;
                if (hasGpuWork(rank.device())) {
                    gpu(rank.rank(), rank.device(), shift, rows);
                } else {
                    host(rank.rank(), rank.device(), shift, rows);
                }
            }
        }
        return rows.table().sortAscendingOn("rank", "start_us");
    }

    /** Of a simulated run; nodes that never ended have no rows. */
    public static Table of(OpColumns ops) {
        TableBuilder rows = new TableBuilder(SCHEMA);
        for (int i = 0; i < ops.size(); i++) {
            if (i % ROWS_BETWEEN_CHECKS == 0) {
                Progress.checkInterrupted();
            }
            if (ops.ended(i) > ops.issued(i) && ops.issued(i) >= 0) {
                rows.put(ops.rank(i)).put("simulated").put(lane(ops, i)).put(ops.name(i));
                rows.put(ops.issued(i) / 1e3)
                        .put((ops.ended(i) - ops.issued(i)) / 1e3)
                        .end();
            }
        }
        return rows.table().sortAscendingOn("rank", "start_us");
    }

    /**
     * Of a step that TrioSim's rules extrapolate: operators as compute; fetches as memory of the GPU that receives, other messages
     * as communication of the one that sends.
     */
    public static Table of(TrioSimTimeline timeline) {
        TableBuilder rows = new TableBuilder(SCHEMA);
        for (TimedOp op : timeline.ops()) {
            rows.put(op.gpu()).put("simulated").put("compute").put(op.recorded().name());
            rows.put(op.start() * US).put((op.end() - op.start()) * US).end();
        }
        for (TimedMessage message : timeline.messages()) {
            boolean fetch = message.from() == TimedMessage.REMOTE;
            rows.put(fetch ? message.to() : message.from()).put("simulated");
            rows.put(fetch ? "memory" : "comm").put(message.kind().label());
            rows.put(message.sent() * US)
                    .put((message.arrived() - message.sent()) * US)
                    .end();
        }
        return rows.table().sortAscendingOn("rank", "start_us");
    }

    /** The lane of a simulated node. */
    public static String lane(OpColumns ops, int row) {
        if (ops.resource(row).equals("cpu")) {
            return "host";
        }
        return switch (ops.type(row)) {
            case COMP -> "compute";
            case MEM_LOAD, MEM_STORE -> "memory";
            default -> "comm";
        };
    }

    private static boolean hasGpuWork(DeviceTrace trace) {
        for (int i = 0; i < trace.size(); i++) {
            if (trace.kind(i).isGpuWork()) {
                return true;
            }
        }
        return false;
    }

    private static void gpu(int rank, DeviceTrace trace, long shift, TableBuilder rows) {
        CommEvents events = new CommEvents(trace);
        for (int i = 0; i < trace.size(); i++) {
            if (trace.kind(i).isGpuWork() && !trace.isFlagged(i)) {
                String lane = events.isKernel(i) ? "comm" : "compute";
                row(rank, lane, trace.name(i), trace.startNanos(i) + shift, trace.durationNanos(i), rows);
            }
        }
    }

    private static void host(int rank, DeviceTrace trace, long shift, TableBuilder rows) {
        CommEvents events = new CommEvents(trace);
        ActivityIntervals.Builder[] communication = new ActivityIntervals.Builder[trace.laneCount()];
        Arrays.setAll(communication, i -> new ActivityIntervals.Builder());
        for (int i = 0; i < trace.size(); i++) {
            if (events.isHostComm(i) && !trace.isFlagged(i)) {
                communication[trace.lane(i)].add(trace.startNanos(i), trace.endNanos(i));
                if (events.isHostBackend(i)) {
                    row(rank, "comm", trace.name(i), trace.startNanos(i) + shift, trace.durationNanos(i), rows);
                }
            }
        }
        for (int lane = 0; lane < communication.length; lane++) {
            outermost(rank, trace, lane, communication[lane].union(), shift, rows);
        }
    }

    /** Events stand in the order of their start, and of two that start together the longer first. */
    private static void outermost(
            int rank, DeviceTrace trace, int lane, ActivityIntervals comm, long shift, TableBuilder rows) {
        CommEvents events = new CommEvents(trace);
        long covered = Long.MIN_VALUE;
        for (int i = 0; i < trace.size(); i++) {
            boolean operator = trace.kind(i) == EventKind.CPU_OP && !trace.isFlagged(i) && !events.isHostComm(i);
            if (operator && trace.lane(i) == lane && trace.endNanos(i) > covered) {
                long from = Math.max(covered, trace.startNanos(i));
                String name = trace.name(i);
                comm.forEachGap(from, trace.endNanos(i), (a, b) -> row(rank, "compute", name, a + shift, b - a, rows));
                covered = trace.endNanos(i);
            }
        }
    }

    private static void row(int rank, String lane, String name, long start, long duration, TableBuilder rows) {
        rows.put(rank).put("recorded").put(lane).put(name);
        rows.put(start / 1e3).put(duration / 1e3).end();
    }
}
