// SPDX-License-Identifier: Apache-2.0
package org.etude.network.analytic;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;
import org.etude.network.queue.EventQueue;
import org.etude.network.queue.MessageNetwork;
import org.etude.network.queue.Messages;
import org.etude.topology.graph.GraphIndex;
import org.etude.topology.graph.GraphRoutes;
import org.etude.topology.graph.LinkSpec;
import org.etude.topology.graph.PhysicalTopology;

/**
 * A message takes trunc(sum of the latencies on its path + bytes / lowest rate on its path) ns regardless of other
 * traffic: the formula of {@link UnawareNetwork} along the shortest path of a graph.
 */
public final class GraphUnawareNetwork implements MessageNetwork, MessageDelays {
    private final EventQueue queue;
    private final PhysicalTopology graph;
    private final GraphRoutes routes;
    private final int handler;
    private final Long2IntOpenHashMap pairs = new Long2IntOpenHashMap();
    private double[] latency = new double[64];
    private double[] bytesPerNs = new double[64];
    private Messages messages;

    /** Creates the network on a clock. */
    public GraphUnawareNetwork(EventQueue queue, PhysicalTopology graph) {
        this.queue = queue;
        this.graph = graph;
        routes = new GraphRoutes(graph);
        pairs.defaultReturnValue(-1);
        handler = queue.register(message -> messages.arrived((int) message));
    }

    @Override
    public void attach(Messages above) {
        this.messages = above;
    }

    @Override
    public void send(int message, int src, int dst, long bytes) {
        queue.schedule(queue.now() + delay(src, dst, bytes), handler, message);
    }

    @Override
    public long delay(int src, int dst, long bytes) {
        int pair = pair(src, dst);
        return (long) (latency[pair] + bytes / bytesPerNs[pair]);
    }

    @Override
    public boolean alike(int src, int dst, int otherSrc, int otherDst) {
        int pair = pair(src, dst);
        int other = pair(otherSrc, otherDst);
        return latency[pair] == latency[other] && bytesPerNs[pair] == bytesPerNs[other];
    }

    private int pair(int src, int dst) {
        long key = (long) src * graph.hosts() + dst;
        int pair = pairs.get(key);
        if (pair < 0) {
            pair = walk(src, dst);
            pairs.put(key, pair);
        }
        return pair;
    }

    private int walk(int src, int dst) {
        int pair = pairs.size();
        if (pair == latency.length) {
            latency = Arrays.copyOf(latency, 2 * pair);
            bytesPerNs = Arrays.copyOf(bytesPerNs, 2 * pair);
        }
        GraphIndex index = routes.index();
        double sum = 0;
        double slowest = Double.MAX_VALUE;
        int node = src;
        while (node != dst) {
            int k = routes.next(node, src, dst);
            LinkSpec link = graph.links().get(index.link(node, k)).spec();
            sum += link.latencyNs();
            slowest = Math.min(slowest, link.bandwidth().bytesPerSecond() / 1e9);
            node = index.neighbour(node, k);
        }
        latency[pair] = sum;
        bytesPerNs[pair] = slowest;
        return pair;
    }
}
