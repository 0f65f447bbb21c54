// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet;

import java.util.List;
import org.etude.network.packet.device.FlowPaths;
import org.etude.network.packet.device.FlowReassignment;
import org.etude.network.packet.device.HostNic;
import org.etude.network.packet.device.LinkTransmitter;
import org.etude.network.packet.device.SwitchFabric;
import org.etude.network.packet.spec.PacketNetworkException;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.network.packet.state.Flows;
import org.etude.network.packet.state.PacketFlow;
import org.etude.network.packet.state.Ports;
import org.etude.spec.network.RoutingSpec.LinkFailure;

/**
 * Links that fail during the run: what their ports hold is lost, and flows take other paths. A flow that would wait indefinitely for
 * what was lost is resumed from what is acknowledged.
 */
final class LinkFailures {
    private final LinkTransmitter wire;
    private final Ports ports;
    private final Flows flows;
    private final PacketTopology topology;
    private final SwitchFabric fabric;
    private final HostNic nic;
    private final FlowPaths paths;
    /** Reassigns flows to NICs when links fail, or null when none does. */
    private final FlowReassignment reassignment;

    private long resumed;

    LinkFailures(
            LinkTransmitter wire,
            PacketTopology topology,
            SwitchFabric fabric,
            HostNic nic,
            FlowPaths paths,
            FlowReassignment reassignment) {
        this.wire = wire;
        ports = wire.ports;
        flows = wire.flows;
        this.topology = topology;
        this.fabric = fabric;
        this.nic = nic;
        this.paths = paths;
        this.reassignment = reassignment;
    }

    /**
     * Schedules the failures.
     *
     * @param failures when which link fails
     * @param before called before each failure
     * @throws PacketNetworkException when no link joins the nodes that one of them names
     */
    void plan(List<LinkFailure> failures, Runnable before) {
        if (failures.isEmpty()) {
            return;
        }
        wire.onStuckFlow(wire.queue.register(flow -> resume((int) flow)));
        int fails = wire.queue.register(number -> {
            before.run();
            fail(failures.get((int) number));
        });
        for (int i = 0; i < failures.size(); i++) {
            LinkFailure failure = failures.get(i);
            boolean there = topology.links().stream().anyMatch(link -> link.joins(failure.a(), failure.b()));
            if (!there) {
                throw new PacketNetworkException(
                        "link " + failure.a() + "-" + failure.b() + " is to fail but no link joins these nodes",
                        "Name two nodes that are joined; switches are numbered after the " + topology.hosts()
                                + " hosts.");
            }
            wire.queue.schedule(failure.atNanos(), fails, i);
        }
    }

    private void fail(LinkFailure failure) {
        for (int port = 0; port < ports.count; port += 2) {
            if (topology.links().get(port / 2).joins(failure.a(), failure.b())) {
                ports.at(port).down = true;
                ports.at(port + 1).down = true;
                fabric.flush(ports.at(port));
                fabric.flush(ports.at(port + 1));
            }
        }
        paths.recompute(reassignment);
    }

    /** Resumes a flow from what is acknowledged, where the reference would wait indefinitely. */
    private void resume(int slot) {
        if (flows.isStuck(slot)) {
            PacketFlow flow = flows.at(slot);
            flow.next = flow.acknowledged;
            resumed++;
            nic.kick(flow.nic);
        }
    }

    /** The number of resumed flows. */
    long resumed() {
        return resumed;
    }
}
