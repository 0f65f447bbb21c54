// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis;

import java.io.IOException;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.etude.analysis.TraceJson.Name;
import org.etude.analysis.counter.MemoryChange;
import org.etude.analysis.counter.MemoryTimeline;
import org.etude.analysis.recorded.LaunchQueues;
import org.etude.link.model.CollectiveMatches;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.LinkedSet;
import org.etude.report.Progress;
import org.etude.sim.result.TimedNodes;
import org.etude.trace.activity.Span;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.EventKind;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.TraceSet;

/**
 * Writes the recordings of all ranks into a Chrome trace, on one clock: one process per rank with its host threads and
 * GPU streams, arrows from launches to their work and between the ranks of each collective, counters, and the critical
 * path as a separate process with one thread per rank. Arrows join slices of non-zero length and never go back in time,
 * as viewers require. Linear in the events.
 */
final class RecordedTrace {
    private static final Name CORRELATION = Name.of("correlation");
    private static final Name LAUNCHES = Name.of("launches");
    private static final Name ALLOCATED = Name.of("allocated bytes");
    private static final Name RESERVED = Name.of("reserved bytes");
    private static final Map<EventKind, String> CATEGORIES = new EnumMap<>(EventKind.class);

    static {
        for (EventKind kind : EventKind.values()) {
            CATEGORIES.put(kind, kind.name().toLowerCase(Locale.ROOT));
        }
    }

    private final LinkedSet linked;
    private final TraceSet traces;
    private final TraceProcesses processes;
    private final long origin;
    private final ChromeTraceWriter out;
    private final Map<Integer, TraceLanes> lanes = new HashMap<>();
    /** The stream whose queue was written last, and the name of its counter. */
    private int queueDevice;

    private int queueStream;
    private String queueName;

    private RecordedTrace(LinkedSet linked, TraceProcesses processes, ChromeTraceWriter out) {
        this.linked = linked;
        traces = linked.traces();
        this.processes = processes;
        this.out = out;
        origin = Span.origin(traces);
    }

    /**
     * Writes the events.
     *
     * @param matches which collective of one rank is which of another
     * @param ops the recording's conversion, with the recorded times
     */
    static void write(
            LinkedSet linked,
            CollectiveMatches matches,
            TimedNodes ops,
            TraceProcesses processes,
            ChromeTraceWriter out)
            throws IOException {
        RecordedTrace trace = new RecordedTrace(linked, processes, out);
        for (LinkedRank rank : linked.ranks()) {
            Progress.checkInterrupted();
            if (rank.trace().device() != null) {
                trace.rank(rank);
            }
        }
        new RecordedRounds(linked, trace.lanes, processes, trace.origin).write(matches, out);
        trace.queues();
        trace.memory();
        List<RankTrace> ranks = trace.traces.ranks();
        PathTrack.write(
                out,
                pathProcess(trace.traces, processes),
                processes.pathName(),
                index -> ranks.get(index).rank(),
                CriticalPath.of(ops, ops.groups()),
                ops);
    }

    /** The process number of the critical path, the highest of the recording's. */
    static int pathProcess(TraceSet traces, TraceProcesses processes) {
        return processes.of(
                1 + traces.ranks().stream().mapToInt(RankTrace::rank).max().orElse(0));
    }

    private void rank(LinkedRank graph) throws IOException {
        RankTrace rank = graph.trace();
        DeviceTrace trace = rank.device();
        int process = processes.of(rank.rank());
        out.process(process, processes.name(rank.rank()));
        TraceLanes threads = new TraceLanes(trace);
        lanes.put(rank.rank(), threads);
        for (int thread = 0; thread < threads.count(); thread++) {
            out.name("thread_name", process, thread, threads.name(thread));
        }
        long shift = rank.clockOffsetNanos() - origin;
        for (int i = 0; i < trace.size(); i++) {
            if (threads.isShown(i)) {
                slice(process, trace, i, threads.of(i), shift);
            }
        }
        for (int node = 0; node < graph.size(); node++) {
            int launch = graph.launchEvent(node);
            int work = graph.eventIndex(node);
            // Work that, by the clocks, starts before its launch gets no arrow.
            if (launch >= 0
                    && threads.isShown(work)
                    && threads.isShown(launch)
                    && trace.startNanos(work) >= trace.startNanos(launch)) {
                placed(process, threads, trace, launch, shift)
                        .arrow("launch", placed(process, threads, trace, work, shift), out);
            }
        }
        BusyStreams.of(trace, shift).write(out, process);
    }

    /** The slice of a shown event. */
    static TimedSlice placed(int process, TraceLanes threads, DeviceTrace trace, int event, long shift) {
        return new TimedSlice(
                process, threads.of(event), trace.startNanos(event) + shift, trace.endNanos(event) + shift);
    }

    private void slice(int process, DeviceTrace trace, int event, int thread, long shift) throws IOException {
        EventKind kind = trace.kind(event);
        out.begin(trace.name(event), CATEGORIES.get(kind), "X", process, thread);
        out.nanos(ChromeTraceWriter.START, trace.startNanos(event) + shift);
        out.nanos(ChromeTraceWriter.DURATION, trace.durationNanos(event));
        if (kind == EventKind.RUNTIME || kind.isGpuWork()) {
            out.args(args -> args.whole(CORRELATION, trace.correlation(event)));
        }
        out.end();
    }

    private void memory() throws IOException {
        for (MemoryChange change : MemoryTimeline.of(traces)) {
            out.counter("memory of " + change.device(), processes.of(change.rank()), change.nanos(), args -> {
                args.whole(ALLOCATED, change.inUse());
                if (change.reserved() >= 0) {
                    args.whole(RESERVED, change.reserved());
                }
            });
        }
    }

    /** The name of the counter of a stream; the changes of one stream follow one another. */
    private String queue(int device, int stream) {
        if (queueName == null || device != queueDevice || stream != queueStream) {
            queueDevice = device;
            queueStream = stream;
            queueName = "queue of stream " + stream + ", GPU " + device;
        }
        return queueName;
    }

    private void queues() throws IOException {
        IOException[] failed = new IOException[1];
        LaunchQueues.changes(traces, (rank, device, stream, nanos, length) -> {
            try {
                if (failed[0] == null) {
                    out.counter(
                            queue(device, stream),
                            processes.of(rank),
                            nanos - origin,
                            args -> args.whole(LAUNCHES, length));
                }
            } catch (IOException e) {
                failed[0] = e;
            }
        });
        if (failed[0] != null) {
            throw failed[0];
        }
    }
}
