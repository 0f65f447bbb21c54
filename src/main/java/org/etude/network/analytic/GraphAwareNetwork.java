// SPDX-License-Identifier: Apache-2.0
package org.etude.network.analytic;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import org.etude.network.queue.EventQueue;
import org.etude.network.queue.LinkUse;
import org.etude.network.queue.MessageNetwork;
import org.etude.network.queue.Messages;
import org.etude.topology.graph.GraphIndex;
import org.etude.topology.graph.GraphRoutes;
import org.etude.topology.graph.LinkSpec;
import org.etude.topology.graph.PhysicalTopology;

/**
 * Stores and forwards whole messages link by link along the shortest path of a graph; each direction of a link is an
 * unbounded FIFO. Same rules as {@link AwareNetwork}: a link is free again after trunc(bytes / rate) ns, the message
 * arrives after trunc(latency + bytes / rate) ns; cut-through likewise.
 */
public final class GraphAwareNetwork implements MessageNetwork {
    private final EventQueue queue;
    private final PhysicalTopology graph;
    private final GraphRoutes routes;
    private final boolean cutThrough;
    private final int across;
    private final int begun;
    private Messages messages;

    /** By directed link: twice the link's number, plus one for the direction from b to a. */
    private final long[] freeAt;

    private final long[] carried;
    private final long[] busyNs;
    private final long[] count;
    private final int[] waiting;
    private final int[] peak;

    /** By message. */
    private int[] source = new int[1024];

    private int[] target = new int[1024];
    private int[] node = new int[1024];
    private long[] size = new long[1024];
    private long[] tailAt = new long[1024];

    /**
     * Creates the network on a clock.
     *
     * @param cutThrough whether the head of a message moves on before its tail has arrived
     */
    public GraphAwareNetwork(EventQueue queue, PhysicalTopology graph, boolean cutThrough) {
        this.queue = queue;
        this.graph = graph;
        this.cutThrough = cutThrough;
        routes = new GraphRoutes(graph);
        int links = 2 * graph.links().size();
        freeAt = new long[links];
        carried = new long[links];
        busyNs = new long[links];
        count = new long[links];
        waiting = new int[links];
        peak = new int[links];
        across = queue.register(message -> cross((int) message));
        begun = queue.register(link -> waiting[(int) link]--);
    }

    @Override
    public void attach(Messages above) {
        this.messages = above;
    }

    @Override
    public void send(int message, int src, int dst, long bytes) {
        if (message >= size.length) {
            int wider = Math.max(message + 1, size.length * 2);
            source = Arrays.copyOf(source, wider);
            target = Arrays.copyOf(target, wider);
            node = Arrays.copyOf(node, wider);
            size = Arrays.copyOf(size, wider);
            tailAt = Arrays.copyOf(tailAt, wider);
        }
        source[message] = src;
        target[message] = dst;
        node[message] = src;
        size[message] = bytes;
        tailAt[message] = 0;
        enter(message);
    }

    private void cross(int message) {
        if (node[message] == target[message]) {
            messages.arrived(message);
        } else {
            enter(message);
        }
    }

    private void enter(int message) {
        GraphIndex index = routes.index();
        int here = node[message];
        int k = routes.next(here, source[message], target[message]);
        int number = index.link(here, k);
        PhysicalTopology.Link link = graph.links().get(number);
        LinkSpec spec = link.spec();
        int directedLink = 2 * number + (link.a() == here ? 0 : 1);
        double serial = size[message] / (spec.bandwidth().bytesPerSecond() / 1e9);
        long now = queue.now();
        long start = Math.max(now, freeAt[directedLink]);
        if (start > now) {
            waiting[directedLink]++;
            peak[directedLink] = Math.max(peak[directedLink], waiting[directedLink]);
            queue.schedule(start, begun, directedLink);
        }
        freeAt[directedLink] = start + (long) serial;
        carried[directedLink] += size[message];
        busyNs[directedLink] += (long) serial;
        count[directedLink]++;
        node[message] = index.neighbour(here, k);
        long latency = (long) spec.latencyNs();
        tailAt[message] = start + Math.max((long) (spec.latencyNs() + serial), tailAt[message] - start + latency);
        boolean goesOn = cutThrough && node[message] != target[message];
        queue.schedule(goesOn ? start + latency : tailAt[message], across, message);
    }

    @Override
    public LinkUse links() {
        IntArrayList used = new IntArrayList();
        for (int directedLink = 0; directedLink < count.length; directedLink++) {
            if (count[directedLink] > 0) {
                used.add(directedLink);
            }
        }
        int n = used.size();
        LinkUse out =
                new LinkUse(new int[n], new int[n], new int[n], new long[n], new long[n], new long[n], new int[n]);
        for (int i = 0; i < n; i++) {
            int directedLink = used.getInt(i);
            PhysicalTopology.Link link = graph.links().get(directedLink / 2);
            out.from()[i] = directedLink % 2 == 0 ? link.a() : link.b();
            out.to()[i] = directedLink % 2 == 0 ? link.b() : link.a();
            out.dim()[i] = link.level();
            out.bytes()[i] = carried[directedLink];
            out.busyNs()[i] = busyNs[directedLink];
            out.messages()[i] = count[directedLink];
            out.peakQueue()[i] = peak[directedLink];
        }
        return out;
    }
}
