// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.device;

import org.etude.network.packet.congestion.RateControl;
import org.etude.network.packet.state.CellPool;
import org.etude.network.packet.state.Port;
import org.etude.network.packet.state.Ports;
import org.etude.network.packet.state.SwitchBuffers;

/** What switches do with packets: admit, queue, pause the sender, mark, pass on. */
public final class SwitchFabric {
    private final LinkTransmitter wire;
    private final CellPool pool;
    private final Ports ports;
    private final SwitchBuffers buffers;
    private final EcnMarker marker;
    private final boolean ecn;
    private final RateControl control;
    private final boolean telemetry;
    /** To what packets are trimmed that find no buffer, or 0 when they are dropped. */
    private final int trimmedBytes;

    /** The switches of a network; {@code ecn} when they mark packets. */
    public SwitchFabric(
            LinkTransmitter wire,
            SwitchBuffers buffers,
            EcnMarker marker,
            boolean ecn,
            RateControl control,
            int trimmedBytes) {
        this.wire = wire;
        this.pool = wire.pool;
        this.ports = wire.ports;
        this.buffers = buffers;
        this.marker = marker;
        this.ecn = ecn;
        this.control = control;
        this.trimmedBytes = trimmedBytes;
        this.telemetry = control.readsSwitches();
    }

    /** A packet entered by one port and leaves by another. */
    public void forward(int cell, int in, int out) {
        int at = cell << CellPool.SHIFT;
        int size = pool.cells()[at + CellPool.SIZE];
        if ((pool.cells()[at + CellPool.MARKS] & CellPool.TRIMMED) != 0) {
            prioritise(cell, out);
            return;
        }
        if (wire.sendsAtOnce(out) && buffers.passes(in, out, size)) {
            wire.notePassing(out, size);
            depart(out, cell);
            return;
        }
        queue(cell, in, out, size);
    }

    private void queue(int cell, int in, int out, int size) {
        if (!buffers.admit(in, out, size)) {
            if (trimmedBytes > 0) {
                trim(cell, out);
                return;
            }
            wire.counters.drops[in]++;
            wire.counters.dropped++;
            wire.discard(cell);
            return;
        }
        if (buffers.shouldPause(in)) {
            ports.at(in).pausing = true;
            wire.counters.pausesSent[in]++;
            sendFrame(in, true);
        }
        ports.appendData(pool, out, cell);
        wire.noteQueue(out);
        kick(out);
    }

    /** Cuts the payload off; what has none, as an acknowledgement, stays whole. */
    private void trim(int cell, int out) {
        int at = cell << CellPool.SHIFT;
        if ((pool.cells()[at + CellPool.MARKS] & CellPool.REPLY) == 0) {
            pool.cells()[at + CellPool.SIZE] = trimmedBytes;
            pool.cells()[at + CellPool.MARKS] |= CellPool.TRIMMED;
            wire.counters.trimmed++;
        }
        prioritise(cell, out);
    }

    /** Headers go before data and take none of its buffer. */
    private void prioritise(int cell, int out) {
        ports.appendControl(pool, out, cell);
        wire.noteQueue(out);
        kick(out);
    }

    private void sendFrame(int port, boolean pause) {
        marker.frameMade();
        ports.appendControl(pool, port, wire.pauseFrame(pause));
        kick(port);
    }

    /** Sends what is next at a port, unless it is busy. */
    public void kick(int at) {
        Port port = ports.at(at);
        if (port.busy || port.down) {
            return;
        }
        if (port.controlHead >= 0) {
            transmit(at, ports.takeControl(pool, at));
        } else if (port.dataHead >= 0 && !port.paused) {
            send(at, ports.takeData(pool, at));
        }
    }

    private void send(int port, int cell) {
        int at = cell << CellPool.SHIFT;
        int in = pool.cells()[at + CellPool.PORT];
        buffers.release(in, port, pool.cells()[at + CellPool.SIZE]);
        if (ecn && ports.at(port).active && marker.marks(port, ports.at(port).egress)) {
            wire.counters.marks[port]++;
            // A marked acknowledgement echoes nothing: its own flag is the data packet's.
            if ((pool.cells()[at + CellPool.MARKS] & CellPool.REPLY) == 0) {
                pool.cells()[at + CellPool.MARKS] |= CellPool.ECN;
            }
        }
        if (buffers.shouldResume(in)) {
            ports.at(in).pausing = false;
            wire.counters.resumesSent[in]++;
            sendFrame(in, false);
        }
        depart(port, cell);
    }

    private void depart(int port, int cell) {
        if (telemetry && (pool.cells()[(cell << CellPool.SHIFT) + CellPool.MARKS] & CellPool.REPLY) == 0) {
            control.departs(port, cell);
        }
        transmit(port, cell);
    }

    private void transmit(int port, int cell) {
        if (telemetry) {
            control.sends(port, pool.cells()[(cell << CellPool.SHIFT) + CellPool.SIZE]);
        }
        wire.transmit(port, cell);
    }

    /** Drops everything queued at a port whose link went down. */
    public void flush(int port) {
        while (ports.at(port).controlHead >= 0) {
            lose(port, ports.takeControl(pool, port));
        }
        while (ports.at(port).dataHead >= 0) {
            lose(port, ports.takeData(pool, port));
        }
    }

    private void lose(int port, int cell) {
        wire.counters.lost[port]++;
        wire.discard(cell);
    }
}
