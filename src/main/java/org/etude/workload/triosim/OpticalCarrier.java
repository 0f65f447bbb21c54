package org.etude.workload.triosim;

import java.util.function.IntBinaryOperator;

/** The optical network: a fixed bandwidth and a latency a hop; nothing shares anything. */
final class OpticalCarrier implements Carrier {
    /** Bytes a second of a waveguide. */
    static final double BANDWIDTH = 64e9;

    /** Seconds a hop. */
    static final double HOP = 20e-9;

    private final EventQueue queue;
    private final IntBinaryOperator hops;

    /** Makes a network with so many hops between two GPUs. */
    OpticalCarrier(EventQueue queue, IntBinaryOperator hops) {
        this.queue = queue;
        this.hops = hops;
    }

    @Override
    public void send(int from, int to, long bytes, Runnable arrival) {
        int count = from == REMOTE || to == REMOTE ? 1 : hops.applyAsInt(from, to);
        queue.at(queue.now() + HOP * count + bytes / BANDWIDTH, arrival);
    }
}
