// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet;

import org.etude.network.packet.device.FlowLog;
import org.etude.network.packet.device.FlowReassignment;
import org.etude.network.packet.device.PacketEngine;
import org.etude.network.packet.device.RetransmissionTimer;
import org.etude.network.packet.device.Routes;
import org.etude.network.packet.spec.PacketNetworkException;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.network.packet.state.Flows;
import org.etude.network.packet.state.PacketFlow;
import org.etude.network.packet.state.Ports;
import org.etude.network.queue.EventQueue;
import org.etude.network.queue.Messages;
import org.etude.spec.network.PacketNetworkSpec;
import org.etude.spec.network.TransportSpec;

/**
 * Carries messages as flows. A flow has its path, window and rate from the moment at which it starts, and a row in the log when it has
 * ended.
 */
final class MessageFlows {
    private static final int FIRST_SOURCE_PORT = 10_000;

    private final PacketEngine engine;
    private final EventQueue queue;
    private final Flows flows;
    private final Ports ports;
    private final PacketTopology topology;
    private final PacketNetworkSpec spec;
    private final Routes routes;
    private final Shortcuts shortcuts;
    /** Reassigns flows to NICs when links fail, or null when none does. */
    private final FlowReassignment reassignment;

    private final RetransmissionTimer timer;
    private final FlowLog log;
    private final int starts;
    private final int[] flowsOfPair;
    /** Whether flows hang where those of the reference hang. */
    private boolean hanging;
    /** Whether no field is narrower than what it holds. */
    private boolean wide;
    /** The switches that count as parts of their hosts, or null. */
    private OwnSwitches ownSwitches;
    /** The process of each node when events are divided, else null. */
    private int[] processes;

    private Messages messages;

    MessageFlows(
            PacketEngine engine,
            PacketTopology topology,
            PacketNetworkSpec spec,
            Routes routes,
            Shortcuts shortcuts,
            FlowReassignment reassignment) {
        this.engine = engine;
        this.topology = topology;
        this.spec = spec;
        this.routes = routes;
        this.shortcuts = shortcuts;
        this.reassignment = reassignment;
        queue = engine.queue;
        flows = engine.flows;
        ports = engine.ports;
        log = new FlowLog(routes, spec.transport());
        starts = queue.register(this::start);
        timer = new RetransmissionTimer(queue, flows, engine.nic, engine.ledger, timeoutNanos(), routes.maxRtt());
        flowsOfPair = new int[topology.hosts() * topology.hosts()];
    }

    /** None where no acknowledgement counts, so that no flow would ever be done with. */
    private long timeoutNanos() {
        boolean counts = spec.transport().ackIntervalBytes() > 0;
        return counts ? spec.transport().retransmitNanos() : 0;
    }

    void attach(Messages receiver) {
        messages = receiver;
    }

    void divide(int[] processOfNode) {
        processes = processOfNode;
    }

    void hangAsReference() {
        hanging = true;
    }

    boolean isHanging() {
        return hanging;
    }

    void widen() {
        wide = true;
    }

    boolean isWide() {
        return wide;
    }

    void leaveBy(OwnSwitches switches) {
        ownSwitches = switches;
    }

    FlowLog log() {
        return log;
    }

    /** The number of retransmission timeouts. */
    long retransmissions() {
        return timer.count();
    }

    /** As {@link org.etude.network.queue.MessageNetwork#send}. */
    void send(int message, int src, int dst, long bytes) {
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
        flow.start = queue.now();
        flow.nextAvail = queue.now();
        setWindow(flow);
        engine.paths.assign(slot);
        int port = flow.nic;
        flow.lineRate = lineRate(flow);
        flows.setRate(slot, flow.lineRate);
        if (engine.ledger != null) {
            engine.ledger.begins(slot);
        }
        shortcuts.begins(slot);
        engine.nic.add(port, slot);
        engine.control.begins(slot);
        if (reassignment != null) {
            reassignment.begins(slot);
        }
        timer.begins(slot);
        engine.nic.kick(port);
        shortcuts.began(slot);
    }

    private void setWindow(PacketFlow flow) {
        int src = flow.source;
        int dst = flow.destination;
        TransportSpec transport = spec.transport();
        flow.baseRtt = transport.globalWindow() ? routes.maxRtt() : routes.rtt(src, dst);
        long window = transport.globalWindow() ? routes.maxBdp() : routes.bdp(src, dst);
        flow.window = transport.windowed() ? window : 0;
        if (wide) {
            // A product below one byte is a window of one packet, not none; nor does a round trip take no time.
            flow.window = transport.windowed() ? Math.max(1, window) : 0;
            flow.baseRtt = Math.max(1, flow.baseRtt);
        }
    }

    /** The rate of a flow's NIC: that of its host's link, or of the slower one behind the host's own switch that it takes. */
    private long lineRate(PacketFlow flow) {
        long rate = ports.at(flow.nic).bitsPerSecond;
        boolean behind = ownSwitches != null && ownSwitches.hasNicOf(flow, ports.at(flow.nic ^ 1).node);
        return behind ? Math.min(rate, ports.at(flow.path[1]).bitsPerSecond) : rate;
    }

    /** The last packet of a flow is acknowledged. */
    void completed(int flow) {
        shortcuts.ended(flow);
        if (reassignment != null) {
            reassignment.ends(flow);
        }
        PacketFlow done = flows.at(flow);
        long size = done.empty ? 0 : done.size;
        log.add(done.source, done.destination, done.sourcePort, size, done.start, queue.now() - done.start);
        if (done.isBackground()) {
            log.lastIsBackground();
        } else if (!engine.announcesArrivals()) {
            messages.arrived(done.message);
        }
    }

    /** All data of a flow has arrived, where that is announced. */
    void arrived(int flow) {
        shortcuts.arrived(flow);
        if (!flows.at(flow).isBackground()) {
            messages.arrived(flows.at(flow).message);
        }
    }
}
