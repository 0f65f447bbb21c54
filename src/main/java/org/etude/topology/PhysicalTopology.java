package org.etude.topology;

import java.util.List;

/**
 * A network as a graph: hosts (ids 0 to hosts-1; rank r sits on host r), switches (the ids behind them) and full-duplex
 * links.
 *
 * @param name short text that tells it from others, such as {@code fattree:16x8}
 * @param hosts number of hosts
 * @param switches number of switches
 * @param links the links; their order numbers the ports of each node
 * @param levels names of the levels of links
 */
public record PhysicalTopology(String name, int hosts, int switches, List<Link> links, List<String> levels) {
    /**
     * A full-duplex link.
     *
     * @param a one node
     * @param b the other node
     * @param spec rate, latency and loss
     * @param level index into {@link PhysicalTopology#levels()}
     */
    public record Link(int a, int b, LinkSpec spec, int level) {}

    /** Copies; refuses links that lead nowhere and unknown levels. */
    public PhysicalTopology {
        links = List.copyOf(links);
        levels = List.copyOf(levels);
        if (hosts < 1 || switches < 0) {
            throw new TopologyException(
                    name + " has " + hosts + " hosts and " + switches + " switches", "Give at least one host.");
        }
        for (Link link : links) {
            boolean there = Math.min(link.a, link.b) >= 0 && Math.max(link.a, link.b) < hosts + switches;
            if (!there || link.a == link.b) {
                throw new TopologyException(
                        name + ": link " + link.a + "-" + link.b + " does not join two of the " + (hosts + switches)
                                + " nodes",
                        "Number hosts from 0, switches from " + hosts + ".");
            }
            if (link.level < 0 || link.level >= levels.size()) {
                throw new TopologyException(
                        name + ": link " + link.a + "-" + link.b + " has level " + link.level + " of " + levels.size(),
                        "Name every level.");
            }
        }
    }

    /** All nodes. */
    public int nodes() {
        return hosts + switches;
    }

    /** Whether a node is a host. */
    public boolean isHost(int node) {
        return node < hosts;
    }

    /** Number of links at each node. */
    public int[] ports() {
        int[] ports = new int[nodes()];
        for (Link link : links) {
            ports[link.a]++;
            ports[link.b]++;
        }
        return ports;
    }

    @Override
    public String toString() {
        return name + ": " + hosts + " hosts, " + switches + " switches, " + links.size() + " links";
    }
}
