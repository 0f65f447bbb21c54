// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.etude.analysis.recorded.LaunchQueues;
import org.etude.link.host.HostNesting;
import org.etude.link.host.LaunchIndex;
import org.etude.report.IoReason;
import org.etude.report.Progress;
import org.etude.sim.result.OpColumns;
import org.etude.trace.activity.Span;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.EventKind;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.TraceException;
import org.etude.trace.model.TraceSet;

/**
 * Writes the recordings of all ranks into one Chrome trace on one clock, which Perfetto opens: one process per rank with its host
 * threads and GPU streams, an arrow from each launch to its work, a counter for each launch queue, and the critical path as a
 * process of its own with one thread per rank. Ids stay apart, since those of different ranks are never mixed. Linear in the
 * events; nothing but the traces themselves is held in memory.
 */
public final class RecordedTrace {
    private final TraceSet traces;
    private final long origin;
    private final ChromeTraceWriter out;
    private long flows;

    private RecordedTrace(TraceSet traces, ChromeTraceWriter out) {
        this.traces = traces;
        this.out = out;
        origin = Span.origin(traces);
    }

    /**
     * Writes a file whole or not at all.
     *
     * @param path the critical path; empty for none
     * @param ops the nodes that it names
     * @throws TraceException when the file cannot be written
     */
    public static void write(TraceSet traces, List<CriticalPath.Part> path, OpColumns ops, Path file) {
        try {
            ChromeTraceWriter.write(file, head -> head.writeStringField("displayTimeUnit", "ns"), events -> {
                RecordedTrace trace = new RecordedTrace(traces, events);
                for (RankTrace rank : traces.ranks()) {
                    Progress.checkInterrupted();
                    if (rank.device() != null) {
                        trace.rank(rank);
                    }
                }
                trace.queues();
                trace.path(path, ops);
            });
        } catch (IOException e) {
            throw new TraceException(
                    file + ": cannot be written: " + IoReason.of(e),
                    IoReason.advice(e, "Choose a directory that can be written."));
        }
    }

    private void rank(RankTrace rank) throws IOException {
        DeviceTrace trace = rank.device();
        out.name("process_name", rank.rank(), 0, "rank " + rank.rank());
        TraceLanes lanes = new TraceLanes(trace);
        for (int thread = 0; thread < lanes.count(); thread++) {
            out.name("thread_name", rank.rank(), thread, lanes.name(thread));
        }
        long shift = rank.clockOffsetNanos() - origin;
        for (int i = 0; i < trace.size(); i++) {
            if (lanes.isShown(i)) {
                slice(rank.rank(), trace, i, lanes.of(i), shift);
            }
        }
        int[] launches = LaunchIndex.of(trace, HostNesting.enclosing(trace));
        for (int i = 0; i < launches.length; i++) {
            if (launches[i] >= 0 && lanes.isShown(i) && lanes.isShown(launches[i])) {
                flows++;
                flow("s", rank.rank(), lanes.of(launches[i]), trace.startNanos(launches[i]) + shift);
                flow("f", rank.rank(), lanes.of(i), trace.startNanos(i) + shift);
            }
        }
    }

    private void slice(int rank, DeviceTrace trace, int event, int thread, long shift) throws IOException {
        String category = trace.kind(event).name().toLowerCase(Locale.ROOT);
        out.begin(trace.name(event), category, "X", rank, thread);
        out.nanos("ts", trace.startNanos(event) + shift);
        out.nanos("dur", trace.durationNanos(event));
        if (trace.kind(event) == EventKind.RUNTIME || trace.kind(event).isGpuWork()) {
            out.args(args -> args.writeNumberField("correlation", trace.correlation(event)));
        }
        out.end();
    }

    private void flow(String phase, int rank, int thread, long at) throws IOException {
        out.begin("launch", "launch", phase, rank, thread);
        out.nanos("ts", at);
        out.id(flows);
        if (phase.equals("f")) {
            out.bindToSlice();
        }
        out.end();
    }

    private void queues() throws IOException {
        IOException[] failed = new IOException[1];
        LaunchQueues.changes(traces, (rank, device, stream, nanos, length) -> {
            try {
                if (failed[0] == null) {
                    out.begin("queue of stream " + stream + ", GPU " + device, "queue", "C", rank, 0);
                    out.nanos("ts", nanos - origin);
                    out.args(args -> args.writeNumberField("launches", length));
                    out.end();
                }
            } catch (IOException e) {
                failed[0] = e;
            }
        });
        if (failed[0] != null) {
            throw failed[0];
        }
    }

    private void path(List<CriticalPath.Part> path, OpColumns ops) throws IOException {
        if (path.isEmpty()) {
            return;
        }
        List<RankTrace> ranks = traces.ranks();
        int process = 1 + ranks.stream().mapToInt(RankTrace::rank).max().orElse(0);
        out.name("process_name", process, 0, "critical path");
        for (int rank = 0; rank < ops.ranks(); rank++) {
            out.name("thread_name", process, rank, "rank " + ranks.get(rank).rank());
        }
        for (CriticalPath.Part part : path) {
            boolean gap = part.isGap(ops);
            out.begin(gap ? "gap" : ops.name(part.row()), "critical_path", "X", process, part.rank());
            out.nanos("ts", part.startNs());
            out.nanos("dur", part.durationNs());
            out.args(args -> {
                args.writeNumberField("node", ops.node(part.row()));
                args.writeStringField("after", gap ? "gap" : part.after());
            });
            out.end();
        }
    }
}
