// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import org.etude.network.packet.device.HostNic;
import org.etude.network.packet.device.LinkTransmitter;
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
    private final IntArrayList made = new IntArrayList();
    private final PendingEvents pending = new PendingEvents();
    private final PendingEvents kept = new PendingEvents();

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
     * @param met the ids behind the segment's numbers
     */
    void restore(Segment segment, NetworkState.Met met) {
        long to = queue.now() + segment.nanos();
        keep(to);
        for (int link : met.links()) {
            empty(2 * link);
            empty(2 * link + 1);
        }
        made.clear();
        StateKey tape = segment.end();
        tape.rewind();
        addEvents(tape, met, to);
        int flow = 0;
        int port = 0;
        for (long entry = tape.next(); entry != NetworkState.END; entry = tape.next()) {
            if (entry == NetworkState.FLOW) {
                restoreFlow(tape, met.slots()[flow++], to);
            } else {
                restorePort(tape, met.port(port++), met, to);
                restorePort(tape, met.port(port++), met, to);
            }
        }
        for (int node : met.nodes()) {
            buffers.restoreShared(node, tape.next());
        }
        placeBytes();
        reclaimed.giveRest();
        queue.leap(to, kept.tick, kept.event, kept.count, segment.growth().fired());
    }

    /** Byte positions were read relative to what flows have sent, which is known only now. */
    private void placeBytes() {
        for (int i = 0; i < made.size(); i++) {
            int at = made.getInt(i) << CellPool.SHIFT;
            int flow = pool.cells()[at + CellPool.FLOW];
            if (flow >= 0) {
                pool.sequence(at, flows.at(flow).next - pool.sequence(at));
            }
        }
    }

    /** Lists what remains: the events of others, and packets that are in flight all the time. */
    private void keep(long to) {
        pending.list(queue);
        kept.clear();
        for (int i = 0; i < pending.count; i++) {
            int event = pending.event[i];
            if (pending.tick[i] > to) {
                kept.add(pending.tick[i], event);
            } else if (handlers.kind(queue.handlerOf(event)) != NetworkState.FREED) {
                reclaimed.add(event);
            }
        }
    }

    private void empty(int port) {
        reclaimed.addQueue(ports.at(port).controlHead);
        reclaimed.addQueue(ports.at(port).dataHead);
        ports.empty(port);
    }

    private void restoreFlow(StateKey tape, int slot, long to) {
        PacketFlow flow = flows.at(slot);
        long next = flow.size - tape.next();
        flow.next = next;
        flow.acknowledged = next - tape.next();
        flow.expected = next - tape.next();
        flows.setRate(slot, tape.next());
        tape.next();
        flow.nextAvail = to + tape.next();
        flows.restoreReferences(slot, (int) (tape.next() >> 1));
        long nack = tape.next();
        flow.nackTimer = nack == 0 ? 0 : to + nack;
        long last = tape.next();
        flow.lastNack = nack == 0 ? 0 : next - last;
        for (int path = 0; path < 2; path++) {
            while (tape.next() != NetworkState.END) {
                // The path is what it was.
            }
        }
    }

    private void restorePort(StateKey tape, int port, NetworkState.Met met, long to) {
        int flags = (int) tape.next();
        tape.next();
        ports.at(port).busy = (flags & NetworkState.BUSY) != 0;
        ports.at(port).paused = (flags & NetworkState.PAUSED) != 0;
        ports.at(port).pausing = (flags & NetworkState.PAUSING) != 0;
        ports.at(port).ingress = tape.next();
        ports.at(port).headroomUsed = tape.next();
        ports.at(port).egress = tape.next();
        long wake = tape.next();
        long pausedFor = tape.next();
        if (ports.at(port).paused) {
            counters.pausedSince[port] = to - pausedFor;
        }
        long list = tape.next();
        int[] listed = new int[(int) (list >> 32)];
        for (int i = 0; i < listed.length; i++) {
            listed[i] = met.slots()[(int) tape.next()];
        }
        int last = nic.listed(port) == 0 ? nic.last(port) : (int) list;
        nic.restore(port, listed, last, wake < 0 ? -1 : to + wake);
        for (long cell = tape.next(); cell != NetworkState.END; cell = tape.next()) {
            Ports.appendControl(pool, ports.at(port), cell(tape, cell, met));
        }
        for (long cell = tape.next(); cell != NetworkState.END; cell = tape.next()) {
            Ports.appendData(pool, ports.at(port), cell(tape, cell, met));
        }
    }

    private int cell(StateKey tape, long first, NetworkState.Met met) {
        int cell = reclaimed.take();
        int at = cell << CellPool.SHIFT;
        int[] cells = pool.cells();
        cells[at + CellPool.PORT] = met.port((int) first);
        cells[at + CellPool.SIZE] = (int) (first >> 32);
        long second = tape.next();
        int flow = (int) (second >> 32);
        cells[at + CellPool.MARKS] = (int) second;
        cells[at + CellPool.FLOW] = flow < 0 ? -1 : met.slots()[flow];
        pool.sequence(at, tape.next());
        made.add(cell);
        return cell;
    }

    private void addEvents(StateKey tape, NetworkState.Met met, long to) {
        for (long word = tape.next(); word != NetworkState.END; word = tape.next()) {
            long tick = to + (word >> NetworkState.KIND_BITS);
            long first = tape.next();
            int event =
                    switch ((int) word & NetworkState.KINDS) {
                        case NetworkState.ARRIVED -> queue.owned(handlers.arrived(), cell(tape, first, met));
                        case NetworkState.FREED ->
                            queue.owned(handlers.freed(), ports.at(met.port((int) first)).release);
                        default ->
                            queue.cell(handlers.woken(), nic.wakeArgument(met.port((int) first), first >> 32 == 1));
                    };
            kept.add(tick, event);
        }
    }

    /**
     * Shifts the network's present state to a later time: its flows have sent more and its pending events move by this much; events
     * outside the network stay.
     *
     * @param grown by how much each slot's byte numbers grow
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
