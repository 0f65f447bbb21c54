// SPDX-License-Identifier: Apache-2.0
package org.etude.link.model;

import org.etude.spec.CollectiveType;

/** Finds the operators that ask a backend on the host, such as gloo, for transfers. */
public final class BackendCalls {
    private BackendCalls() {}

    /** The operator that asked for a host-side transfer whose own work was recorded, or -1. */
    public static int of(LinkedRank rank, int node) {
        if (rank.kind(node) != NodeKind.HOST_COMM) {
            return -1;
        }
        int caller = rank.parent(node);
        return caller >= 0 && isTimedOperator(rank, caller) && rank.name(caller).startsWith("c10d::") ? caller : -1;
    }

    /** The call within which a host-side message begins, which may block until its data have moved; -1 for what is no such message. */
    public static int ofMessage(LinkedRank rank, Collective transfer) {
        boolean message = transfer.type() == CollectiveType.SEND || transfer.type() == CollectiveType.RECV;
        return message ? of(rank, transfer.node()) : -1;
    }

    private static boolean isTimedOperator(LinkedRank rank, int node) {
        NodeKind kind = rank.kind(node);
        return (kind == NodeKind.HOST_OP || kind == NodeKind.SYNC_CALL) && rank.startNanos(node) != LinkedRank.UNTIMED;
    }
}
