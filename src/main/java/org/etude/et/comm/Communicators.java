// SPDX-License-Identifier: Apache-2.0
package org.etude.et.comm;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.etude.link.match.CallingThreads;

/**
 * The communicators of a job by their members. Several may have the same members: tensor and context parallel groups, the
 * gathers and the reductions of sharded parameters, a group next to the default one. Their collectives run on streams of
 * their own and in no common order. Names tell them apart if all recorded members use at least two of them; names that
 * only some use may be those of one group on different ranks.
 */
public final class Communicators {
    private static final String DEFAULT = "0";

    /**
     * A process group.
     *
     * @param ranks the members in ring order
     * @param own name of a further group with these members, "" for the first
     */
    public record Group(List<Integer> ranks, String own) {
        /** Copies the list. */
        public Group {
            ranks = List.copyOf(ranks);
        }
    }

    /** By members, the names of their groups on each rank, in the order of their first use. */
    private final Map<List<Integer>, Map<Integer, Set<String>>> found = new LinkedHashMap<>();

    /** Notes that a rank uses a group of this name, "" when unknown, with these members. */
    public void add(int rank, List<Integer> members, String name) {
        found.computeIfAbsent(members, ranks -> new TreeMap<>())
                .computeIfAbsent(rank, r -> new LinkedHashSet<>())
                .add(name);
    }

    /**
     * The groups with the names of the trace.
     *
     * @param world all ranks of the job
     */
    public Map<Group, String> groups(List<Integer> world) {
        Map<Group, String> groups = new LinkedHashMap<>();
        found.forEach((members, byRank) -> {
            Set<String> names = new LinkedHashSet<>();
            byRank.values().forEach(names::addAll);
            String first = first(names, members.equals(world));
            boolean several = areSeveral(byRank);
            for (String name : names) {
                boolean own = CallingThreads.isOwnGroup(name) || several && !name.equals(first) && !name.isEmpty();
                groups.putIfAbsent(new Group(members, own ? name : ""), own ? name : first);
            }
        });
        return groups;
    }

    /** The name that keeps the group known by its members alone: that of the default group, or the first. */
    private static String first(Set<String> names, boolean whole) {
        List<String> named = new ArrayList<>(names);
        named.removeIf(name -> name.isEmpty() || CallingThreads.isOwnGroup(name));
        if (whole && named.contains(DEFAULT)) {
            return DEFAULT;
        }
        return named.isEmpty() ? "" : named.get(0);
    }

    private static boolean areSeveral(Map<Integer, Set<String>> byRank) {
        Set<String> common = new LinkedHashSet<>(byRank.values().iterator().next());
        byRank.values().forEach(common::retainAll);
        common.remove("");
        return common.size() > 1;
    }
}
