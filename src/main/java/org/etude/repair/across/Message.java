// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.across;

import java.util.ArrayList;
import java.util.List;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.repair.graph.FeederOrder;

/**
 * One side of a point-to-point transfer.
 *
 * @param rank the rank whose trace contains it
 * @param node its node
 * @param id the node's id
 * @param send whether it sends
 * @param peer the other rank, -1 when unknown
 * @param tag its tag, -1 when unknown
 * @param size bytes, -1 when unknown
 */
public record Message(int rank, int node, long id, boolean send, int peer, long tag, long size) {

    /** Creates the side of a SEND or RECV node. */
    static Message of(EtGraph graph, int rank, int node) {
        boolean send = graph.type(node) == EtNodeType.COMM_SEND;
        long peer = graph.integer(node, send ? EtNames.COMM_DST : EtNames.COMM_SRC, -1);
        return new Message(
                rank,
                node,
                graph.id(node),
                send,
                peer >= 0 && peer <= Integer.MAX_VALUE ? (int) peer : -1,
                Math.max(-1, graph.integer(node, EtNames.COMM_TAG, -1)),
                Math.max(-1, graph.integer(node, EtNames.COMM_SIZE, -1)));
    }

    /** The messages of a rank in feeder order. */
    public static List<Message> all(EtGraph graph, int rank) {
        List<Message> all = new ArrayList<>();
        if (graph.template().hasMessages()) {
            for (int node : FeederOrder.of(graph).nodes()) {
                if (graph.type(node).isMessage()) {
                    all.add(of(graph, rank, node));
                }
            }
        }
        return all;
    }

    /** The other rank in a job of {@code count} ranks, -1 when unknown: in a job of two, it is the one that is left. */
    public int peer(int count) {
        return peer < 0 && count == 2 ? 1 - rank : peer;
    }

    /** Its channel in a job of {@code count} ranks, in which its peer is known. */
    public long channel(int count) {
        int other = peer(count);
        return send ? TransferDecision.channel(rank, other) : TransferDecision.channel(other, rank);
    }

    int source() {
        return send ? rank : peer;
    }

    int destination() {
        return send ? peer : rank;
    }

    /** Whether the other side may match: no known property contradicts. */
    boolean fits(Message other) {
        return (tag < 0 || other.tag < 0 || tag == other.tag) && (size < 0 || other.size < 0 || size == other.size);
    }
}
