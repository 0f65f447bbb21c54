// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.etude.link.match.CollectiveMatcher;
import org.etude.link.model.CollectiveMatch;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.LinkedSet;
import org.etude.link.model.NodeKind;
import org.etude.spec.CollectiveType;

/**
 * Transfers that backends on the host carry: how long each rank waited until the last one had reached them, and when they were
 * under way on a machine, whose cores the backend's threads take whichever rank they belong to.
 */
final class HostTransfers {
    /** When a transfer was under way on behalf of a rank, in ns on the clock of all. */
    private record Window(int rank, boolean message, long from, long to) {}

    private final Map<Integer, Int2LongOpenHashMap> waiting = new HashMap<>();
    private final Map<String, List<Window>> windows = new HashMap<>();

    /** Matches the ranks' transfers when a backend on the host carried any. */
    HostTransfers(LinkedSet set) {
        if (set.ranks().stream().noneMatch(HostTransfers::onHost)) {
            return;
        }
        Int2ObjectOpenHashMap<LinkedRank> ranks = new Int2ObjectOpenHashMap<>();
        set.ranks().forEach(rank -> ranks.put(rank.trace().rank(), rank));
        for (CollectiveMatch match : CollectiveMatcher.match(set).matches()) {
            for (CollectiveMatch.Member member : match.members()) {
                waiting.computeIfAbsent(member.rank(), rank -> new Int2LongOpenHashMap())
                        .put(member.node(), member.waitingNanos());
                if (ranks.get(member.rank()).kind(member.node()) == NodeKind.HOST_COMM) {
                    add(ranks.get(member.rank()), member, match);
                }
            }
        }
    }

    private void add(LinkedRank rank, CollectiveMatch.Member member, CollectiveMatch match) {
        boolean message = match.type() == CollectiveType.SEND;
        // A sender may go on before its data have arrived, and the machine is busy with them until then.
        CollectiveMatch.Member last =
                message ? match.members().get(match.members().size() - 1) : member;
        long from = member.startNanos() + member.waitingNanos();
        long to = last.startNanos() + last.durationNanos();
        windows.computeIfAbsent(RecordedJob.machineName(rank), name -> new ArrayList<>())
                .add(new Window(member.rank(), message, from, to - HostWaits.wakeUp(from, to)));
    }

    private static boolean onHost(LinkedRank rank) {
        for (int node = 0; node < rank.size(); node++) {
            if (rank.kind(node) == NodeKind.HOST_COMM) {
                return true;
            }
        }
        return false;
    }

    /** Time in ns from a rank's start of a transfer until its last rank's; 0 when not known. */
    long waitingNanos(LinkedRank rank, int node) {
        Int2LongOpenHashMap ofRank = waiting.get(rank.trace().rank());
        return ofRank == null ? 0 : Math.max(0, ofRank.get(node));
    }

    /**
     * When transfers were under way on a rank's machine, on the rank's own clock: messages of all, and collectives of the other
     * ranks; none where the trace does not name the machine.
     */
    List<long[]> besides(LinkedRank rank) {
        String machine = RecordedJob.machineName(rank);
        long clock = rank.trace().clockOffsetNanos();
        List<long[]> all = new ArrayList<>();
        for (Window window : machine.isEmpty() ? List.<Window>of() : windows.getOrDefault(machine, List.of())) {
            if ((window.message || window.rank != rank.trace().rank()) && window.from < window.to) {
                all.add(new long[] {window.from - clock, window.to - clock});
            }
        }
        return all;
    }
}
