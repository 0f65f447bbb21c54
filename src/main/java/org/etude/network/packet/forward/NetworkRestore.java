// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

import org.etude.network.packet.device.HostNic;
import org.etude.network.packet.device.LinkTransmitter;
import org.etude.network.packet.part.PendingEvents;
import org.etude.network.packet.state.CellPool;
import org.etude.network.packet.state.Flows;
import org.etude.network.packet.state.PacketFlow;
import org.etude.network.packet.state.PortCounters;
import org.etude.network.packet.state.Ports;
import org.etude.network.packet.state.SwitchBuffers;
import org.etude.network.queue.EventQueue;

/** Moves a network from the start of a segment to its end without simulating its packets. */
final class NetworkRestore {
    private final EventQueue queue;
    private final Ports ports;
    private final Flows flows;
    private final HostNic nic;
    private final SwitchBuffers buffers;
    private final PortCounters counters;
    private final CellPool pool;
    private final LinkTransmitter wire;
    private final NetworkState.Handlers handlers;
    private final ReclaimedCells reclaimed;
    private final PendingEvents pending = new PendingEvents();
    private final PendingEvents kept = new PendingEvents();
    /** The state to restore. */
    private final StateKey key = new StateKey();

    NetworkRestore(LinkTransmitter wire, HostNic nic, SwitchBuffers buffers, NetworkState.Handlers handlers) {
        this.wire = wire;
        queue = wire.queue;
        ports = wire.ports;
        flows = wire.flows;
        counters = wire.counters;
        pool = wire.pool;
        reclaimed = new ReclaimedCells(pool);
        this.nic = nic;
        this.buffers = buffers;
        this.handlers = handlers;
    }

    /**
     * Sets the network and the clock to the end of a segment.
     *
     * @param numbering the ids that the segment's numbers refer to here
     */
    void restore(Segment segment, NetworkState.Numbering numbering) {
        long to = queue.now() + segment.nanos();
        keep(to);
        restoreState(segment.end(), numbering, to);
        queue.leap(to, kept.tick, kept.event, kept.count, segment.growth().fired());
    }

    /**
     * Sets a part of the network to the end of a segment.
     *
     * @param held the events that were pending at its beginning
     * @return the events that are pending at its end, first those that were at its beginning
     */
    PendingEvents restorePart(PartSegment segment, NetworkState.Numbering numbering, PendingEvents held, long to) {
        kept.clear();
        for (int i = 0; i < held.count; i++) {
            keep(held.tick[i], held.event[i], to);
        }
        restoreState(segment.end(), numbering, to);
        return kept;
    }

    private void restoreState(KeptState state, NetworkState.Numbering numbering, long to) {
        for (int link : numbering.links()) {
            empty(2 * link);
            empty(2 * link + 1);
        }
        key.read(state);
        addEvents(numbering, to);
        int flow = 0;
        int port = 0;
        for (long entry = key.next(); entry != NetworkState.END; entry = key.next()) {
            if (entry == NetworkState.FLOW) {
                restoreFlow(numbering.slots()[flow++], to);
            } else {
                restorePort(numbering.port(port++), numbering, to);
                restorePort(numbering.port(port++), numbering, to);
            }
        }
        for (int node : numbering.nodes()) {
            buffers.restoreShared(node, key.next());
        }
        reclaimed.releaseRest();
    }

    /** Lists the events that remain pending: those of others, and packets in flight throughout the segment. */
    private void keep(long to) {
        kept.clear();
        queue.visit((tick, event) -> {
            keep(tick, event, to);
            return true;
        });
    }

    private void keep(long tick, int event, long to) {
        if (tick > to) {
            kept.add(tick, event);
        } else if (handlers.kind(queue.handlerOf(event)) != NetworkState.FREED) {
            reclaimed.add(event);
        }
    }

    private void empty(int port) {
        reclaimed.addQueue(ports.at(port).controlHead);
        reclaimed.addQueue(ports.at(port).dataHead);
        ports.empty(port);
    }

    private void restoreFlow(int slot, long to) {
        PacketFlow flow = flows.at(slot);
        long next = flow.size - key.next();
        flow.next = next;
        flow.acknowledged = next - key.next();
        flow.expected = next - key.next();
        flows.setRate(slot, key.next());
        key.next();
        flow.nextAvail = to + key.next();
        flows.restoreReferences(slot, (int) (key.next() >> 2));
        long nack = key.next();
        flow.nackTimer = nack == 0 ? 0 : to + nack;
        long last = key.next();
        flow.lastNack = nack == 0 ? 0 : next - last;
        for (int path = 0; path < 2; path++) {
            while (key.next() != NetworkState.END) {
                // A flow's path does not change.
            }
        }
    }

