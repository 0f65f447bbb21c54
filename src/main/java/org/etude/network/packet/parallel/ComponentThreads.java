// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.parallel;

import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.etude.network.packet.congestion.RateControl;
import org.etude.network.packet.device.PacketEngine;
import org.etude.network.packet.device.RdmaEndpoint;
import org.etude.network.packet.part.Ancestry;
import org.etude.network.packet.part.CommonOrder;
import org.etude.network.packet.part.DeviceEvents;
import org.etude.network.packet.part.NetworkPart;
import org.etude.network.packet.part.Partition;
import org.etude.network.packet.part.PendingEvents;
import org.etude.network.packet.state.Ports;
import org.etude.network.queue.EventQueue;
import org.etude.report.WorkerPool;
import org.etude.spec.network.CongestionControl;
import org.etude.spec.network.PacketNetworkSpec;
import org.etude.spec.network.TransportSpec;

/**
 * Simulates components of a network on threads, packet by packet. Flows that pass no common node do not influence each other until
 * the layer above acts, so a component is copied, simulated apart until just before one of its flows ends, and copied back when
 * the clock of the network is there. If a flow begins in it before, it is simulated again up to that event. A component goes only if
 * no switch in it can mark or pause, as the order of these among all components matters, and it is waited for no later than at the
 * first tick in which one of its flows could end. What the layer above hears in one tick is in order because {@link Ancestry}
 * knows how events came about. So the result is that of one thread, whatever the number of threads.
 */
public final class ComponentThreads {
    /** Packet-hops that a component must have before it before copying it pays. */
    public static final long WORTH_HOPS = 1000;

    private static final long MOST_HOPS = 1 << 16;
    private static final long MOST_ANCESTORS = 1 << 22;

    private final EventQueue queue;
    private final PacketEngine engine;
    private final Ports ports;
    private final RateControl control;
    private final DeviceEvents events;
    private final Partition partition;
    private final Ancestry ancestry;
    private final CommonOrder order;
    private final PartOutlook outlook;
    private final PartsApart apart;
    private final ThreadedWork work = new ThreadedWork();
    private final ThreadTrial trial;
    private final IntOpenHashSet acted = new IntOpenHashSet();
    private final int nodes;
    private final long worthHops;
    private boolean active;
    /** Whether nothing goes any more, because it is about to end or to forget how events came about. */
    private boolean gathering;

    private boolean alerted;
    /** Whether there is but one component, so that following how events come about is of no use for now. */
    private boolean alone;

    /**
     * Prepares threads for the network of an engine.
     *
     * @param threads how many threads simulate, with that of the network; 2 or more
     * @param worthHops how many packet-hops a component must have before it
     * @param maker makes another engine of the same network, which calls back when messages have arrived
     */
    public ComponentThreads(
            PacketEngine engine,
            PacketNetworkSpec spec,
            int nodes,
            int threads,
            long worthHops,
            Function<RdmaEndpoint.Completion, PacketEngine> maker) {
        this.engine = engine;
        this.nodes = nodes;
        this.worthHops = worthHops;
        queue = engine.queue;
        ports = engine.ports;
        control = engine.control;
        events = new DeviceEvents(engine);
        partition = new Partition(engine.flows, ports, engine.nic, nodes);
        ancestry = new Ancestry(queue, events::isHeard);
        order = new CommonOrder(queue, ancestry, nodes);
        outlook = new PartOutlook(engine, spec.transport().payloadBytes());
        trial = new ThreadTrial(worthHops < WORTH_HOPS);
        WorkerPool workers = new WorkerPool("packets", threads - 1);
        apart = new PartsApart(engine, ancestry, nodes, workers, () -> new Replica(maker), work);
        engine.buffers.watch(
                port -> engine.marker.lowBytes(ports.at(port), spec.switches().ecn()), engine.nic.frameBytes());
        engine.fabric.alerts(this::alert);
        queue.settles(this::settled);
    }

    /** Why the components of a network cannot be simulated apart, or empty if they can. */
    public static Optional<String> refusal(PacketNetworkSpec spec, PacketEngine engine) {
        TransportSpec transport = spec.transport();
        Map<String, Boolean> reasons = new LinkedHashMap<>();
        reasons.put("the dice of HPCC-PINT are thrown in the order of all packets", isPint(spec));
        reasons.put("packets are lost in the order of all packets", engine.errors.active());
        reasons.put("links fail", !spec.routing().failures().isEmpty());
        reasons.put("packets are sprayed", transport.sprays() || spec.switches().trimming());
        reasons.put("timeouts retransmit packets", transport.retransmitNanos() > 0);
        reasons.put("NICs pause their switches", transport.nicPauses() > 0);
        reasons.put("hosts pass packets on", spec.routing().hostForwarding());
        reasons.put("flows start later than they are sent", transport.startNanos() > 0);
        reasons.put("not every packet is acknowledged, or only whole chunks are", !acknowledgesAll(transport));
        reasons.put(
                "a packet arrives in the nanosecond in which it is sent",
                !engine.ports.takeTime(Math.min(engine.hosts.replyBytes(), engine.nic.headerBytes() + 1)));
        return reasons.entrySet().stream()
                .filter(Map.Entry::getValue)
                .map(Map.Entry::getKey)
                .findFirst();
    }

