// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import java.util.ArrayList;
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
 * @param groups the process groups of its collectives
 * @param findings what the rank alone has to say
 */
public record RankTemplate(RankFacts facts, List<Group> groups, List<Finding> findings) {
    /** Copies the lists. */
    public RankTemplate {
        groups = List.copyOf(groups);
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
    }

    /** Gives each group its place among those of a rank as its name. */
    static final class Groups implements CommAttributes.GroupNames {
        private final Map<Group, Integer> places = new LinkedHashMap<>();
        private Map<String, List<Integer>> listed;

        @Override
        public String name(LinkedRank rank, Collective c) {
            if (listed == null) {
                listed = new HashMap<>(CommUse.listed(rank));
            }
            return places.computeIfAbsent(Group.of(c, listed), any -> places.size())
                    .toString();
        }

        List<Group> found() {
            return new ArrayList<>(places.keySet());
        }
    }
}
