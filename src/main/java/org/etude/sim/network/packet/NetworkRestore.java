package org.etude.sim.network.packet;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import org.etude.sim.network.EventQueue;

/** Puts a network from the start of a segment to its end, without following its packets. */
final class NetworkRestore {
    private final EventQueue queue;
    private final Ports ports;
    private final Flows flows;
    private final HostNic nic;
    private final SwitchBuffers buffers;
    private final PortCounters counters;
    private final CellPool pool;
    private final Wire wire;
    private final NetworkState.Handlers handlers;
    private final int nodes;
    private final PendingEvents pending = new PendingEvents();
    private final PendingEvents kept = new PendingEvents();

    NetworkRestore(Wire wire, HostNic nic, SwitchBuffers buffers, NetworkState.Handlers handlers, int nodes) {
        this.wire = wire;
        queue = wire.queue;
        ports = wire.ports;
        flows = wire.flows;
        counters = wire.counters;
        pool = wire.pool;
        this.nic = nic;
        this.buffers = buffers;
        this.handlers = handlers;
        this.nodes = nodes;
    }

    /**
     * Makes the network as at the end of a segment, and the clock too.
     *
     * @param slots the flows' slots by their number in the segment
     */
    void restore(Segment segment, int[] slots) {
        long to = queue.now() + segment.nanos();
        keep(to);
        resetPorts();
        StateTape tape = segment.end();
        tape.rewind(segment.flowsAt());
        restoreFlows(tape, slots, to);
        tape.rewind(0);
        restorePorts(tape, slots, to);
        restoreShared(tape);
        addEvents(tape, slots, to);
        queue.leap(to, kept.tick, kept.event, kept.count, segment.growth().fired());
    }

    /** Lists what remains: the events of others, and packets that are on the way all the time. */
    private void keep(long to) {
        pending.list(queue);
        kept.clear();
        for (int i = 0; i < pending.count; i++) {
            int event = pending.event[i];
            if (pending.tick[i] > to) {
                kept.add(pending.tick[i], event);
            } else if (handlers.kind(queue.handlerOf(event)) != NetworkState.FREED) {
                queue.give(event);
            }
        }
    }

    private void resetPorts() {
        for (int port = 0; port < ports.count; port++) {
            giveQueue(ports.controlHead[port]);
            giveQueue(ports.dataHead[port]);
            ports.controlHead[port] = -1;
            ports.dataHead[port] = -1;
            ports.queuedBytes[port] = 0;
            ports.busy[port] = false;
            ports.paused[port] = false;
            buffers.pausing[port] = false;
            buffers.ingress[port] = 0;
            buffers.headroomUsed[port] = 0;
            buffers.egress[port] = 0;
            nic.reset(port);
        }
        for (int node = 0; node < nodes; node++) {
            buffers.restoreShared(node, 0);
        }
    }

    private void giveQueue(int head) {
        for (int cell = head; cell >= 0; ) {
            int next = pool.cells()[cell << CellPool.SHIFT];
            pool.give(cell);
            cell = next;
        }
    }

    private void restoreFlows(StateTape tape, int[] slots, long to) {
        int count = (int) tape.next();
        for (int i = 0; i < count; i++) {
            int slot = slots[i];
            long next = flows.size[slot] - tape.next();
            flows.next[slot] = next;
            flows.acknowledged[slot] = next - tape.next();
            flows.expected[slot] = next - tape.next();
            flows.setRate(slot, tape.next());
            tape.next();
            flows.nextAvail[slot] = to + tape.next();
            flows.restoreReferences(slot, (int) (tape.next() >> 1));
            long nack = tape.next();
            flows.nackTimer[slot] = nack == 0 ? 0 : to + nack;
            long last = tape.next();
            flows.lastNack[slot] = nack == 0 ? 0 : next - last;
            skipPath(tape);
            skipPath(tape);
        }
    }

    private void skipPath(StateTape tape) {
        long ends = tape.next();
        int node = (int) (ends >> 32);
        for (int hop = 0; node != (int) ends && hop < flows.stride; hop++) {
            node = ports.node[(int) tape.next() ^ 1];
        }
    }

