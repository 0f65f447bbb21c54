// SPDX-License-Identifier: Apache-2.0
package org.etude.network.analytic;

import java.util.Arrays;
import org.etude.network.queue.EventQueue;
import org.etude.network.queue.LinkUse;
import org.etude.topology.graph.DimKind;
import org.etude.topology.graph.LogicalTopology;
import org.etude.topology.graph.TopologyDim;

/**
 * {@link AwareNetwork} for one host that represents all. One link of each kind (up and down a ring, to and from a
 * switch, to the k-th next host) represents that of every host; a message that takes several links of a kind passes
 * through the one several times.
 */
public final class ReducedAwareNetwork extends ReducedNetwork {
    private static final int NONE = -1;

    private final LogicalTopology topology;
    private final boolean cutThrough;
    private final int across;
    private final int free;
    private final DimKind[] kind;
    private final int[] size;
    private final int[] stride;
    private final double[] latency;
    private final double[] bytesPerNs;
    /** The first link of each dimension, then the total number of links. */
    private final int[] first;

    private final boolean[] busy;
    private final int[] head;
    private final int[] tail;
    private final int[] freeMaker;
    private final long[] freeOrder;
    private final Carried done;

    private int[] link = new int[64];
    private int[] hops = new int[64];
    private int[] waiting = new int[64];
    private long[] tailAt = new long[64];

    /** Counters of the links of each kind, and the number of messages queued for them. */
    private record Carried(long[] bytes, long[] busyNs, long[] messages, int[] queued, int[] peak) {
        Carried(int links) {
            this(new long[links], new long[links], new long[links], new int[links], new int[links]);
        }
    }

    /**
     * Creates the network on a clock.
     *
     * @param cutThrough whether the head of a message moves on before its tail has arrived
     */
    public ReducedAwareNetwork(
            EventQueue queue, LogicalTopology topology, boolean cutThrough, OrderLedger ledger, Receivers receivers) {
        super(queue, ledger, receivers);
        this.topology = topology;
        this.cutThrough = cutThrough;
        across = queue.register(message -> cross((int) message));
        free = queue.register(l -> release((int) l));
        int n = topology.size();
        kind = new DimKind[n];
        size = new int[n];
        stride = new int[n];
        latency = new double[n];
        bytesPerNs = new double[n];
        first = new int[n + 1];
        for (int d = 0; d < n; d++) {
            TopologyDim dim = topology.dims().get(d);
            kind[d] = dim.kind();
            size[d] = dim.npus();
            stride[d] = topology.stride(d);
            latency[d] = dim.latencyNs();
            bytesPerNs[d] = dim.bandwidth().bytesPerSecond() / 1e9;
            first[d + 1] = first[d] + (kind[d] == DimKind.FULLY_CONNECTED ? size[d] : 2);
        }
        int links = first[n];
        busy = new boolean[links];
        head = new int[links];
        Arrays.fill(head, NONE);
        tail = new int[links];
        freeMaker = new int[links];
        freeOrder = new long[links];
        done = new Carried(links);
    }

    @Override
    void carry(int message, int src) {
        int d = 0;
        while (step[message] / stride[d] % size[d] == 0) {
            d++;
        }
        int k = step[message] / stride[d] % size[d];
        tailAt[message] = 0;
        switch (kind[d]) {
            case FULLY_CONNECTED -> route(message, first[d] + k, 1);
            case SWITCH -> route(message, first[d], 2);
            default -> route(message, first[d] + (k <= size[d] - k ? 0 : 1), Math.min(k, size[d] - k));
        }
    }

    private void route(int message, int by, int times) {
        hops[message] = times;
        enter(message, by);
    }

    private int dim(int of) {
        int d = 0;
        while (of >= first[d + 1]) {
            d++;
        }
        return d;
    }

    private void enter(int message, int by) {
        link[message] = by;
        if (busy[by]) {
            waiting[message] = NONE;
            if (head[by] == NONE) {
                head[by] = message;
            } else {
                waiting[tail[by]] = message;
            }
            tail[by] = message;
            done.queued[by]++;
            done.peak[by] = Math.max(done.peak[by], done.queued[by]);
        } else {
            transmit(message, by);
        }
    }

