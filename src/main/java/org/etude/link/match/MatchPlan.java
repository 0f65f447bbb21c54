// SPDX-License-Identifier: Apache-2.0
package org.etude.link.match;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.etude.link.model.Collective;
import org.etude.link.model.LinkedRank;

/**
 * Assigns matching keys to the collectives of a job; only collectives with equal keys are compared. Holds ranks and
 * groups, but nothing per collective.
 *
 * @param ranks the ranks that were loaded
 * @param twins keys of groups with unknown members, mapped to the key of the group of that name with known members
 * @param numbered keys of groups whose collectives are numbered consistently across ranks
 */
public record MatchPlan(Set<Integer> ranks, Map<String, String> twins, Set<String> numbered) {
    /** Builds the plan of a job; O(n log n) in the groups of all ranks. */
    public static MatchPlan of(List<RankSequences> ranks) {
        SortedMap<String, List<GroupSequence>> groups = new TreeMap<>();
        Set<Integer> present = new HashSet<>();
        for (RankSequences rank : ranks) {
            present.add(rank.rank());
            rank.groups().forEach(group -> groups.computeIfAbsent(group.key(), key -> new ArrayList<>())
                    .add(group));
        }
        Map<String, String> twins = twins(groups);
        Map<String, List<List<GroupSequence>>> merged = new HashMap<>();
        for (RankSequences rank : ranks) {
            Map<String, List<GroupSequence>> own = new HashMap<>();
            for (GroupSequence group : rank.groups()) {
                own.computeIfAbsent(twins.getOrDefault(group.key(), group.key()), key -> new ArrayList<>())
                        .add(group);
            }
            own.forEach((key, sequences) ->
                    merged.computeIfAbsent(key, name -> new ArrayList<>()).add(sequences));
        }
        Set<String> numbered = new HashSet<>();
        merged.forEach((key, byRank) -> {
            if (isNumbered(byRank)) {
                numbered.add(key);
            }
        });
        return new MatchPlan(present, twins, numbered);
    }

    /** Identifies groups whose members are listed by some ranks only. */
    private static Map<String, String> twins(SortedMap<String, List<GroupSequence>> groups) {
        Map<String, List<String>> listed = new HashMap<>();
        groups.forEach((key, sequences) -> {
            if (!sequences.get(0).members().isEmpty()) {
                listed.computeIfAbsent(sequences.get(0).name(), name -> new ArrayList<>())
                        .add(key);
            }
        });
        Map<String, String> twins = new HashMap<>();
        groups.forEach((key, sequences) -> {
            List<String> same = listed.getOrDefault(sequences.get(0).name(), List.of());
            if (sequences.get(0).members().isEmpty() && same.size() == 1) {
                twins.put(key, same.get(0));
            }
        });
        return twins;
    }

    /** Whether the numbers ascend on all ranks and at least half of them occur on every rank. */
    private static boolean isNumbered(List<List<GroupSequence>> byRank) {
        SortedMap<Long, Integer> change = new TreeMap<>();
        for (List<GroupSequence> sequences : byRank) {
            if (sequences.size() > 1 || !sequences.get(0).ascending()) {
                return false; // a rank with two names counts twice
            }
            long[] runs = sequences.get(0).runs();
            for (int k = 0; k < runs.length; k += 2) {
                change.merge(runs[k], 1, Integer::sum);
                change.merge(runs[k + 1] + 1, -1, Integer::sum);
            }
        }
        long any = 0;
        long shared = 0;
        long from = 0;
        int open = 0;
        for (Map.Entry<Long, Integer> at : change.entrySet()) {
            any += open > 0 ? at.getKey() - from : 0;
            shared += open == byRank.size() ? at.getKey() - from : 0;
            open += at.getValue();
            from = at.getKey();
        }
        return shared * 2 >= any;
    }

    /** The collectives of a rank by key, in trace order; without those that cannot be compared. */
    public SortedMap<MatchKey, List<RankCall>> calls(LinkedRank rank) {
        SortedMap<MatchKey, List<RankCall>> calls = new TreeMap<>();
        boolean ambiguous = RankSequences.isAmbiguous(rank);
        IdleCallers idle = new IdleCallers(rank);
        NodeCalls numbers = new NodeCalls();
        for (int k = 0; k < rank.collectives().size(); k++) {
            Collective c = rank.collectives().get(k);
            int number = numbers.next(c);
            if (CollectiveMatcher.isMessage(c)) {
                if (c.peer() >= 0 && ranks.contains(c.peer())) {
                    calls.computeIfAbsent(MatchKey.channel(rank.trace().rank(), c), key -> new ArrayList<>())
                            .add(RankCall.of(rank, k, number, idle));
                }
            } else if (!RankSequences.isUnnamed(c, ambiguous)) {
                RankCall call = RankCall.of(rank, k, number);
                String group = group(c);
                calls.computeIfAbsent(MatchKey.group(group, numbered.contains(group), call), key -> new ArrayList<>())
                        .add(call);
            }
        }
        return calls;
    }

    private String group(Collective c) {
        String key = GroupSequence.key(c.groupName(), c.groupRanks());
        return twins.getOrDefault(key, key);
    }
}
