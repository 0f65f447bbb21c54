// SPDX-License-Identifier: Apache-2.0
package org.etude.link.match;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.etude.link.collective.GroupThreads;
import org.etude.trace.model.ProcessGroup;

/**
 * One way to assign the threads of a rank's host backend to its process groups.
 *
 * @param rank the rank
 * @param groupOf by thread, the index of its group
 * @param groups by key, the groups of the rank
 * @param calls by key of the group, its collectives in the order of their calls
 */
record GroupOption(
        int rank, int[] groupOf, Map<String, ProcessGroup> groups, Map<String, List<OpenGroups.Call>> calls) {
    /** Tolerance in ns when times of two ranks are compared. */
    private static final long CLOCK = 100_000;

    private static final int MOST = 500;

    /**
     * All ways for one rank: threads and groups are in the same order, and a group has a limited number of threads.
     * Empty when there are more than {@value #MOST}.
     */
    static List<GroupOption> of(OpenGroups rank) {
        List<GroupOption> options = new ArrayList<>();
        extend(rank, new int[rank.threads().size()], 0, options);
        return options.size() > MOST ? List.of() : options;
    }

    private static void extend(OpenGroups rank, int[] groupOf, int at, List<GroupOption> options) {
        if (at == groupOf.length) {
            options.add(option(rank, groupOf.clone()));
            return;
        }
        for (int group : rank.threads().get(at).fitting()) {
            int last = at == 0 ? 0 : groupOf[at - 1];
            boolean full = at >= GroupThreads.PER_GROUP && groupOf[at - GroupThreads.PER_GROUP] == group;
            if (group >= last && !full && options.size() <= MOST) {
                groupOf[at] = group;
                extend(rank, groupOf, at + 1, options);
            }
        }
    }

    private static GroupOption option(OpenGroups rank, int[] groupOf) {
        Map<String, ProcessGroup> groups = new HashMap<>();
        rank.groups().forEach(group -> groups.put(key(group), group));
        Map<String, List<OpenGroups.Call>> calls = new HashMap<>();
        for (int t = 0; t < groupOf.length; t++) {
            calls.computeIfAbsent(key(rank.groups().get(groupOf[t])), key -> new ArrayList<>())
                    .addAll(rank.threads().get(t).calls());
        }
        calls.values().forEach(list -> list.sort(Comparator.comparingInt(OpenGroups.Call::issued)));
        return new GroupOption(rank.rank(), groupOf, groups, calls);
    }

    private static String key(ProcessGroup group) {
        return GroupSequence.key(group.name(), group.ranks());
    }

    /** The collectives of a group. */
    List<OpenGroups.Call> of(String key) {
        return calls.getOrDefault(key, List.of());
    }

    /**
     * Whether both ranks call the same collectives in each group that they share, and neither ends one before the
     * other has begun it.
     */
    boolean agreesWith(GroupOption other) {
        return groups.keySet().stream()
                .filter(other.groups::containsKey)
                .allMatch(key -> agree(of(key), other.of(key)));
    }

    private static boolean agree(List<OpenGroups.Call> one, List<OpenGroups.Call> other) {
        if (one.size() != other.size()) {
            return false;
        }
        for (int k = 0; k < one.size(); k++) {
            OpenGroups.Call a = one.get(k);
            OpenGroups.Call b = other.get(k);
            boolean apart = a.endNanos() + CLOCK < b.startNanos() || b.endNanos() + CLOCK < a.startNanos();
            if (a.token() != b.token() || a.meets() && apart) {
                return false;
            }
        }
        return true;
    }
}
