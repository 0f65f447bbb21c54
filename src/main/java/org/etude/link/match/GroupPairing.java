// SPDX-License-Identifier: Apache-2.0
package org.etude.link.match;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.etude.link.collective.GroupBook;
import org.etude.link.model.Collective;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.RankLog;
import org.etude.report.Counted;
import org.etude.trace.model.ProcessGroup;

/** Infers the process group of collectives that do not name it from the other ranks' collectives. */
public final class GroupPairing {
    private final Map<Integer, int[]> groupOf;
    /** By rank and calling thread, the number of the thread on all ranks. */
    private final Map<Integer, Map<Long, Integer>> ofCaller;

    /** Pairs among these ranks. */
    public GroupPairing(List<OpenGroups> ranks) {
        groupOf = GroupSearch.find(ranks);
        ofCaller = CallingThreads.groups(ranks.stream().map(OpenGroups::callers).toList());
    }

    /** Names the groups that follow from all ranks together. Logs are in rank order. */
    public static List<LinkedRank> complete(List<LinkedRank> ranks, List<RankLog> logs) {
        GroupPairing pairing =
                new GroupPairing(ranks.stream().map(OpenGroups::of).toList());
        return IntStream.range(0, ranks.size())
                .mapToObj(r -> (LinkedRank) pairing.complete((LinkedGraph) ranks.get(r), logs.get(r)))
                .toList();
    }

    /**
     * A rank's graph with the groups that follow from the other ranks.
     *
     * @param log receives the numbers of inferred and of still unknown groups
     */
    public LinkedGraph complete(LinkedGraph rank, RankLog log) {
        GroupBook book = new GroupBook(rank.trace());
        if (!book.ambiguous()) {
            return apart(rank, log);
        }
        List<Collective> collectives = new ArrayList<>(rank.collectives());
        int named = name(rank, book.groups(), collectives);
        if (named > 0) {
            number(rank, collectives);
            log.info(
                    "",
                    Counted.among(named, collectives.size(), "collective", "got its", "got their")
                            + " process group from other ranks",
                    "c10d operators carry it as an object only; the ranks of a group end a collective together",
                    "they are assigned to these groups and matched within them");
        }
        long open = collectives.stream().filter(c -> c.groupName().isEmpty()).count();
        if (open > 0) {
            log.warn(
                    "",
                    Counted.among(
                            open,
                            collectives.size(),
                            "collective",
                            "does not name its process group",
                            "do not name their process group"),
                    "c10d operators carry it as an object only, and the job has several groups",
                    "simulated as collectives of all ranks: another network may be predicted far too slow");
        }
        return named > 0 ? rank.withCollectives(collectives) : rank;
    }

    /** Groups with the same members, one for each calling thread, if no order of all calls fits. */
    private LinkedGraph apart(LinkedGraph rank, RankLog log) {
        Map<Long, Integer> ofThread = ofCaller.get(rank.trace().rank());
        if (ofThread == null) {
            return rank;
        }
        List<Collective> collectives = new ArrayList<>(rank.collectives());
        int named = 0;
        for (int k = 0; k < collectives.size(); k++) {
            Collective c = collectives.get(k);
            if (CallingThreads.isOpen(c)) {
                int thread = ofThread.get(CallingThreads.thread(rank, c));
                collectives.set(k, c.withGroupName(CallingThreads.groupName(thread)));
                named++;
            }
        }
        number(rank, collectives);
        log.info(
                "",
                Counted.among(named, collectives.size(), "collective", "got its", "got their")
                        + " process group from the calling thread",
                "calls of " + ofThread.size() + " threads interleave differently on the ranks, and all ranks call the"
                        + " collectives of one group in the same order",
                "each thread has a group of its own; which of those with the same ranks does not matter to a simulation");
        return rank.withCollectives(collectives);
    }

    private int name(LinkedGraph rank, List<ProcessGroup> groups, List<Collective> collectives) {
        int[] ofThread = groupOf.get(rank.trace().rank());
        if (ofThread == null) {
            return 0;
        }
        TreeMap<Long, List<Integer>> byThread = new TreeMap<>();
        for (int k = 0; k < collectives.size(); k++) {
            if (OpenGroups.isCarried(rank, collectives.get(k))) {
                byThread.computeIfAbsent(OpenGroups.thread(rank, collectives.get(k)), t -> new ArrayList<>())
                        .add(k);
            }
        }
        int named = 0;
        int thread = 0;
        for (List<Integer> carried : byThread.values()) {
            ProcessGroup group = groups.get(ofThread[thread++]);
            for (int k : carried) {
                if (collectives.get(k).groupName().isEmpty()) {
                    collectives.set(k, collectives.get(k).withGroup(group.name(), group.ranks(), group.size()));
                    named++;
                }
            }
        }
        return named;
    }

    /** Numbers the collectives of each group in the order of their calls; messages keep their numbers. */
    private static void number(LinkedRank rank, List<Collective> collectives) {
        Map<String, Long> next = new HashMap<>();
        IntStream.range(0, collectives.size())
                .filter(k -> !CollectiveMatcher.isMessage(collectives.get(k)))
                .boxed()
                .sorted(Comparator.comparingInt(k -> OpenGroups.issued(rank, collectives.get(k))))
                .forEach(k -> {
                    Collective c = collectives.get(k);
                    long number = next.merge(c.groupName(), 1L, Long::sum) - 1;
                    collectives.set(k, c.withSequence(number));
                });
    }
}
