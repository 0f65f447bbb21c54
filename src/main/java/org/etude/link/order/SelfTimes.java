// SPDX-License-Identifier: Apache-2.0
package org.etude.link.order;

import java.util.Arrays;
import org.etude.link.host.NodeTable;

/**
 * Computes self times: every instant of a host thread belongs to the innermost open node, the one that started last.
 * Self times therefore never overlap and add up to the time in which any node was open, even with ties and partial
 * overlaps.
 */
public final class SelfTimes {
    private SelfTimes() {}

    /**
     * The self time of each node in ns; GPU work keeps its whole duration.
     *
     * @param nodes the nodes, ascending by start
     * @param lanes number of host lanes
     */
    public static long[] of(NodeTable nodes, int lanes) {
        long[] exclusive = new long[nodes.size];
        int[] below = new int[nodes.size];
        int[] top = new int[lanes];
        long[] cursor = new long[lanes];
        Arrays.fill(top, -1);
        for (int i = 0; i < nodes.size; i++) {
            if (!nodes.timed(i)) {
                continue;
            }
            if (nodes.kind(i).isGpu()) {
                exclusive[i] = nodes.end(i) - nodes.start(i);
                continue;
            }
            int lane = nodes.lane[i];
            cursor[lane] = close(nodes, exclusive, below, top, lane, cursor[lane], nodes.start(i));
            below[i] = top[lane];
            top[lane] = i;
        }
        for (int lane = 0; lane < lanes; lane++) {
            close(nodes, exclusive, below, top, lane, cursor[lane], Long.MAX_VALUE);
        }
        return exclusive;
    }

    /** Attributes the time up to {@code now} and pops nodes that ended by then. */
    private static long close(
            NodeTable nodes, long[] exclusive, int[] below, int[] top, int lane, long from, long now) {
        long cursor = from;
        while (top[lane] >= 0 && nodes.end(top[lane]) <= now) {
            long end = nodes.end(top[lane]);
            exclusive[top[lane]] += Math.max(0, end - cursor);
            cursor = Math.max(cursor, end);
            top[lane] = below[top[lane]];
        }
        if (top[lane] >= 0) {
            exclusive[top[lane]] += now - cursor;
        }
        return now;
    }
}
