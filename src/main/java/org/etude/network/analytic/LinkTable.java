// SPDX-License-Identifier: Apache-2.0
package org.etude.network.analytic;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.etude.network.queue.LinkUse;
import org.etude.topology.graph.DimKind;
import org.etude.topology.graph.LogicalTopology;
import org.etude.topology.graph.TopologyDim;
import org.etude.topology.graph.TopologyException;

/**
 * The directed links of a logical topology in columns, and the routes over them. In a ring each host has two links (up
 * and down the ring); in a full connection one to each other position; at a switch one to it and one from it.
 */
final class LinkTable {
    /** As many as an array can have. */
    private static final int MOST = Integer.MAX_VALUE - 8;

    final double[] latency;
    final double[] bytesPerNs;
    final boolean[] busy;
    final int[] head;
    final int[] tail;

    private final LogicalTopology topology;
    private final int hosts;
    private final DimKind[] kind;
    private final int[] size;
    private final int[] stride;
    /** The first link of each dimension, then the total number of links. */
    private final int[] first;

    private final long[] bytes;
    private final long[] busyNs;
    private final long[] messages;
    private final int[] queue;
    private final int[] peak;

    LinkTable(LogicalTopology topology) {
        this.topology = topology;
        int n = topology.size();
        hosts = topology.hosts();
        latency = new double[n];
        bytesPerNs = new double[n];
        kind = new DimKind[n];
        size = new int[n];
        stride = new int[n];
        first = new int[n + 1];
        for (int d = 0; d < n; d++) {
            TopologyDim dim = topology.dims().get(d);
            latency[d] = dim.latencyNs();
            bytesPerNs[d] = dim.bandwidth().bytesPerSecond() / 1e9;
            kind[d] = dim.kind();
            size[d] = dim.npus();
            stride[d] = topology.stride(d);
            first[d + 1] = counted(first[d] + (long) hosts * perHost(d));
        }
        int count = first[n];
        busy = new boolean[count];
        head = new int[count];
        tail = new int[count];
        Arrays.fill(head, -1);
        bytes = new long[count];
        busyNs = new long[count];
        messages = new long[count];
        queue = new int[count];
        peak = new int[count];
    }

    private int counted(long links) {
        if (links > MOST) {
            throw new TopologyException(
                    topology + " has more than " + MOST + " directed links, each of which has a queue here",
                    "Use fewer ranks or switches, or simulate without contention (--fidelity analytic).");
        }
        return (int) links;
    }

    private int perHost(int dim) {
        return kind[dim] == DimKind.FULLY_CONNECTED ? size[dim] : 2;
    }

    int dim(int link) {
        int d = 0;
        while (link >= first[d + 1]) {
            d++;
        }
        return d;
    }

    /**
     * The link that a message at {@code host} takes next: along the first dimension in which its coordinate differs
     * from the destination's.
     */
    int from(int host, int dst) {
        int d = 0;
        while (host / stride[d] % size[d] == dst / stride[d] % size[d]) {
            d++;
        }
        int here = host / stride[d] % size[d];
        int there = dst / stride[d] % size[d];
        return switch (kind[d]) {
            case FULLY_CONNECTED -> first[d] + host * size[d] + there;
            case SWITCH -> first[d] + host * 2;
            case RING -> {
                int up = there > here ? there - here : there - here + size[d];
                yield first[d] + host * 2 + (up <= size[d] - up ? 0 : 1);
            }
        };
    }

    boolean entersSwitch(int link) {
        int d = dim(link);
        return kind[d] == DimKind.SWITCH && (link - first[d]) % 2 == 0;
    }

    /** The link out of the switch that {@code link} enters, towards {@code dst}. */
    int fromSwitch(int link, int dst) {
        int d = dim(link);
        int host = (link - first[d]) / 2;
        return first[d] + at(host, d, dst / stride[d] % size[d]) * 2 + 1;
    }

    /** The host to which a link takes a message. */
    int end(int link, int from, int dst) {
        int d = dim(link);
        int offset = link - first[d];
        return switch (kind[d]) {
            case FULLY_CONNECTED -> at(from, d, offset % size[d]);
            case SWITCH -> offset / 2;
            case RING -> at(from, d, Math.floorMod(from / stride[d] % size[d] + (offset % 2 == 0 ? 1 : -1), size[d]));
        };
    }

    private int at(int host, int dim, int place) {
        return host + (place - host / stride[dim] % size[dim]) * stride[dim];
    }

    /** Adds messages of one size to a link's counters. */
    void carried(int link, long payload, long serialNs, long times) {
        bytes[link] += payload * times;
        busyNs[link] += serialNs * times;
        messages[link] += times;
    }

    /**
     * Sets the counters of a link.
     *
     * @param there in a full connection, the position to which the link leads
     * @param side otherwise 0 for the link up or into the switch, 1 for the other
     */
    void used(int d, int host, int there, int side, long payload, long serialNs, long count, int most) {
        int link = first[d] + (kind[d] == DimKind.FULLY_CONNECTED ? host * size[d] + there : host * 2 + side);
        bytes[link] = payload;
        busyNs[link] = serialNs;
        messages[link] = count;
        peak[link] = most;
    }

    void queued(int link) {
        queue[link]++;
        peak[link] = Math.max(peak[link], queue[link]);
    }

    void unqueued(int link) {
        queue[link]--;
    }

    LinkUse use() {
        int[] used =
                IntStream.range(0, bytes.length).filter(l -> messages[l] > 0).toArray();
        int n = used.length;
        LinkUse out =
                new LinkUse(new int[n], new int[n], new int[n], new long[n], new long[n], new long[n], new int[n]);
        for (int i = 0; i < n; i++) {
            int link = used[i];
            int d = dim(link);
            int offset = link - first[d];
            int host = kind[d] == DimKind.FULLY_CONNECTED ? offset / size[d] : offset / 2;
            boolean toSwitch = entersSwitch(link);
            boolean outOfSwitch = kind[d] == DimKind.SWITCH && !toSwitch;
            out.from()[i] = outOfSwitch ? switchOf(d, host) : host;
            out.to()[i] = toSwitch ? switchOf(d, host) : end(link, host, host);
            out.dim()[i] = d;
            out.bytes()[i] = bytes[link];
            out.busyNs()[i] = busyNs[link];
            out.messages()[i] = messages[link];
            out.peakQueue()[i] = peak[link];
        }
        return out;
    }

    /** Switches are numbered after the hosts: by dimension, then by the hosts they join. */
    private int switchOf(int dim, int host) {
        int number = hosts;
        for (int d = 0; d < dim; d++) {
            number += kind[d] == DimKind.SWITCH ? hosts / size[d] : 0;
        }
        int low = host % stride[dim];
        int high = host / (stride[dim] * size[dim]);
        return number + high * stride[dim] + low;
    }

    @Override
    public String toString() {
        return topology.toString();
    }
}
