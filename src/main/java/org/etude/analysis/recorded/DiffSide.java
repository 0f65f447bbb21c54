// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.recorded;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.etude.analysis.recorded.DiffEntry.Kind;
import org.etude.report.Counted;
import org.etude.report.Progress;
import org.etude.spec.CollectiveType;
import org.etude.trace.activity.CommEvents;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.EventKind;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.TraceSet;

/**
 * Collects one side of a comparison; counts and times are normalised per rank and step, so that jobs of any size can be
 * compared.
 */
public final class DiffSide {
    private static final int KIB = 1024;

    private final Map<Kind, Map<String, double[]>> sums = new TreeMap<>();
    private double rankSteps;

    /** Adds a number of steps of one rank, over which everything added is averaged; 1 for a rank without marks. */
    public DiffSide steps(int count) {
        rankSteps += Math.max(1, count);
        return this;
    }

    /** Adds something with a duration. */
    public DiffSide add(Kind kind, String name, long count, long nanos) {
        double[] sum = sums.computeIfAbsent(kind, k -> new TreeMap<>()).computeIfAbsent(name, n -> new double[2]);
        sum[0] += count;
        sum[1] += nanos;
        return this;
    }

    /** Adds collectives and messages. */
    public DiffSide calls(List<CommCall> calls) {
        for (CommCall call : calls) {
            add(Kind.COLLECTIVE, name(call), 1, call.nanos());
        }
        return this;
    }

    private static String name(CommCall call) {
        String type = call.type().name().toLowerCase(Locale.ROOT);
        boolean message = call.type() == CollectiveType.SEND || call.type() == CollectiveType.RECV;
        String size = call.bytes() < 0 ? "" : " " + size(call.bytes());
        return type + size + (message || call.groupSize() < 1 ? "" : ", " + Counted.of(call.groupSize(), "rank"));
    }

    private static String size(long bytes) {
        boolean whole = bytes >= KIB && bytes % KIB == 0;
        return whole ? bytes / KIB + " KiB" : bytes + " B";
    }

    /** The normalised entries. */
    public List<DiffEntry> entries() {
        List<DiffEntry> entries = new ArrayList<>();
        double parts = Math.max(1, rankSteps);
        sums.forEach((kind, names) ->
                names.forEach((name, sum) -> entries.add(new DiffEntry(kind, name, sum[0] / parts, sum[1] / parts))));
        return entries;
    }

    /** Host operators by self time, GPU work, and these collectives of a recording. Linear in the events. */
    public static List<DiffEntry> of(TraceSet traces, List<CommCall> calls) {
        DiffSide side = new DiffSide();
        for (RankTrace rank : traces.ranks()) {
            Progress.checkInterrupted();
            side.steps(rank.steps().size());
            if (rank.device() != null) {
                side.rank(rank.device());
            }
        }
        return side.calls(calls).entries();
    }

    private void rank(DeviceTrace trace) {
        CommEvents events = new CommEvents(trace);
        HostSelfTimes self = HostSelfTimes.of(trace, events);
        NameSums operators = new NameSums(trace);
        NameSums kernels = new NameSums(trace);
        for (int i = 0; i < trace.size(); i++) {
            EventKind kind = trace.kind(i);
            if (trace.isFlagged(i)) {
                continue;
            }
            if (self.isOperator(i)) {
                operators.add(i, self.nanos(i));
            } else if (kind.isGpuWork() && !events.isKernel(i)) {
                kernels.add(i, trace.durationNanos(i));
            }
        }
        operators.addTo(this, Kind.OPERATOR);
        kernels.addTo(this, Kind.KERNEL);
    }

    /** Counts and sums by dictionary number. */
    private static final class NameSums {
        private final DeviceTrace trace;
        private final long[] count;
        private final long[] nanos;

        NameSums(DeviceTrace trace) {
            this.trace = trace;
            count = new long[trace.names().size()];
            nanos = new long[count.length];
        }

        void add(int event, long time) {
            count[trace.nameId(event)]++;
            nanos[trace.nameId(event)] += time;
        }

        void addTo(DiffSide side, Kind kind) {
            for (int name = 0; name < count.length; name++) {
                if (count[name] > 0) {
                    side.add(kind, trace.names().text(name), count[name], nanos[name]);
                }
            }
        }
    }
}
