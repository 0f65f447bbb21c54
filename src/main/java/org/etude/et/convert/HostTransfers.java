// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import org.etude.link.match.CollectiveMatcher;
import org.etude.link.model.CollectiveMatch;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.LinkedSet;
import org.etude.link.model.NodeKind;
import org.etude.spec.CollectiveType;

/**
 * Transfers carried by host backends: how long each rank waited for the last one to arrive, and when they were in
 * progress on a machine, where the backend's threads occupy cores regardless of the rank they belong to.
 */
public final class HostTransfers {
    /** A transfer of a rank. */
    private record Carried(int rank, boolean message, RankTransfers.Window time) {}

    private final Map<Integer, String> machines;
    private final Map<Integer, SortedMap<Integer, RankTransfers.Timing>> timings = new HashMap<>();
    private final Map<String, List<Carried>> windows = new HashMap<>();

    /**
     * None yet.
     *
     * @param machines the machine of each rank, "" if unknown
     */
    public HostTransfers(Map<Integer, String> machines) {
        this.machines = machines;
    }

    /** The transfers of a job, if a host backend carried any. */
    static HostTransfers of(LinkedSet set, List<RankFacts> facts) {
        HostTransfers transfers = new HostTransfers(machines(facts));
        if (facts.stream().anyMatch(RankFacts::onHost)) {
            Map<Integer, LinkedRank> ranks = new HashMap<>();
            set.ranks().forEach(rank -> ranks.put(rank.trace().rank(), rank));
            for (CollectiveMatch match : CollectiveMatcher.match(set).matches()) {
                List<CollectiveMatch.Member> members = match.members();
                CollectiveMatch.Member first = members.get(0);
                transfers.add(
                        match.type() == CollectiveType.SEND,
                        ranks.get(first.rank())
                                .collectives(first.node())
                                .get(first.call())
                                .inBytes(),
                        members,
                        k -> ranks.get(members.get(k).rank())
                                        .kind(members.get(k).node())
                                == NodeKind.HOST_COMM);
            }
        }
        return transfers;
    }

    /** The machines of ranks. */
    public static Map<Integer, String> machines(List<RankFacts> ranks) {
        Map<Integer, String> machines = new TreeMap<>();
        ranks.forEach(rank -> machines.put(rank.rank(), rank.machine()));
        return machines;
    }

    /**
     * Adds one collective or message.
     *
     * @param bytes its size on the first of them
     * @param members what each rank recorded; for a message the sender first
     * @param onHost whether a host backend carried it for the member at this position
     */
    public void add(boolean message, long bytes, List<CollectiveMatch.Member> members, IntPredicate onHost) {
        for (int k = 0; k < members.size(); k++) {
            CollectiveMatch.Member member = members.get(k);
            boolean sent = message && k == 0 && onHost.test(0) && onHost.test(members.size() - 1);
            timings.computeIfAbsent(member.rank(), rank -> new TreeMap<>())
                    .put(
                            member.node(),
                            new RankTransfers.Timing(
                                    member.waitingNanos(),
                                    sent ? noted(members.get(members.size() - 1)) : RankTransfers.UNKNOWN));
            if (onHost.test(k)) {
                // A sender may continue before its data have arrived, but its machine is busy with them until then.
                CollectiveMatch.Member last = message ? members.get(members.size() - 1) : member;
                windows.computeIfAbsent(machines.get(member.rank()), name -> new ArrayList<>())
                        .add(new Carried(member.rank(), message, window(member, last, message, bytes)));
            }
        }
    }

    /** When a rank noted the end of a transfer, on rank 0's clock. */
    private static long noted(CollectiveMatch.Member member) {
        return member.startNanos() + member.durationNanos();
    }

    private static RankTransfers.Window window(
            CollectiveMatch.Member member, CollectiveMatch.Member last, boolean message, long bytes) {
        long from = member.startNanos() + member.waitingNanos();
        long noted = noted(last);
        long wakeUp = HostWaits.wakeUp(from, noted);
        return new RankTransfers.Window(from, noted - wakeUp, bytes, message && last.idleNanos() < wakeUp);
    }

    /**
     * The transfers as they affect a rank: on its machine, messages of all ranks and collectives of other ranks; none
     * if the trace does not name the machine.
     */
    public RankTransfers of(int rank) {
        String machine = machines.get(rank);
        List<RankTransfers.Window> besides = new ArrayList<>();
        for (Carried window : machine.isEmpty() ? List.<Carried>of() : windows.getOrDefault(machine, List.of())) {
            if ((window.message || window.rank != rank) && window.time.from() < window.time.to()) {
                besides.add(window.time);
            }
        }
        return RankTransfers.of(timings.getOrDefault(rank, new TreeMap<>()), besides);
    }
}
