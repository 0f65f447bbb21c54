// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.engine;

import java.util.function.IntBinaryOperator;

/** The optical network: a fixed bandwidth and a latency per hop; nothing shares anything. */
public final class OpticalCarrier implements Carrier {
    /** Bytes a second of a waveguide. */
    static final double BANDWIDTH = 64e9;

    /** Seconds a hop. */
    public static final double HOP = 20e-9;

    private final TrioSimQueue queue;
    private final IntBinaryOperator hops;

    /** Makes a network with this many hops between two GPUs. */
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
