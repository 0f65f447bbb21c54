// SPDX-License-Identifier: Apache-2.0
package org.etude.network.analytic;

import java.util.Arrays;
import org.etude.network.queue.EventQueue;
import org.etude.network.queue.LinkUse;
import org.etude.network.queue.Messages;
import org.etude.network.queue.SteadyNetwork;
import org.etude.topology.graph.LogicalTopology;

/**
 * Stores and forwards whole messages link by link; each direction of a link is an unbounded FIFO. A link is free again
 * after trunc(bytes / bandwidth) ns, and the message arrives after trunc(latency + bytes / bandwidth) ns. These are the
 * rules of ASTRA-sim's congestion-aware backend, which supports one dimension; with several, a message traverses them
 * in order.
 *
 * <p>With cut-through, a message's head moves on as soon as it has crossed a link, and queues for the next link as
 * whole messages do. Its tail leaves a link no earlier than it can follow from the previous one. Over idle links a
 * message then takes the sum of their latencies plus its bytes / the lowest bandwidth. A link is busy for only its own
 * bytes / bandwidth, even behind a slower link, so that a message of another sender fits in between.
 */
public final class AwareNetwork implements SteadyNetwork {
    private static final int NONE = -1;

    private final EventQueue queue;
    private final LinkTable links;
    private final boolean cutThrough;
    private final int across;
    private final int free;
    private Messages messages;

    private int[] at = new int[1024];
    private int[] target = new int[1024];
    private long[] size = new long[1024];
    private int[] linkOf = new int[1024];
    private int[] waiting = new int[1024];
    /** When each message's tail leaves the link it is on. */
    private long[] tailAt = new long[1024];

    private int busyLinks;

    /**
     * Creates the network on a clock.
     *
     * @param cutThrough whether the head of a message moves on before its tail has arrived
     */
    public AwareNetwork(EventQueue queue, LogicalTopology topology, boolean cutThrough) {
        this.queue = queue;
        this.links = new LinkTable(topology);
        this.cutThrough = cutThrough;
        this.across = queue.register(message -> cross((int) message));
        this.free = queue.register(link -> release((int) link));
    }

    @Override
    public void attach(Messages above) {
        this.messages = above;
    }

    @Override
    public void send(int message, int src, int dst, long bytes) {
        if (message >= at.length) {
            grow(message);
        }
        at[message] = src;
        target[message] = dst;
        size[message] = bytes;
        tailAt[message] = 0;
        enter(message, links.from(src, dst));
    }

    @Override
    public LinkUse links() {
        return links.use();
    }

    private void enter(int message, int link) {
        linkOf[message] = link;
        if (links.busy[link]) {
            waiting[message] = NONE;
            if (links.head[link] == NONE) {
                links.head[link] = message;
            } else {
                waiting[links.tail[link]] = message;
            }
            links.tail[link] = message;
            links.queued(link);
        } else {
            links.busy[link] = true;
            busyLinks++;
            transmit(message, link);
        }
    }

    private void transmit(int message, int link) {
        int dim = links.dim(link);
        double serial = size[message] / links.bytesPerNs[dim];
        long now = queue.now();
        long latency = (long) links.latency[dim];
        // Compares durations, not times, so that a time beyond the clock's range reaches the queue, which rejects it.
        tailAt[message] = now + Math.max((long) (links.latency[dim] + serial), tailAt[message] - now + latency);
        queue.schedule(cutThrough && !lands(message) ? now + latency : tailAt[message], across, message);
        queue.schedule(now + (long) serial, free, link);
        links.carried(link, size[message], (long) serial, 1);
    }

    private void release(int link) {
        int message = links.head[link];
        if (message == NONE) {
            links.busy[link] = false;
            if (--busyLinks == 0) {
                queue.settle();
            }
            return;
        }
        links.head[link] = waiting[message];
        links.unqueued(link);
        transmit(message, link);
    }

    private void cross(int message) {
        int link = linkOf[message];
        if (links.entersSwitch(link)) {
            enter(message, links.fromSwitch(link, target[message]));
            return;
        }
        int host = links.end(link, at[message], target[message]);
        if (host == target[message]) {
            messages.arrived(message);
        } else {
            at[message] = host;
            enter(message, links.from(host, target[message]));
        }
    }

    @Override
    public int arrivals() {
        return across;
    }

    @Override
    public boolean lands(int message) {
        int link = linkOf[message];
        return !links.entersSwitch(link) && links.end(link, at[message], target[message]) == target[message];
    }

    @Override
    public boolean resting() {
        return busyLinks == 0;
    }

    @Override
    public boolean unshared() {
        return false;
    }

    /**
     * The dimension of a path along one dimension: over one link in a ring, over two links (in and out) through a
     * switch.
     */
    @Override
    public int pathClass(int src, int dst) {
        int link = links.from(src, dst);
        int last = links.entersSwitch(link) ? links.fromSwitch(link, dst) : link;
        return links.end(last, src, dst) == dst ? links.dim(link) : -1;
    }

    @Override
    public long transitNs(int src, int dst, long bytes) {
        int link = links.from(src, dst);
        int dim = links.dim(link);
        long each = (long) (links.latency[dim] + bytes / links.bytesPerNs[dim]);
        if (!links.entersSwitch(link)) {
            return each;
        }
        return cutThrough ? (long) links.latency[dim] + each : 2 * each;
    }

    @Override
    public void passed(int src, int dst, long bytes, long times) {
        int link = links.from(src, dst);
        long serial = (long) (bytes / links.bytesPerNs[links.dim(link)]);
        links.carried(link, bytes, serial, times);
        if (links.entersSwitch(link)) {
            links.carried(links.fromSwitch(link, dst), bytes, serial, times);
        }
    }

    private void grow(int message) {
        int wider = Math.max(message + 1, at.length * 2);
        at = Arrays.copyOf(at, wider);
        target = Arrays.copyOf(target, wider);
        size = Arrays.copyOf(size, wider);
        linkOf = Arrays.copyOf(linkOf, wider);
        waiting = Arrays.copyOf(waiting, wider);
        tailAt = Arrays.copyOf(tailAt, wider);
    }
}
