// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.etude.link.model.Collective;
import org.etude.link.model.LinkedRank;
import org.etude.report.Finding;

/**
 * What completing the conversion of a rank takes, once its job is known; its nodes are kept with it.
 *
 * @param facts of the rank, its times on its own clock
 * @param starts whether its first node is the one that holds back a rank which begins later than the first
 * @param groups the process groups of its collectives, by the pg_name that its nodes have: the one they will have in most jobs
 * @param findings what the rank alone has to say
 */
public record RankTemplate(RankFacts facts, boolean starts, Map<String, Group> groups, List<Finding> findings) {
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
     * @param listed the same as the rank's list of process groups has them
     */
    public record Group(String name, int size, List<Integer> stated, List<Integer> listed) {}

    /** Names each group as the job is likely to do; names differ where groups do. */
    static final class Groups implements CommAttributes.GroupNames {
        private final Map<Group, String> names = new HashMap<>();
        private final Map<String, Group> found = new LinkedHashMap<>();
        private Map<String, List<Integer>> listed;

        @Override
        public String name(LinkedRank rank, Collective c) {
            if (listed == null) {
                listed = new HashMap<>(CommUse.listed(rank));
            }
            List<Integer> members = listed.getOrDefault(c.groupName(), List.of());
            Group group = new Group(c.groupName(), c.groupSize(), c.groupRanks(), members);
            return names.computeIfAbsent(group, any -> {
                String name = GroupNumbers.likelyName(group);
                String free = found.containsKey(name) ? name + "#" + found.size() : name;
                found.put(free, group);
                return free;
            });
        }

        Map<String, Group> found() {
            return found;
        }
    }
}
