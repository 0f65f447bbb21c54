// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet;

import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.etude.network.packet.congestion.RateControls;
import org.etude.network.packet.device.EcnMarker;
import org.etude.network.packet.device.FlowLog;
import org.etude.network.packet.device.FlowReassignment;
import org.etude.network.packet.device.LinkTransmitter;
import org.etude.network.packet.device.PacketEngine;
import org.etude.network.packet.device.PacketStall;
import org.etude.network.packet.device.RdmaEndpoint;
import org.etude.network.packet.device.Routes;
import org.etude.network.packet.forward.RecurringState;
import org.etude.network.packet.parallel.ComponentThreads;
import org.etude.network.packet.parallel.ThreadedWork;
import org.etude.network.packet.spec.PacketNetworkException;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.network.packet.state.CellPool;
import org.etude.network.packet.state.PacketFlow;
import org.etude.network.packet.state.PacketObservers;
import org.etude.network.packet.state.PortCounters;
import org.etude.network.packet.state.PortStatistics;
import org.etude.network.packet.state.Ports;
import org.etude.network.queue.EventQueue;
import org.etude.network.queue.LinkUse;
import org.etude.network.queue.MessageNetwork;
import org.etude.network.queue.Messages;
import org.etude.report.EtudeException;
import org.etude.spec.network.CongestionControl;
import org.etude.spec.network.PacketNetworkSpec;

/**
 * Carries every message as a flow of packets. Completion times, their order and all statistics are exact as defined in
 * the package documentation; an event costs tens of nanoseconds, a packet some four events per link with its
 * acknowledgement.
 */
public final class PacketNetwork implements MessageNetwork {
    /** The maximum number of mark decisions kept in memory, and heap bytes per decision. */
    private static final int MOST_UNDECIDED = 1 << 24;

    private static final long HEAP_FOR_UNDECIDED = 128;

    private final EventQueue queue;
    private final RateControls controls;
    private final PacketTopology topology;
    private final PacketNetworkSpec spec;
    private final Ports ports;
    private final Routes routes;
    private final PacketEngine engine;
    private final LinkTransmitter wire;
    private final EcnMarker marker;
    private final Shortcuts shortcuts;
    private final LinkFailures failures;
    private final MessageFlows flows;

    /**
     * Creates the network on a clock.
     *
     * @throws PacketNetworkException when two hosts must communicate but the topology has no path between them
     *     (thrown when they do)
     */
    public PacketNetwork(EventQueue queue, PacketTopology topology, PacketNetworkSpec spec, PacketObservers observers) {
        this(queue, topology, spec, observers, new RateControls());
    }

    /** Creates the network with non-default congestion controls. */
    public PacketNetwork(
            EventQueue queue,
            PacketTopology topology,
            PacketNetworkSpec spec,
            PacketObservers observers,
            RateControls controls) {
        this.queue = queue;
        this.topology = topology;
        this.spec = spec;
        this.controls = controls;
        ports = new Ports(topology, spec.transport().frames());
        routes = new Routes(topology, spec.routing(), ports, spec.transport().payloadBytes());
        observers.recorder().ifPresent(recorder -> recorder.attach(ports.count));
        engine = new PacketEngine(queue, topology, spec, routes, ports, observers, controls, this::marker, ends());
        wire = engine.wire;
        marker = engine.marker;
        shortcuts = new Shortcuts(engine, topology, spec, observers);
        FlowReassignment reassignment = spec.routing().failures().isEmpty()
                ? null
                : new FlowReassignment(engine.nic, ports, engine.flows, topology);
        failures = new LinkFailures(wire, topology, engine.fabric, engine.nic, engine.paths, reassignment);
        flows = new MessageFlows(engine, topology, spec, routes, shortcuts, reassignment);
        engine.giveUpWhenEndless(routes.maxRtt(), RecurringState.of(engine, topology, spec), shortcuts::endForward);
        planEvents();
    }

    private void planEvents() {
        failures.plan(spec.routing().failures(), shortcuts::endForward);
        BackgroundTraffic.plan(
                spec.background(),
                queue,
                topology.hosts(),
                flow -> send(PacketFlow.BACKGROUND, flow.source(), flow.destination(), flow.bytes()));
    }

