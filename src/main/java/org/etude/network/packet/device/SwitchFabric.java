// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.device;

import org.etude.network.packet.congestion.RateControl;
import org.etude.network.packet.state.CellPool;
import org.etude.network.packet.state.Port;
import org.etude.network.packet.state.Ports;
import org.etude.network.packet.state.SwitchBuffers;
import org.etude.network.queue.EventQueue;

/** Processes packets at switches: admits, queues, pauses the sender, marks and forwards. */
public final class SwitchFabric {
    private final LinkTransmitter wire;
    private final EventQueue queue;
    private final CellPool pool;
    private final Ports ports;
    private final EcnMarker marker;
    private final boolean ecn;
    private final RateControl control;
    private final boolean telemetry;
    /** The size to which packets that find no buffer are trimmed, or 0 when they are dropped. */
    private final int trimmedBytes;
    /** Called when what switches do may depend on the order of packets in all of the network. */
    private Runnable alert = () -> {};
    /** What notices that packets are trimmed without end, or null. */
    private EndlessResending endless;

    /** Creates the switches of a network; {@code ecn} if they mark packets. */
    public SwitchFabric(LinkTransmitter wire, EcnMarker marker, boolean ecn, RateControl control, int trimmedBytes) {
        this.wire = wire;
        this.queue = wire.queue;
        this.pool = wire.pool;
        this.ports = wire.ports;
        this.marker = marker;
        this.ecn = ecn;
        this.control = control;
        this.trimmedBytes = trimmedBytes;
        this.telemetry = control.readsSwitches();
    }

    /** Calls when the next packet may be marked, or may pause its sender ({@link SwitchBuffers#nears}). */
    public void alerts(Runnable hears) {
        alert = hears;
    }

    /** Reports each packet that is trimmed. */
    void onTrim(EndlessResending hears) {
        endless = hears;
    }

    /** Handles a packet that enters by one port and leaves by another. */
    public void forward(int cell, Port in, Port out) {
        int at = cell << CellPool.SHIFT;
        int[] cells = queue.cells();
        if ((cells[at + CellPool.MARKS] & CellPool.TRIMMED) != 0) {
            prioritise(cell, out);
            return;
        }
        int size = cells[at + CellPool.SIZE];
        if (wire.sendsAtOnce(out) && SwitchBuffers.passes(in, out, size)) {
            wire.notePassing(out, size);
            depart(out, cell);
        } else {
            queue(cell, in, out, size);
        }
    }

    private void queue(int cell, Port in, Port out, int size) {
        if (!SwitchBuffers.admit(in, out, size)) {
            if (trimmedBytes > 0 && (isReply(cell) || SwitchBuffers.holds(in, size))) {
                trim(cell, out);
                return;
            }
            // Data that not even an empty buffer holds would be trimmed and sent again without end.
            wire.counters.drops[in.id]++;
            wire.counters.dropped++;
            wire.discard(cell);
            return;
        }
        if (SwitchBuffers.nears(in, out)) {
            alert.run();
        }
        if (SwitchBuffers.shouldPause(in)) {
            in.pausing = true;
            wire.counters.pausesSent[in.id]++;
            sendFrame(in, true);
        }
        Ports.appendData(pool, out, cell);
        wire.noteQueue(out);
        kick(out);
    }

    private boolean isReply(int cell) {
        return (pool.cells()[(cell << CellPool.SHIFT) + CellPool.MARKS] & CellPool.REPLY) != 0;
    }

    /** Trims the payload; packets without one, such as acknowledgements, are unchanged. */
    private void trim(int cell, Port out) {
        int at = cell << CellPool.SHIFT;
        if (!isReply(cell)) {
            pool.cells()[at + CellPool.SIZE] = trimmedBytes;
            pool.cells()[at + CellPool.MARKS] |= CellPool.TRIMMED;
            wire.counters.trimmed++;
            if (endless != null) {
                endless.trims(pool.cells()[at + CellPool.FLOW]);
            }
        }
        prioritise(cell, out);
    }

    /** Headers are sent before data and use none of its buffer. */
    private void prioritise(int cell, Port out) {
        Ports.appendControl(pool, out, cell);
        wire.noteQueue(out);
        kick(out);
    }

    private void sendFrame(Port port, boolean pause) {
        marker.frameMade();
        Ports.appendControl(pool, port, wire.pauseFrame(pause));
        kick(port);
    }

    /** Sends what is next at a port, unless it is busy. */
    public void kick(Port port) {
        if (port.busy || port.down) {
            return;
        }
        if (port.controlHead >= 0) {
            transmit(port, Ports.takeControl(pool, port));
        } else if (port.dataHead >= 0 && !port.paused) {
            send(port, Ports.takeData(pool, port));
        }
    }

    private void send(Port port, int cell) {
        int at = cell << CellPool.SHIFT;
        int[] cells = queue.cells();
        Port in = ports.at(cells[at + CellPool.PORT]);
        SwitchBuffers.release(in, port, cells[at + CellPool.SIZE]);
        if (ecn && port.active && marker.marks(port.id, port.egress)) {
            wire.counters.marks[port.id]++;
            // A marked acknowledgement is not echoed: its own flag is that of the data packet.
            if ((cells[at + CellPool.MARKS] & CellPool.REPLY) == 0) {
                cells[at + CellPool.MARKS] |= CellPool.ECN;
            }
        }
        if (SwitchBuffers.shouldResume(in)) {
            in.pausing = false;
            wire.counters.resumesSent[in.id]++;
            sendFrame(in, false);
        }
        depart(port, cell);
    }

    private void depart(Port port, int cell) {
        if (telemetry && (pool.cells()[(cell << CellPool.SHIFT) + CellPool.MARKS] & CellPool.REPLY) == 0) {
            control.departs(port.id, cell);
        }
        transmit(port, cell);
    }

    private void transmit(Port port, int cell) {
        if (telemetry) {
            control.sends(port.id, pool.cells()[(cell << CellPool.SHIFT) + CellPool.SIZE]);
        }
        wire.transmit(port, cell);
    }

    /** Drops everything queued at a port whose link went down. */
    public void flush(Port port) {
        while (port.controlHead >= 0) {
            lose(port, Ports.takeControl(pool, port));
        }
        while (port.dataHead >= 0) {
            lose(port, Ports.takeData(pool, port));
        }
        wire.noteQueue(port);
    }

    private void lose(Port port, int cell) {
        wire.counters.lost[port.id]++;
        wire.discard(cell);
    }
}
