// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.engine;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * The electrical network: a link from each GPU to the remote memory and one to the next GPU of a ring. Flows on a link
 * share it equally; what a flow cannot use is lost. A single event targets the flow that ends first.
 */
public final class FlowCarrier implements Carrier {
    private static final double GIGA = 1e9;

    private static final class Link {
        final double bandwidth;
        final Set<Flow> flows = new LinkedHashSet<>();

        Link(double bandwidth) {
            this.bandwidth = bandwidth;
        }
    }

    private static final class Flow {
        final List<Link> links;
        final long bytes;
        final Runnable arrival;
        final long number;
        double rate;
        double carried;
        double updated;
        double end;

        Flow(long number, List<Link> links, long bytes, Runnable arrival) {
            this.number = number;
            this.links = links;
            this.bytes = bytes;
            this.arrival = arrival;
        }
    }

    private final TrioSimQueue queue;
    private final double remote;
    private final double ring;
    private final boolean detours;
    private final Map<Long, Link> links = new HashMap<>();
    private final NavigableSet<Flow> flows =
            new TreeSet<>(Comparator.<Flow>comparingDouble(f -> f.end).thenComparingLong(f -> f.number));
    private long sent;

    /**
     * Creates a network.
     *
     * @param remoteGBps bandwidth of the links to the remote memory, 10^9 bytes per second
     * @param ringGBps bandwidth of the links between neighbours
     * @param detours whether the shortest path uses bandwidths as lengths as in the original, so that two slow
     *     links win over a fast one
     */
    public FlowCarrier(TrioSimQueue queue, double remoteGBps, double ringGBps, boolean detours) {
        this.queue = queue;
        this.remote = remoteGBps * GIGA;
        this.ring = ringGBps * GIGA;
        this.detours = detours;
    }

    @Override
    public void send(int from, int to, long bytes, Runnable arrival) {
        Flow flow = new Flow(sent++, route(from, to), bytes, arrival);
        flow.links.forEach(link -> link.flows.add(flow));
        share(flow);
        aim();
    }

    private List<Link> route(int from, int to) {
        boolean direct = from == REMOTE || to == REMOTE || !detours || ring <= remote + remote;
        return direct ? List.of(link(from, to)) : List.of(link(from, REMOTE), link(REMOTE, to));
    }

    private Link link(int from, int to) {
        double bandwidth = from == REMOTE || to == REMOTE ? remote : ring;
        return links.computeIfAbsent(((long) from << Integer.SIZE) + to, key -> new Link(bandwidth));
    }

    private void share(Flow changed) {
        Set<Flow> touched = new LinkedHashSet<>();
        changed.links.forEach(link -> touched.addAll(link.flows));
        double now = queue.now();
        for (Flow flow : touched) {
            double rate = Double.POSITIVE_INFINITY;
            for (Link link : flow.links) {
                rate = Math.min(rate, link.bandwidth / link.flows.size());
            }
            // Its position in the order changes with its end.
            flows.remove(flow);
            flow.carried += (now - flow.updated) * flow.rate;
            double left = flow.bytes - flow.carried;
            flow.rate = rate;
            flow.updated = now;
            flow.end = now + (left >= 0 ? left / rate : 0);
            flows.add(flow);
        }
    }

    private void aim() {
        if (!flows.isEmpty()) {
            Flow next = flows.first();
            double end = next.end;
            queue.at(end, () -> ended(next, end));
        }
    }

    private void ended(Flow flow, double time) {
        if (!flows.contains(flow) || flow.end != time) {
            aim();
            return;
        }
        flow.arrival.run();
        flows.remove(flow);
        flow.links.forEach(link -> link.flows.remove(flow));
        share(flow);
    }
}
