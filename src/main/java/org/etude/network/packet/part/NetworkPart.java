// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.part;

import java.util.BitSet;

/**
 * A part of a network that shares nothing with the rest.
 *
 * @param nodes its nodes
 * @param ports the ports of its nodes
 * @param members its nodes as a set
 */
public record NetworkPart(int[] nodes, int[] ports, BitSet members) {
    /** A component of a partition. */
    public static NetworkPart of(Partition partition, int component) {
        int[] nodes = partition.nodes(component);
        BitSet members = new BitSet();
        for (int node : nodes) {
            members.set(node);
        }
        return new NetworkPart(nodes, partition.ports(nodes), members);
    }
}
