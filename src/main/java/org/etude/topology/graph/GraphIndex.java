// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.graph;

import java.util.Arrays;
import java.util.List;

/**
 * Adjacency lists of a graph: each node's links and neighbours, in the order of the links. Immutable; 8 bytes per link
 * end, 4 per node.
 */
public final class GraphIndex {
    private final PhysicalTopology graph;
    private final int[] first;
    private final int[] link;
    private final int[] neighbour;

    private GraphIndex(PhysicalTopology graph) {
        this.graph = graph;
        List<PhysicalTopology.Link> links = graph.links();
        first = new int[graph.nodes() + 1];
        int[] ports = graph.ports();
        for (int node = 0; node < ports.length; node++) {
            first[node + 1] = first[node] + ports[node];
        }
        link = new int[2 * links.size()];
        neighbour = new int[link.length];
        int[] next = Arrays.copyOf(first, ports.length);
        for (int l = 0; l < links.size(); l++) {
            add(next, links.get(l).a(), links.get(l).b(), l);
            add(next, links.get(l).b(), links.get(l).a(), l);
        }
    }

    private void add(int[] next, int node, int other, int l) {
        neighbour[next[node]] = other;
        link[next[node]++] = l;
    }

    /** Indexes a graph. */
    public static GraphIndex of(PhysicalTopology graph) {
        return new GraphIndex(graph);
    }

    /** The graph. */
    public PhysicalTopology graph() {
        return graph;
    }

    /** The number of links at a node. */
    public int degree(int node) {
        return first[node + 1] - first[node];
    }

    /** The node at the other end of a node's {@code k}-th link. */
    public int neighbour(int node, int k) {
        return neighbour[first[node] + k];
    }

    /** The index of a node's {@code k}-th link in the graph's list of links. */
    public int link(int node, int k) {
        return link[first[node] + k];
    }

    /**
     * The number of links on the shortest path from each node to a host, -1 where there is none. Hosts do not forward.
     *
     * @return one distance per node
     */
    public int[] distancesTo(int host) {
        return search(new int[] {host}, false);
    }

    /** Like {@link #distancesTo}, but with hosts that forward: shows which nodes are connected at all. */
    int[] distancesThroughHosts(int host) {
        return search(new int[] {host}, true);
    }

    /** The number of links from each node to the nearest host. */
    int[] distanceToHosts() {
        int[] hosts = new int[graph.hosts()];
        Arrays.setAll(hosts, h -> h);
        int[] distance = search(hosts, true);
        for (int node = 0; node < distance.length; node++) {
            distance[node] = Math.max(0, distance[node]);
        }
        return distance;
    }

    /** The number of links from a switch to every other switch on paths without hosts, -1 where there is none. */
    int[] distancesAmongSwitches(int from) {
        int[] distance = new int[graph.nodes()];
        Arrays.fill(distance, -1);
        int[] queue = new int[graph.switches()];
        distance[from] = 0;
        queue[0] = from;
        int end = 1;
        for (int i = 0; i < end; i++) {
            for (int k = first[queue[i]]; k < first[queue[i] + 1]; k++) {
                int next = neighbour[k];
                if (!graph.isHost(next) && distance[next] < 0) {
                    distance[next] = distance[queue[i]] + 1;
                    queue[end++] = next;
                }
            }
        }
        return distance;
    }

    private int[] search(int[] from, boolean throughHosts) {
        int[] distance = new int[graph.nodes()];
        Arrays.fill(distance, -1);
        int[] queue = new int[distance.length];
        int end = 0;
        for (int node : from) {
            distance[node] = 0;
            queue[end++] = node;
        }
        for (int i = 0; i < end; i++) {
            int node = queue[i];
            if (i >= from.length && graph.isHost(node) && !throughHosts) {
                continue;
            }
            for (int k = first[node]; k < first[node + 1]; k++) {
                if (distance[neighbour[k]] < 0) {
                    distance[neighbour[k]] = distance[node] + 1;
                    queue[end++] = neighbour[k];
                }
            }
        }
        return distance;
    }

    /** The number of shortest paths from each node to a host; a double because it grows like a binomial coefficient. */
    double[] shortestPathsTo(int host) {
        int[] distance = distancesTo(host);
        Integer[] order = new Integer[distance.length];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, (a, b) -> Integer.compare(distance[a], distance[b]));
        double[] paths = new double[distance.length];
        paths[host] = 1;
        for (int node : order) {
            boolean forwards = node == host || !graph.isHost(node);
            for (int k = first[node]; k < first[node + 1] && distance[node] >= 0 && forwards; k++) {
                if (distance[neighbour[k]] == distance[node] + 1) {
                    paths[neighbour[k]] += paths[node];
                }
            }
        }
        return paths;
    }
}
