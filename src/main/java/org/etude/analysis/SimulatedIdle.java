// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.etude.analysis.recorded.IdleTime;
import org.etude.analysis.recorded.StreamIdle;
import org.etude.report.Progress;
import org.etude.sim.program.RankProgram;
import org.etude.sim.result.OpColumns;

/**
 * Why resources of simulated ranks were idle, by the same definitions as for streams of recordings: {@link IdleTime}.
 * The host is late if a host node that the work depends on ended after the resource had become free.
 */
public final class SimulatedIdle {
    private final OpColumns ops;
    private final long delay;

    private SimulatedIdle(OpColumns ops, long delay) {
        this.ops = ops;
        this.delay = delay;
    }

    /** One entry per rank, resource of GPU work or communication, and category. O(n log n) of the nodes. */
    public static List<IdleTime> of(OpColumns ops, long delay) {
        SimulatedIdle idle = new SimulatedIdle(ops, delay);
        List<IdleTime> all = new ArrayList<>();
        for (int rank = 0; rank < ops.ranks(); rank++) {
            Progress.checkInterrupted();
            all.addAll(idle.of(rank));
        }
        return all;
    }

    private List<IdleTime> of(int rank) {
        int first = ops.firstOf(rank);
        RankProgram program = ops.program(rank);
        long[] hostEnd = hostEnds(first, program);
        TreeMap<Short, StreamIdle> streams = new TreeMap<>();
        for (int row : byIssue(rank)) {
            if (isGpuOrComm(row)) {
                StreamIdle stream = streams.computeIfAbsent(program.slot[row - first], s -> new StreamIdle(delay));
                stream.add(ops.issued(row), ops.ended(row), hostEnd[row - first] > stream.endNanos());
            }
        }
        List<IdleTime> all = new ArrayList<>();
        streams.forEach((slot, stream) -> all.addAll(stream.of(rank, -1, slot)));
        return all;
    }

    private boolean isGpuOrComm(int row) {
        String resource = ops.resource(row);
        return ops.ended(row) >= 0 && (resource.equals("gpu") || resource.equals("comm"));
    }

    private int[] byIssue(int rank) {
        return IntStream.range(ops.firstOf(rank), ops.firstOf(rank + 1))
                .boxed()
                .sorted((a, b) -> Long.compare(ops.issued(a), ops.issued(b)))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /** For each node, when the last host node it depends on ended. */
    private long[] hostEnds(int first, RankProgram program) {
        long[] ends = new long[program.size];
        Arrays.fill(ends, Long.MIN_VALUE);
        for (int parent = 0; parent < program.size; parent++) {
            for (int c = program.childStart[parent]; program.cpuOp[parent] && c < program.childStart[parent + 1]; c++) {
                int child = program.children[c];
                ends[child] = Math.max(ends[child], ops.ended(first + parent));
            }
        }
        return ends;
    }
}
