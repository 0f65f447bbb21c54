package org.etude.sim.network.packet;

import java.util.Arrays;
import org.etude.sim.network.EventQueue;

/**
 * Puts all that can change in a network onto a tape, at the end of a tick: times relative to the present, byte numbers
 * relative to what their flow has sent, flows by the order in which they are met. Two networks with equal tapes go on alike
 * until something from outside happens, except that tapes without sizes hold only as long as no flow comes to its end.
 */
final class NetworkState {
    /** Ends a list on the tape; what begins an entry is never negative. */
    static final long END = -1;

    static final int FREED = 0;
    static final int ARRIVED = 1;
    static final int WOKEN = 2;
    static final int KIND_BITS = 2;
    static final int KINDS = 3;
    static final int NO_FLOW = -1;

    static final int BUSY = 1;
    static final int PAUSED = 2;
    static final int PAUSING = 4;

    /** The handlers of a network's own events. */
    record Handlers(int freed, int arrived, int woken) {
        /** The kind of an event. */
        int kind(int handler) {
            if (handler == arrived) {
                return ARRIVED;
            }
            if (handler == freed) {
                return FREED;
            }
            return handler == woken ? WOKEN : FOREIGN;
        }
    }

    /** The kind of an event that is not the network's. */
    static final int FOREIGN = -1;

    private final EventQueue queue;
    private final Ports ports;
    private final Flows flows;
    private final HostNic nic;
    private final SwitchBuffers buffers;
    private final PortCounters counters;
    private final CellPool pool;
    private final Handlers handlers;
    private final int nodes;

    private int[] number = new int[64];
    private int[] stamp = new int[64];
    private int walk;
    private int[] slots = new int[64];
    private int count;
    private StateTape tape;
    private long now;
    private long foreign;
    private int flowsAt;