    /** Mark decisions are deferred where no host reacts to them. */
    private EcnMarker marker(Ports of, PortCounters counters) {
        boolean heeds = spec.congestion().control() != CongestionControl.NONE;
        int undecided = (int) Math.min(MOST_UNDECIDED, Runtime.getRuntime().maxMemory() / HEAP_FOR_UNDECIDED);
        return new EcnMarker(topology, of, spec.switches(), spec.randomRun(), heeds ? null : counters, undecided);
    }

    private RdmaEndpoint.Completion ends() {
        return new RdmaEndpoint.Completion() {
            @Override
            public void completed(int flow) {
                flows.completed(flow);
            }

            @Override
            public void ending(int flow) {
                shortcuts.ending(flow);
            }

            @Override
            public void leaving(int flow) {
                shortcuts.leaving(flow);
            }

            @Override
            public void arrived(int flow) {
                flows.arrived(flow);
            }
        };
    }

    /**
     * Divides events among processes of the queue, which must be divided too.
     *
     * @param processOfNode the process of each node of the topology
     */
    public void divide(int[] processOfNode) {
        flows.divide(processOfNode.clone());
        wire.divide(processOfNode);
    }

    /**
     * Reports messages whose last packet has left the sender, which is before they have arrived. Not for a network with
     * fast-forward.
     */
    public void onDeparture(IntConsumer hears) {
        if (shortcuts.isForwarded()) {
            throw new IllegalStateException("messages that leave are not reported while the network is fast-forwarded");
        }
        engine.nic.onDeparture(queue.register(message -> hears.accept((int) message)));
    }

    @Override
    public void attach(Messages receiver) {
        flows.attach(receiver);
    }

    @Override
    public boolean receivesAtOnce() {
        return true;
    }

    @Override
    public void send(int message, int src, int dst, long bytes) {
        flows.send(message, src, dst, bytes);
    }

    /** Lets flows hang where the reference's hang. */
    public void hangAsReference() {
        wire.onStuckFlow(-1);
        flows.hangAsReference();
        shortcuts.hangAsReference();
    }

    /**
     * Lifts the limits that the widths of the reference's fields set: telemetry states every link's rate, any time, number of bytes
     * and queue, and of all switches on a path; windows of any size shrink with the rate. Before the first flow.
     */
    public void widenFields() {
        flows.widen();
        widen(engine);
    }

    /**
     * Takes a switch with one host for a part of that host, and its links for the host's NICs: flows begin at the rate of the one
     * that they take, as those of real NICs do, instead of filling a queue in front of it, and what waits for a link to a switch
     * of others is not marked. For the networks of topologies, in which a host has one link to a switch of its own, as fast as the
     * fastest dimension.
     */
    public void ownSwitchesAreNics() {
        OwnSwitches own = new OwnSwitches(topology);
        own.markNothing(engine);
        flows.leaveBy(own);
    }

    /**
     * Reports a message when its last byte has reached the receiver, as networks do whose receivers know what they wait for. Otherwise
     * it is reported when its last acknowledgement has reached the sender, so that each step of a collective takes the latency of its
     * path there and back. Before the first flow.
     */
    public void reportOnArrival() {
        engine.announceArrivals();
    }

    @Override
    public boolean outlastsMessages() {
        return engine.announcesArrivals() && spec.background().isEmpty();
    }

    private void widen(PacketEngine of) {
        boolean mayGrow = !spec.routing().failures().isEmpty();
        int switches = Math.min(CellPool.HOP_MASK, mayGrow ? topology.switches() : routes.longest() - 1);
        of.control.widenFields(switches);
        of.flows.widenFields();
    }

    /** Queues also those packets that a port would send at once. Slower, with the same result: to compare the two. */
    public void queueEveryPacket() {
        wire.queueEveryPacket();
    }

    /**
     * Compares also those states that fast-forward knows by how they came about, and checks the order of each component's events.
     * Slower, with the same result.
     *
     * @param each called for each such state
     */
    public void compareTrails(Runnable each) {
        shortcuts.compareTrails(each);
    }

