// SPDX-License-Identifier: Apache-2.0
package org.etude.link.order;

import it.unimi.dsi.fastutil.ints.Int2LongMap;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.etude.link.model.BackendCalls;
import org.etude.link.model.CollectiveMatch;
import org.etude.link.model.CollectiveMatches;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.LinkedSet;
import org.etude.spec.CollectiveType;
import org.etude.trace.activity.PartnerWaits;

/** Turns matched collectives and messages into the waiting of each rank's events. */
public final class MatchedWaits {
    /** Ranks' clocks agree no better, and a backend may end a few microseconds before the last rank shows. */
    private static final long CLOCK = 50_000;

    private MatchedWaits() {}

    /**
     * Of the collectives and messages that all their ranks timed. A rank whose part was over long before the last rank arrived
     * did not wait for it: an eager send, or clocks that are not aligned. O(members).
     */
    public static PartnerWaits.Builder of(LinkedSet linked, CollectiveMatches matches) {
        List<Wait> all = waits(linked, matches);
        Map<LinkedRank, Int2LongMap> byCall = new IdentityHashMap<>();
        for (Wait wait : all) {
            if (wait.call >= 0) {
                byCall.computeIfAbsent(wait.rank, r -> new Int2LongOpenHashMap())
                        .put(wait.call, wait.last);
            }
        }
        PartnerWaits.Builder waits = new PartnerWaits.Builder();
        byCall.forEach((rank, last) -> addPieces(waits, rank, last));
        for (Wait wait : all) {
            add(waits, wait.rank, wait.node, wait.last);
            if (wait.message && wait.call >= 0) {
                add(waits, wait.rank, wait.call, wait.last);
            }
        }
        return waits;
    }

    /**
     * A rank waited.
     *
     * @param node its collective's or message's
     * @param call of a host backend's the operator that asked for it, else -1
     * @param last when the last rank came, on the rank's own clock
     */
    private record Wait(LinkedRank rank, int node, int call, long last, boolean message) {}

    private static List<Wait> waits(LinkedSet linked, CollectiveMatches matches) {
        Map<Integer, LinkedRank> ranks = new HashMap<>();
        linked.ranks().forEach(rank -> ranks.put(rank.trace().rank(), rank));
        List<Wait> waits = new ArrayList<>();
        for (CollectiveMatch match : matches.matches()) {
            boolean timed = match.members().stream().allMatch(m -> m.startNanos() != LinkedRank.UNTIMED);
            for (CollectiveMatch.Member member : match.members()) {
                long most = member.durationNanos() + Math.max(CLOCK, member.durationNanos() / 10);
                if (timed && member.waitingNanos() > 0 && member.waitingNanos() <= most) {
                    LinkedRank rank = ranks.get(member.rank());
                    long last = member.startNanos() - rank.trace().clockOffsetNanos() + member.waitingNanos();
                    boolean message = match.type() == CollectiveType.SEND;
                    waits.add(new Wait(rank, member.node(), BackendCalls.of(rank, member.node()), last, message));
                }
            }
        }
        return waits;
    }

    /** A backend may carry one call in pieces, of which one is matched across ranks: all wait for the last rank. */
    private static void addPieces(PartnerWaits.Builder waits, LinkedRank rank, Int2LongMap lastByCall) {
        for (int node = 0; node < rank.size(); node++) {
            int call = BackendCalls.of(rank, node);
            if (call >= 0 && lastByCall.containsKey(call)) {
                add(waits, rank, node, lastByCall.get(call));
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
