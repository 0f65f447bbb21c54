// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.device;

import java.util.Arrays;
import java.util.function.IntConsumer;
import org.etude.network.packet.congestion.RateControl;
import org.etude.network.packet.state.CellPool;
import org.etude.network.packet.state.Flows;
import org.etude.network.packet.state.PacketFlow;
import org.etude.network.packet.state.PacketLedger;
import org.etude.network.packet.state.Port;
import org.etude.network.packet.state.Ports;
import org.etude.spec.network.TransportSpec;

/**
 * Handles packets that reach hosts: acknowledges data, advances flows, and pauses sending when its switch asks for it.
 */
public final class RdmaEndpoint {
    private static final long NACK_INTERVAL = 500_000;
    private static final long NIC_PAUSE = 10_000;
    private static final long NIC_PAUSE_INTERVAL = 1_000_000;
    /** Periods are searched only for flows with at least this many packets left. */
    private static final int WORTH_WATCHING = 32;

    /** Notified of how far flows are. */
    public interface Completion {
        /** The sender has the last acknowledgement. */
        void completed(int flow);

        /** All data of a flow has arrived; it will end soon. */
        void ending(int flow);

        /** The last packet of a flow begins to leave; called only if arrivals are announced, perhaps more than once. */
        void leaving(int flow);

        /** All data of a flow has arrived and is answered; called once, and only if arrivals are announced. */
        void arrived(int flow);
    }

    private final LinkTransmitter wire;
    private final CellPool pool;
    private final Flows flows;
    private final HostNic nic;
    private final TransportSpec spec;
    private final RateControl control;
    private final EcnMarker marker;
    private final Completion completion;
    private final PacketLedger ledger;
    private final int replyBytes;
    private final int nicResumes;

    private final boolean[] mayPause;
    private final int[] paused;
    private boolean announces;
    /** What notices that packets are refused without end, or null. */
    private EndlessResending endless;
    /** Hears of each flow that is about to go back to what is acknowledged. */
    private IntConsumer goesBack = slot -> {};

    /** Creates the RDMA endpoints of all hosts: segmentation, acknowledgement, go-back-N. */
    public RdmaEndpoint(
            LinkTransmitter wire,
            HostNic nic,
            TransportSpec spec,
            RateControl control,
            EcnMarker marker,
            Completion completion,
            int nodes,
            int telemetryBytes,
            int nicResumes,
            PacketLedger ledger) {
        this.wire = wire;
        this.pool = wire.pool;
        this.flows = wire.flows;
        this.nic = nic;
        this.spec = spec;
        this.control = control;
        this.marker = marker;
        this.completion = completion;
        this.nicResumes = nicResumes;
        this.ledger = ledger;
        replyBytes = spec.frames().replyBytes(telemetryBytes);
        mayPause = new boolean[nodes];
        Arrays.fill(mayPause, true);
        paused = new int[nodes];
    }

    /** Calls back when all data of a flow has arrived; what it returns is to be called when the last packet of one begins to leave. */
    IntConsumer announceArrivals() {
        announces = true;
        return completion::leaving;
    }

    boolean announcesArrivals() {
        return announces;
    }

    /** Reports each packet that is answered by a negative acknowledgement. */
    void onRefusal(EndlessResending hears) {
        endless = hears;
    }

    /** Calls with each flow that is about to send again from what is acknowledged. */
    public void onGoingBack(IntConsumer hears) {
        goesBack = hears;
    }

    /** The handler of its timers. */
    int timers() {
        return nicResumes;
    }

    /** Handles a packet for this host. */
    public void receive(int cell, int node) {
        if ((pool.cells()[(cell << CellPool.SHIFT) + CellPool.MARKS] & CellPool.REPLY) != 0) {
            receiveReply(cell);
        } else {
            receiveData(cell, node);
        }
    }

    public int replyBytes() {
        return replyBytes;
    }

    /** The tick up to which a flow whose last packet has just arrived has not ended: its acknowledgement is on the way. */
    public long quietUntilEnd(int slot) {
        return wire.queue.now() - 1 + flows.pathNanos(slot, true, wire.ports, replyBytes);
    }

    /** The tick up to which a flow whose last packet has just been sent has not arrived. */
    public long quietUntilArrival(int slot) {
        return wire.queue.now() - 1 + flows.pathNanos(slot, false, wire.ports, flows.at(slot).lastSize);
    }

    private void receiveData(int cell, int node) {
        int at = cell << CellPool.SHIFT;
        int[] cells = wire.queue.cells();
        int slot = cells[at + CellPool.FLOW];
        PacketFlow flow = flows.at(slot);
        int port = flow.replyNic;
        if (mayPause[node] && spec.nicPauses() > 0) {
            pauseSwitch(node, port);
            cells = pool.cells();
        }
        if (flow.done && (spec.retransmitNanos() > 0 || ledger != null)) {
            wire.discard(cell);
            return;
        }
        if (ledger != null) {
            boolean whole = (cells[at + CellPool.MARKS] & CellPool.TRIMMED) == 0;
            if (!whole && endless != null) {
                endless.refused(cell);
            }
            boolean last = announces && whole && ledger.received(slot, pool.sequence(at));
            reply(cell, port, whole ? CellPool.ACK : CellPool.NACK);
            if (last) {
                completion.arrived(slot);
            }
            return;
        }
        boolean incomplete = flow.expected < flow.size;
        int answer = check(flow, slot, cell, pool.sequence(at), nic.payloadOf(cells[at + CellPool.SIZE]));
        if (answer == 0) {
            wire.discard(cell);
        } else {
            pool.sequence(at, flow.expected);
            reply(cell, port, answer);
        }
        if (announces && incomplete && flow.expected >= flow.size) {
            completion.arrived(slot);
        }
    }

