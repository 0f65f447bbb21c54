// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet;

import java.util.BitSet;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.etude.network.packet.congestion.RateControl;
import org.etude.network.packet.congestion.RateControls;
import org.etude.network.packet.device.EcnMarker;
import org.etude.network.packet.device.FlowLog;
import org.etude.network.packet.device.FlowReassignment;
import org.etude.network.packet.device.HostNic;
import org.etude.network.packet.device.LinkTransmitter;
import org.etude.network.packet.device.PacketEngine;
import org.etude.network.packet.device.PacketStall;
import org.etude.network.packet.device.RdmaEndpoint;
import org.etude.network.packet.device.RetransmissionTimer;
import org.etude.network.packet.device.Routes;
import org.etude.network.packet.forward.FastForward;
import org.etude.network.packet.parallel.ComponentThreads;
import org.etude.network.packet.parallel.ThreadedWork;
import org.etude.network.packet.spec.PacketNetworkException;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.network.packet.state.CellPool;
import org.etude.network.packet.state.Flows;
import org.etude.network.packet.state.PacketFlow;
import org.etude.network.packet.state.PacketObservers;
import org.etude.network.packet.state.PauseLog;
import org.etude.network.packet.state.Port;
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
import org.etude.spec.network.TransportSpec;

/**
 * Carries every message as a flow of packets. Completion times, their order and all statistics are exact as defined in
 * the package documentation; an event costs tens of nanoseconds, a packet some four events per link with its
 * acknowledgement.
 */
public final class PacketNetwork implements MessageNetwork {
    private static final int FIRST_SOURCE_PORT = 10_000;

    /** The maximum number of mark decisions kept in memory, and heap bytes per decision. */
    private static final int MOST_UNDECIDED = 1 << 24;

    private static final long HEAP_FOR_UNDECIDED = 128;

    private final EventQueue queue;
    private final RateControls controls;
    /** Whether no recorder needs every packet in the order of all. */
    private final boolean observable;

    private final PacketTopology topology;
    private final PacketNetworkSpec spec;
    private final Ports ports;
    private final Routes routes;
    private final Flows flows;
    private final PacketEngine engine;
    private final LinkTransmitter wire;
    private final RetransmissionTimer timer;
    private final EcnMarker marker;
    private final HostNic nic;
    private final RateControl control;
    /** The exact fast path, or null. */
    private final FastForward fastForward;

    /** What simulates components on threads, or null. */
    private ComponentThreads threads;

    /** Reassigns flows to NICs when links fail, or null when none does. */
    private final FlowReassignment reassignment;

    private final LinkFailures failures;
    private final FlowLog log;
    private final RdmaEndpoint.Completion ends = ends();
    private final PauseLog pauses;
    private final int starts;
    private final int[] flowsOfPair;
    /** Whether flows hang where those of the reference hang. */
    private boolean hanging;
    /** Whether no field is narrower than what it holds. */
    /** By node: whether it is a switch that is a part of the one host at it; null where all switches are switches. */
    private BitSet ofOneHost;

    private boolean wide;

    /** The process of each node when events are divided, else null. */
    private int[] processes;

