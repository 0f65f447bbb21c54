// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.device;

import org.etude.network.packet.state.CellPool;
import org.etude.network.packet.state.Flows;
import org.etude.network.packet.state.Port;
import org.etude.network.packet.state.PortCounters;
import org.etude.network.packet.state.PortRecorder;
import org.etude.network.packet.state.Ports;
import org.etude.network.queue.EventQueue;

/** Puts packets on links: the port is busy while a packet is serialised, the packet arrives a link delay after that. */
public final class LinkTransmitter {
    public final EventQueue queue;
    public final CellPool pool;
    public final Ports ports;
    public final Flows flows;
    public final PortCounters counters;
    final PortRecorder recorder;
    private final int freed;
    private final int arrived;
    /** The handler notified of flows that would never be resumed, or -1. */
    private int stuck = -1;
    /** Whether packets that a port would send at once are queued all the same. */
    private boolean queuing;
    /** The process of the node at each port when events are divided among processes, else null. */
    private int[] process;

    /**
     * Creates the transmitter.
     *
     * @param freed the handler notified when a port is free again
     * @param arrived the handler notified when a cell has arrived
     */
    public LinkTransmitter(EventQueue queue, Ports ports, Flows flows, PortRecorder recorder, int freed, int arrived) {
        this.queue = queue;
        this.ports = ports;
        this.flows = flows;
        this.recorder = recorder;
        this.freed = freed;
        this.arrived = arrived;
        pool = new CellPool(queue);
        queue.favour(arrived, freed);
        counters = new PortCounters(ports.count);
        for (int port = 0; port < ports.count; port++) {
            int release = pool.take();
            ports.at(port).release = release;
            pool.cells()[(release << CellPool.SHIFT) + CellPool.PORT] = port;
        }
    }

    /** Divides events among processes, by node. */
    public void divide(int[] processOfNode) {
        process = new int[ports.count];
        for (int port = 0; port < ports.count; port++) {
            process[port] = processOfNode[ports.at(port).node];
        }
    }

    /** Queues also those packets that a port would send at once, which comes to the same. */
    public void queueEveryPacket() {
        queuing = true;
    }

    /** Whether a port sends a packet without queuing it. */
    boolean sendsAtOnce(Port port) {
        return port.idle() && !queuing;
    }

    void transmit(Port from, int cell) {
        int[] cells = queue.cells();
        int at = cell << CellPool.SHIFT;
        int size = cells[at + CellPool.SIZE];
        long took = ports.serialisation(from, size);
        long end = queue.now() + took;
        from.busy = true;
        cells[at + CellPool.PORT] = from.id ^ 1;
        cells[at + CellPool.MARKS] += CellPool.HOP_ONE;
        queue.scheduleOwned(end, freed, from.release);
        if (process == null) {
            queue.scheduleOwned(end + from.delay, arrived, cell);
        } else {
            queue.scheduleOwnedIn(process[from.id ^ 1], end + from.delay, arrived, cell);
        }
        from.sentBytes += size;
        from.packets++;
        from.busyNanos += took;
        if (recorder != null) {
            recorder.sent(queue.now(), from.id, size);
            recorder.queued(queue.now(), from.id, from.queuedBytes);
        }
    }

    /** Creates a PAUSE or RESUME frame for priority 3. */
    int pauseFrame(boolean pause) {
        int cell = pool.take();
        int at = cell << CellPool.SHIFT;
        pool.cells()[at + CellPool.FLOW] = -1;
        pool.cells()[at + CellPool.SIZE] = ports.frames.pauseBytes();
        pool.cells()[at + CellPool.MARKS] = pause ? CellPool.PAUSE : CellPool.RESUME;
        return cell;
    }

    /** Releases a packet. */
    public void discard(int cell) {
        int flow = pool.cells()[(cell << CellPool.SHIFT) + CellPool.FLOW];
        if (flow >= 0) {
            flows.release(flow);
            if (stuck >= 0 && flows.isStuck(flow)) {
                queue.schedule(queue.now(), stuck, flow);
            }
        }
        pool.give(cell);
    }

    /** Calls a handler with each flow that would never be resumed; a negative handler disables this. */
    public void onStuckFlow(int handler) {
        stuck = handler;
    }

    void noteQueue(Port port) {
        port.peakQueueBytes = Math.max(port.peakQueueBytes, port.queuedBytes);
        if (recorder != null) {
            recorder.queued(queue.now(), port.id, port.queuedBytes);
        }
    }

    /** A packet came to an empty queue and leaves it at once. */
    void notePassing(Port port, int size) {
        port.peakQueueBytes = Math.max(port.peakQueueBytes, size);
        if (recorder != null) {
            recorder.passed(queue.now(), port.id, size);
        }
    }
}
