// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.pass;

import org.etude.et.graph.EtAttribute.Kind;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.spec.CollectiveType;

/**
 * A quick test that recognises most sound communication nodes without allocating objects. It may miss some sound ones.
 */
final class SoundComm {
    private final EtGraph graph;
    private final int rank;
    private final int commType;
    private final int size;
    private final int src;
    private final int dst;
    private final int tag;
    private final int priority;
    private final int group;
    private final int cpuOp;

    /** Tests nodes of a rank's graph. */
    SoundComm(EtGraph graph, int rank) {
        this.graph = graph;
        this.rank = rank;
        commType = graph.key(EtNames.COMM_TYPE);
        size = graph.key(EtNames.COMM_SIZE);
        src = graph.key(EtNames.COMM_SRC);
        dst = graph.key(EtNames.COMM_DST);
        tag = graph.key(EtNames.COMM_TAG);
        priority = graph.key(EtNames.COMM_PRIORITY);
        group = graph.key(EtNames.PG_NAME);
        cpuOp = graph.key(EtNames.IS_CPU_OP);
    }

    /** Whether a communication node certainly lacks nothing. */
    boolean isSound(int node, EtNodeType type) {
        return isText(node, group) && (type == EtNodeType.COMM_COLL ? isCollective(node) : isMessage(node, type));
    }

    private boolean isCollective(int node) {
        return CollectiveType.ofNumber(graph.integer(node, commType, -1)) != null
                && graph.integer(node, size, -1) > 0
                && graph.integer(node, priority, 0) >= 0
                && graph.integer(node, cpuOp, 0) == 0;
    }

    private boolean isMessage(int node, EtNodeType type) {
        boolean send = type == EtNodeType.COMM_SEND;
        int own = send ? src : dst;
        int peer = send ? dst : src;
        return isWhole(node, commType)
                && isWhole(node, priority)
                && isWhole(node, own)
                && graph.integer(node, own, rank) == rank
                && isAtLeast(node, peer, 0)
                && isAtLeast(node, tag, 0)
                && isAtLeast(node, size, 1)
                && (graph.kind(node, cpuOp) == null || graph.integer(node, cpuOp, -1) == 0);
    }

    private boolean isAtLeast(int node, int key, long least) {
        Kind kind = graph.kind(node, key);
        return kind != null && kind.isInteger() && graph.integer(node, key, -1) >= least;
    }

    private boolean isWhole(int node, int key) {
        Kind kind = graph.kind(node, key);
        return kind == null || kind.isInteger();
    }

    private boolean isText(int node, int key) {
        Kind kind = graph.kind(node, key);
        return kind == null || kind == Kind.STRING;
    }
}
