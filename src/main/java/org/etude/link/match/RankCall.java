// SPDX-License-Identifier: Apache-2.0
package org.etude.link.match;

import org.etude.link.model.BackendCalls;
import org.etude.link.model.Collective;
import org.etude.link.model.CollectiveMatch;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.NodeKind;
import org.etude.spec.CollectiveType;

/**
 * One rank's call of a collective or message, with everything that matching compares; about 64 bytes.
 *
 * @param rank the rank
 * @param node index of its node in that rank's graph
 * @param call which of the node's calls it is, from 0
 * @param sequence running number as {@link Collective#sequence}
 * @param type its type
 * @param inBytes bytes of the rank's input, -1 when unknown
 * @param outBytes bytes of the rank's output, -1 when unknown
 * @param groupName process group as the trace names it, "" when unknown
 * @param traceSequence its number within the group as stated in the trace, or -1
 * @param startNanos start in ns on rank 0's clock, {@link LinkedRank#UNTIMED} without a time
 * @param durationNanos duration in ns, from that start
 * @param onHost whether a backend on the host carries it
 * @param idleNanos for how long, in ns, the calling thread had done nothing when a host backend's message ended, otherwise 0
 */
public record RankCall(
        int rank,
        int node,
        int call,
        long sequence,
        CollectiveType type,
        long inBytes,
        long outBytes,
        String groupName,
        long traceSequence,
        long startNanos,
        long durationNanos,
        boolean onHost,
        long idleNanos) {
    /**
     * The {@code k}-th collective of a rank. A host backend's message starts with its call if that is still open.
     *
     * @param call which of its node's calls it is ({@link NodeCalls})
     */
    static RankCall of(LinkedRank rank, int k, int call) {
        return of(rank, rank.collectives().get(k), call, rank.traceSequence(k), 0);
    }

    /** The {@code k}-th collective of a rank, for a message with what its thread did before its end. */
    static RankCall of(LinkedRank rank, int k, int call, IdleCallers idle) {
        Collective c = rank.collectives().get(k);
        return of(rank, c, call, rank.traceSequence(k), idle.nanos(c));
    }

    /** A collective of a rank, which is the only one of its node, without its number as stated in the trace. */
    static RankCall of(LinkedRank rank, Collective c) {
        return of(rank, c, 0, -1, 0);
    }

    private static RankCall of(LinkedRank rank, Collective c, int call, long traceSequence, long idleNanos) {
        long start = BackendCalls.startNanos(rank, c);
        return new RankCall(
                rank.trace().rank(),
                c.node(),
                call,
                c.sequence(),
                c.type(),
                c.inBytes(),
                c.outBytes(),
                c.groupName(),
                traceSequence,
                start == LinkedRank.UNTIMED ? start : start + rank.trace().clockOffsetNanos(),
                BackendCalls.durationNanos(rank, c),
                rank.kind(c.node()) == NodeKind.HOST_COMM,
                idleNanos);
    }

    CollectiveMatch.Member member(long last) {
        boolean timed = startNanos != LinkedRank.UNTIMED;
        return new CollectiveMatch.Member(
                rank, node, call, startNanos, durationNanos, timed ? last - startNanos : 0, idleNanos);
    }

    /**
     * Type and size in one number, for alignment: the size of what all ranks of a group have alike. Ranks give all-to-alls
     * uneven sizes, and only the root of a scatter has an input.
     */
    int token() {
        long alike =
                switch (type) {
                    case ALL_TO_ALL -> 0;
                    case SCATTER -> outBytes;
                    default -> inBytes;
                };
        return Long.hashCode(alike) * 31 + type.ordinal();
    }
}