    private Messages messages;

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
        observable = observers.recorder().isEmpty();
        pauses = observers.pauses();
        ports = new Ports(topology, spec.transport().frames());
        routes = new Routes(topology, spec.routing(), ports, spec.transport().payloadBytes());
        observers.recorder().ifPresent(recorder -> recorder.attach(ports.count));
        engine = new PacketEngine(queue, topology, spec, routes, ports, observers, controls, this::marker, ends);
        flows = engine.flows;
        wire = engine.wire;
        marker = engine.marker;
        nic = engine.nic;
        control = engine.control;
        fastForward = fastForward(observers);
        reassignment = spec.routing().failures().isEmpty() ? null : new FlowReassignment(nic, ports, flows, topology);
        failures = new LinkFailures(wire, topology, engine.fabric, nic, engine.paths, reassignment);
        log = new FlowLog(routes, spec.transport());
        starts = queue.register(this::start);
        timer = new RetransmissionTimer(queue, flows, nic, engine.ledger, timeoutNanos(), routes.maxRtt());
        flowsOfPair = new int[topology.hosts() * topology.hosts()];
        planEvents();
    }

    private void planEvents() {
        failures.plan(spec.routing().failures(), this::endFastForward);
        BackgroundTraffic.plan(
                spec.background(),
                queue,
                topology.hosts(),
                flow -> send(BackgroundTraffic.MESSAGE, flow.source(), flow.destination(), flow.bytes()));
    }

    /** Mark decisions are deferred where no host reacts to them. */
    private EcnMarker marker(Ports of, PortCounters counters) {
        boolean heeds = spec.congestion().control() != CongestionControl.NONE;
        int undecided = (int) Math.min(MOST_UNDECIDED, Runtime.getRuntime().maxMemory() / HEAP_FOR_UNDECIDED);
        return new EcnMarker(topology, of, spec.switches(), spec.randomRun(), heeds ? null : counters, undecided);
    }

    /** The fast path, or null where it does not apply; everything it needs exists by then. */
    private FastForward fastForward(PacketObservers observers) {
        if (!FastForward.supports(spec, observers, engine.errors.active())) {
            return null;
        }
        FastForward made = new FastForward(engine, spec, pauses, topology);
        engine.fabric.alerts(made::alert);
        return made;
    }

    private RdmaEndpoint.Completion ends() {
        return new RdmaEndpoint.Completion() {
            @Override
            public void completed(int flow) {
                PacketNetwork.this.completed(flow);
            }

            @Override
            public void ending(int flow) {
                if (fastForward != null) {
                    fastForward.aboutToEnd(flow);
                }
            }

            @Override
            public void leaving(int flow) {
                if (fastForward != null) {
                    fastForward.aboutToArrive(flow);
                }
            }

            @Override
            public void arrived(int flow) {
                PacketNetwork.this.arrived(flow);
            }
        };
    }

    /** None where no acknowledgement counts, so that no flow would ever be done with. */
    private long timeoutNanos() {
        boolean counts = spec.transport().ackIntervalBytes() > 0;
        return counts ? spec.transport().retransmitNanos() : 0;
    }

    /**
     * Divides events among processes of the queue, which must be divided too.
     *
     * @param processOfNode the process of each node of the topology
     */
    public void divide(int[] processOfNode) {
        processes = processOfNode.clone();
        wire.divide(processOfNode);
    }

    /**
     * Reports messages whose last packet has left the sender, which is before they have arrived. Not for a network with
     * fast-forward.
     */
    public void onDeparture(IntConsumer hears) {
        if (fastForward != null) {
            throw new IllegalStateException("messages that leave are not reported while the network is fast-forwarded");
        }
        nic.onDeparture(queue.register(message -> hears.accept((int) message)));
    }

    @Override
    public void attach(Messages receiver) {
        messages = receiver;
    }

    @Override
    public boolean receivesAtOnce() {
        return true;
    }

    @Override
    public void send(int message, int src, int dst, long bytes) {
        if (routes.bandwidth(src, dst) == 0) {
            throw new PacketNetworkException(
                    "host " + src + " sends to host " + dst + " but the topology has no path between them",
                    spec.routing().hostForwarding()
                            ? "Add links that join them."
                            : "Hosts do not pass packets on: join them by switches, or allow host forwarding.");
        }
        int slot = flows.take();
        PacketFlow flow = flows.at(slot);
        flow.message = message;
        flow.source = src;
        flow.destination = dst;
        // An empty message still needs a packet to be noticed.
        flow.size = Math.max(1, bytes);
        flow.empty = bytes == 0;
        flow.sourcePort = FIRST_SOURCE_PORT + flowsOfPair[src * topology.hosts() + dst]++ & 0xffff;
        if (hanging && bytes == 0) {
            // The reference sends no packet and so receives none.
            return;
        }
        queue.scheduleIn(processes == null ? 0 : processes[src], queue.now(), starts, (long) slot << 1);
    }

    /** A flow starts two events after it is requested: its application is set up, then started. */
    private void start(long argument) {
        if ((argument & 1) == 0) {
            queue.schedule(queue.now() + spec.transport().startNanos(), starts, argument | 1);
            return;
        }
        int slot = (int) (argument >> 1);
        PacketFlow flow = flows.at(slot);
        int src = flow.source;
        int dst = flow.destination;
        TransportSpec transport = spec.transport();
        flow.start = queue.now();
        flow.nextAvail = queue.now();
        flow.baseRtt = transport.globalWindow() ? routes.maxRtt() : routes.rtt(src, dst);
        long window = transport.globalWindow() ? routes.maxBdp() : routes.bdp(src, dst);
        flow.window = transport.windowed() ? window : 0;
        if (wide) {
            // A product below one byte is a window of one packet, not none; nor does a round trip take no time.
            flow.window = transport.windowed() ? Math.max(1, window) : 0;
            flow.baseRtt = Math.max(1, flow.baseRtt);
        }
        engine.paths.assign(slot);
        int port = flow.nic;
        flow.lineRate = lineRate(flow);
        flows.setRate(slot, flow.lineRate);
        if (engine.ledger != null) {
            engine.ledger.begins(slot);
        }
        if (fastForward != null) {
            fastForward.begins(slot);
        } else if (threads != null) {
            threads.begins(slot);
        }
        nic.add(port, slot);
        control.begins(slot);
        if (reassignment != null) {
            reassignment.begins(slot);
        }
        timer.begins(slot);
        nic.kick(port);
        if (fastForward != null) {
            fastForward.began(slot);
        }
    }

    /** The rate of a flow's NIC: that of its host's link, or of the slower one behind the host's own switch that it takes. */
    private long lineRate(PacketFlow flow) {
        long rate = ports.at(flow.nic).bitsPerSecond;
        int first = ports.at(flow.nic ^ 1).node;
        boolean own = ofOneHost != null && ofOneHost.get(first) && first != flow.destination;
        return own ? Math.min(rate, ports.at(flow.path[1]).bitsPerSecond) : rate;
    }

    private void completed(int flow) {
        if (fastForward != null) {
            fastForward.completed(flow);
        } else if (threads != null) {
            threads.ended(flow);
        }
        if (reassignment != null) {
            reassignment.ends(flow);
        }
        PacketFlow done = flows.at(flow);
        long size = done.empty ? 0 : done.size;
        log.add(done.source, done.destination, done.sourcePort, size, done.start, queue.now() - done.start);
        if (done.message == BackgroundTraffic.MESSAGE) {
            log.lastIsBackground();
        } else if (!engine.announcesArrivals()) {
            messages.arrived(done.message);
        }
    }

    private void arrived(int flow) {
        if (fastForward != null) {
            fastForward.arrived(flow);
        } else if (threads != null) {
            threads.arrived(flow);
        }
        int message = flows.at(flow).message;
        if (message != BackgroundTraffic.MESSAGE) {
            messages.arrived(message);
        }
    }

    private void endFastForward() {
        if (fastForward != null) {
            fastForward.end();
        }
    }

    /** Lets flows hang where the reference's hang. */
    public void hangAsReference() {
        wire.onStuckFlow(-1);
        hanging = true;
        forwardByComponent(false);
    }

    /**
     * Lifts the limits that the widths of the reference's fields set: telemetry states every link's rate, any time, number of bytes
     * and queue, and of all switches on a path; windows of any size shrink with the rate. Before the first flow.
     */
    public void widenFields() {
        wide = true;
        widen(engine);
    }

    /**
     * Takes a switch with one host for a part of that host, and its links for the host's NICs: flows begin at the rate of the one
     * that they take, as those of real NICs do, instead of filling a queue in front of it, and what waits for a link to a switch
     * of others is not marked. For the networks of topologies, in which a host has one link to a switch of its own, as fast as the
     * fastest dimension.
     */
    public void ownSwitchesAreNics() {
        int[] hosts = new int[topology.nodes()];
        topology.links().forEach(link -> {
            hosts[link.a()] += topology.isHost(link.b()) ? 1 : 0;
            hosts[link.b()] += topology.isHost(link.a()) ? 1 : 0;
        });
        ofOneHost = new BitSet();
        for (int node = 0; node < hosts.length; node++) {
            ofOneHost.set(node, hosts[node] == 1 && !topology.isHost(node));
        }
        for (int id = 0; id < ports.count; id++) {
            Port port = ports.at(id);
            int peer = ports.at(id ^ 1).node;
            if (ofOneHost.get(port.node) && !topology.isHost(peer) && !ofOneHost.get(peer)) {
                marker.exempt(id);
                engine.buffers.marksNothing(port);
            }
        }
    }

    /**
     * Reports a message when its last byte has reached the receiver, as networks do whose receivers know what they wait for. Otherwise
     * it is reported when its last acknowledgement has reached the sender, so that each step of a collective takes the latency of its
     * path there and back. Before the first flow.
     */
    public void reportOnArrival() {
        engine.announceArrivals(ends);
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
        if (fastForward != null) {
            fastForward.compareTrails(each);
        }
    }

    /**
     * Fast-forwards each component by itself from the first flow on, or never, instead of when whole states do not recur. The
     * result is the same: to compare.
     */
    public void forwardByComponent(boolean always) {
        if (fastForward != null) {
            fastForward.byComponent(always);
        }
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
        if (count > 1 && keptOnOneThread().isEmpty()) {
            threads = new ComponentThreads(engine, spec, topology.nodes(), count, worthHops, this::replica);
        }
    }

    /** Why the network cannot be simulated on threads, or empty. */
    public Optional<String> keptOnOneThread() {
        if (fastForward != null) {
            return Optional.of("it is fast-forwarded, which saves more where states recur; see --fast-forward off");
        }
        if (!observable || hanging) {
            return Optional.of(hanging ? "it hangs where the reference hangs" : "its queues are recorded over time");
        }
        return ComponentThreads.refusal(spec, engine);
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
            made.announceArrivals(hears);
        }
        if (wide) {
            widen(made);
        }
        return made;
    }

    /** How much was simulated on threads other than that of the clock, or empty when none may be. */
    public Optional<ThreadedWork> threadedWork() {
        return Optional.ofNullable(threads).map(ComponentThreads::work);
    }

    /** A cycle of pauses, lost packets or acknowledgements that never come; ask when no event is left. */
    @Override
    public Optional<EtudeException> stall() {
        return new PacketStall(ports, wire.pool, flows, engine.buffers, wire.counters, spec, queue.now()).find(hanging);
    }

    /** The finished flows. */
    public FlowLog flows() {
        return log;
    }

    /** Statistics of each port. */
    public PortStatistics statistics() {
        settleCounters();
        return new PortStatistics(topology, ports, wire.counters, queue.now(), marker::drawLater);
    }

    @Override
    public void beforeSave() {
        if (fastForward != null) {
            fastForward.beforeSave();
        }
    }

    private void settleCounters() {
        if (fastForward != null) {
            fastForward.settleCounters();
        } else if (threads != null) {
            threads.settleCounters();
        }
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
        return timer.count();
    }

    /** The number of resumed flows that would have waited indefinitely in the reference. */
    public long resumed() {
        return failures.resumed();
    }

    /** How many values of telemetry did not fit into their fields and were misread, as in the reference. */
    public long misreadTelemetry() {
        return control.misread();
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
        settleCounters();
        return ports.use();
    }
}
