// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.device;

import org.etude.network.packet.state.Flows;
import org.etude.network.packet.state.PacketFlow;
import org.etude.network.packet.state.PacketLedger;
import org.etude.network.queue.EventQueue;

/**
 * Restarts flows for which no acknowledgement came during a whole timeout: a flow sends again from what is acknowledged,
 * and a sprayed one all packets that are not. When no flow has heard anything new for {@value #MOST_ROUNDS} timeouts, none
 * is restarted again, so that a run whose packets can never arrive ends. Off for a timeout of 0.
 */
public final class RetransmissionTimer {
    /** After how many timeouts, or round trips if those are longer, without an acknowledgement flows are given up. */
    public static final int MOST_ROUNDS = 1000;

    private final EventQueue queue;
    private final Flows flows;
    private final HostNic nic;
    private final PacketLedger ledger;
    private final long timeoutNanos;
    private final long patienceNanos;
    private final int handler;
    private long count;
    /** When a flow last began or was seen to have heard something new. */
    private long lastNews;

    /**
     * Creates the timer of all flows.
     *
     * @param ledger the packets of sprayed flows, or null
     * @param roundTripNanos the longest base round-trip time
     */
    public RetransmissionTimer(
            EventQueue queue, Flows flows, HostNic nic, PacketLedger ledger, long timeoutNanos, long roundTripNanos) {
        this.queue = queue;
        this.flows = flows;
        this.nic = nic;
        this.ledger = ledger;
        this.timeoutNanos = timeoutNanos;
        patienceNanos = Math.min(Long.MAX_VALUE / MOST_ROUNDS, Math.max(timeoutNanos, roundTripNanos)) * MOST_ROUNDS;
        handler = queue.register(flow -> fired((int) flow));
    }

    /** Starts the timer of a flow that begins. */
    public void begins(int slot) {
        if (timeoutNanos > 0) {
            lastNews = queue.now();
            schedule(slot, 0);
        }
    }

    private void schedule(int slot, long acknowledged) {
        // The flow keeps its slot until the timer has seen that it is done.
        flows.refer(slot);
        flows.at(slot).lastHeard = acknowledged;
        queue.schedule(queue.now() + timeoutNanos, handler, slot);
    }

    private void fired(int slot) {
        PacketFlow flow = flows.at(slot);
        boolean finished = flow.done;
        flows.release(slot);
        long acknowledged = flow.acknowledged;
        if (finished || acknowledged != flow.lastHeard) {
            lastNews = queue.now();
        }
        if (finished || queue.now() - lastNews > patienceNanos) {
            return;
        }
        boolean overdue = acknowledged == flow.lastHeard && flow.next > acknowledged;
        if (overdue) {
            if (ledger != null) {
                ledger.returnAll(slot);
            } else {
                flow.next = acknowledged;
            }
            count++;
        }
        schedule(slot, acknowledged);
        if (overdue) {
            nic.kick(flow.nic);
        }
    }

    /** The number of timeouts so far. */
    public long count() {
        return count;
    }
}
