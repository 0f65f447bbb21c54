// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.engine;

import java.util.function.IntBinaryOperator;

/** The optical network: a fixed bandwidth and a latency per hop, without contention. */
public final class OpticalCarrier implements Carrier {
    /** The bandwidth of a waveguide, bytes per second. */
    static final double BANDWIDTH = 64e9;

    /** The latency of a hop, seconds. */
    public static final double HOP = 20e-9;

    private final TrioSimQueue queue;
    private final IntBinaryOperator hops;

    /** Creates a network with this number of hops between two GPUs. */
    OpticalCarrier(TrioSimQueue queue, IntBinaryOperator hops) {
        this.queue = queue;
        this.hops = hops;
    }

    @Override
    public void send(int from, int to, long bytes, Runnable arrival) {
        int count = from == REMOTE || to == REMOTE ? 1 : hops.applyAsInt(from, to);
        queue.at(queue.now() + HOP * count + bytes / BANDWIDTH, arrival);
    }
}
