package org.etude.sim.network.packet;

import java.util.ArrayList;
import java.util.List;
import org.etude.topology.DimKind;
import org.etude.topology.LogicalTopology;
import org.etude.topology.TopologyDim;

/** Builds physical networks. */
public final class PacketTopologies {
    private static final double BITS = 8;

    private PacketTopologies() {}

    /**
     * The network of a logical topology. A single switch dimension is a star. Otherwise every host has a switch of its own,
     * by a link as fast as the fastest dimension and as short as the shortest; these switches are joined along each
     * dimension: in a ring, pairwise, or by one more switch a group.
     *
     * @throws PacketNetworkException when it has more hosts than can be simulated packet by packet
     */
    public static PacketTopology of(LogicalTopology logical) {
        int hosts = logical.hosts();
        if (hosts > PacketTopology.MAX_HOSTS) {
            throw new PacketNetworkException(
                    logical + " has " + hosts + " hosts; packets can be simulated for " + PacketTopology.MAX_HOSTS,
                    "Use fewer ranks or an analytical network.");
        }
        if (logical.size() == 1 && logical.dims().get(0).kind() == DimKind.SWITCH) {
            TopologyDim dim = logical.dims().get(0);
            return star(hosts, rate(dim), delay(dim));
        }
        long rate = 1;
        long delay = Long.MAX_VALUE;
        for (TopologyDim dim : logical.dims()) {
            rate = Math.max(rate, rate(dim));
            delay = Math.min(delay, delay(dim));
        }
        List<PacketTopology.Link> links = new ArrayList<>();
        for (int host = 0; host < hosts; host++) {
            links.add(new PacketTopology.Link(host, hosts + host, rate, delay, 0));
        }
        int switches = hosts;
        for (int d = 0; d < logical.size(); d++) {
            TopologyDim dim = logical.dims().get(d);
            for (int host = 0; host < hosts; host++) {
                if (logical.coordinate(host, d) == 0 && dim.npus() > 1) {
                    switches += join(links, dim, hosts, host, logical.stride(d), hosts + switches);
                }
            }
        }
        return new PacketTopology(hosts, switches, links);
    }

    /** Joins the switches of one group along a dimension; returns how many switches that took. */
    private static int join(
            List<PacketTopology.Link> links, TopologyDim dim, int hosts, int first, int stride, int free) {
        int n = dim.npus();
        for (int i = 0; i < n; i++) {
            int from = hosts + first + i * stride;
            if (dim.kind() == DimKind.SWITCH) {
                links.add(new PacketTopology.Link(from, free, rate(dim), delay(dim), 0));
                continue;
            }
            int others = dim.kind() == DimKind.RING ? i + 1 : n - 1;
            for (int j = i + 1; j <= others; j++) {
                boolean closes = j == n && n > 2;
                if (j < n || closes) {
                    links.add(new PacketTopology.Link(from, hosts + first + j % n * stride, rate(dim), delay(dim), 0));
                }
            }
        }
        return dim.kind() == DimKind.SWITCH ? 1 : 0;
    }

    /** Hosts around one switch. */
    public static PacketTopology star(int hosts, long bitsPerSecond, long delayNanos) {
        List<PacketTopology.Link> links = new ArrayList<>();
        for (int host = 0; host < hosts; host++) {
            links.add(new PacketTopology.Link(hosts, host, bitsPerSecond, delayNanos, 0));
        }
        return new PacketTopology(hosts, 1, links);
    }

    /** Two tiers: hosts spread evenly over leaf switches, each leaf joined to every spine. */
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
     * A three-dimensional torus of switches, one a host, whose first dimension closes one row further: its last switch of
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

    private static long rate(TopologyDim dim) {
        return Math.round(dim.bandwidth().bytesPerSecond() * BITS);
    }

    private static long delay(TopologyDim dim) {
        return Math.round(dim.latencyNs());
    }
}
