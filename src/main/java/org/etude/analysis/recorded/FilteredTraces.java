// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.recorded;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.etude.link.host.HostNesting;
import org.etude.link.host.LaunchIndex;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;
import org.etude.report.Report;
import org.etude.spec.EventFilter;
import org.etude.trace.activity.Span;
import org.etude.trace.device.ColumnDeviceTrace;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.TraceException;
import org.etude.trace.model.TraceSet;

/** Selects the part of a recording that a filter matches. Linear in the events, times the depth of nesting. */
public final class FilteredTraces {
    private static final long PS_PER_NS = 1_000;

    private final EventFilter filter;
    private final long origin;
    private long left;

    private FilteredTraces(EventFilter filter, long origin) {
        this.filter = filter;
        this.origin = origin;
    }

    /**
     * The traces with some of their events; host execution traces stay whole.
     *
     * @throws TraceException when no event is left
     */
    public static TraceSet of(TraceSet traces, EventFilter filter) {
        FilteredTraces filtered = new FilteredTraces(filter, Span.origin(traces));
        return filtered.of(traces);
    }

    /** The selected part of a recording; may be empty. */
    public static TraceSet some(TraceSet traces, EventFilter filter) {
        FilteredTraces filtered = new FilteredTraces(filter, Span.origin(traces));
        return new TraceSet(
                traces.source(),
                traces.ranks().stream().map(filtered::rank).toList(),
                traces.worldSize(),
                traces.report());
    }

    private TraceSet of(TraceSet traces) {
        List<RankTrace> ranks = new ArrayList<>();
        long events = 0;
        for (RankTrace rank : traces.ranks()) {
            if (filter.ranks().isEmpty() || filter.ranks().contains(rank.rank())) {
                ranks.add(rank(rank));
            }
            events += rank.device() == null ? 0 : rank.device().size();
        }
        if (left == 0) {
            throw nothing(traces, events);
        }
        Finding said = new Finding(
                Level.INFO,
                "load",
                -1,
                "",
                left + " of " + events + " events kept",
                "a filter by rank, stream, name or time is set",
                "tables and figures show this part only");
        return new TraceSet(
                traces.source() + ", filtered",
                ranks,
                traces.worldSize(),
                traces.report().plus(Report.of(List.of(said))));
    }

    /** The error for a filter that leaves none of this many events. */
    public static TraceException nothing(TraceSet traces, long events) {
        return new TraceException(
                traces.source() + ": the filter leaves no event of " + events + ".",
                "The ranks are: "
                        + traces.ranks().stream().map(RankTrace::rank).toList()
                        + "; 'etude kernels' lists names, 'etude idle' streams.");
    }

    private RankTrace rank(RankTrace rank) {
        if (!(rank.device() instanceof ColumnDeviceTrace trace)) {
            return rank;
        }
        boolean[] keep = new boolean[trace.size()];
        named(trace, keep);
        IntArrayList rows = new IntArrayList();
        for (int i = 0; i < keep.length; i++) {
            if (keep[i] && onStream(trace, i) && inTime(trace.startNanos(i) + rank.clockOffsetNanos())) {
                rows.add(i);
            }
        }
        left += rows.size();
        return new RankTrace(
                rank.rank(),
                rank.host(),
                trace.select(rows.toIntArray(), at -> filter.name().isEmpty() && inTime(at + rank.clockOffsetNanos())),
                rank.clockOffsetNanos(),
                rank.steps());
    }

    private boolean onStream(DeviceTrace trace, int event) {
        return filter.streams().isEmpty()
                || trace.stream(event) < 0
                || filter.streams().contains(trace.stream(event));
    }

    private boolean inTime(long nanos) {
        long at = nanos - origin;
        return (filter.from() == null || at >= filter.from().picoseconds() / PS_PER_NS)
                && (filter.to() == null || at < filter.to().picoseconds() / PS_PER_NS);
    }

    /** Keeps what a name matches, what lies or was launched inside it, and what encloses it. */
    private void named(DeviceTrace trace, boolean[] keep) {
        boolean[] names = new boolean[trace.names().size()];
        for (int name = 0; name < names.length; name++) {
            names[name] = trace.names().text(name).toLowerCase(Locale.ROOT).contains(filter.name());
        }
        int[] enclosing = HostNesting.enclosing(trace);
        int[] launches = LaunchIndex.of(trace, enclosing);
        for (int i = 0; i < keep.length; i++) {
            int around = launches[i] >= 0 ? launches[i] : enclosing[i];
            keep[i] = names[trace.nameId(i)];
            for (int at = around; at >= 0 && !keep[i]; at = enclosing[at]) {
                keep[i] = names[trace.nameId(at)];
            }
        }
        for (int i = 0; i < keep.length; i++) {
            int around = launches[i] >= 0 ? launches[i] : enclosing[i];
            if (keep[i]) {
                for (int at = around; at >= 0; at = enclosing[at]) {
                    keep[at] = true;
                }
            }
        }
    }
}
