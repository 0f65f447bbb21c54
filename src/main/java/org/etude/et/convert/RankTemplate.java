// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.etude.et.comm.CommAttributes;
import org.etude.et.comm.CommUse;
import org.etude.link.model.Collective;
import org.etude.link.model.LinkedRank;
import org.etude.report.Finding;

/**
 * The data for completing the conversion of a rank once its job is known; stored with its nodes.
 *
 * @param facts facts about the rank, with times on its own clock
 * @param starts whether its first node is the one that delays a rank starting later than the first
 * @param groups the process groups of its collectives by the pg_name in its nodes, which is the one they get in most
 *     jobs; several per name if their ranks are stated differently
 * @param findings findings about the rank alone
 */
public record RankTemplate(RankFacts facts, boolean starts, Map<String, List<Group>> groups, List<Finding> findings) {
    /** Copies the collections. */
    public RankTemplate {
        groups = Collections.unmodifiableMap(new LinkedHashMap<>(groups));
        findings = List.copyOf(findings);
    }

    /**
     * A process group as a rank knows it.
     *
     * @param name as the trace names it, "" when unknown
     * @param size number of ranks, -1 when unknown
     * @param stated its ranks as the collective names them; empty when unknown or all
     * @param listed the same according to the rank's list of process groups
     */
    public record Group(String name, int size, List<Integer> stated, List<Integer> listed) {
        /**
         * The group of a collective.
         *
         * @param listed the ranks of the groups that the rank's trace lists, by name
         */
        static Group of(Collective c, Map<String, List<Integer>> listed) {
            return new Group(
                    c.groupName(), c.groupSize(), c.groupRanks(), listed.getOrDefault(c.groupName(), List.of()));
        }

        /** The group of a rank's collectives of one type. */
        static Group of(CommUse use) {
            return new Group(use.groupName(), use.groupSize(), use.groupRanks(), use.listedRanks());
        }

        /** Its ranks; empty when the trace does not state them. */
        List<Integer> ranks() {
            return stated.isEmpty() ? listed : stated;
        }
    }

    /** Gives each group its likely name in the job; different groups get different names. */
    static final class Groups implements CommAttributes.GroupNames {
        private final Map<Group, String> names = new HashMap<>();
        private final Map<String, List<Group>> found = new LinkedHashMap<>();
        private Map<String, List<Integer>> listed;

        @Override
        public String name(LinkedRank rank, Collective c) {
            if (listed == null) {
                listed = new HashMap<>(CommUse.listed(rank));
            }
            Group group = Group.of(c, listed);
            String name = names.get(group);
            if (name == null) {
                name = nameOf(group, world(rank));
                names.put(group, name);
                found.computeIfAbsent(name, any -> new ArrayList<>()).add(group);
            }
            return name;
        }

        private String nameOf(Group group, int world) {
            String name = GroupNumbers.likelyName(group, world);
            List<Group> same = found.get(name);
            boolean free = same == null
                    || same.stream()
                            .allMatch(one -> one.name().equals(group.name())
                                    && (one.ranks().equals(group.ranks())
                                            || GroupNumbers.isWhole(one, world) && GroupNumbers.isWhole(group, world)));
            return free ? name : name + "#" + names.size();
        }

        private static int world(LinkedRank rank) {
            return rank.trace().device() == null
                    ? 0
                    : rank.trace().device().header().worldSize();
        }

        Map<String, List<Group>> found() {
            return found;
        }
    }
}
