// SPDX-License-Identifier: Apache-2.0
package org.etude.link.order;

import java.util.Arrays;
import org.etude.link.host.NodeTable;

/**
 * Exclusive durations: every moment of a host thread belongs to the innermost node open then, the one that started last. So
 * they never overlap and add up to the time in which anything was open, whatever ties and partial overlaps there are.
 */
public final class SelfTimes {
    private SelfTimes() {}

    /**
     * The exclusive duration of each node in ns; GPU work keeps its whole duration.
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

    /** Hands out the time up to {@code now} and takes off the stack what ended by then. */
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
