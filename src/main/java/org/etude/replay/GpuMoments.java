// SPDX-License-Identifier: Apache-2.0
package org.etude.replay;

import java.util.Arrays;
import java.util.function.IntToLongFunction;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.number.BinarySearch;

/**
 * Maps recorded moments to times of a run by GPU work: a moment keeps its recorded distance to the latest start or end
 * before it. If one piece of work ends when another starts, the start is used.
 */
public final class GpuMoments {
    private final long[] recorded;
    private final long[] run;

    private GpuMoments(long[] recorded, long[] run) {
        this.recorded = recorded;
        this.run = run;
    }

    /**
     * The mapping of one rank. O(n log n) of its nodes.
     *
     * @param issued by node, when its work began in the run, in ns; -1 for never
     * @param ended by node, when it ended, in ns; -1 for never
     */
    public static GpuMoments of(EtGraph graph, IntToLongFunction issued, IntToLongFunction ended) {
        long[][] events = new long[2 * graph.size()][];
        int count = 0;
        for (int n = 0; n < graph.size(); n++) {
            if (!graph.isCpuOp(n) && graph.has(n, EtNames.START_NS) && ended.applyAsLong(n) >= 0) {
                events[count++] = new long[] {graph.recordedEndNanos(n), 0, ended.applyAsLong(n)};
                events[count++] = new long[] {graph.startNanos(n), 1, issued.applyAsLong(n)};
            }
        }
        Arrays.sort(events, 0, count, (a, b) -> a[0] != b[0] ? Long.compare(a[0], b[0]) : Long.compare(a[1], b[1]));
        long[] recorded = new long[count];
        long[] run = new long[count];
        for (int i = 0; i < count; i++) {
            recorded[i] = events[i][0];
            run[i] = events[i][2];
        }
        return new GpuMoments(recorded, run);
    }

    /** When the run reaches a recorded moment, in ns; -1 when no GPU work had started by then. */
    public long at(long time) {
        int last = BinarySearch.firstNot(0, recorded.length, i -> recorded[i] <= time) - 1;
        return last < 0 ? -1 : run[last] + time - recorded[last];
    }
}
