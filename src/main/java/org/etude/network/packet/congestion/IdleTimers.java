// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.congestion;

import java.util.function.LongConsumer;
import org.etude.network.queue.EventQueue;

/**
 * Timers that cannot move a packet on their own. When only such timers are left, the run cannot progress: they stop, so
 * that it ends.
 */
public final class IdleTimers {
    private final EventQueue queue;
    private final int handler;
    private long pending;
    private long started;
    private LongConsumer action = argument -> {};

    public IdleTimers(EventQueue queue) {
        this.queue = queue;
        handler = queue.register(this::fire);
    }

    void calls(LongConsumer timer) {
        action = timer;
    }

    void schedule(long delay, long argument) {
        pending++;
        started++;
        queue.schedule(queue.now() + delay, handler, argument);
    }

    /** Whether no timer is pending, not even a cancelled one. */
    boolean none() {
        return pending == 0;
    }

    /** The number of timers scheduled so far. */
    long started() {
        return started;
    }

    private void fire(long argument) {
        pending--;
        if (queue.pending() > pending) {
            action.accept(argument);
        }
    }
}
