// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.etude.network.packet.device.HostNic;
import org.etude.network.packet.device.LinkTransmitter;
import org.etude.network.packet.device.PacketEngine;
import org.etude.network.packet.part.NetworkPart;
import org.etude.network.packet.part.PendingEvents;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.network.packet.state.CellPool;
import org.etude.network.packet.state.Flows;
import org.etude.network.packet.state.PacketFlow;
import org.etude.network.packet.state.PortCounters;
import org.etude.network.packet.state.Ports;
import org.etude.network.packet.state.SwitchBuffers;
import org.etude.network.queue.EventQueue;

/**
 * Serialises a network's mutable state at the end of a tick into a canonical key ({@link StateKey}): times relative to now, byte
 * positions relative to what their flow has sent, or has to send; flows, links and nodes numbered in the order of the walk, with their fixed
 * properties. Two networks, or two parts of one, with equal keys evolve equally until something outside acts on them, except
 * that keys without flow sizes are valid only until a flow ends.
 */
public final class NetworkState {
    /** Ends a list in the key; the first number of an entry is never negative. */
    static final long END = -1;

    static final int FREED = 0;
    static final int ARRIVED = 1;
    static final int WOKEN = 2;
    static final int KIND_BITS = 2;
    static final int KINDS = 3;
    static final int NO_FLOW = -1;
    static final int FLOW = 0;
    static final int LINK = 1;

    static final int BUSY = 1;
    static final int PAUSED = 2;
    static final int PAUSING = 4;

    /** The handlers of a network's own events. */
    public record Handlers(int freed, int arrived, int woken) {
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

    /** The kind of an event outside the network. */
    static final int FOREIGN = -1;

    private final EventQueue queue;
    private final Ports ports;
    private final Flows flows;
    private final HostNic nic;
    private final SwitchBuffers buffers;
    private final PortCounters counters;
    private final CellPool pool;
    private final Handlers handlers;

    /** The class of each port by its fixed properties. */
    private final int[] kindOf;

    private final IdNumbering flowNumbers = new IdNumbering(64);
    private final IdNumbering linkNumbers;
    private final IdNumbering nodeNumbers;
    private StateKey key;
    private long now;
    private long foreign;
    private boolean later;
    private boolean sized;
    private long signature;
    /** The part that is walked, or null for the whole network. */
    private NetworkPart part;

    NetworkState(LinkTransmitter wire, HostNic nic, SwitchBuffers buffers, Handlers handlers, int nodes, int[] kindOf) {
        this.kindOf = kindOf;
        linkNumbers = new IdNumbering(wire.ports.count / 2);
        nodeNumbers = new IdNumbering(nodes);
        queue = wire.queue;
        ports = wire.ports;
        flows = wire.flows;
        counters = wire.counters;
        pool = wire.pool;
        this.nic = nic;
        this.buffers = buffers;
        this.handlers = handlers;
    }

    /** The class of each port; ports of one class differ only in location. */
    static int[] kinds(PacketEngine engine, PacketTopology topology) {
        Ports ports = engine.ports;
        Map<List<Long>, Integer> known = new HashMap<>();
        int[] kinds = new int[ports.count];
        for (int port = 0; port < ports.count; port++) {
            List<Long> fixed = new ArrayList<>(engine.buffers.fixed(port));
            fixed.add(ports.at(port).bitsPerSecond);
            fixed.add(ports.at(port).delay);
            fixed.add(topology.isHost(ports.at(port).node) ? 1L : 0L);
            kinds[port] = known.computeIfAbsent(fixed, key -> known.size());
        }
        return kinds;
    }

    /** The tick of the first pending foreign event, as found by the last complete walk. */
    long foreign() {
        return foreign;
    }

    /** The number that the last walk gave a port. */
    int portNumber(int port) {
        return 2 * linkNumbers.of(port >> 1) + (port & 1);
    }

    /**
     * Writes everything into a key; stops early on a mismatch.
     *
     * @param sized whether to include how much each flow still has to send
     */
    void walk(StateKey into, boolean sized) {
        begin(into);
        this.sized = sized;
        later = false;
        queue.visit(this::event);
        end();
    }

    /**
     * Writes everything into a key with the numbering of an earlier walk, without the events that were pending then.
     *
     * @param known the numbering of the earlier walk
     * @param pending ticks of the network's events pending at the earlier walk, in order
     */
    void walkOn(StateKey into, Numbering known, long[] pending) {
        begin(into);
        sized = true;
        later = true;
        flowNumbers.addAll(known.slots());
        linkNumbers.addAll(known.links());
        nodeNumbers.addAll(known.nodes());
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
        end();
    }

    /**
     * Writes a part of the network into a key, with flow sizes.
     *
     * @param events its pending events, in firing order
     * @return whether the part is closed: nothing in it leads to a node outside
     */
    boolean walkPart(StateKey into, PendingEvents events, NetworkPart of) {
        begin(into);
        sized = true;
        later = false;
        return walkPart(events, of);
    }