    private void restorePorts(StateTape tape, int[] slots, long to) {
        for (long word = tape.next(); word != NetworkState.END; word = tape.next()) {
            int port = (int) word;
            int flags = (int) (word >> 32);
            ports.busy[port] = (flags & NetworkState.BUSY) != 0;
            ports.paused[port] = (flags & NetworkState.PAUSED) != 0;
            buffers.pausing[port] = (flags & NetworkState.PAUSING) != 0;
            buffers.ingress[port] = tape.next();
            buffers.headroomUsed[port] = tape.next();
            buffers.egress[port] = tape.next();
            long wake = tape.next();
            long pausedFor = tape.next();
            if (ports.paused[port]) {
                counters.pausedSince[port] = to - pausedFor;
            }
            long list = tape.next();
            IntArrayList listed = new IntArrayList();
            for (int i = 0; i < (int) (list >> 32); i++) {
                listed.add(slots[(int) tape.next()]);
            }
            nic.restore(port, listed.toIntArray(), (int) list, wake < 0 ? -1 : to + wake);
            for (long cell = tape.next(); cell != NetworkState.END; cell = tape.next()) {
                ports.appendControl(pool, port, cell(tape, cell, slots));
            }
            for (long cell = tape.next(); cell != NetworkState.END; cell = tape.next()) {
                ports.appendData(pool, port, cell(tape, cell, slots));
            }
        }
    }

    private int cell(StateTape tape, long first, int[] slots) {
        int cell = pool.take();
        int at = cell << CellPool.SHIFT;
        int[] cells = pool.cells();
        cells[at + CellPool.PORT] = (int) first;
        cells[at + CellPool.SIZE] = (int) (first >> 32);
        long second = tape.next();
        long behind = tape.next();
        int flow = (int) (second >> 32);
        cells[at + CellPool.MARKS] = (int) second;
        cells[at + CellPool.FLOW] = flow < 0 ? -1 : slots[flow];
        if (flow >= 0) {
            pool.sequence(at, flows.next[slots[flow]] - behind);
        }
        return cell;
    }

    private void restoreShared(StateTape tape) {
        for (long node = tape.next(); node != NetworkState.END; node = tape.next()) {
            buffers.restoreShared((int) node, tape.next());
        }
    }

    private void addEvents(StateTape tape, int[] slots, long to) {
        for (long word = tape.next(); word != NetworkState.END; word = tape.next()) {
            long tick = to + (word >> NetworkState.KIND_BITS);
            long first = tape.next();
            int event =
                    switch ((int) word & NetworkState.KINDS) {
                        case NetworkState.ARRIVED -> queue.owned(handlers.arrived(), cell(tape, first, slots));
                        case NetworkState.FREED -> queue.owned(handlers.freed(), wire.releaseOf((int) first));
                        default -> queue.cell(handlers.woken(), nic.wakeArgument(first));
                    };
            kept.add(tick, event);
        }
    }

    /**
     * Lets the network's present state be that of a later time: what its flows sent grows, and all it plans is later by this
     * much; the events of others stay.
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
            for (int cell = ports.controlHead[port]; cell >= 0; cell = pool.cells()[cell << CellPool.SHIFT]) {
                advance(cell, more);
            }
            for (int cell = ports.dataHead[port]; cell >= 0; cell = pool.cells()[cell << CellPool.SHIFT]) {
                advance(cell, more);
            }
            if (ports.paused[port]) {
                counters.pausedSince[port] += nanos;
            }
            nic.delay(port, nanos);
        }
    }

    private void shiftFlow(int slot, long nanos, long now, long bytes) {
        flows.next[slot] += bytes;
        flows.acknowledged[slot] += bytes;
        flows.expected[slot] += bytes;
        if (flows.nextAvail[slot] > now) {
            flows.nextAvail[slot] += nanos;
        }
        if (flows.nackTimer[slot] > now) {
            flows.nackTimer[slot] += nanos;
            flows.lastNack[slot] += bytes;
        }
    }
}