    /**
     * Fast-forwards each component by itself from the first flow on, or never, instead of when whole states do not recur. The
     * result is the same: to compare.
     */
    public void forwardByComponent(boolean always) {
        shortcuts.forwardByComponent(always);
    }

    /**
     * Lets up to this number of threads, that of the caller included, simulate components of the network; before the first flow. The result
     * is the same. Not while the network is fast-forwarded.
     * Ignored if something keeps it on one thread.
     */
    public void simulateOnThreads(int count) {
        simulateOnThreads(count, ComponentThreads.WORTH_HOPS);
    }

    /** The same for components with at least this number of packet-hops before them; a small one lets small networks be divided, to compare. */
    public void simulateOnThreads(int count, long worthHops) {
        shortcuts.simulateOnThreads(count, worthHops, this::replica);
    }

    /** Why the network cannot be simulated on threads, or empty. */
    public Optional<String> keptOnOneThread() {
        return shortcuts.keptOnOneThread();
    }

    /** Another set of devices, which take the same paths; nothing in it can be marked. */
    private PacketEngine replica(RdmaEndpoint.Completion hears) {
        PacketEngine made = new PacketEngine(
                new EventQueue(),
                topology,
                spec,
                routes,
                new Ports(topology, spec.transport().frames()),
                PacketObservers.none(),
                controls,
                (of, counters) -> marker,
                hears);
        if (engine.announcesArrivals()) {
            made.announceArrivals();
        }
        if (flows.isWide()) {
            widen(made);
        }
        return made;
    }

    /** How much was simulated on threads other than that of the clock, or empty when none may be. */
    public Optional<ThreadedWork> threadedWork() {
        return shortcuts.threadedWork();
    }

    /** Packets sent again without end, a cycle of pauses, lost packets or acknowledgements that never come; ask when no event is left. */
    @Override
    public Optional<EtudeException> stall() {
        return givenUp().or(() -> new PacketStall(
                        ports, wire.pool, engine.flows, engine.buffers, wire.counters, spec, queue.now())
                .find(flows.isHanging()));
    }

    /** Why the network was given up, its links being down from then on; empty if it was not. */
    public Optional<EtudeException> givenUp() {
        return engine.endless().reason();
    }

    /** The finished flows. */
    public FlowLog flows() {
        return flows.log();
    }

    /** Statistics of each port. */
    public PortStatistics statistics() {
        shortcuts.settleCounters();
        return new PortStatistics(topology, ports, wire.counters, queue.now(), marker::drawLater);
    }

    @Override
    public void beforeSave() {
        shortcuts.beforeSave();
    }

    /** The number of {@link #packetHops} that were fast-forwarded rather than simulated one by one. */
    public long skippedHops() {
        return wire.counters.skippedHops;
    }

    /** The number of packets that passed one link each, including acknowledgements and pause frames. */
    public long packetHops() {
        return wire.counters.hops;
    }

    /** The number of packets that switches dropped because a buffer was full. */
    public long drops() {
        return wire.counters.dropped;
    }

    /** The number of packets that switches trimmed to their headers. */
    public long trimmed() {
        return wire.counters.trimmed;
    }

    /** The number of retransmission timeouts. */
    public long retransmissions() {
        return flows.retransmissions();
    }

    /** The number of resumed flows that would have waited indefinitely in the reference. */
    public long resumed() {
        return failures.resumed();
    }

    /** How many values of telemetry did not fit into their fields and were misread, as in the reference. */
    public long misreadTelemetry() {
        return engine.control.misread();
    }

    /** The number of switches whose buffer is smaller than the headroom of their ports, and so seems endless. */
    public int overdrawnSwitches() {
        return (int) IntStream.range(topology.hosts(), topology.nodes())
                .filter(engine.buffers::isOverdrawn)
                .count();
    }

    /** The number of links on the longest of the shortest paths between hosts. */
    public int longestPath() {
        return routes.longest();
    }

    /** The largest base round-trip time between any two hosts, ns. */
    public long maxRttNanos() {
        return routes.maxRtt();
    }

    /** The largest bandwidth-delay product between any two hosts, bytes. */
    public long maxBdpBytes() {
        return routes.maxBdp();
    }

    @Override
    public LinkUse links() {
        shortcuts.settleCounters();
        return ports.use();
    }
}