    private void restorePort(int port, NetworkState.Numbering numbering, long to) {
        int flags = (int) key.next();
        key.next();
        ports.at(port).busy = (flags & NetworkState.BUSY) != 0;
        ports.at(port).paused = (flags & NetworkState.PAUSED) != 0;
        ports.at(port).pausing = (flags & NetworkState.PAUSING) != 0;
        ports.at(port).ingress = key.next();
        ports.at(port).headroomUsed = key.next();
        ports.at(port).egress = key.next();
        long wake = key.next();
        long pausedFor = key.next();
        if (ports.at(port).paused) {
            counters.pausedSince[port] = to - pausedFor;
        }
        long list = key.next();
        int[] listed = new int[(int) (list >> 32)];
        for (int i = 0; i < listed.length; i++) {
            listed[i] = numbering.slots()[(int) key.next()];
        }
        int last = nic.listed(port) == 0 ? nic.last(port) : (int) list;
        nic.restore(port, listed, last, wake < 0 ? -1 : to + wake);
        for (long cell = key.next(); cell != NetworkState.END; cell = key.next()) {
            Ports.appendControl(pool, ports.at(port), cell(cell, numbering));
        }
        for (long cell = key.next(); cell != NetworkState.END; cell = key.next()) {
            Ports.appendData(pool, ports.at(port), cell(cell, numbering));
        }
    }

    private int cell(long first, NetworkState.Numbering numbering) {
        int cell = reclaimed.take();
        int at = cell << CellPool.SHIFT;
        int[] cells = pool.cells();
        cells[at + CellPool.PORT] = numbering.port((int) first);
        cells[at + CellPool.SIZE] = (int) (first >> 32);
        long second = key.next();
        long position = key.next();
        int flow = (int) (second >> 32);
        cells[at + CellPool.MARKS] = (int) second;
        if (flow < 0) {
            cells[at + CellPool.FLOW] = -1;
            pool.sequence(at, position);
        } else {
            int slot = numbering.slots()[flow];
            cells[at + CellPool.FLOW] = slot;
            pool.sequence(at, flows.at(slot).size - position);
        }
        return cell;
    }

    private void addEvents(NetworkState.Numbering numbering, long to) {
        for (long word = key.next(); word != NetworkState.END; word = key.next()) {
            long tick = to + (word >> NetworkState.KIND_BITS);
            long first = key.next();
            int event =
                    switch ((int) word & NetworkState.KINDS) {
                        case NetworkState.ARRIVED -> queue.owned(handlers.arrived(), cell(first, numbering));
                        case NetworkState.FREED ->
                            queue.owned(handlers.freed(), ports.at(numbering.port((int) first)).release);
                        default ->
                            queue.cell(
                                    handlers.woken(), nic.wakeArgument(numbering.port((int) first), first >> 32 == 1));
                    };
            kept.add(tick, event);
        }
    }

    /**
     * Shifts the network's state to a later time: its flows have sent more, and its pending events are due later by {@code nanos}.
     * Events outside the network keep their times.
     *
     * @param grown how many more bytes each slot has sent
     */
    void shift(long nanos, int[] slots, long[] grown, long fired) {
        pending.list(queue);
        kept.clear();
        long now = queue.now();
        for (int i = 0; i < pending.count; i++) {
            int kind = handlers.kind(queue.handlerOf(pending.event[i]));
            if (kind == NetworkState.FOREIGN) {
                kept.add(pending.tick[i], pending.event[i]);
            }
        }
        long[] more = new long[flows.used()];
        for (int i = 0; i < slots.length; i++) {
            more[slots[i]] = grown[i];
        }
        for (int i = 0; i < pending.count; i++) {
            int event = pending.event[i];
            int kind = handlers.kind(queue.handlerOf(event));
            if (kind != NetworkState.FOREIGN) {
                kept.add(pending.tick[i] + nanos, event);
                if (kind == NetworkState.ARRIVED) {
                    advance(event, more);
                }
            }
        }
        shiftPorts(nanos, now, more);
        for (int i = 0; i < slots.length; i++) {
            shiftFlow(slots[i], nanos, now, grown[i]);
        }
        queue.leap(now + nanos, kept.tick, kept.event, kept.count, fired);
    }

    private void advance(int cell, long[] more) {
        int at = cell << CellPool.SHIFT;
        int flow = pool.cells()[at + CellPool.FLOW];
        if (flow >= 0) {
            pool.sequence(at, pool.sequence(at) + more[flow]);
        }
    }

    private void shiftPorts(long nanos, long now, long[] more) {
        for (int port = 0; port < ports.count; port++) {
            for (int cell = ports.at(port).controlHead; cell >= 0; cell = pool.cells()[cell << CellPool.SHIFT]) {
                advance(cell, more);
            }
            for (int cell = ports.at(port).dataHead; cell >= 0; cell = pool.cells()[cell << CellPool.SHIFT]) {
                advance(cell, more);
            }
            if (ports.at(port).paused) {
                counters.pausedSince[port] += nanos;
            }
            nic.delay(port, nanos);
        }
    }

    private void shiftFlow(int slot, long nanos, long now, long bytes) {
        PacketFlow flow = flows.at(slot);
        flow.next += bytes;
        flow.acknowledged += bytes;
        flow.expected += bytes;
        if (flow.nextAvail > now) {
            flow.nextAvail += nanos;
        }
        if (flow.nackTimer > now) {
            flow.nackTimer += nanos;
            flow.lastNack += bytes;
        }
    }
}
