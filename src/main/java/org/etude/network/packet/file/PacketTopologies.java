// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.file;

import java.util.ArrayList;
import java.util.List;
import org.etude.network.packet.spec.PacketNetworkException;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.topology.graph.LinkSpec;
import org.etude.topology.graph.LogicalTopology;
import org.etude.topology.graph.PhysicalTopology;
import org.etude.topology.shape.TopologySpec;
import org.etude.unit.Bandwidth;

/** Builds physical networks for packet simulation. */
public final class PacketTopologies {
    private PacketTopologies() {}

    /**
     * The physical network of a logical topology: its own graph, or one built from its dimensions. A single switch
     * dimension is a star. Otherwise every host has its own switch, over a link with the rate of the fastest dimension
     * and the lowest latency. These switches are linked along each dimension: in a ring, pairwise, or through one more
     * switch per group.
     *
     * @throws PacketNetworkException when it has too many hosts for packet simulation
     */
    public static PacketTopology of(LogicalTopology logical) {
        int hosts = logical.hosts();
        if (hosts > PacketTopology.MAX_HOSTS) {
            throw new PacketNetworkException(
                    logical + " has " + hosts + " hosts; packet simulation supports up to " + PacketTopology.MAX_HOSTS,
                    "Use fewer ranks or an analytical network.");
        }
        return of(logical.physical().orElseGet(() -> TopologySpec.of(logical).physical()));
    }

    /** The physical network of a graph: rates in whole bits per second, delays in whole nanoseconds. */
    public static PacketTopology of(PhysicalTopology graph) {
        List<PacketTopology.Link> links = new ArrayList<>(graph.links().size());
        for (PhysicalTopology.Link link : graph.links()) {
            LinkSpec spec = link.spec();
            links.add(new PacketTopology.Link(
                    link.a(), link.b(), spec.bitsPerSecond(), Math.round(spec.latencyNs()), spec.errorRate()));
        }
        return new PacketTopology(graph.hosts(), graph.switches(), links, graph.preferredSwitches());
    }

    /** A physical network as a graph with this name. */
    public static PhysicalTopology physical(PacketTopology packets, String name) {
        List<PhysicalTopology.Link> links = new ArrayList<>(packets.links().size());
        for (PacketTopology.Link link : packets.links()) {
            Bandwidth rate = new Bandwidth((double) link.bitsPerSecond() / Byte.SIZE);
            LinkSpec spec = new LinkSpec(rate, link.delayNanos(), link.errorRate());
            links.add(new PhysicalTopology.Link(link.a(), link.b(), spec, 0));
        }
        return new PhysicalTopology(
                name, packets.hosts(), packets.switches(), links, List.of("link"), packets.preferredSwitches());
    }

    /** Hosts around one switch. */
    public static PacketTopology star(int hosts, long bitsPerSecond, long delayNanos) {
        List<PacketTopology.Link> links = new ArrayList<>();
        for (int host = 0; host < hosts; host++) {
            links.add(new PacketTopology.Link(hosts, host, bitsPerSecond, delayNanos, 0));
        }
        return new PacketTopology(hosts, 1, links);
    }

    /** Two tiers: hosts spread evenly over leaf switches, each leaf linked to every spine. */
    public static PacketTopology fatTree(int hosts, int leaves, int spines, long bitsPerSecond, long delayNanos) {
        if (leaves < 1 || spines < 1 || hosts % leaves != 0) {
            throw new IllegalArgumentException("a fat tree needs hosts spread evenly over leaves, and a spine: " + hosts
                    + " hosts, " + leaves + " leaves, " + spines + " spines");
        }
        List<PacketTopology.Link> links = new ArrayList<>();
        for (int host = 0; host < hosts; host++) {
            links.add(new PacketTopology.Link(hosts + host / (hosts / leaves), host, bitsPerSecond, delayNanos, 0));
        }
        for (int leaf = 0; leaf < leaves; leaf++) {
            for (int spine = 0; spine < spines; spine++) {
                links.add(new PacketTopology.Link(hosts + leaf, hosts + leaves + spine, bitsPerSecond, delayNanos, 0));
            }
        }
        return new PacketTopology(hosts, leaves + spines, links);
    }

    /**
     * A three-dimensional torus of switches, one per host, whose first dimension closes one row further: its last switch of
     * row y joins the first of row y + 1.
     */
    public static PacketTopology twistedTorus(int x, int y, int z, long bitsPerSecond, long delayNanos) {
        if (x < 3 || y < 2 || z < 1) {
            throw new IllegalArgumentException(
                    "a twisted torus needs at least 3 x 2 x 1 hosts: " + x + " x " + y + " x " + z);
        }
        LogicalTopology plain = LogicalTopology.torus(x, y, z);
        int hosts = plain.hosts();
        List<PacketTopology.Link> links = new ArrayList<>();
        for (PacketTopology.Link link : of(plain).links()) {
            int a = link.a() - hosts;
            int b = link.b() - hosts;
            boolean closes = link.a() >= hosts && a / x == b / x && a % x == x - 1 && b % x == 0;
            int to = closes ? hosts + a / (x * y) * x * y + (a / x % y + 1) % y * x : link.b();
            links.add(new PacketTopology.Link(link.a(), to, bitsPerSecond, delayNanos, 0));
        }
        return new PacketTopology(hosts, hosts, links);
    }
}
