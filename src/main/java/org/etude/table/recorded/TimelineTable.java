// SPDX-License-Identifier: Apache-2.0
package org.etude.table.recorded;

import java.util.Arrays;
import org.etude.compat.triosim.TrioSimTimeline;
import org.etude.compat.triosim.trace.TimedMessage;
import org.etude.compat.triosim.trace.TimedOp;
import org.etude.number.IntervalSet;
import org.etude.report.Progress;
import org.etude.sim.result.OpColumns;
import org.etude.sim.result.TimedNodes;
import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import org.etude.trace.activity.Activity;
import org.etude.trace.activity.CommEvents;
import org.etude.trace.activity.HostWork;
import org.etude.trace.activity.PartnerWaits;
import org.etude.trace.activity.Span;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.EventKind;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.TraceSet;
import tech.tablesaw.api.Table;

/**
 * What ran when, recorded or simulated, in one form. With recorded GPU work: kernels, copies and sets, and the ranges of
 * a backend that moves data on the host, such as gloo. For CPU recordings: the outermost operators of each thread, except
 * the time spent on or waiting for communication, and the backend's ranges.
 */
public final class TimelineTable {
    /** The columns. */
    public static final Schema<Row> SCHEMA = Schema.<Row>of(
                    "timeline", "One thing that ran, recorded or simulated, by rank and start.")
            .integer("rank", "the rank", Row::rank)
            .text("source", "recorded or simulated", Row::source)
            .text("lane", "compute, comm, host or memory (also copies)", Row::lane)
            .text("name", "the kernel, operator or node", Row::name)
            .decimal(
                    "start_us",
                    "start; recorded: from the first event of any rank; simulated: from the start of the run",
                    Row::startUs)
            .decimal("duration_us", "how long it ran", Row::durationUs)
            .build();

    private static final String SIMULATED = "simulated";
    private static final String COMM = "comm";
    private static final String MEMORY = "memory";
    private static final double US = 1e6;

    private TimelineTable() {}

    /**
     * The timeline of traces; ranks without a Kineto trace have no rows. O(n log n) of the events.
     *
     * @param waits when hosts waited for transfers, in which operators of a CPU recording do not compute
     */
    public static Table of(TraceSet traces, PartnerWaits waits) {
        TableBuilder<Row> rows = SCHEMA.rows();
        long origin = Span.origin(traces);
        for (RankTrace rank : traces.ranks()) {
            if (rank.device() != null) {
                Progress.checkInterrupted();
                long shift = rank.clockOffsetNanos() - origin;
                if (rank.device().hasGpuWork()) {
                    gpu(rank.rank(), rank.device(), shift, rows);
                } else {
                    host(rank.rank(), rank.device(), waits, shift, rows);
                }
            }
        }
        return sorted(rows);
    }

    /** The timeline of a simulated run; nodes that never ended have no rows. */
    public static Table of(OpColumns ops) {
        TableBuilder<Row> rows = SCHEMA.rows();
        for (int i = 0; i < ops.size(); i++) {
            if (ops.ended(i) > ops.issued(i) && ops.issued(i) >= 0 && ops.activity(i) != Activity.IDLE) {
                double duration = (ops.ended(i) - ops.issued(i)) / 1e3;
                rows.add(new Row(ops.rank(i), SIMULATED, lane(ops, i), ops.name(i), ops.issued(i) / 1e3, duration));
            }
        }
        return sorted(rows);
    }

    /**
     * The timeline of a step extrapolated by TrioSim's rules: operators as compute, fetches as memory of the receiving
     * GPU, other messages as communication of the sending one.
     */
    public static Table of(TrioSimTimeline timeline) {
        TableBuilder<Row> rows = SCHEMA.rows();
        for (TimedOp op : timeline.ops()) {
            double duration = (op.end() - op.start()) * US;
            rows.add(new Row(op.gpu(), SIMULATED, "compute", op.recorded().name(), op.start() * US, duration));
        }
        for (TimedMessage message : timeline.messages()) {
            boolean fetch = message.from() == TimedMessage.REMOTE;
            rows.add(new Row(
                    fetch ? message.to() : message.from(),
                    SIMULATED,
                    fetch ? MEMORY : COMM,
                    message.kind().label(),
                    message.sent() * US,
                    (message.arrived() - message.sent()) * US));
        }
        return sorted(rows);
    }

    private static Table sorted(TableBuilder<Row> rows) {
        return rows.table().sortAscendingOn("rank", "start_us");
    }

    /** The lane of a node, simulated or recorded; "none" for one that only delays others. */
    public static String lane(TimedNodes ops, int row) {
        return lane(ops.activity(row));
    }

    private static String lane(Activity activity) {
        return switch (activity) {
            case COMPUTE -> "compute";
            case TRANSFER, WAITING -> COMM;
            case COPY -> MEMORY;
            case HOST -> "host";
            case IDLE -> "none";
        };
    }

    private static void gpu(int rank, DeviceTrace trace, long shift, TableBuilder<Row> rows) {
        CommEvents events = new CommEvents(trace);
        for (int i = 0; i < trace.size(); i++) {
            if (trace.kind(i).isGpuWork() && !trace.isFlagged(i)) {
                Activity work = trace.kind(i) == EventKind.KERNEL ? Activity.COMPUTE : Activity.COPY;
                Activity activity = events.isKernel(i) ? Activity.TRANSFER : work;
                rows.add(recorded(
                        rank, lane(activity), trace.name(i), trace.startNanos(i) + shift, trace.durationNanos(i)));
            } else if (events.isHostBackend(i) && !trace.isFlagged(i)) {
                rows.add(recorded(rank, COMM, trace.name(i), trace.startNanos(i) + shift, trace.durationNanos(i)));
            }
        }
    }

    private static void host(int rank, DeviceTrace trace, PartnerWaits waits, long shift, TableBuilder<Row> rows) {
        CommEvents events = new CommEvents(trace);
        for (int i = 0; i < trace.size(); i++) {
            if (events.isHostBackend(i) && !trace.isFlagged(i)) {
                rows.add(recorded(rank, COMM, trace.name(i), trace.startNanos(i) + shift, trace.durationNanos(i)));
            }
        }
        HostWork work = HostWork.of(trace, events);
        IntervalSet[] without = work.communication();
        for (int lane = 0; lane < without.length; lane++) {
            without[lane] = without[lane].or(waits.host(rank, lane));
        }
        outermost(rank, trace, work, without, shift, rows);
    }

    /** Events are in start order, with longer ones first at equal starts. */
    private static void outermost(
            int rank, DeviceTrace trace, HostWork work, IntervalSet[] without, long shift, TableBuilder<Row> rows) {
        long[] covered = new long[without.length];
        Arrays.fill(covered, Long.MIN_VALUE);
        for (int i = 0; i < trace.size(); i++) {
            int lane = trace.lane(i);
            if (work.isOperator(i) && trace.endNanos(i) > covered[lane]) {
                long from = Math.max(covered[lane], trace.startNanos(i));
                String name = trace.name(i);
                without[lane].forEachGap(
                        from, trace.endNanos(i), (a, b) -> rows.add(recorded(rank, "compute", name, a + shift, b - a)));
                covered[lane] = trace.endNanos(i);
            }
        }
    }

    private static Row recorded(int rank, String lane, String name, long start, long duration) {
        return new Row(rank, "recorded", lane, name, start / 1e3, duration / 1e3);
    }

    private record Row(int rank, String source, String lane, String name, double startUs, double durationUs) {}
}