    private static boolean isPint(PacketNetworkSpec spec) {
        return spec.congestion().control() == CongestionControl.HPCC_PINT;
    }

    private static boolean acknowledgesAll(TransportSpec transport) {
        return transport.ackIntervalBytes() >= 1
                && transport.ackIntervalBytes() <= transport.payloadBytes()
                && !transport.backToZero();
    }

    /** How much was simulated apart. */
    public ThreadedWork work() {
        return work;
    }

    /** Checks that the events of each component, and those of the layer above, fire in order. Slower. */
    public void check() {
        ancestry.check(event -> {
            int component = events.isOwn(event) ? partition.of(events.nodeOf(event)) : nodes;
            return component < 0 ? ~event : component;
        });
    }

    /** Called before a flow begins. */
    public void begins(int slot) {
        if (!active) {
            if (trial.isDue(queue.fired())) {
                queue.settle();
            }
            return;
        }
        order.flowBegins();
        partition.visit(slot, node -> {
            apart.release(node);
            order.joins(node);
            acted.add(node);
        });
        queue.settle();
    }

    /** Called when a flow has ended. */
    public void ended(int slot) {
        if (active) {
            partition.ended(slot);
            arrived(slot);
        }
    }

    /** Called when all data of a flow has arrived and the layer above hears of it. */
    public void arrived(int slot) {
        if (active) {
            partition.visit(slot, acted::add);
            queue.settle();
        }
    }

    /** Called when what switches do depends on the order of all packets from the next one on. */
    private void alert() {
        if (active && !alerted) {
            ancestry.arrangeNow();
            alerted = true;
            order.disturb();
            queue.settle();
        }
    }

    /** Brings all components to the current tick, so that counters have the values that they have without threads. */
    public void settleCounters() {
        apart.releaseAll();
    }

    private void settled() {
        if (!active && !begin()) {
            return;
        }
        boolean landed = apart.land();
        if (alerted) {
            gathering = true;
        }
        if (order.isDisturbed() || alerted && landed || alerted && !acted.isEmpty()) {
            order.sort(apart.parts::holds);
        }
        boolean pays = trial.pays(queue.fired(), work.events());
        gathering |= !pays || ancestry.followed() >= Ancestry.MOST_FOLLOWED || apart.ancestors() > MOST_ANCESTORS;
        if (!gathering && control.isDivisible()) {
            send();
        }
        acted.clear();
        if (alone || gathering && apart.parts.isEmpty()) {
            gather(alone || alerted || !pays);
        }
        queue.settleAt(apart.parts.next());
    }

    /** Begins at the end of a tick if there are several components and nothing in which their order matters. */
    private boolean begin() {
        if (queue.horizon() != Long.MAX_VALUE || !control.isDivisible() || !trial.isDue(queue.fired())) {
            return false;
        }
        partition.begin();
        partition.compute(node -> false);
        if (partition.count() < 2 || !ports.areCalm()) {
            trial.inVain(queue.fired());
            return false;
        }
        active = true;
        gathering = false;
        alerted = false;
        alone = false;
        trial.begin(queue.fired(), work.events());
        order.begin();
        queue.trace(ancestry);
        forget();
        for (int node = 0; node < nodes; node++) {
            acted.add(node);
        }
        return true;
    }

    private void forget() {
        ancestry.forget();
        apart.forget();
    }

    private void gather(boolean end) {
        order.sort(apart.parts::holds);
        gathering = false;
        if (end) {
            active = false;
            queue.trace(null);
            trial.inVain(queue.fired());
        } else {
            forget();
            for (int node = 0; node < nodes; node++) {
                acted.add(node);
            }
            queue.settle();
        }
    }

    /** Sends away the components in which something happened, as far as that pays and is allowed. */
    private void send() {
        if (acted.isEmpty() || queue.horizon() != Long.MAX_VALUE) {
            return;
        }
        partition.compute(apart.parts::holds);
        if (partition.count() < 2 && apart.parts.isEmpty()) {
            alone = partition.count() == 1;
            return;
        }
        IntOpenHashSet tried = new IntOpenHashSet();
        for (int node : acted.toIntArray()) {
            int component = apart.parts.holds(node) ? -1 : partition.of(node);
            if (component >= 0 && tried.add(component) && !apart.isFull()) {
                send(component);
            }
        }
    }

    private void send(int component) {
        NetworkPart part = NetworkPart.of(partition, component);
        int[] slots = partition.flowsFrom(part.members());
        long quiet = outlook.quietNanos(slots) - 1;
        long hops = quiet > 0 ? outlook.hops(slots, quiet) : 0;
        if (hops < worthHops || !outlook.isCalm(part, slots)) {
            return;
        }
        long span = hops <= MOST_HOPS ? quiet : Math.max(1, (long) ((double) quiet * MOST_HOPS / hops));
        PendingEvents held = eventsOf(part.members());
        if (held.count > 0) {
            apart.begin(part, slots, held, queue.now() + span);
            order.leave(part.nodes());
        }
    }

    private PendingEvents eventsOf(BitSet members) {
        PendingEvents held = new PendingEvents();
        queue.visit((tick, event) -> {
            if (events.isOwn(event) && members.get(events.nodeOf(event))) {
                held.add(tick, event);
            }
            return true;
        });
        return held;
    }
}
