// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import java.util.HashMap;
import java.util.Map;
import org.etude.link.match.CollectiveMatcher;
import org.etude.link.model.CollectiveMatch;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.LinkedSet;
import org.etude.link.model.NodeKind;

/** How long each rank waited in a collective of a host backend until the last rank had reached it too. */
final class LastArrivals {
    private final Map<Integer, Int2LongOpenHashMap> waiting = new HashMap<>();

    /** Matches the ranks' collectives when a backend on the host carried any. */
    LastArrivals(LinkedSet set) {
        if (set.ranks().stream().noneMatch(LastArrivals::onHost)) {
            return;
        }
        for (CollectiveMatch match : CollectiveMatcher.match(set).matches()) {
            for (CollectiveMatch.Member member : match.members()) {
                waiting.computeIfAbsent(member.rank(), rank -> new Int2LongOpenHashMap())
                        .put(member.node(), member.waitingNanos());
            }
        }
    }

    private static boolean onHost(LinkedRank rank) {
        for (int node = 0; node < rank.size(); node++) {
            if (rank.kind(node) == NodeKind.HOST_COMM) {
                return true;
            }
        }
        return false;
    }

    /** Time in ns from a rank's start of a collective until its last rank's; 0 when not known. */
    long waitingNanos(LinkedRank rank, int node) {
        Int2LongOpenHashMap ofRank = waiting.get(rank.trace().rank());
        return ofRank == null ? 0 : Math.max(0, ofRank.get(node));
    }
}
