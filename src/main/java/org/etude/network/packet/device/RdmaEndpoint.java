// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.device;

import java.util.Arrays;
import org.etude.network.packet.congestion.RateControl;
import org.etude.network.packet.state.CellPool;
import org.etude.network.packet.state.Flows;
import org.etude.network.packet.state.PacketLedger;
import org.etude.spec.network.TransportSpec;

/** What hosts do with packets that reach them: acknowledge data, advance flows, pause their switch when asked to. */
public final class RdmaEndpoint {
    private static final long NACK_INTERVAL = 500_000;
    private static final long NIC_PAUSE = 10_000;
    private static final long NIC_PAUSE_INTERVAL = 1_000_000;
    /** A period is looked for only in flows with at least this many packets left. */
    private static final int WORTH_WATCHING = 32;

    /** Is notified of completed flows. */
    public interface Completion {
        void completed(int flow);

        /** All data of a flow has arrived; it will end soon. */
        void ending(int flow);
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

    /** The RDMA endpoints of all hosts: segmentation, acknowledgement, go-back-N. */
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

    /** A packet for this host. */
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

    private void receiveData(int cell, int node) {
        int at = cell << CellPool.SHIFT;
        int flow = pool.cells()[at + CellPool.FLOW];
        int port = flows.replyNic[flow];
        if (mayPause[node] && spec.nicPauses() > 0) {
            pauseSwitch(node, port);
        }
        if (flows.done[flow] && (spec.retransmitNanos() > 0 || ledger != null)) {
            wire.discard(cell);
            return;
        }
        if (ledger != null) {
            boolean whole = (pool.cells()[at + CellPool.MARKS] & CellPool.TRIMMED) == 0;
            reply(cell, port, whole ? CellPool.ACK : CellPool.NACK);
            return;
        }
        int answer = check(flow, pool.sequence(at), nic.payloadOf(pool.cells()[at + CellPool.SIZE]));
        if (answer == 0) {
            wire.discard(cell);
            return;
        }
        pool.sequence(at, flows.expected[flow]);
        reply(cell, port, answer);
    }

    /** Makes a data packet its answer and sends it back. */
    private void reply(int cell, int port, int answer) {
        int at = cell << CellPool.SHIFT;
        pool.cells()[at + CellPool.SIZE] = replyBytes;
        int kept = pool.cells()[at + CellPool.MARKS] & (CellPool.ECN | CellPool.WRITER_MASK);
        pool.cells()[at + CellPool.MARKS] = kept | answer;
        if (wire.ports.idle(port)) {
            wire.notePassing(port, replyBytes);
            wire.transmit(port, cell);
            return;
        }
        wire.ports.appendControl(pool, port, cell);
        wire.noteQueue(port);
        nic.kick(port);
    }

    /** Takes data into account; returns ACK, NACK or 0 for no answer. */
    private int check(int flow, long sequence, int payload) {
        long expected = flows.expected[flow];
        if (sequence == expected) {
            flows.expected[flow] = expected + payload;
            if (expected + payload >= flows.size[flow]) {
                completion.ending(flow);
            }
            boolean due = expected + payload >= spec.ackIntervalBytes()
                    || spec.chunkBytes() > 0 && (expected + payload) % spec.chunkBytes() == 0
                    || spec.retransmitNanos() > 0 && expected + payload >= flows.size[flow];
            return due ? CellPool.ACK : 0;
        }
        if (sequence < expected) {
            // The reference ignores repeats. With timeouts an acknowledgement may have been lost, so it is given again.
            return spec.retransmitNanos() > 0 ? CellPool.ACK : 0;
        }
        long now = wire.queue.now();
        if (now >= flows.nackTimer[flow] || flows.lastNack[flow] != expected) {
            flows.nackTimer[flow] = now + NACK_INTERVAL;
            flows.lastNack[flow] = expected;
            if (spec.backToZero()) {
                flows.expected[flow] = wholeChunks(expected);
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
        int flow = pool.cells()[at + CellPool.FLOW];
        int marks = pool.cells()[at + CellPool.MARKS];
        if (flows.done[flow]) {
            wire.discard(cell);
            return;
        }
        long sequence = pool.sequence(at);
        if (ledger != null) {
            sprayedReply(flow, sequence, (marks & CellPool.NACK) != 0);
        } else if (spec.ackIntervalBytes() > 0) {
            long upTo = spec.backToZero() ? wholeChunks(sequence) : sequence;
            if (upTo > flows.acknowledged[flow]) {
                flows.acknowledged[flow] = upTo;
            }
            if (flows.acknowledged[flow] >= flows.size[flow]) {
                complete(flow);
            }
        }
        if ((marks & CellPool.NACK) != 0 && ledger == null) {
            flows.next[flow] = flows.acknowledged[flow];
        }
        int port = flows.nic[flow];
        control.acknowledged(flow, cell, sequence, (marks & CellPool.ECN) != 0);
        wire.discard(cell);
        nic.kick(port);
        if (flows.watched != Flows.NONE) {
            watch(flow);
        }
    }

    private void sprayedReply(int flow, long sequence, boolean trimmed) {
        if (trimmed) {
            ledger.returned(flow, sequence);
            return;
        }
        ledger.arrived(flow, sequence);
        if (flows.acknowledged[flow] >= flows.size[flow]) {
            ledger.ends(flow);
            complete(flow);
        }
    }

    private void watch(int flow) {
        if (flows.watched == Flows.ANY
                && flows.size[flow] - flows.next[flow] > (long) WORTH_WATCHING * spec.payloadBytes()) {
            flows.watched = flow;
        }
        if (flows.watched == flow) {
            wire.queue.settle();
        }
    }

    private void complete(int flow) {
        control.ends(flow);
        flows.finish(flow);
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
        wire.ports.appendControl(pool, port, wire.pauseFrame(pause));
        nic.kick(port);
    }

    /** A NIC lets its switch go on, and later may pause it again. */
    public void nicTimer(long argument) {
        int port = (int) (argument >> 1);
        if ((argument & 1) == 0) {
            sendFrame(port, false);
            wire.queue.schedule(wire.queue.now() + NIC_PAUSE_INTERVAL, nicResumes, argument | 1);
        } else {
            mayPause[wire.ports.node[port]] = true;
        }
    }
}
