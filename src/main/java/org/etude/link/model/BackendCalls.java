// SPDX-License-Identifier: Apache-2.0
package org.etude.link.model;

import org.etude.spec.CollectiveType;

/** Finds the operators that request transfers from a host backend such as gloo. */
public final class BackendCalls {
    private BackendCalls() {}

    /** The operator that requested a host-side transfer with recorded backend work, or -1. */
    public static int of(LinkedRank rank, int node) {
        if (rank.kind(node) != NodeKind.HOST_COMM) {
            return -1;
        }
        int caller = rank.parent(node);
        return caller >= 0 && rank.takesHostTime(caller) && rank.name(caller).startsWith("c10d::") ? caller : -1;
    }

    /**
     * The operator that requested a host-side transfer and was still open when it began, as with gloo: it may move the
     * data itself. -1 when the backend queued the transfer, as MPI's thread does, which may carry others first.
     */
    public static int open(LinkedRank rank, int node) {
        int call = of(rank, node);
        boolean isOpen = call >= 0 && rank.startNanos(node) <= rank.startNanos(call) + rank.durationNanos(call);
        return isOpen ? call : -1;
    }

    /**
     * When a collective or message began on its rank, in ns of its own clock, {@link LinkedRank#UNTIMED} without a
     * time: a host-side message starts with the operator that contains its start.
     */
    public static long startNanos(LinkedRank rank, Collective transfer) {
        long own = rank.startNanos(transfer.node());
        boolean message = transfer.type() == CollectiveType.SEND || transfer.type() == CollectiveType.RECV;
        int call = message && own != LinkedRank.UNTIMED ? open(rank, transfer.node()) : -1;
        return call < 0 ? own : Math.min(own, rank.startNanos(call));
    }

    /** Duration of a timed collective or message from {@link #startNanos}, in ns. */
    public static long durationNanos(LinkedRank rank, Collective transfer) {
        int node = transfer.node();
        return rank.durationNanos(node) + rank.startNanos(node) - startNanos(rank, transfer);
    }
}
