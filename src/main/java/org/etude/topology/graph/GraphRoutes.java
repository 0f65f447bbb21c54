// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.graph;

/**
 * Shortest routes through a graph, computed per destination host on first use. Among equally short links, those to
 * preferred switches win. The remaining ties are broken by source, destination and node, so that pairs spread over the
 * links and each pair keeps its route. Not thread-safe; 4 bytes per node for each destination used.
 */
public final class GraphRoutes {
    private static final long MIX = 0x9E3779B97F4A7C15L;

    private final GraphIndex index;
    private final int[][] distance;

    /** Creates the routes of a graph. */
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
     * The index, among a node's links, of the link that a message from {@code src} to {@code dst} takes next.
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

    /** The index of the graph, to which the results of {@link #next} refer. */
    public GraphIndex index() {
        return index;
    }
}
