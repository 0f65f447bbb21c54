// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.device;

import org.etude.network.packet.congestion.RateControl;
import org.etude.network.packet.congestion.RateControls;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.network.packet.state.CellPool;
import org.etude.network.packet.state.Flows;
import org.etude.network.packet.state.PacketLedger;
import org.etude.network.packet.state.PacketObservers;
import org.etude.network.packet.state.PauseLog;
import org.etude.network.packet.state.Port;
import org.etude.network.packet.state.PortCounters;
import org.etude.network.packet.state.Ports;
import org.etude.network.packet.state.SwitchBuffers;
import org.etude.network.queue.EventQueue;
import org.etude.spec.network.PacketNetworkSpec;

/** The devices of a network on one clock, with all that changes while packets move: what sends, switches and receives them. */
public final class PacketEngine {
    public final EventQueue queue;
    public final Ports ports;
    public final Flows flows;
    public final LinkTransmitter wire;
    public final FlowPaths paths;
    public final RateControl control;
    /** The packets of sprayed flows, or null. */
    public final PacketLedger ledger;

    public final HostNic nic;
    public final SwitchBuffers buffers;
    public final EcnMarker marker;
    public final SwitchFabric fabric;
    public final RdmaEndpoint hosts;
    public final ErrorModel errors;
    /** The handlers of its own events: a port is free again, a cell has arrived, a NIC wakes up. */
    public final int freed;

    public final int arrived;
    public final int woken;

    private final PauseLog pauses;
    private final boolean pausing;
    private EndlessResending endless;

    /**
     * Creates the devices, on which nothing moves yet.
     *
     * @param routes the paths between hosts, which it does not change
     * @param markers makes what marks packets
     * @param ends hears of messages that have arrived
     */
    public PacketEngine(
            EventQueue queue,
            PacketTopology topology,
            PacketNetworkSpec spec,
            Routes routes,
            Ports ports,
            PacketObservers observers,
            RateControls controls,
            MarkerFactory markers,
            RdmaEndpoint.Completion ends) {
        this.queue = queue;
        this.ports = ports;
        pauses = observers.pauses();
        pausing = spec.switches().pfc();
        flows = new Flows(
                routes.longest(),
                spec.transport().variableWindow(),
                spec.transport().retransmitNanos() > 0);
        freed = queue.register(this::freed);
        arrived = queue.register(cell -> arrived((int) cell));
        woken = queue.register(this::woken);
        wire = new LinkTransmitter(queue, ports, flows, observers.recorder().orElse(null), freed, arrived);
        paths = new FlowPaths(routes, ports, flows, wire.pool, spec);
        queue.widen(ports.reach(spec.transport().payloadBytes()));
        control = controls.make(new RateControls.Parts(
                queue,
                ports,
                wire.pool,
                flows,
                spec.congestion(),
                spec.transport().payloadBytes(),
                routes.maxRtt(),
                (flow, rate) -> nic().changeRate(flow, rate)));
        ledger = spec.transport().sprays()
                ? new PacketLedger(flows, spec.transport().payloadBytes())
                : null;
        int telemetry = spec.congestion().control().telemetryBytes();
        nic = new HostNic(wire, spec.transport(), control, telemetry, woken, ledger);
        buffers = new SwitchBuffers(topology, ports, spec.switches(), routes.nicRate());
        marker = markers.make(ports, wire.counters);
        fabric = new SwitchFabric(
                wire, marker, spec.switches().ecn(), control, spec.switches().trimming() ? nic.headerBytes() : 0);
        hosts = new RdmaEndpoint(
                wire,
                nic,
                spec.transport(),
                control,
                marker,
                ends,
                topology.nodes(),
                telemetry,
                queue.register(this::nicTimer),
                ledger);
        ports.expect(nic.frameBytes(), hosts.replyBytes());
        errors = new ErrorModel(topology, spec);
    }

    /** Calls back when all data of a flow has arrived, and when its last packet begins to leave; before the first flow. */
    public void announceArrivals() {
        nic.onLastPacket(hosts.announceArrivals());
    }

    /** Whether it calls back when all data of a flow has arrived. */
    public boolean announcesArrivals() {
        return hosts.announcesArrivals();
    }

    /**
     * Gives the network up when packets are sent again without end and nothing new arrives.
     *
     * @param roundTripNanos the longest base round-trip time
     * @param states what compares states, or null where a state does not determine what follows
     * @param stops called when the network is given up
     */
    public EndlessResending giveUpWhenEndless(long roundTripNanos, EndlessResending.States states, Runnable stops) {
        endless = new EndlessResending(this, hosts.timers(), roundTripNanos, states, stops);
        hosts.onRefusal(endless);
        fabric.onTrim(endless);
        return endless;
    }

    /** What gives the network up, or null if nothing does. */
    public EndlessResending endless() {
        return endless;
    }

    /** Makes what marks packets. */
    public interface MarkerFactory {
        EcnMarker make(Ports ports, PortCounters counters);
    }

    private HostNic nic() {
        return nic;
    }

    private void arrived(int cell) {
        int at = cell << CellPool.SHIFT;
        int[] cells = queue.cells();
        int in = cells[at + CellPool.PORT];
        Port port = ports.at(in);
        wire.counters.hops++;
        if (port.down || errors.active() && errors.loses(in)) {
            wire.counters.lost[in]++;
            wire.discard(cell);
            return;
        }
        port.arrived++;
        int marks = cells[at + CellPool.MARKS];
        if ((marks & CellPool.PFC) != 0) {
            wire.pool.give(cell);
            paused(in, (marks & CellPool.PAUSE) != 0);
            return;
        }
        int node = port.node;
        if (!port.host) {
            int out = paths.next(cells, at, marks, node);
            if (out < 0) {
                wire.counters.lost[in]++;
                wire.discard(cell);
            } else {
                fabric.forward(cell, port, ports.at(out));
            }
        } else if (paths.passesThrough(cells, at, marks, node)) {
            int out = paths.next(cells, at, marks, node);
            Ports.appendControl(wire.pool, ports.at(out), cell);
            nic.kick(out);
        } else {
            hosts.receive(cell, node);
        }
    }

    private void paused(int port, boolean pause) {
        if (!pausing) {
            return;
        }
        if (pauses != null) {
            pauses.add(queue.now(), port, pause);
        }
        PortCounters counters = wire.counters;
        if (pause) {
            counters.pausesObeyed[port]++;
            if (!ports.at(port).paused) {
                counters.pausedSince[port] = queue.now();
            }
            ports.at(port).paused = true;
            return;
        }
        if (ports.at(port).paused) {
            counters.pausedNanos[port] += queue.now() - counters.pausedSince[port];
        }
        ports.at(port).paused = false;
        kick(port);
    }

    private void freed(long release) {
        int at = queue.cells()[((int) release << CellPool.SHIFT) + CellPool.PORT];
        Port port = ports.at(at);
        port.busy = false;
        if (port.host) {
            nic.kick(at);
        } else if (port.queuedBytes > 0) {
            fabric.kick(port);
        }
    }

    private void kick(int port) {
        if (ports.at(port).host) {
            nic.kick(port);
        } else {
            fabric.kick(ports.at(port));
        }
    }

    private void woken(long argument) {
        nic.wake(argument);
    }

    private void nicTimer(long argument) {
        hosts.nicTimer(argument);
    }
}
