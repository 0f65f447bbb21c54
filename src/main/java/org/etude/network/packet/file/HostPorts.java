// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.file;

import java.util.ArrayList;
import java.util.BitSet;
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
        long[] rates = portRates(network);
        BitSet inside = inside(network);
        List<PacketTopology.Link> links = new ArrayList<>(network.links().size());
        for (int i = 0; i < network.links().size(); i++) {
            PacketTopology.Link link = network.links().get(i);
            long rate = rates[network.isHost(link.a()) ? link.b() : link.a()];
            links.add(
                    inside.get(i) && rate > 0
                            ? new PacketTopology.Link(link.a(), link.b(), rate, NEXT_TO_IT_NS, link.errorRate())
                            : link);
        }
        return new PacketTopology(network.hosts(), network.switches(), links, network.preferredSwitches());
    }

    /** The links, by their number, between a host and a switch that has no other host. */
    public static BitSet inside(PacketTopology network) {
        BitSet own = network.switchesOfOneHost();
        BitSet inside = new BitSet();
        for (int i = 0; i < network.links().size(); i++) {
            PacketTopology.Link link = network.links().get(i);
            inside.set(
                    i, network.isHost(link.a()) && own.get(link.b()) || network.isHost(link.b()) && own.get(link.a()));
        }
        return inside;
    }

    /** What the links of each node to switches carry, in bits per second. */
    private static long[] portRates(PacketTopology network) {
        long[] rates = new long[network.nodes()];
        for (PacketTopology.Link link : network.links()) {
            rates[link.a()] += network.isHost(link.b()) ? 0 : link.bitsPerSecond();
            rates[link.b()] += network.isHost(link.a()) ? 0 : link.bitsPerSecond();
        }
        return rates;
    }
}
