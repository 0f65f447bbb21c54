// SPDX-License-Identifier: Apache-2.0
package org.etude.link.order;

import org.etude.link.host.EdgeList;
import org.etude.link.host.NodeTable;
import org.etude.link.host.RankContext;
import org.etude.link.model.EdgeKind;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.HostTrace;
import org.etude.trace.model.IdTable;

/**
 * Edges from forward operators to their backward operators: by autograd's sequence number in the Kineto trace (the last
 * forward operator that carries it), else by fw_parent of the execution trace.
 */
public final class AutogradEdges {
    private AutogradEdges() {}

    /** Adds one edge from each forward operator to the backward operators with its sequence number. */
    public static void add(RankContext rank, NodeTable nodes, EdgeList edges) {
        int[] forward = new int[nodes.size];
        IdTable bySequence = sequences(rank, nodes);
        for (int i = 0; i < nodes.size; i++) {
            forward[i] = -1;
            if (nodes.timed(i) && !nodes.kind(i).isGpu()) {
                forward[i] = bySequence(rank.device(), nodes.event[i], bySequence, i);
            }
            if (forward[i] < 0 && nodes.host[i] >= 0) {
                forward[i] = byParent(rank.host(), nodes, nodes.host[i]);
            }
            int caller = nodes.parent[i];
            boolean inherited = caller >= 0 && caller < i && forward[caller] == forward[i];
            if (forward[i] >= 0 && forward[i] != i && !inherited) {
                edges.add(forward[i], i, EdgeKind.AUTOGRAD);
            }
        }
    }

    private static IdTable sequences(RankContext rank, NodeTable nodes) {
        IdTable.Range range = new IdTable.Range();
        for (int i = 0; i < nodes.size; i++) {
            if (nodes.timed(i) && !nodes.kind(i).isGpu()) {
                long sequence = rank.device().sequenceNumber(nodes.event[i]);
                if (sequence >= 0) {
                    range.see(sequence);
                }
            }
        }
        return range.table();
    }

    private static int bySequence(DeviceTrace device, int event, IdTable bySequence, int node) {
        long sequence = device.sequenceNumber(event);
        if (sequence < 0) {
            return -1;
        }
        if (device.forwardThread(event) > 0) {
            return bySequence.get(sequence);
        }
        bySequence.put(sequence, node);
        return -1;
    }

    private static int byParent(HostTrace host, NodeTable nodes, int node) {
        long id = host.forwardParent(node);
        int forward = id == 0 ? -1 : host.indexOf(id);
        return forward < 0 || forward == node ? -1 : nodes.nodeOfHost[forward];
    }
}
