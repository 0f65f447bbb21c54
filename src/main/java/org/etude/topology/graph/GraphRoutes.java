// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.graph;

/**
 * Shortest routes through a graph, found host by host when they are first asked for. Where several links are equally good,
 * those to preferred switches go first; among the rest the pair of hosts and the node decide, so that pairs spread over
 * them and each pair keeps its route. Not thread-safe; 4 bytes per node for each destination asked for.
 */
public final class GraphRoutes {
    private static final long MIX = 0x9E3779B97F4A7C15L;

    private final GraphIndex index;
    private final int[][] distance;

    /** Routes of a graph. */
    public GraphRoutes(PhysicalTopology graph) {
        index = GraphIndex.of(graph);
        distance = new int[graph.hosts()][];
    }

    /** The number of links from a node to a host, or -1 when there is no path. */
    public int hops(int node, int host) {
        if (distance[host] == null) {
            distance[host] = index.distancesTo(host);
        }
        return distance[host][node];
    }

    /**
     * The place among a node's links of the one that a message from {@code src} to {@code dst} takes next.
     *
     * @throws TopologyException when there is no path
     */
    public int next(int node, int src, int dst) {
        int left = hops(node, dst);
        if (left <= 0) {
            throw new TopologyException(
                    index.graph().name() + ": no path from node " + node + " to host " + dst,
                    "Join them through switches; hosts do not forward.");
        }
        int good = count(node, left, dst, true);
        boolean preferred = good > 0;
        good = preferred ? good : count(node, left, dst, false);
        int choice = good == 1 ? 0 : (int) Long.remainderUnsigned(mixed(node, src, dst), good);
        int k = 0;
        while (!isGood(node, k, left, dst, preferred) || choice-- > 0) {
            k++;
        }
        return k;
    }

    private int count(int node, int left, int dst, boolean preferred) {
        if (preferred
                && (index.graph().preferredSwitches() == 0 || !index.graph().isHost(node))) {
            return 0;
        }
        int good = 0;
        for (int k = 0; k < index.degree(node); k++) {
            good += isGood(node, k, left, dst, preferred) ? 1 : 0;
        }
        return good;
    }

    private boolean isGood(int node, int k, int left, int dst, boolean preferred) {
        int other = index.neighbour(node, k);
        return distance[dst][other] == left - 1
                && (other == dst || !index.graph().isHost(other))
                && (!preferred || index.graph().isPreferred(other));
    }

    private static long mixed(int node, int src, int dst) {
        long key = ((long) src << 40 ^ (long) dst << 20 ^ node) * MIX;
        key ^= key >>> 32;
        key *= MIX;
        return key >>> 33;
    }

    /** The index that places among a node's links refer to. */
    public GraphIndex index() {
        return index;
    }
}