    /**
     * Writes a part of the network into a key with the numbering of an earlier walk.
     *
     * @param known the numbering of the earlier walk
     * @param events its pending events that were not pending then, in firing order
     * @return whether everything was numbered by the earlier walk
     */
    boolean walkPartOn(StateKey into, Numbering known, PendingEvents events, NetworkPart of) {
        begin(into);
        sized = true;
        later = true;
        flowNumbers.addAll(known.slots());
        linkNumbers.addAll(known.links());
        nodeNumbers.addAll(known.nodes());
        return walkPart(events, of)
                && flowNumbers.count() == known.slots().length
                && linkNumbers.count() == known.links().length
                && nodeNumbers.count() == known.nodes().length;
    }

    private boolean walkPart(PendingEvents events, NetworkPart of) {
        part = of;
        for (int i = 0; i < events.count; i++) {
            event(events.tick[i], events.event[i]);
        }
        end();
        part = null;
        for (int node = 0; node < nodeNumbers.count(); node++) {
            if (!of.members().get(nodeNumbers.at(node))) {
                return false;
            }
        }
        return true;
    }

    /** Whether an event is one of the network's own. */
    boolean isOwn(int event) {
        return handlers.kind(queue.handlerOf(event)) != FOREIGN;
    }

    /** The node that handles an event of the network. */
    int nodeOf(int event) {
        int kind = handlers.kind(queue.handlerOf(event));
        int port =
                kind == WOKEN ? (int) queue.argumentOf(event) : pool.cells()[(event << CellPool.SHIFT) + CellPool.PORT];
        return ports.at(port).node;
    }

    /** The flows' slots, links and nodes that a walk has numbered, by number. */
    record Numbering(int[] slots, int[] links, int[] nodes) {
        /** Whether another one numbers the same in the same order. */
        boolean isSame(Numbering other) {
            return Arrays.equals(slots, other.slots)
                    && Arrays.equals(links, other.links)
                    && Arrays.equals(nodes, other.nodes);
        }

        /** The port with a number. */
        int port(int number) {
            return 2 * links[number >> 1] + (number & 1);
        }
    }

    /** The numbering of the last walk. */
    Numbering numbering() {
        return new Numbering(flowNumbers.ids(), linkNumbers.ids(), nodeNumbers.ids());
    }

    private void begin(StateKey into) {
        key = into;
        now = queue.now();
        foreign = Long.MAX_VALUE;
        flowNumbers.begin(flows.used());
        linkNumbers.begin(0);
        nodeNumbers.begin(0);
    }

    /** Writes what follows the events: flows and ports, each of which may lead to more of the other. */
    private void end() {
        key.put(END);
        int flow = 0;
        int link = 0;
        int unmet = 0;
        int mostUnmet = part == null ? ports.count : part.ports().length;
        while (key.same()) {
            if (flow < flowNumbers.count()) {
                key.put(FLOW);
                flow(flowNumbers.at(flow++));
            } else if (link < linkNumbers.count()) {
                key.put(LINK);
                int port = 2 * linkNumbers.at(link++);
                port(port);
                port(port + 1);
            } else if (unmet < mostUnmet) {
                // Ports to which nothing in flight refers.
                int port = part == null ? unmet : part.ports()[unmet];
                if (!idle(port)) {
                    linkNumbers.of(port >> 1);
                }
                unmet++;
            } else {
                break;
            }
        }
        key.put(END);
        for (int node = 0; node < nodeNumbers.count() && key.same(); node++) {
            key.put(buffers.shared(nodeNumbers.at(node)));
        }
    }

    /** Finds {@link #foreign} alone. O(events pending until then). */
    void findForeign() {
        foreign = Long.MAX_VALUE;
        queue.visit((tick, event) -> {
            if (handlers.kind(queue.handlerOf(event)) == FOREIGN) {
                foreign = tick;
            }
            return foreign == Long.MAX_VALUE;
        });
    }

    /** Whether a foreign event is due within this many ticks. */
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

    /**
     * A number that equal states share and different states seldom do, computed from the kinds and times of pending events and from
     * what flows still have to send. Also finds {@link #foreign}. O(pending events + unfinished flows).
     */
    long signature() {
        foreign = Long.MAX_VALUE;
        signature = flows.live();
        for (int i = 0; i < flows.live(); i++) {
            int slot = flows.unfinishedAt(i);
            // A sum, because equal states may hold their flows in different slots.
            signature += StateKey.mix(
                    flows.at(slot).size - flows.at(slot).next, flows.at(slot).next - flows.at(slot).acknowledged);
        }
        long at = queue.now();
        queue.visit((tick, event) -> {
            int kind = handlers.kind(queue.handlerOf(event));
            if (kind == FOREIGN) {
                foreign = Math.min(foreign, tick);
            } else {
                signature = StateKey.mix(signature, (tick - at) << KIND_BITS | kind);
            }
            return true;
        });
        return signature;
    }

