// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.graph;

import java.util.List;
import org.etude.report.Counted;

/**
 * A network as a graph of hosts, switches and full-duplex links. Hosts have ids 0 to hosts-1 (rank r runs on host r);
 * the switches' ids follow.
 *
 * @param name short identifying text, such as {@code fattree:16x8}
 * @param hosts number of hosts
 * @param switches number of switches
 * @param links the links; their order numbers the ports of each node
 * @param levels names of the levels of links
 * @param preferredSwitches the first this many switches are preferred over all others on paths of equal length,
 *     such as NVSwitches over NICs
 */
public record PhysicalTopology(
        String name, int hosts, int switches, List<Link> links, List<String> levels, int preferredSwitches) {
    /**
     * A full-duplex link.
     *
     * @param a one node
     * @param b the other node
     * @param spec rate, latency and loss
     * @param level index into {@link PhysicalTopology#levels()}
     */
    public record Link(int a, int b, LinkSpec spec, int level) {}

    /** Copies the lists; rejects links with unknown nodes or levels. */
    public PhysicalTopology {
        links = List.copyOf(links);
        levels = List.copyOf(levels);
        if (hosts < 1 || switches < 0) {
            throw new TopologyException(
                    name + " has " + hosts + " hosts and " + switches + " switches", "Give at least one host.");
        }
        if (preferredSwitches < 0 || preferredSwitches > switches) {
            throw new TopologyException(
                    name + ": " + preferredSwitches + " of " + switches + " switches are preferred",
                    "Prefer none, some or all of them.");
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

    /** A network without preferred switches. */
    public PhysicalTopology(String name, int hosts, int switches, List<Link> links, List<String> levels) {
        this(name, hosts, switches, links, levels, 0);
    }

    /** The same nodes with other links between them. */
    public PhysicalTopology withLinks(List<Link> other, List<String> otherLevels) {
        return new PhysicalTopology(name, hosts, switches, other, otherLevels, preferredSwitches);
    }

    /** The number of nodes. */
    public int nodes() {
        return hosts + switches;
    }

    /** Whether a node is a host. */
    public boolean isHost(int node) {
        return node < hosts;
    }

    /** Whether a node is preferred over others on paths of equal length. */
    public boolean isPreferred(int node) {
        return node >= hosts && node < hosts + preferredSwitches;
    }

    /** The number of links at each node. */
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
        return name + ": " + Counted.of(hosts, "host") + ", " + Counted.of(switches, "switch", "switches") + ", "
                + Counted.of(links.size(), "link");
    }
}