    private void transmit(int message, int by) {
        busy[by] = true;
        int d = dim(by);
        double serial = bytes[message] / bytesPerNs[d];
        long now = queue.now();
        maker[message] = ledger.block();
        order[message] = ledger.moved(ledger.order(), onward(message, by, d));
        freeMaker[by] = ledger.block();
        freeOrder[by] = ledger.order();
        ledger.made();
        long head = (long) latency[d];
        tailAt[message] = now + Math.max((long) (latency[d] + serial), tailAt[message] - now + head);
        queue.schedule(cutThrough && hops[message] > 1 ? now + head : tailAt[message], across, message);
        queue.schedule(now + (long) serial, free, by);
        carry(by, bytes[message], (long) serial, 1);
    }

    private void carry(int by, long payload, long serialNs, int times) {
        done.bytes[by] += payload * times;
        done.busyNs[by] += serialNs * times;
        done.messages[by] += times;
    }

    /** The step from the host that owns a link to the host that handles its other end. */
    private int onward(int message, int by, int d) {
        return switch (kind[d]) {
            case FULLY_CONNECTED -> step[message];
            case SWITCH -> by == first[d] ? step[message] : 0;
            case RING -> by == first[d] ? stride[d] : stride[d] * (size[d] - 1);
        };
    }

    private void release(int by) {
        ledger.fires(queue.now(), freeMaker[by], freeOrder[by], 0);
        int message = head[by];
        if (message == NONE) {
            busy[by] = false;
            return;
        }
        head[by] = waiting[message];
        done.queued[by]--;
        transmit(message, by);
    }

    private void cross(int message) {
        boolean last = hops[message] == 1;
        if (last && skips() && later(message)) {
            return;
        }
        ledger.fires(queue.now(), maker[message], order[message], last ? receivers.alike(message) : 0);
        if (last) {
            deliver(message);
            return;
        }
        hops[message]--;
        int by = link[message];
        enter(message, kind[dim(by)] == DimKind.SWITCH ? by + 1 : by);
    }

    /** Rounds are skipped only if the links carry nothing else and the message met no other traffic. */
    private boolean later(int message) {
        int by = link[message];
        int d = dim(by);
        if (kind[d] == DimKind.RING && step[message] != stride[d] && step[message] != stride[d] * (size[d] - 1)) {
            return false;
        }
        long next = queue.following();
        int from = kind[d] == DimKind.SWITCH ? first[d] : by;
        double serial = bytes[message] / bytesPerNs[d];
        long before = cutThrough ? (long) latency[d] : (long) (latency[d] + serial);
        long transit = (by - from) * before + (long) (latency[d] + serial);
        if (next == queue.now() || busy[from] || busy[by] || queue.now() - sentAt[message] != transit) {
            return false;
        }
        Skip skip = receivers.skip(new int[] {message}, 1, transit, next);
        if (skip == null) {
            return false;
        }
        maker[message] = ledger.alone();
        order[message] = ledger.moved(order[message], group.power(step[message], skip.rounds()));
        sentAt[message] += skip.ns();
        for (int l = from; l <= by; l++) {
            carry(l, bytes[message], (long) serial, skip.rounds());
        }
        queue.schedule(queue.now() + skip.ns(), across, message);
        return true;
    }

    /** The links of all hosts, each with the counters of its kind. */
    @Override
    public LinkUse links() {
        LinkTable all = new LinkTable(topology);
        for (int d = 0; d < kind.length; d++) {
            for (int host = 0; host < topology.hosts(); host++) {
                for (int l = first[d]; l < first[d + 1]; l++) {
                    if (done.messages[l] > 0) {
                        int member = kind[d] == DimKind.FULLY_CONNECTED ? (l - first[d]) * stride[d] : 0;
                        int there = group.compose(member, host) / stride[d] % size[d];
                        all.used(
                                d,
                                host,
                                there,
                                l - first[d],
                                done.bytes[l],
                                done.busyNs[l],
                                done.messages[l],
                                done.peak[l]);
                    }
                }
            }
        }
        return all.use();
    }

    @Override
    void grow(int to) {
        super.grow(to);
        link = Arrays.copyOf(link, to);
        hops = Arrays.copyOf(hops, to);
        waiting = Arrays.copyOf(waiting, to);
        tailAt = Arrays.copyOf(tailAt, to);
    }
}
