// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import org.etude.network.packet.congestion.RateControl;
import org.etude.network.packet.device.HostNic;
import org.etude.network.packet.device.LinkTransmitter;
import org.etude.network.packet.device.PacketEngine;
import org.etude.network.packet.part.Ancestry;
import org.etude.network.packet.part.CommonOrder;
import org.etude.network.packet.part.DeviceEvents;
import org.etude.network.packet.part.NetworkPart;
import org.etude.network.packet.part.Partition;
import org.etude.network.packet.part.PendingEvents;
import org.etude.network.packet.state.Flows;
import org.etude.network.packet.state.Ports;
import org.etude.network.queue.EventQueue;
import org.etude.spec.network.PacketNetworkSpec;

/**
 * Fast-forwards each component of a network by itself. Flows that pass no common node do not influence each other until the layer
 * above acts, and that starts a flow, which comes after all of a component's own events of the tick. So what a component did from a
 * state until just before one of its flows ended is memoised and replayed, wherever the other components are. Its events are held
 * outside the queue meanwhile; if a flow begins in it, it is simulated up to there on a clock of its own. What the layer above
 * hears in one tick is in order because {@link Ancestry} knows how events came about. Random marks and pauses, whose order among all
 * components matters, end it.
 */
final class ComponentForward {
    private static final long HEAP_SHARE = 8 * 8;

    private final EventQueue queue;
    private final Flows flows;
    private final Ports ports;
    private final RateControl control;
    private final NetworkState state;
    private final Partition partition;
    private final Ancestry ancestry;
    private final PartSkips skips;
    private final PartRecordings recordings;
    private final PartMemo memo = new PartMemo(Runtime.getRuntime().maxMemory() / HEAP_SHARE);
    private final StateKey key = new StateKey();
    private final IntOpenHashSet acted = new IntOpenHashSet();
    private final CommonOrder order;
    private final int nodes;
    private SearchBudget budget;
    private boolean active;
    /** Whether nothing new is skipped, because it is about to end or to forget how events came about. */
    private boolean gathering;

    private boolean alerted;
    private ComponentSwitch.Trial trial;

    ComponentForward(PacketEngine engine, NetworkState state, NetworkRestore restore, int nodes) {
        LinkTransmitter wire = engine.wire;
        HostNic nic = engine.nic;
        queue = wire.queue;
        flows = wire.flows;
        ports = wire.ports;
        control = engine.control;
        this.state = state;
        this.nodes = nodes;
        partition = new Partition(flows, ports, nic, nodes);
        ancestry = new Ancestry(queue, new DeviceEvents(engine)::isHeard);
        skips = new PartSkips(wire, ancestry, restore, nodes);
        recordings = new PartRecordings(wire, nic, state, ancestry, memo, nodes);
        order = new CommonOrder(queue, ancestry, nodes);
    }

    /**
     * Whether a network that can be fast-forwarded can be by component too: nothing but flows that begin changes what a component does.
     */
    static boolean supports(PacketNetworkSpec spec, Ports ports, int smallestFrame) {
        return spec.transport().startNanos() == 0
                && spec.routing().failures().isEmpty()
                && !spec.routing().hostForwarding()
                && !spec.switches().trimming()
                && ports.takeTime(smallestFrame);
    }

    /** Whether there are several components and nothing in which their order matters. */
    boolean mayBegin() {
        if (!ports.areCalm()) {
            return false;
        }
        partition.begin();
        partition.compute(node -> false);
        return partition.count() > 1;
    }

    /** Checks that the events of each component, and those of the layer above, fire in order. Slower. */
    void check() {
        ancestry.check(event -> {
            int component = state.isOwn(event) ? partition.of(state.nodeOf(event)) : nodes;
            return component < 0 ? ~event : component;
        });
    }

    boolean isActive() {
        return active;
    }

    long skippedEvents() {
        return skips.skippedEvents();
    }

    /**
     * Begins at the end of a tick.
     *
     * @param share the share of recent events that were skipped by whole states, which is to be exceeded
     */
    void begin(double share) {
        active = true;
        gathering = false;
        alerted = false;
        order.begin();
        budget = new SearchBudget();
        trial = new ComponentSwitch.Trial(queue.fired(), skippedEvents(), share);
        partition.begin();
        queue.trace(ancestry);
        ancestry.forget();
        for (int node = 0; node < nodes; node++) {
            acted.add(node);
        }
    }

