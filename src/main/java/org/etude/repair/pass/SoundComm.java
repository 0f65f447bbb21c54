// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.pass;

import org.etude.et.graph.EtAttribute.Kind;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.repair.graph.EditableGraph;
import org.etude.spec.CollectiveType;

/** A quick test by which sound communication nodes of a graph, nearly all, cost no object. What it doubts may be sound too. */
final class SoundComm {
    private final EditableGraph draft;
    private final EtGraph graph;
    private final int commType;
    private final int size;
    private final int src;
    private final int dst;
    private final int tag;
    private final int priority;
    private final int group;
    private final int cpuOp;

    SoundComm(EditableGraph draft) {
        this.draft = draft;
        graph = draft.graph();
        commType = graph.key(EtNames.COMM_TYPE);
        size = graph.key(EtNames.COMM_SIZE);
        src = graph.key(EtNames.COMM_SRC);
        dst = graph.key(EtNames.COMM_DST);
        tag = graph.key(EtNames.COMM_TAG);
        priority = graph.key(EtNames.COMM_PRIORITY);
        group = graph.key(EtNames.PG_NAME);
        cpuOp = graph.key(EtNames.IS_CPU_OP);
    }

    /** Whether nothing can be missing from a node. */
    boolean isSound(int node) {
        if (draft.isReplaced(node) || !isText(node, group)) {
            return false;
        }
        return draft.type(node) == EtNodeType.COMM_COLL ? isCollective(node) : isMessage(node);
    }

    private boolean isCollective(int node) {
        return CollectiveType.ofNumber(graph.integer(node, commType, -1)) != null
                && graph.integer(node, size, -1) > 0
                && graph.integer(node, priority, 0) >= 0
                && graph.integer(node, cpuOp, 0) == 0;
    }

    private boolean isMessage(int node) {
        boolean send = draft.type(node) == EtNodeType.COMM_SEND;
        int own = send ? src : dst;
        int peer = send ? dst : src;
        return isWhole(node, commType)
                && isWhole(node, priority)
                && isWhole(node, own)
                && graph.integer(node, own, draft.rank()) == draft.rank()
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
