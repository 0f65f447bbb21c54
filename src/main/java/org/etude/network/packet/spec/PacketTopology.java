// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.spec;

import java.util.BitSet;
import java.util.List;

/**
 * The physical network: hosts (ids 0 to hosts-1), switches (the following ids) and full-duplex links.
 *
 * @param hosts number of hosts; rank r runs on host r
 * @param switches number of switches
 * @param links the links, in the order that numbers the ports of each node
 * @param preferredSwitches the first this many switches are preferred over all others on paths of equal length,
 *     such as NVSwitches over NICs
 */
public record PacketTopology(int hosts, int switches, List<Link> links, int preferredSwitches) {

    /** The maximum number of hosts: per-pair tables then fit in a gigabyte or two. */
    public static final int MAX_HOSTS = 8192;

    /** The maximum number of switches. */
    public static final int MAX_SWITCHES = 1 << 18;

    /**
     * A full-duplex link.
     *
     * @param a one node
     * @param b the other node
     * @param bitsPerSecond the rate in each direction
     * @param delayNanos the propagation delay
     * @param errorRate the fraction of packets lost, 0 to 1; 0 means the common rate of all links
     */
    public record Link(int a, int b, long bitsPerSecond, long delayNanos, double errorRate) {
        /** Rejects invalid rates and delays. */
        public Link {
            if (a == b || a < 0 || b < 0) {
                throw new IllegalArgumentException("a link must join two different nodes: " + a + " and " + b);
            }
            if (bitsPerSecond <= 0) {
                throw new IllegalArgumentException("link " + a + "-" + b + ": rate must be positive");
            }
            if (delayNanos < 0) {
                throw new IllegalArgumentException("link " + a + "-" + b + ": delay cannot be negative");
            }
            if (!(errorRate >= 0 && errorRate <= 1)) {
                throw new IllegalArgumentException("link " + a + "-" + b + ": error rate must lie in 0..1");
            }
        }

        /** Whether the link joins these two nodes, in either order. */
        public boolean joins(int one, int other) {
            return a == one && b == other || a == other && b == one;
        }
    }

    /** Copies the links and checks their nodes. */
    public PacketTopology {
        links = List.copyOf(links);
        if (preferredSwitches < 0 || preferredSwitches > switches) {
            throw new IllegalArgumentException(preferredSwitches + " of " + switches + " switches cannot be preferred");
        }
        if (hosts < 1 || hosts > MAX_HOSTS || switches < 0 || switches > MAX_SWITCHES) {
            throw new IllegalArgumentException("a network has 1 to " + MAX_HOSTS + " hosts and at most " + MAX_SWITCHES
                    + " switches: " + hosts + ", " + switches);
        }
        for (Link link : links) {
            if (Math.max(link.a, link.b) >= hosts + switches) {
                throw new IllegalArgumentException("link " + link.a + "-" + link.b + " names a node beyond the "
                        + (hosts + switches) + " there are");
            }
        }
    }

    /** The switches that have one host, by their ids. */
    public BitSet switchesOfOneHost() {
        int[] attached = new int[nodes()];
        for (Link link : links) {
            attached[link.a] += isHost(link.b) ? 1 : 0;
            attached[link.b] += isHost(link.a) ? 1 : 0;
        }
        BitSet found = new BitSet();
        for (int node = hosts; node < attached.length; node++) {
            found.set(node, attached[node] == 1);
        }
        return found;
    }

    /** A network without preferred switches. */
    public PacketTopology(int hosts, int switches, List<Link> links) {
        this(hosts, switches, links, 0);
    }

    /** The number of nodes. */
    public int nodes() {
        return hosts + switches;
    }

    /** Whether a node is a host. */
    public boolean isHost(int node) {
        return node < hosts;
    }
}
