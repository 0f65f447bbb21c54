// SPDX-License-Identifier: Apache-2.0
package org.etude.link.order;

import java.util.HashMap;
import java.util.Map;
import org.etude.link.model.BackendCalls;
import org.etude.link.model.CollectiveMatch;
import org.etude.link.model.CollectiveMatches;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.LinkedSet;
import org.etude.spec.CollectiveType;
import org.etude.trace.activity.PartnerWaits;
import org.etude.trace.comm.CommNames;

/** Converts matched collectives and messages to waiting times of each rank's events. */
public final class MatchedWaits {
    /**
     * Tolerance in ns: rank clocks agree no better, and a backend may end a few microseconds before the last rank's
     * recorded start.
     */
    private static final long CLOCK = 50_000;

    private MatchedWaits() {}

    /**
     * Waiting times in collectives and messages that were timed on all their ranks. A rank that finished long before
     * the last rank arrived did not wait for it: an eager send, or unaligned clocks. O(members).
     */
    public static PartnerWaits.Builder of(LinkedSet linked, CollectiveMatches matches) {
        Map<Integer, LinkedRank> ranks = new HashMap<>();
        linked.ranks().forEach(rank -> ranks.put(rank.trace().rank(), rank));
        PartnerWaits.Builder waits = new PartnerWaits.Builder();
        for (CollectiveMatch match : matches.matches()) {
            boolean timed = match.members().stream().allMatch(m -> m.startNanos() != LinkedRank.UNTIMED);
            for (CollectiveMatch.Member member : match.members()) {
                long most = member.durationNanos() + Math.max(CLOCK, member.durationNanos() / 10);
                if (timed && member.waitingNanos() > 0 && member.waitingNanos() <= most) {
                    add(waits, ranks.get(member.rank()), member, match.type() == CollectiveType.SEND);
                }
            }
        }
        return waits;
    }

    /**
     * Adds waiting to the event of the transfer and, for a message that begins within a host call, to that of the call.
     */
    private static void add(
            PartnerWaits.Builder waits, LinkedRank rank, CollectiveMatch.Member member, boolean message) {
        long last = member.startNanos() - rank.trace().clockOffsetNanos() + member.waitingNanos();
        add(waits, rank, member.node(), last);
        int call = message ? BackendCalls.open(rank, member.node()) : -1;
        if (call >= 0) {
            add(waits, rank, call, last);
        }
        if (rank.name(member.node()).equals(CommNames.MONITORED_BARRIER)) {
            parts(waits, rank, member.node(), member.node(), last);
        } else if (hasPieces(rank, member.node())) {
            parts(waits, rank, member.node(), rank.parent(member.node()), last);
        }
    }

    /** Whether a transfer lasts longer than its own event, because further pieces of a backend's work carry it. */
    private static boolean hasPieces(LinkedRank rank, int node) {
        int event = rank.eventIndex(node);
        return event >= 0 && rank.durationNanos(node) > rank.trace().device().durationNanos(event);
    }

    /** Adds the waiting of further pieces of a transfer, and of messages that are parts of a call that is itself one. */
    private static void parts(PartnerWaits.Builder waits, LinkedRank rank, int node, int call, long last) {
        for (int i = node + 1; i < rank.size() && rank.startNanos(i) < last; i++) {
            if (rank.parent(i) == call && CommNames.isHostBackend(rank.name(i))) {
                add(waits, rank, i, last);
            }
        }
    }

    private static void add(PartnerWaits.Builder waits, LinkedRank rank, int node, long last) {
        long waited = last - rank.startNanos(node);
        if (rank.eventIndex(node) >= 0 && waited > 0) {
            waits.add(rank.trace().rank(), rank.eventIndex(node), waited);
        }
    }
}
