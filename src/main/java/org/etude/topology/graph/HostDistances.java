// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.graph;

import java.util.Arrays;

/**
 * The number of links between hosts on shortest paths through switches. One search runs per switch that has hosts, not
 * per host, because clusters have few such switches. O(searches x links + hosts x hosts x ports per host); the results
 * of up to 4,096 searches are kept. Not thread-safe.
 */
public final class HostDistances {
    private static final int MOST_KEPT = 4096;
    private static final int FAR = 1 << 28;

    private final PhysicalTopology graph;
    private final GraphIndex index;

    /**
     * The switches that have hosts, numbered in order: {@code nodes} maps number to node, {@code number} maps node to
     * number or -1.
     */
    private final int[] nodes;

    private final int[] numbers;
    private final int[][] kept;

    /** Prepares distances between the hosts of a graph. */
    public HostDistances(PhysicalTopology graph) {
        this.graph = graph;
        index = GraphIndex.of(graph);
        numbers = new int[graph.nodes()];
        Arrays.fill(numbers, -1);
        int[] found = new int[graph.switches()];
        int count = 0;
        for (int host = 0; host < graph.hosts(); host++) {
            for (int k = 0; k < index.degree(host); k++) {
                int other = index.neighbour(host, k);
                if (!graph.isHost(other) && numbers[other] < 0) {
                    numbers[other] = count;
                    found[count++] = other;
                }
            }
        }
        nodes = Arrays.copyOf(found, count);
        kept = new int[count][];
    }

    /** Links from a host to every host, -1 where there is no path. */
    public int[] from(int host) {
        int[] reach = new int[nodes.length];
        Arrays.fill(reach, FAR);
        int[] distance = new int[graph.hosts()];
        Arrays.fill(distance, FAR);
        for (int k = 0; k < index.degree(host); k++) {
            int other = index.neighbour(host, k);
            if (graph.isHost(other)) {
                distance[other] = 1;
            } else {
                int[] row = row(numbers[other]);
                for (int i = 0; i < reach.length; i++) {
                    reach[i] = Math.min(reach[i], row[i]);
                }
            }
        }
        for (int other = 0; other < distance.length; other++) {
            for (int k = 0; k < index.degree(other); k++) {
                int number = numbers[index.neighbour(other, k)];
                distance[other] = number < 0 ? distance[other] : Math.min(distance[other], reach[number] + 2);
            }
            distance[other] = distance[other] >= FAR ? -1 : distance[other];
        }
        distance[host] = 0;
        return distance;
    }

    /** The number of links from one switch with hosts to all others with hosts. */
    private int[] row(int number) {
        if (kept[number] != null) {
            return kept[number];
        }
        int[] all = index.distancesAmongSwitches(nodes[number]);
        int[] row = new int[nodes.length];
        for (int i = 0; i < row.length; i++) {
            row[i] = all[nodes[i]] < 0 ? FAR : all[nodes[i]];
        }
        if (nodes.length <= MOST_KEPT) {
            kept[number] = row;
        }
        return row;
    }
}