    /** Called when what switches do depends on the order of all packets from the next one on. */
    void alert() {
        if (active && !alerted) {
            ancestry.arrangeNow();
            alerted = true;
            order.disturb();
            queue.settle();
        }
    }

    /** Called before a flow begins. */
    void begins(int slot) {
        order.flowBegins();
        partition.visit(slot, node -> {
            recordings.stop(node, false);
            skips.release(node);
            order.joins(node);
            acted.add(node);
        });
        queue.settle();
    }

    /** Called when a flow has ended. */
    void ended(int slot) {
        partition.ended(slot);
        arrived(slot);
    }

    /** Called when all data of a flow has arrived and the layer above hears of it. */
    void arrived(int slot) {
        partition.visit(slot, node -> {
            recordings.stop(node, true);
            acted.add(node);
        });
        queue.settle();
    }

    /** Called when the layer above will hear of a flow, after this tick at the earliest. */
    void actsAfter(int slot, long tick) {
        recordings.endsAfter(flows.at(slot).source, tick);
    }

    /** Brings all components to the current tick, and counters to the values that they have without fast-forward. */
    void settleCounters() {
        skips.releaseAll();
        recordings.stopAll();
    }

    /** Brings all components to the current tick between two ticks, and forgets how events came about. */
    void gatherNow() {
        skips.releaseAll();
        gather(false);
        queue.settleAt(Long.MAX_VALUE);
    }

    /** Called at the end of a tick. */
    void settled() {
        boolean landed = skips.land();
        if (alerted) {
            recordings.stopAll();
            gathering = true;
        } else {
            recordings.capture();
        }
        if (order.isDisturbed() || alerted && landed || alerted && !acted.isEmpty()) {
            sort();
        }
        boolean pays = pays();
        gathering |= !pays || ancestry.followed() >= Ancestry.MOST_FOLLOWED;
        if (!gathering && control.isStationary()) {
            attempt();
        }
        acted.clear();
        if (gathering && skips.parts.isEmpty()) {
            gather(alerted || !pays);
        }
        long next = Math.min(skips.parts.next(), recordings.next());
        queue.settleAt(next);
    }

    private boolean pays() {
        return budget.lasts(trial.fired(queue.fired()), trial.skipped(skippedEvents()))
                && trial.pays(queue.fired(), skippedEvents());
    }

    private void gather(boolean end) {
        recordings.stopAll();
        sort();
        gathering = false;
        if (end) {
            active = false;
            queue.trace(null);
        } else {
            ancestry.forget();
        }
    }

    private void sort() {
        budget.spend(8L * order.sort(skips.parts::holds));
    }

    private void attempt() {
        if (acted.isEmpty() || queue.horizon() != Long.MAX_VALUE) {
            return;
        }
        partition.compute(skips.parts::holds);
        budget.spend(nodes / 4 + flows.live());
        IntOpenHashSet tried = new IntOpenHashSet();
        for (int node : acted.toIntArray()) {
            int component = skips.parts.holds(node) ? -1 : partition.of(node);
            if (component >= 0 && tried.add(component)) {
                attempt(NetworkPart.of(partition, component));
            }
        }
    }

    private void attempt(NetworkPart part) {
        PendingEvents events = new PendingEvents();
        queue.visit((tick, event) -> {
            if (state.isOwn(event) && part.members().get(state.nodeOf(event))) {
                events.add(tick, event);
            }
            return true;
        });
        if (events.count == 0) {
            return;
        }
        key.record();
        boolean closed = state.walkPart(key, events, part);
        budget.spend(key.size() + queue.pending() / 4);
        if (!closed) {
            return;
        }
        for (int node : part.nodes()) {
            recordings.stop(node, false);
        }
        long hash = key.hash();
        PartSegment segment = memo.find(key, hash);
        if (segment == null) {
            recordings.begin(part, key, hash, events);
            budget.spend(ports.count / 4);
            return;
        }
        skips.begin(part, segment, state.numbering(), events);
        budget.spend(segment.end().size());
        order.leave(part.nodes());
    }
}
