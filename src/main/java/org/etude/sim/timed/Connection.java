// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.timed;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * One direction of the connection between two ranks, which keeps the order of what is written to it: messages follow
 * each other, and a request for a message of the other direction follows the messages that have begun before it. Times in
 * ns. Constant cost per message.
 */
final class Connection {
    /** A message on its way: requests from the first time on follow it, so that they arrive at the second. */
    private record Sending(long begun, long end) {}

    private final Deque<Sending> sendings = new ArrayDeque<>();
    private long free;

    /**
     * Carries a message.
     *
     * @param ready when it could begin
     * @param begun when the sender knows that it can, if that is later: requests before then precede it
     * @return when it has arrived
     */
    long carry(long ready, long begun, long nanos) {
        long begin = Math.max(ready, free);
        free = begin + nanos;
        sendings.add(new Sending(Math.max(ready, begun), free));
        return free;
    }

    /** When a request that is made now reaches the other side. */
    long request(long now) {
        while (!sendings.isEmpty() && sendings.peek().end <= now) {
            sendings.remove();
        }
        long at = now;
        for (Sending sending : sendings) {
            if (sending.begun <= now) {
                at = sending.end;
            }
        }
        return at;
    }
}
