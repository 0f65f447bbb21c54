// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.recorded;

import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.etude.link.host.HostNesting;
import org.etude.link.host.LaunchIndex;
import org.etude.report.Progress;
import org.etude.trace.activity.CommEvents;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.EventKind;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.TraceSet;

/** The GPU work that each operator launched, with its launch and run times. Linear in the events. */
public final class OperatorKernels {
    private static final Comparator<OperatorKernel> LONGEST_FIRST = Comparator.comparingLong(
                    (OperatorKernel k) -> k.times().totalNanos())
            .reversed()
            .thenComparing(OperatorKernel::operator)
            .thenComparing(OperatorKernel::kernel);

    private OperatorKernels() {}

    /** One entry per rank, operator and kernel; ranks ascending, the longest first. */
    public static List<OperatorKernel> of(TraceSet traces) {
        List<OperatorKernel> all = new ArrayList<>();
        for (RankTrace rank : traces.ranks()) {
            Progress.checkInterrupted();
            if (rank.device() != null) {
                List<OperatorKernel> own = of(rank.rank(), rank.device());
                own.sort(LONGEST_FIRST);
                all.addAll(own);
            }
        }
        return all;
    }

    private static List<OperatorKernel> of(int rank, DeviceTrace trace) {
        int[] enclosing = HostNesting.enclosing(trace);
        int[] launches = LaunchIndex.of(trace, enclosing);
        CommEvents events = new CommEvents(trace);
        Long2ObjectOpenHashMap<OperatorKernel> found = new Long2ObjectOpenHashMap<>();
        for (int i = 0; i < trace.size(); i++) {
            EventKind kind = trace.kind(i);
            if (!kind.isGpuWork() || trace.isFlagged(i)) {
                continue;
            }
            int call = launches[i];
            int operator = call < 0 ? -1 : operator(trace, enclosing, call);
            int operatorName = operator < 0 ? -1 : trace.nameId(operator);
            long key = (long) operatorName << Integer.SIZE | trace.nameId(i);
            OperatorKernel entry = found.get(key);
            if (entry == null) {
                entry = new OperatorKernel(
                        rank,
                        operator < 0 ? "" : trace.name(operator),
                        trace.name(i),
                        KernelUses.category(events, kind, i),
                        new DurationStats(),
                        new DurationStats(),
                        new DurationStats());
                found.put(key, entry);
            }
            entry.times().add(trace.durationNanos(i));
            if (call >= 0) {
                entry.calls().add(trace.durationNanos(call));
                entry.delays().add(Math.max(0, trace.startNanos(i) - trace.endNanos(call)));
            }
        }
        return new ArrayList<>(found.values());
    }

    private static int operator(DeviceTrace trace, int[] enclosing, int call) {
        int at = enclosing[call];
        while (at >= 0 && trace.kind(at) != EventKind.CPU_OP) {
            at = enclosing[at];
        }
        return at;
    }
}
