// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.engine;

/**
 * Adds latencies to a network.
 *
 * @param queue the clock
 * @param network carries the bytes
 * @param remote seconds from the remote memory to a GPU
 * @param ring seconds from a GPU to the next
 */
public record DelayedCarrier(TrioSimQueue queue, Carrier network, double remote, double ring) implements Carrier {
    @Override
    public void send(int from, int to, long bytes, Runnable arrival) {
        double latency = from == REMOTE ? remote : ring;
        network.send(from, to, bytes, () -> queue.at(queue.now() + latency, arrival));
    }
}
