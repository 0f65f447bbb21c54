// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.graph;

import java.util.Arrays;
import java.util.List;

/**
 * Maximum flow between two sets of hosts, by Dinic's algorithm: O(V^2 E) in the worst case, near-linear on layered
 * networks.
 */
public final class MaxFlow {
    private static final long ENDLESS = Long.MAX_VALUE / 4;

    private final int nodes;
    private final int[] first;
    private final int[] next;
    private final int[] head;
    private final long[] residual;
    private int edges;
    private int[] level;
    private int[] at;
    private final int[] path;

    private MaxFlow(int nodes, int capacity) {
        this.nodes = nodes;
        path = new int[nodes];
        first = new int[nodes];
        Arrays.fill(first, -1);
        next = new int[2 * capacity];
        head = new int[2 * capacity];
        residual = new long[2 * capacity];
    }

    /**
     * The maximum flow from the marked hosts to the others, in bit/s. Links of more than 2 Ebit/s count as such, and more
     * than {@code Long.MAX_VALUE} is that.
     */
    public static long between(PhysicalTopology graph, boolean[] left) {
        int source = graph.nodes();
        List<PhysicalTopology.Link> links = graph.links();
        MaxFlow flow = new MaxFlow(source + 2, links.size() + left.length);
        for (PhysicalTopology.Link link : links) {
            long rate = Math.min(link.spec().bitsPerSecond(), ENDLESS);
            flow.add(link.a(), link.b(), rate, rate);
        }
        for (int host = 0; host < left.length; host++) {
            if (left[host]) {
                flow.add(source, host, ENDLESS, 0);
            } else {
                flow.add(host, source + 1, ENDLESS, 0);
            }
        }
        return flow.run(source, source + 1);
    }

    private void add(int a, int b, long forth, long back) {
        half(a, b, forth);
        half(b, a, back);
    }

    private void half(int a, int b, long capacity) {
        head[edges] = b;
        residual[edges] = capacity;
        next[edges] = first[a];
        first[a] = edges++;
    }

    private long run(int source, int sink) {
        long total = 0;
        while (rank(source, sink)) {
            at = first.clone();
            long pushed = push(source, sink);
            while (pushed > 0) {
                total = total > Long.MAX_VALUE - pushed ? Long.MAX_VALUE : total + pushed;
                pushed = push(source, sink);
            }
        }
        return total;
    }

    private boolean rank(int source, int sink) {
        level = new int[nodes];
        Arrays.fill(level, -1);
        level[source] = 0;
        int[] queue = new int[nodes];
        queue[0] = source;
        int end = 1;
        for (int i = 0; i < end; i++) {
            for (int e = first[queue[i]]; e >= 0; e = next[e]) {
                if (residual[e] > 0 && level[head[e]] < 0) {
                    level[head[e]] = level[queue[i]] + 1;
                    queue[end++] = head[e];
                }
            }
        }
        return level[sink] >= 0;
    }

    /** Sends flow along one augmenting path through increasing levels; dead ends are never visited again. */
    private long push(int source, int sink) {
        int depth = 0;
        int node = source;
        while (node != sink) {
            int e = at[node];
            while (e >= 0 && !(residual[e] > 0 && level[head[e]] == level[node] + 1)) {
                e = next[e];
            }
            at[node] = e;
            if (e >= 0) {
                path[depth++] = e;
                node = head[e];
            } else if (depth == 0) {
                return 0;
            } else {
                int back = path[--depth];
                node = head[back ^ 1];
                at[node] = next[back];
            }
        }
        long least = ENDLESS;
        for (int i = 0; i < depth; i++) {
            least = Math.min(least, residual[path[i]]);
        }
        for (int i = 0; i < depth; i++) {
            residual[path[i]] -= least;
            residual[path[i] ^ 1] += least;
        }
        return least;
    }
}