    private boolean idle(int port) {
        return !ports.at(port).busy
                && !ports.at(port).paused
                && ports.at(port).controlHead < 0
                && ports.at(port).dataHead < 0
                && ports.at(port).ingress == 0
                && ports.at(port).headroomUsed == 0
                && ports.at(port).egress == 0
                && !ports.at(port).pausing
                && (part == null ? nic.idle(port) : nic.wakeAfter(port, now) < 0);
    }

    private void port(int port) {
        int flags = (ports.at(port).busy ? BUSY : 0)
                | (ports.at(port).paused ? PAUSED : 0)
                | (ports.at(port).pausing ? PAUSING : 0);
        key.put(flags | (long) nodeNumbers.of(ports.at(port).node) << 32);
        key.put(kindOf[port]);
        key.put(ports.at(port).ingress);
        key.put(ports.at(port).headroomUsed);
        key.put(ports.at(port).egress);
        key.put(nic.wakeAfter(port, now));
        key.put(ports.at(port).paused ? now - counters.pausedSince[port] : 0);
        int listed = nic.listed(port);
        // Without flows the round-robin position has no effect and cannot change, but flows may have ended since the
        // start.
        key.put(listed == 0 && !later ? 0 : nic.last(port) | (long) listed << 32);
        for (int i = 0; i < listed; i++) {
            key.put(flowNumbers.of(nic.flow(port, i)));
        }
        queue(ports.at(port).controlHead, false);
        queue(ports.at(port).dataHead, true);
    }

    private void queue(int head, boolean received) {
        for (int cell = head; cell >= 0 && key.same(); cell = pool.cells()[cell << CellPool.SHIFT]) {
            cell(cell, received);
        }
        key.put(END);
    }

    /** Writes a packet; the port of a packet created by this host or switch has no meaning until it is sent. */
    private void cell(int cell, boolean hasPort) {
        int at = cell << CellPool.SHIFT;
        int[] cells = pool.cells();
        int flow = cells[at + CellPool.FLOW];
        key.put((hasPort ? portNumber(cells[at + CellPool.PORT]) : 0) | (long) cells[at + CellPool.SIZE] << 32);
        key.put(cells[at + CellPool.MARKS] & 0xffffffffL | (long) (flow < 0 ? NO_FLOW : flowNumbers.of(flow)) << 32);
        key.put(flow < 0 ? 0 : position(flows.at(flow)) - pool.sequence(at));
    }

    /** What byte positions of a flow's packets are relative to; its end, where sizes count, as that is known before the flow is restored. */
    private long position(PacketFlow flow) {
        return sized ? flow.size : flow.next;
    }

    private void flow(int slot) {
        PacketFlow flow = flows.at(slot);
        long next = flow.next;
        key.put(sized ? flow.size - next : 0);
        key.put(next - flow.acknowledged);
        key.put(next - flow.expected);
        key.put(flow.rate);
        key.put(flow.windowNow);
        key.put(Math.max(0, flow.nextAvail - now));
        key.put(flows.references(slot) << 2 | (flow.isBackground() ? 2 : 0) | (flow.done ? 1 : 0));
        boolean quiet = flow.nackTimer <= now;
        key.put(quiet ? 0 : flow.nackTimer - now);
        key.put(quiet ? 0 : next - flow.lastNack);
        if (part != null && nic.isMerelyListed(slot)) {
            // It goes nowhere, and its path may lead out of the part.
            key.put(END);
            key.put(END);
            return;
        }
        path(flow.path, 0, flow.source, flow.destination);
        path(flow.path, flows.stride, flow.destination, flow.source);
    }

    private void path(int[] path, int base, int from, int to) {
        int node = from;
        for (int hop = 0; node != to && hop < flows.stride; hop++) {
            int port = path[base + hop];
            key.put(portNumber(port));
            node = ports.at(port ^ 1).node;
        }
        key.put(END);
    }

    /** A wake-up as a number: its port, and whether it is still valid. */
    private long wake(long argument) {
        return portNumber((int) argument) | (nic.holds(argument) ? 1L << 32 : 0);
    }

    private boolean event(long tick, int event) {
        int kind = handlers.kind(queue.handlerOf(event));
        if (kind == FOREIGN) {
            foreign = Math.min(foreign, tick);
            return true;
        }
        key.put((tick - now) << KIND_BITS | kind);
        switch (kind) {
            case ARRIVED -> cell(event, true);
            case FREED -> key.put(portNumber(pool.cells()[(event << CellPool.SHIFT) + CellPool.PORT]));
            default -> key.put(wake(queue.argumentOf(event)));
        }
        return key.same();
    }
}
