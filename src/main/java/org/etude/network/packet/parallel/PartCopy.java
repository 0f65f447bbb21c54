// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.parallel;

import org.etude.network.packet.device.PacketEngine;
import org.etude.network.packet.part.DeviceEvents;
import org.etude.network.packet.part.NetworkPart;
import org.etude.network.packet.part.PendingEvents;
import org.etude.network.packet.state.CellPool;
import org.etude.network.packet.state.Port;
import org.etude.network.packet.state.Ports;

/** Copies what changes in a part of a network, packets included, from one set of devices to another of the same network. */
final class PartCopy {
    private final PacketEngine from;
    private final PacketEngine to;
    private final DeviceEvents events;

    PartCopy(PacketEngine from, PacketEngine to) {
        this.from = from;
        this.to = to;
        events = new DeviceEvents(from);
    }

    /** Copies ports, NICs, the packets that wait and the buffers of switches. */
    void nodes(NetworkPart part) {
        for (int id : part.ports()) {
            Port source = from.ports.at(id);
            Port target = to.ports.at(id);
            target.copy(source);
            to.nic.copy(from.nic, id);
            for (int cell = source.controlHead; cell >= 0; cell = next(cell)) {
                Ports.appendControl(to.wire.pool, target, packet(cell));
            }
            for (int cell = source.dataHead; cell >= 0; cell = next(cell)) {
                Ports.appendData(to.wire.pool, target, packet(cell));
            }
        }
        for (int node : part.nodes()) {
            to.buffers.restoreShared(node, from.buffers.shared(node));
        }
    }

    private int next(int cell) {
        return from.queue.cells()[cell << CellPool.SHIFT];
    }

    private int packet(int cell) {
        int copy = to.wire.pool.take();
        System.arraycopy(
                from.queue.cells(),
                (cell << CellPool.SHIFT) + CellPool.PORT,
                to.queue.cells(),
                (copy << CellPool.SHIFT) + CellPool.PORT,
                (1 << CellPool.SHIFT) - CellPool.PORT);
        to.control.copyPacket(from.control, cell, copy);
        return copy;
    }

    /** Copies a pending event; the copy is not pending. */
    int event(int event) {
        if (events.isArrival(event)) {
            return to.queue.owned(to.arrived, packet(event));
        }
        if (events.isWakeUp(event)) {
            return to.queue.cell(to.woken, from.queue.argumentOf(event));
        }
        return to.queue.owned(to.freed, to.ports.at(events.portOf(event)).release);
    }

    /** Releases the packets that wait at the source's ports. */
    void releaseWaiting(NetworkPart part) {
        for (int id : part.ports()) {
            releaseAll(from.ports.at(id).controlHead);
            releaseAll(from.ports.at(id).dataHead);
            from.ports.empty(id);
        }
    }

    private void releaseAll(int head) {
        int cell = head;
        while (cell >= 0) {
            int after = next(cell);
            from.wire.pool.give(cell);
            cell = after;
        }
    }

    /** Releases one of the source's events that is no longer pending. */
    void release(int event) {
        if (events.isArrival(event) || events.isWakeUp(event)) {
            from.wire.pool.give(event);
        }
    }

    /** Releases all events of a list. */
    void releaseAll(PendingEvents list) {
        for (int i = 0; i < list.count; i++) {
            release(list.event[i]);
        }
    }
}
