// SPDX-License-Identifier: Apache-2.0
package org.etude.link.match;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.HashMap;
import java.util.Map;
import org.etude.link.model.BackendCalls;
import org.etude.link.model.Collective;
import org.etude.link.model.LinkedRank;
import org.etude.number.BinarySearch;

/**
 * For how long the thread that called a host backend's message had done nothing when the message ended. gloo notes the
 * end of a message when the program waits for it ({@code SendWork::wait} and {@code RecvWork::wait} of
 * ProcessGroupGloo.cpp), so a thread that was busy until then had not waited, and the message may have ended any time
 * before. Linear in the operators of a rank with messages, then logarithmic per message.
 */
final class IdleCallers {
    private final LinkedRank rank;
    /** By thread, the ends of its operators in ns, ascending. */
    private final Map<Integer, LongArrayList> ends = new HashMap<>();

    /** Examines the operators of a rank, if it has such messages. */
    IdleCallers(LinkedRank rank) {
        this.rank = rank;
        boolean any = rank.collectives().stream().anyMatch(c -> call(c) >= 0);
        for (int node = 0; any && node < rank.size(); node++) {
            if (rank.takesHostTime(node)) {
                ends.computeIfAbsent(rank.lane(node), lane -> new LongArrayList())
                        .add(end(node));
            }
        }
        ends.values().forEach(list -> list.sort(null));
    }

    /** The time in ns; 0 for collectives, and where no backend's own work was recorded. */
    long nanos(Collective c) {
        int call = call(c);
        LongArrayList list = call < 0 ? null : ends.get(rank.lane(call));
        if (list == null) {
            return 0;
        }
        long end = end(c.node());
        int last = BinarySearch.firstNot(0, list.size(), k -> list.getLong(k) <= end) - 1;
        return last < 0 ? 0 : Math.max(0, end - list.getLong(last));
    }

    private int call(Collective c) {
        return CollectiveMatcher.isMessage(c) ? BackendCalls.of(rank, c.node()) : -1;
    }

    private long end(int node) {
        return rank.startNanos(node) + Math.max(0, rank.durationNanos(node));
    }
}