    /** Turns a data packet into its answer and sends it back. */
    private void reply(int cell, int port, int answer) {
        int at = cell << CellPool.SHIFT;
        int[] cells = wire.queue.cells();
        cells[at + CellPool.SIZE] = replyBytes;
        cells[at + CellPool.MARKS] = cells[at + CellPool.MARKS] & (CellPool.ECN | CellPool.WRITER_MASK) | answer;
        Port own = wire.ports.at(port);
        if (wire.sendsAtOnce(own)) {
            wire.notePassing(own, replyBytes);
            wire.transmit(own, cell);
            return;
        }
        Ports.appendControl(pool, own, cell);
        wire.noteQueue(own);
        nic.kick(port);
    }

    /** Takes data into account; returns ACK, NACK or 0 for no answer. */
    private int check(PacketFlow flow, int slot, int cell, long sequence, int payload) {
        long expected = flow.expected;
        if (sequence == expected) {
            long reached = expected + payload;
            flow.expected = reached;
            if (reached >= flow.size) {
                completion.ending(slot);
            }
            boolean due = reached >= spec.ackIntervalBytes()
                    || spec.chunkBytes() > 0 && reached % spec.chunkBytes() == 0
                    || spec.retransmitNanos() > 0 && reached >= flow.size;
            return due ? CellPool.ACK : 0;
        }
        if (sequence < expected) {
            // The reference ignores repeats. With timeouts an acknowledgement may have been lost, so it is sent again.
            return spec.retransmitNanos() > 0 ? CellPool.ACK : 0;
        }
        long now = wire.queue.now();
        if (now >= flow.nackTimer || flow.lastNack != expected) {
            if (endless != null) {
                endless.refused(cell);
            }
            flow.nackTimer = now + NACK_INTERVAL;
            flow.lastNack = expected;
            if (spec.backToZero()) {
                flow.expected = wholeChunks(expected);
            }
            return CellPool.NACK;
        }
        return 0;
    }

    private long wholeChunks(long sequence) {
        return sequence / spec.chunkBytes() * spec.chunkBytes();
    }

    private void receiveReply(int cell) {
        int at = cell << CellPool.SHIFT;
        int[] cells = wire.queue.cells();
        int slot = cells[at + CellPool.FLOW];
        PacketFlow flow = flows.at(slot);
        int marks = cells[at + CellPool.MARKS];
        if (flow.done) {
            wire.discard(cell);
            return;
        }
        long sequence = pool.sequence(at);
        if (ledger != null) {
            sprayedReply(slot, sequence, (marks & CellPool.NACK) != 0);
        } else if (spec.ackIntervalBytes() > 0) {
            long upTo = spec.backToZero() ? wholeChunks(sequence) : sequence;
            if (upTo > flow.acknowledged) {
                flow.acknowledged = upTo;
            }
            if (flow.acknowledged >= flow.size) {
                complete(slot);
            }
        }
        if ((marks & CellPool.NACK) != 0 && ledger == null) {
            goesBack.accept(slot);
            flow.next = flow.acknowledged;
        }
        int port = flow.nic;
        control.acknowledged(slot, cell, sequence, (marks & CellPool.ECN) != 0);
        wire.discard(cell);
        nic.kick(port);
        if (flows.watched != Flows.NONE) {
            watch(slot);
        }
    }

    private void sprayedReply(int flow, long sequence, boolean trimmed) {
        if (trimmed) {
            ledger.returned(flow, sequence);
            return;
        }
        ledger.acknowledged(flow, sequence);
        if (flows.at(flow).acknowledged >= flows.at(flow).size) {
            ledger.ends(flow);
            complete(flow);
        }
    }

    private void watch(int flow) {
        if (flows.watched == Flows.ANY
                && flows.at(flow).size - flows.at(flow).next > (long) WORTH_WATCHING * spec.payloadBytes()) {
            flows.watched = flow;
        }
        if (flows.watched == flow) {
            wire.queue.settle();
        }
    }

    private void complete(int flow) {
        control.ends(flow);
        flows.finish(flow);
        if (spec.retransmitNanos() > 0) {
            // A late acknowledgement of all comes while some is to be sent again, which nobody needs any more.
            flows.at(flow).next = flows.at(flow).size;
        }
        flows.forgetReceiver(flow);
        completion.completed(flow);
    }

    private void pauseSwitch(int node, int port) {
        mayPause[node] = false;
        if (paused[node] < spec.nicPauses()) {
            paused[node]++;
            sendFrame(port, true);
            wire.queue.schedule(wire.queue.now() + NIC_PAUSE, nicResumes, port << 1);
        }
    }

    private void sendFrame(int port, boolean pause) {
        marker.frameMade();
        Ports.appendControl(pool, wire.ports.at(port), wire.pauseFrame(pause));
        nic.kick(port);
    }

    /** A NIC lets its switch resume; it may pause it again later. */
    public void nicTimer(long argument) {
        int port = (int) (argument >> 1);
        if ((argument & 1) == 0) {
            sendFrame(port, false);
            wire.queue.schedule(wire.queue.now() + NIC_PAUSE_INTERVAL, nicResumes, argument | 1);
        } else {
            mayPause[wire.ports.at(port).node] = true;
        }
    }
}
