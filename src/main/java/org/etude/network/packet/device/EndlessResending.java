// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.device;

import java.util.BitSet;
import java.util.Optional;
import org.etude.network.packet.state.Flows;
import org.etude.network.packet.state.PacketFlow;
import org.etude.network.packet.state.Ports;
import org.etude.network.queue.EventQueue;
import org.etude.report.EtudeException;

/**
 * Notices that packets are sent again without end and nothing new arrives, and takes all links down, so that the run ends and can say
 * why. Two kinds: go-back-N whose packets the same full buffers always drop, and trimmed packets that are answered and sent again
 * within one tick. Nothing is judged that something outside the network could still change. A network is given up when its state
 * recurs though no flow has advanced, which proves it; where states are not complete, when no flow has advanced in
 * {@value #MOST_ROUNDS} rounds. It costs nothing per packet.
 */
public final class EndlessResending {
    /** After how many rounds of negative acknowledgements without news flows are given up. */
    static final int MOST_ROUNDS = 1000;

    /** How often the packets in flight may be trimmed on average within one tick in which no flow advances. */
    static final int MOST_TRIMS = 100;

    /** How long a receiver waits before it refuses the same byte again, and in any case between two looks, ns. */
    private static final long ROUND = 500_000;

    /** Compares the states in which a network was while no flow advanced. */
    public interface States {
        /**
         * Whether the network was in the present state before, since the last {@link #forget}.
         *
         * @param cell the packet that is being handled
         */
        boolean recurs(int cell);

        /** Forgets all states. */
        void forget();
    }

    private final PacketEngine engine;
    private final EventQueue queue;
    private final Flows flows;
    private final long patience;
    private final int lastHandler;
    private final Runnable stops;
    /** What compares states, or null where they are not complete. */
    private final States states;

    private long lookAt;
    private long since;
    private final Progress progress = new Progress();
    private int events;

    private final Progress inTick = new Progress();
    private long tick = -1;
    private long trims;
    private long mostTrims;
    private final BitSet trimmed = new BitSet();
    private EtudeException reason;

    /**
     * Watches the devices of an engine.
     *
     * @param lastHandler the last handler of events that the devices registered; {@link PacketEngine#freed} is the first
     * @param roundTrip the longest base round-trip time, ns
     * @param states what compares states, or null where a state does not determine what follows
     * @param stops called when the network is given up
     */
    EndlessResending(PacketEngine engine, int lastHandler, long roundTrip, States states, Runnable stops) {
        this.engine = engine;
        this.lastHandler = lastHandler;
        this.states = states;
        this.stops = stops;
        queue = engine.queue;
        flows = engine.flows;
        patience = Math.min(Long.MAX_VALUE / MOST_ROUNDS, Math.max(ROUND, roundTrip)) * MOST_ROUNDS;
    }

    /** Why the network was given up, or empty. */
    public Optional<EtudeException> reason() {
        return Optional.ofNullable(reason);
    }

    /** A host is about to answer a packet by a negative acknowledgement; before it notes anything. */
    void refused(int cell) {
        long now = queue.now();
        if (now < lookAt || reason != null) {
            return;
        }
        lookAt = now + ROUND;
        if (progress.isNew() || !isClosed()) {
            since = now;
            if (states != null) {
                states.forget();
            }
        } else if (now - since >= patience || states != null && states.recurs(cell)) {
            recurs();
        }
    }

    /** The network was in the present state before, nothing outside acts any more, and no flow has advanced: so it goes on for good. */
    public void recurs() {
        if (reason == null) {
            giveUp(new EndlessReason(engine).resending());
        }
    }

    /** A switch has trimmed a packet of a flow, or is about to. */
    void trims(int flow) {
        if (reason != null) {
            return;
        }
        if (queue.now() != tick) {
            tick = queue.now();
            trims = 0;
            mostTrims = MOST_TRIMS;
        }
        if (mostTrims > MOST_TRIMS) {
            trimmed.set(flow);
        }
        if (++trims < mostTrims) {
            return;
        }
        if (inTick.isNew() || mostTrims == MOST_TRIMS) {
            trims = 0;
            trimmed.clear();
            mostTrims = MOST_TRIMS * (1 + inFlight());
            return;
        }
        giveUp(new EndlessReason(engine).circling(trimmed));
    }

    private long inFlight() {
        long packets = 0;
        for (int i = 0; i < flows.live(); i++) {
            PacketFlow flow = flows.at(flows.unfinishedAt(i));
            packets += (flow.next - flow.acknowledged) / engine.nic.payloadOf(engine.nic.frameBytes()) + 1;
        }
        return packets;
    }

    /** How far the flows of a network were when last looked at. */
    private final class Progress {
        private long begun = -1;
        private long live;
        private long sent;
        private long acknowledged;

        /** Whether a flow has begun, ended, or heard something new since the last call, or sent something new if it never goes back. */
        boolean isNew() {
            long nowSent = 0;
            long nowAcknowledged = 0;
            for (int i = 0; i < flows.live(); i++) {
                PacketFlow flow = flows.at(flows.unfinishedAt(i));
                nowSent += engine.ledger == null ? 0 : flow.next;
                nowAcknowledged += flow.acknowledged;
            }
            boolean news = begun != flows.begun()
                    || live != flows.live()
                    || sent != nowSent
                    || acknowledged != nowAcknowledged;
            begun = flows.begun();
            live = flows.live();
            sent = nowSent;
            acknowledged = nowAcknowledged;
            return news;
        }
    }

    /** Whether every pending event is one of the devices' own, and none is held outside the queue. */
    private boolean isClosed() {
        events = 0;
        queue.visit((due, event) -> {
            int handler = queue.handlerOf(event);
            boolean own = handler >= engine.freed && handler <= lastHandler;
            events += own ? 1 : 0;
            return own;
        });
        return events == queue.pending();
    }

    private void giveUp(EtudeException why) {
        reason = why;
        Ports ports = engine.ports;
        for (int port = 0; port < ports.count; port++) {
            ports.at(port).down = true;
        }
        for (int i = 0; i < flows.live(); i++) {
            engine.control.ends(flows.unfinishedAt(i));
        }
        stops.run();
    }
}
