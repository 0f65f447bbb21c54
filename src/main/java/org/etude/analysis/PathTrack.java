// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis;

import java.io.IOException;
import java.util.List;
import java.util.TreeSet;
import java.util.function.IntUnaryOperator;
import org.etude.sim.result.TimedNodes;

/**
 * Writes the critical path as a separate process above the ranks: one thread per rank that it visits, and its parts as
 * slices.
 */
final class PathTrack {
    private static final TraceJson.Name NODE = TraceJson.Name.of("node");
    private static final TraceJson.Name AFTER = TraceJson.Name.of("after");

    private PathTrack() {}

    /**
     * Writes the process; nothing for an empty path.
     *
     * @param process number of the process
     * @param rank the number of the rank at an index
     */
    static void write(
            ChromeTraceWriter out,
            int process,
            String name,
            IntUnaryOperator rank,
            List<CriticalPath.Part> path,
            TimedNodes ops)
            throws IOException {
        if (path.isEmpty()) {
            return;
        }
        out.process(process, name);
        TreeSet<Integer> visited = new TreeSet<>();
        int before = -1;
        for (CriticalPath.Part part : path) {
            if (part.rank() != before) {
                before = part.rank();
                visited.add(before);
            }
        }
        for (int index : visited) {
            out.name("thread_name", process, index, "rank " + rank.applyAsInt(index));
        }
        for (CriticalPath.Part part : path) {
            boolean gap = part.isGap(ops);
            out.begin(gap ? "gap" : ops.name(part.row()), "critical_path", "X", process, part.rank());
            out.nanos(ChromeTraceWriter.START, part.startNs());
            out.nanos(ChromeTraceWriter.DURATION, part.durationNs());
            out.args(args -> {
                args.whole(NODE, ops.node(part.row()));
                args.text(AFTER, gap ? "gap" : part.after());
            });
            out.end();
        }
    }
}
