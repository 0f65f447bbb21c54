// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.part;

import org.etude.network.packet.device.PacketEngine;
import org.etude.network.packet.state.CellPool;
import org.etude.network.packet.state.PacketFlow;

/** Tells the events of a network's devices from those of the layer above, and which of them that layer hears of. */
public final class DeviceEvents {
    private final PacketEngine engine;

    public DeviceEvents(PacketEngine engine) {
        this.engine = engine;
    }

    /** Whether an event is one of the devices' own. */
    public boolean isOwn(int event) {
        int handler = engine.queue.handlerOf(event);
        return handler == engine.arrived || handler == engine.freed || handler == engine.woken;
    }

    /** Whether an event of the devices is a packet that arrives. */
    public boolean isArrival(int event) {
        return engine.queue.handlerOf(event) == engine.arrived;
    }

    /** Whether an event of the devices is a wake-up of a NIC. */
    public boolean isWakeUp(int event) {
        return engine.queue.handlerOf(event) == engine.woken;
    }

    /** The port to which an event of the devices happens. */
    public int portOf(int event) {
        return isWakeUp(event)
                ? (int) engine.queue.argumentOf(event)
                : engine.queue.cells()[(event << CellPool.SHIFT) + CellPool.PORT];
    }

    /** The node that handles an event of the devices. */
    public int nodeOf(int event) {
        return engine.ports.at(portOf(event)).node;
    }

    /** Whether an event of the devices ends a flow. */
    private boolean endsFlow(int event) {
        if (!isArrival(event)) {
            return false;
        }
        int at = event << CellPool.SHIFT;
        int[] cells = engine.queue.cells();
        if ((cells[at + CellPool.MARKS] & CellPool.REPLY) == 0) {
            return false;
        }
        PacketFlow flow = engine.flows.at(cells[at + CellPool.FLOW]);
        return engine.ports.at(cells[at + CellPool.PORT]).node == flow.source
                && !flow.done
                && CellPool.sequence(cells, at) >= flow.size;
    }

    /**
     * Whether an event of the devices brings the last data of a flow, where arrivals are announced. What is still missing may come in the
     * same tick before it, on links on which small packets take no time.
     */
    private boolean deliversFlow(int event) {
        int at = event << CellPool.SHIFT;
        int[] cells = engine.queue.cells();
        if (!engine.announcesArrivals()
                || !isArrival(event)
                || (cells[at + CellPool.MARKS] & (CellPool.REPLY | CellPool.PFC)) != 0) {
            return false;
        }
        PacketFlow flow = engine.flows.at(cells[at + CellPool.FLOW]);
        return engine.ports.at(cells[at + CellPool.PORT]).node == flow.destination
                && flow.expected < flow.size
                && CellPool.sequence(cells, at) + engine.nic.payloadOf(cells[at + CellPool.SIZE]) >= flow.size;
    }

    /** Whether an event of the devices is an act: it ends a flow, or brings its last data where that is announced. */
    public boolean isAct(int event) {
        return endsFlow(event) || deliversFlow(event);
    }

    /** Whether the layer above may hear of an event: it is its own, or an act of the devices. */
    public boolean isHeard(int event) {
        return !isOwn(event) || isAct(event);
    }
}
