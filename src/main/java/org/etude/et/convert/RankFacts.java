// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import java.util.List;
import org.etude.et.comm.CommUse;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.NodeKind;

/**
 * What the conversion of a job needs to know about a rank: one entry per process group and peer, none per collective.
 *
 * @param rank the rank
 * @param machine the machine it was recorded on, "" if unknown
 * @param beginNanos its first recorded moment on rank 0's clock, {@link LinkedRank#UNTIMED} when it has none
 * @param endNanos its last recorded moment on rank 0's clock
 * @param onHost whether a host backend carries transfers
 * @param uses its communication
 */
public record RankFacts(int rank, String machine, long beginNanos, long endNanos, boolean onHost, List<CommUse> uses) {
    /** Copies the list. */
    public RankFacts {
        uses = List.copyOf(uses);
    }

    /** The facts of a linked rank. */
    public static RankFacts of(LinkedRank rank) {
        long begin = Long.MAX_VALUE;
        long end = LinkedRank.UNTIMED;
        boolean onHost = false;
        for (int i = 0; i < rank.size(); i++) {
            NodeKind kind = rank.kind(i);
            long start = kind == NodeKind.ROOT ? LinkedRank.UNTIMED : rank.startNanos(i);
            onHost |= kind == NodeKind.HOST_COMM;
            if (start != LinkedRank.UNTIMED) {
                begin = Math.min(begin, start);
                end = Math.max(end, start + rank.durationNanos(i));
            }
        }
        begin = begin == Long.MAX_VALUE ? LinkedRank.UNTIMED : begin;
        long clock = begin == LinkedRank.UNTIMED ? 0 : rank.trace().clockOffsetNanos();
        return new RankFacts(rank.trace().rank(), machine(rank), begin + clock, end + clock, onHost, CommUse.of(rank));
    }

    /** Converts times on the rank's own clock to rank 0's clock. */
    public RankFacts onClock(long offsetNanos) {
        long offset = beginNanos == LinkedRank.UNTIMED ? 0 : offsetNanos;
        return new RankFacts(rank, machine, beginNanos + offset, endNanos + offset, onHost, uses);
    }

    /** The first recorded moment of a rank's work, on its own clock, or {@link LinkedRank#UNTIMED}. */
    static long begin(LinkedRank rank) {
        long begin = Long.MAX_VALUE;
        for (int i = 0; i < rank.size(); i++) {
            if (isTimed(rank, i)) {
                begin = Math.min(begin, rank.startNanos(i));
            }
        }
        return begin == Long.MAX_VALUE ? LinkedRank.UNTIMED : begin;
    }

    private static boolean isTimed(LinkedRank rank, int node) {
        return rank.kind(node) != NodeKind.ROOT && rank.startNanos(node) != LinkedRank.UNTIMED;
    }

    /** The machine on which a rank was recorded, "" if unknown. */
    static String machine(LinkedRank rank) {
        return rank.trace().device() == null
                ? ""
                : rank.trace().device().header().machine();
    }
}
