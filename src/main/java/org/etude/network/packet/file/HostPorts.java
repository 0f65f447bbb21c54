// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.file;

import java.util.ArrayList;
import java.util.List;
import org.etude.network.packet.spec.PacketTopology;

/**
 * Hosts with several ports, such as a GPU with links to all others of its node and a NIC. A packet host has one link, to a switch of its
 * own that has the ports; that link is made as fast as all of them together, and as short as a link can be, so that only the ports
 * count.
 */
public final class HostPorts {
    /** The shortest time that the packet network counts. */
    private static final long NEXT_TO_IT_NS = 1;

    private HostPorts() {}

    /** A network in which each switch with one host is a part of that host. */
    public static PacketTopology of(PacketTopology network) {
        int[] hosts = new int[network.nodes()];
        long[] rates = new long[network.nodes()];
        for (PacketTopology.Link link : network.links()) {
            count(network, link, link.a(), link.b(), hosts, rates);
            count(network, link, link.b(), link.a(), hosts, rates);
        }
        List<PacketTopology.Link> links = new ArrayList<>(network.links().size());
        for (PacketTopology.Link link : network.links()) {
            int own = network.isHost(link.a()) ? link.b() : link.a();
            boolean joins = network.isHost(link.a()) != network.isHost(link.b());
            links.add(
                    joins && hosts[own] == 1 && rates[own] > 0
                            ? new PacketTopology.Link(link.a(), link.b(), rates[own], NEXT_TO_IT_NS, link.errorRate())
                            : link);
        }
        return new PacketTopology(network.hosts(), network.switches(), links, network.preferredSwitches());
    }

    /** Adds one end's view of a link: a host, or the rate of a port. */
    private static void count(
            PacketTopology network, PacketTopology.Link link, int node, int peer, int[] hosts, long[] rates) {
        if (network.isHost(peer)) {
            hosts[node]++;
        } else {
            rates[node] += link.bitsPerSecond();
        }
    }
}
