// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.recorded;

import it.unimi.dsi.fastutil.ints.Int2ObjectLinkedOpenHashMap;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import org.etude.link.host.HostNesting;
import org.etude.link.host.LaunchIndex;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.TraceSet;

/**
 * The cost of launches: the calls, the delay until the work starts, and work too short to be worth its call. A call that
 * launches several pieces of work, such as that of a graph, is one call. Linear.
 */
public final class LaunchCalls {
    /** A call longer than this, in ns, is slow. */
    public static final long SLOW_CALL = 50_000;
    /** Work that starts later than this after its call, in ns, is late. */
    public static final long LATE_KERNEL = 100_000;

    private final DurationStats calls = new DurationStats();
    private final DurationStats work = new DurationStats();
    private final DurationStats delays = new DurationStats();
    private long shortKernels;
    private long slowCalls;
    private long lateKernels;

    private LaunchCalls() {}

    /** One entry per rank and runtime function that launched anything; ranks ascending, the most calls first. */
    public static List<LaunchCall> of(TraceSet traces) {
        return DeviceRows.of(traces, LaunchCalls::of);
    }

    private static List<LaunchCall> of(int rank, DeviceTrace trace) {
        int[] launches = LaunchIndex.of(trace, HostNesting.enclosing(trace));
        BitSet counted = new BitSet(trace.size());
        Int2ObjectLinkedOpenHashMap<LaunchCalls> byName = new Int2ObjectLinkedOpenHashMap<>();
        for (int i = 0; i < trace.size(); i++) {
            if (launches[i] >= 0 && !trace.isFlagged(i)) {
                LaunchCalls row = byName.computeIfAbsent(trace.nameId(launches[i]), n -> new LaunchCalls());
                if (!counted.get(launches[i])) {
                    counted.set(launches[i]);
                    row.addCall(trace.durationNanos(launches[i]));
                }
                row.addWork(trace, launches[i], i);
            }
        }
        List<LaunchCall> rows = new ArrayList<>();
        byName.int2ObjectEntrySet()
                .fastForEach(entry ->
                        rows.add(entry.getValue().row(rank, trace.names().text(entry.getIntKey()))));
        rows.sort(Comparator.comparingLong((LaunchCall row) -> row.calls().count())
                .reversed()
                .thenComparing(LaunchCall::call));
        return rows;
    }

    private void addCall(long took) {
        calls.add(took);
        slowCalls += took > SLOW_CALL ? 1 : 0;
    }

    private void addWork(DeviceTrace trace, int call, int event) {
        long took = trace.durationNanos(call);
        long ran = trace.durationNanos(event);
        long delay = Math.max(0, trace.startNanos(event) - trace.endNanos(call));
        work.add(ran);
        delays.add(delay);
        shortKernels += ran < took ? 1 : 0;
        lateKernels += delay > LATE_KERNEL ? 1 : 0;
    }

    private LaunchCall row(int rank, String name) {
        return new LaunchCall(rank, name, calls, work, delays, shortKernels, slowCalls, lateKernels);
    }
}
