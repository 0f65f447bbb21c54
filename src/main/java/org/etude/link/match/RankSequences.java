// SPDX-License-Identifier: Apache-2.0
package org.etude.link.match;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.etude.link.collective.GroupBook;
import org.etude.link.model.Collective;
import org.etude.link.model.LinkedRank;

/**
 * What matching needs to know about a rank before it compares collectives: one row per group.
 *
 * @param rank the rank
 * @param groups the groups of its collectives
 * @param unnamed number of collectives that may belong to any of several groups and are not compared
 */
public record RankSequences(int rank, List<GroupSequence> groups, int unnamed) {
    /** Copies the list. */
    public RankSequences {
        groups = List.copyOf(groups);
    }

    /** The sequences of a linked rank. */
    public static RankSequences of(LinkedRank rank) {
        Map<String, List<RankCall>> calls = new TreeMap<>();
        Map<String, Collective> first = new TreeMap<>();
        boolean ambiguous = isAmbiguous(rank);
        int unnamed = 0;
        NodeCalls numbers = new NodeCalls();
        for (int k = 0; k < rank.collectives().size(); k++) {
            Collective c = rank.collectives().get(k);
            int number = numbers.next(c);
            if (CollectiveMatcher.isMessage(c)) {
                continue;
            }
            if (isUnnamed(c, ambiguous)) {
                unnamed++;
                continue;
            }
            String key = GroupSequence.key(c.groupName(), c.groupRanks());
            first.putIfAbsent(key, c);
            calls.computeIfAbsent(key, name -> new ArrayList<>()).add(RankCall.of(rank, k, number));
        }
        List<GroupSequence> groups = new ArrayList<>();
        first.forEach((key, c) -> groups.add(GroupSequence.of(c.groupName(), c.groupRanks(), calls.get(key))));
        return new RankSequences(rank.trace().rank(), groups, unnamed);
    }

    /** Whether a rank's collectives without a group name may belong to different groups. */
    static boolean isAmbiguous(LinkedRank rank) {
        return new GroupBook(rank.trace()).ambiguous();
    }

    static boolean isUnnamed(Collective c, boolean ambiguous) {
        return ambiguous && c.groupName().isEmpty() && c.groupRanks().isEmpty();
    }
}
