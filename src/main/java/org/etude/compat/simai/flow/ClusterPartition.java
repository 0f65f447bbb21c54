// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.flow;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.etude.compat.simai.cluster.ClusterGraph;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.number.Medians;

/**
 * Partitions a cluster into logical processes like UNISON: links with at least the median delay are cut; each remaining
 * connected component is a process, numbered from 1 in the order of nodes.
 *
 * @param process the process of each node of the cluster
 * @param lookahead the minimum delay of a cut link of each process, ns; that of process 0 is 0
 */
record ClusterPartition(int[] process, long[] lookahead) {
    static ClusterPartition of(ClusterGraph graph) {
        PacketTopology topology = ClusterTopologies.of(graph);
        long median = median(topology);
        List<List<Integer>> near = near(topology, median);
        int[] process = new int[topology.nodes()];
        int count = 0;
        for (int node = 0; node < process.length; node++) {
            if (process[node] == 0) {
                spread(near, node, ++count, process);
            }
        }
        long[] lookahead = new long[count + 1];
        Arrays.fill(lookahead, 1, lookahead.length, Long.MAX_VALUE / 2);
        for (PacketTopology.Link link : topology.links()) {
            if (process[link.a()] != process[link.b()]) {
                for (int end : new int[] {process[link.a()], process[link.b()]}) {
                    lookahead[end] = Math.min(lookahead[end], link.delayNanos());
                }
            }
        }
        return new ClusterPartition(process, lookahead);
    }

    /** The partition for a topology with additional hosts, which belong to the NVSwitches, after the GPUs. */
    int[] withSwitchHosts(ClusterGraph graph) {
        int twins = graph.nvSwitches();
        int[] all = new int[process.length + twins];
        System.arraycopy(process, 0, all, 0, graph.gpus() + twins);
        System.arraycopy(process, graph.gpus(), all, graph.gpus() + twins, process.length - graph.gpus());
        return all;
    }

    private static long median(PacketTopology topology) {
        // Each link counts from both ends, so the median lies between the two middle values.
        return Medians.of(topology.links().stream()
                .mapToLong(PacketTopology.Link::delayNanos)
                .toArray());
    }

    /** For each node, its neighbours over uncut links. */
    private static List<List<Integer>> near(PacketTopology topology, long median) {
        List<List<Integer>> near = new ArrayList<>();
        for (int node = 0; node < topology.nodes(); node++) {
            near.add(new ArrayList<>());
        }
        for (PacketTopology.Link link : topology.links()) {
            if (link.delayNanos() < median) {
                near.get(link.a()).add(link.b());
                near.get(link.b()).add(link.a());
            }
        }
        return near;
    }

    private static void spread(List<List<Integer>> near, int from, int number, int[] process) {
        Deque<Integer> open = new ArrayDeque<>();
        open.add(from);
        process[from] = number;
        while (!open.isEmpty()) {
            for (int other : near.get(open.poll())) {
                if (process[other] == 0) {
                    process[other] = number;
                    open.add(other);
                }
            }
        }
    }
}
