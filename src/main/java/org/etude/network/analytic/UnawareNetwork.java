// SPDX-License-Identifier: Apache-2.0
package org.etude.network.analytic;

import org.etude.network.queue.EventQueue;
import org.etude.network.queue.Messages;
import org.etude.network.queue.SteadyNetwork;
import org.etude.topology.graph.LogicalTopology;
import org.etude.topology.graph.TopologyDim;

/**
 * A message takes trunc(hops x latency + bytes / bandwidth) ns regardless of other traffic: the formula of ASTRA-sim's
 * congestion-unaware backend. A message between hosts that differ in several dimensions pays either for the first of
 * them only, as in that backend, or for each in turn.
 */
public final class UnawareNetwork implements SteadyNetwork, MessageDelays {
    private final EventQueue queue;
    private final int handler;
    private final int[] size;
    private final int[] stride;
    private final TopologyDim[] dims;
    private final double[] bytesPerNs;
    private final boolean everyDim;
    private Messages messages;
    private long lastBytes = -1;
    private double lastSerial;

    /**
     * Creates the network on a clock.
     *
     * @param everyDim whether a message pays for every dimension in which its ends differ, not only for the first
     */
    public UnawareNetwork(EventQueue queue, LogicalTopology topology, boolean everyDim) {
        this.queue = queue;
        this.everyDim = everyDim;
        int n = topology.size();
        size = new int[n];
        stride = new int[n];
        bytesPerNs = new double[n];
        dims = topology.dims().toArray(new TopologyDim[0]);
        for (int d = 0; d < n; d++) {
            size[d] = dims[d].npus();
            stride[d] = topology.stride(d);
            bytesPerNs[d] = dims[d].bandwidth().bytesPerSecond() / 1e9;
        }
        handler = queue.register(message -> messages.arrived((int) message));
    }

    @Override
    public void attach(Messages above) {
        this.messages = above;
    }

    @Override
    public void send(int message, int src, int dst, long bytes) {
        queue.schedule(queue.now() + delay(src, dst, bytes), handler, message);
        queue.settle();
    }

    @Override
    public int arrivals() {
        return handler;
    }

    @Override
    public boolean lands(int message) {
        return true;
    }

    @Override
    public boolean resting() {
        return true;
    }

    @Override
    public boolean unshared() {
        return true;
    }

    @Override
    public int pathClass(int src, int dst) {
        return 0;
    }

    @Override
    public long transitNs(int src, int dst, long bytes) {
        return delay(src, dst, bytes);
    }

    @Override
    public void passed(int src, int dst, long bytes, long times) {
        // There are no links to count.
    }

    @Override
    public boolean alike(int src, int dst, int otherSrc, int otherDst) {
        for (int d = 0; d < dims.length; d++) {
            int from = src / stride[d] % size[d];
            int to = dst / stride[d] % size[d];
            int otherFrom = otherSrc / stride[d] % size[d];
            int otherTo = otherDst / stride[d] % size[d];
            boolean crossed = from != to;
            if (crossed != (otherFrom != otherTo) || crossed && hops(d, from, to) != hops(d, otherFrom, otherTo)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public long delay(int src, int dst, long bytes) {
        if (dims.length == 1) {
            return (long) (hops(0, src, dst) * dims[0].latencyNs() + serial(bytes));
        }
        long total = 0;
        for (int d = 0; d < dims.length; d++) {
            int from = src / stride[d] % size[d];
            int to = dst / stride[d] % size[d];
            if (from != to) {
                long time = (long) (hops(d, from, to) * dims[d].latencyNs() + bytes / bytesPerNs[d]);
                total = time > Long.MAX_VALUE - total ? Long.MAX_VALUE : total + time;
                if (!everyDim) {
                    return total;
                }
            }
        }
        return total;
    }

    /**
     * Caches the last quotient: consecutive messages tend to have one size, and a division costs more than a
     * comparison.
     */
    private double serial(long bytes) {
        if (bytes != lastBytes) {
            lastBytes = bytes;
            lastSerial = bytes / bytesPerNs[0];
        }
        return lastSerial;
    }

    private int hops(int d, int from, int to) {
        return switch (dims[d].kind()) {
            case SWITCH -> 2;
            case FULLY_CONNECTED -> 1;
            case RING -> {
                int clockwise = to > from ? to - from : to - from + size[d];
                yield Math.min(clockwise, size[d] - clockwise);
            }
        };
    }
}
