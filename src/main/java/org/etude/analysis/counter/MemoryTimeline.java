// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.counter;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.etude.link.host.HostNesting;
import org.etude.report.Progress;
import org.etude.trace.activity.Span;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.EventKind;
import org.etude.trace.model.MemoryEvents;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.TraceSet;

/**
 * Memory in use over time, with the operator that requested it: a sweep over the events of each rank. Linear in them.
 */
public final class MemoryTimeline {
    private final DeviceTrace trace;
    private final int[] enclosing;
    /** For each lane, the innermost open operator or annotation. */
    private final int[] top;

    private int next;

    private MemoryTimeline(DeviceTrace trace) {
        this.trace = trace;
        enclosing = HostNesting.enclosing(trace);
        top = new int[trace.laneCount()];
        Arrays.fill(top, -1);
    }

    /** One entry per allocation and release; ranks ascending, in order of time. */
    public static List<MemoryChange> of(TraceSet traces) {
        long origin = Span.origin(traces);
        List<MemoryChange> all = new ArrayList<>();
        for (RankTrace rank : traces.ranks()) {
            Progress.checkInterrupted();
            if (rank.device() != null && rank.device().memory().size() > 0) {
                new MemoryTimeline(rank.device()).add(rank.rank(), rank.clockOffsetNanos() - origin, all);
            }
        }
        return all;
    }

    private void add(int rank, long shift, List<MemoryChange> into) {
        MemoryEvents events = trace.memory();
        Map<String, Long> sums = new HashMap<>();
        for (int i = 0; i < events.size(); i++) {
            String device = events.deviceName(i);
            long change = events.change()[i];
            into.add(new MemoryChange(
                    rank,
                    device,
                    events.nanos()[i] + shift,
                    operator(events.nanos()[i], events.lane()[i]),
                    change,
                    sums.merge(device, change, Long::sum),
                    events.allocated()[i],
                    events.reserved()[i]));
        }
    }

    private String operator(long at, int lane) {
        for (; next < trace.size() && trace.startNanos(next) <= at; next++) {
            if (trace.kind(next).isHostOp()) {
                top[trace.lane(next)] = next;
            }
        }
        int open = top[lane];
        while (open >= 0 && (trace.endNanos(open) <= at || trace.kind(open) != EventKind.CPU_OP)) {
            open = enclosing[open];
        }
        return open < 0 ? "" : trace.name(open);
    }
}