    NetworkState(Wire wire, HostNic nic, SwitchBuffers buffers, Handlers handlers, int nodes) {
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

    /** The tick of the first pending event that is not the network's, seen by the last whole walk. */
    long foreign() {
        return foreign;
    }

    /** The slots of the flows met by the last walk, by number. */
    int[] slots() {
        return Arrays.copyOf(slots, count);
    }

    /** Where the flows begin on the tape that was recorded last. */
    int flowsAt() {
        return flowsAt;
    }

    /**
     * Puts everything on a tape; stops early when it does not match.
     *
     * @param sized whether to tell how much each flow still has to send
     */
    void walk(StateTape into, boolean sized) {
        begin(into, new int[0]);
        if (tape.same()) {
            queue.visit(this::event);
        }
        end(sized);
    }

    /**
     * Puts everything on a tape with the flow numbers of an earlier walk, without the events that were pending then.
     *
     * @param known the slots by number
     * @param pending ticks of the network's events pending at the earlier walk, in order
     */
    void walkOn(StateTape into, int[] known, long[] pending) {
        begin(into, known);
        int[] at = {0};
        queue.visit((tick, event) -> {
            int kind = handlers.kind(queue.handlerOf(event));
            if (kind == FOREIGN) {
                return true;
            }
            while (at[0] < pending.length && pending[at[0]] < tick) {
                at[0]++;
            }
            // Within a tick the older events come first.
            if (at[0] < pending.length && pending[at[0]] == tick) {
                at[0]++;
                return true;
            }
            return event(tick, event);
        });
        end(true);
    }

    /** Whether somebody else has an event due within so many ticks. */
    boolean foreignWithin(long ticks) {
        long end = queue.now() + ticks;
        foreign = Long.MAX_VALUE;
        queue.visit((tick, event) -> {
            if (tick <= end && handlers.kind(queue.handlerOf(event)) == FOREIGN) {
                foreign = tick;
                return false;
            }
            return tick <= end;
        });
        return foreign != Long.MAX_VALUE;
    }

    private void begin(StateTape into, int[] known) {
        tape = into;
        walk++;
        count = 0;
        now = queue.now();
        foreign = Long.MAX_VALUE;
        if (number.length < flows.used()) {
            number = Arrays.copyOf(number, flows.used() * 2);
            stamp = Arrays.copyOf(stamp, flows.used() * 2);
        }
        for (int slot : known) {
            numberOf(slot);
        }
        for (int port = 0; port < ports.count && tape.same(); port++) {
            if (!idle(port)) {
                port(port);
            }
        }
        tape.put(END);
        for (int node = 0; node < nodes; node++) {
            if (buffers.shared(node) != 0) {
                tape.put(node);
                tape.put(buffers.shared(node));
            }
        }
        tape.put(END);
    }

    private void end(boolean sized) {
        tape.put(END);
        flowsAt = tape.work();
        tape.put(count);
        for (int flow = 0; flow < count && tape.same(); flow++) {
            flow(slots[flow], sized);
        }
    }

    private boolean idle(int port) {
        return !ports.busy[port]
                && !ports.paused[port]
                && ports.controlHead[port] < 0
                && ports.dataHead[port] < 0
                && buffers.ingress[port] == 0
                && buffers.headroomUsed[port] == 0
                && buffers.egress[port] == 0
                && !buffers.pausing[port]
                && nic.idle(port);
    }

    private void port(int port) {
        int flags = (ports.busy[port] ? BUSY : 0)
                | (ports.paused[port] ? PAUSED : 0)
                | (buffers.pausing[port] ? PAUSING : 0);
        tape.put(port | (long) flags << 32);
        tape.put(buffers.ingress[port]);
        tape.put(buffers.headroomUsed[port]);
        tape.put(buffers.egress[port]);
        tape.put(nic.wakeAfter(port, now));
        tape.put(ports.paused[port] ? now - counters.pausedSince[port] : 0);
        int listed = nic.listed(port);
        tape.put(nic.last(port) | (long) listed << 32);
        for (int i = 0; i < listed; i++) {
            tape.put(numberOf(nic.flow(port, i)));
        }
        queue(ports.controlHead[port], false);
        queue(ports.dataHead[port], true);
    }

    private void queue(int head, boolean cameIn) {
        for (int cell = head; cell >= 0 && tape.same(); cell = pool.cells()[cell << CellPool.SHIFT]) {
            cell(cell, cameIn);
        }
        tape.put(END);
    }

    /** A packet; the port of one that the host or switch made itself means nothing until it is sent. */
    private void cell(int cell, boolean hasPort) {
        int at = cell << CellPool.SHIFT;
        int[] cells = pool.cells();
        int flow = cells[at + CellPool.FLOW];
        tape.put((hasPort ? cells[at + CellPool.PORT] : 0) | (long) cells[at + CellPool.SIZE] << 32);
        tape.put(cells[at + CellPool.MARKS] & 0xffffffffL
                | (long) (flow < 0 ? NO_FLOW : numberOf(flow)) << 32);
        tape.put(flow < 0 ? 0 : flows.next[flow] - pool.sequence(at));
    }

    private int numberOf(int slot) {
        if (stamp[slot] != walk) {
            stamp[slot] = walk;
            number[slot] = count;
            if (count == slots.length) {
                slots = Arrays.copyOf(slots, count * 2);
            }
            slots[count++] = slot;
        }
        return number[slot];
    }

    private void flow(int slot, boolean sized) {
        long next = flows.next[slot];
        tape.put(sized ? flows.size[slot] - next : 0);
        tape.put(next - flows.acknowledged[slot]);
        tape.put(next - flows.expected[slot]);
        tape.put(flows.rate[slot]);
        tape.put(flows.windowNow[slot]);
        tape.put(Math.max(0, flows.nextAvail[slot] - now));
        tape.put(flows.references(slot) << 1 | (flows.done[slot] ? 1 : 0));
        boolean quiet = flows.nackTimer[slot] <= now;
        tape.put(quiet ? 0 : flows.nackTimer[slot] - now);
        tape.put(quiet ? 0 : next - flows.lastNack[slot]);
        int base = slot * 2 * flows.stride;
        path(base, flows.source[slot], flows.destination[slot]);
        path(base + flows.stride, flows.destination[slot], flows.source[slot]);
    }

    private void path(int base, int from, int to) {
        int node = from;
        tape.put((long) from << 32 | to);
        for (int hop = 0; node != to && hop < flows.stride; hop++) {
            int port = flows.path[base + hop];
            tape.put(port);
            node = ports.node[port ^ 1];
        }
    }

    private boolean event(long tick, int event) {
        int kind = handlers.kind(queue.handlerOf(event));
        if (kind == FOREIGN) {
            foreign = Math.min(foreign, tick);
            return true;
        }
        tape.put((tick - now) << KIND_BITS | kind);
        switch (kind) {
            case ARRIVED -> cell(event, true);
            case FREED -> tape.put(pool.cells()[(event << CellPool.SHIFT) + CellPool.PORT]);
            default -> tape.put(nic.wakeWord(queue.argumentOf(event)));
        }
        return tape.same();
    }
}
