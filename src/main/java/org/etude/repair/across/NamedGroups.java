// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.across;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.et.wire.CommGroups;
import org.etude.repair.graph.Attributes;
import org.etude.repair.graph.ChangeLog;
import org.etude.repair.graph.EditableGraph;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;

/**
 * The groups of a job after all that ranks name are listed.
 *
 * @param groups the groups
 * @param renamed by name, the number that replaces it
 * @param findings one per group that was not listed
 */
public record NamedGroups(CommGroups groups, Map<String, String> renamed, List<Finding> findings) {
    private static final String PASS = "groups";

    /**
     * Lists what is not listed.
     *
     * @param unlisted by name, the ranks that name it
     */
    public static NamedGroups of(
            CommGroups groups, SortedMap<String, TreeSet<Integer>> unlisted, RecordedGroups recorded) {
        TreeMap<Integer, List<Integer>> all = new TreeMap<>(groups.groups());
        Map<String, String> renamed = new TreeMap<>();
        List<Finding> findings = new ArrayList<>();
        unlisted.forEach((name, users) -> {
            int number = GroupNames.number(name);
            if (number <= 0) {
                number = highest(all, unlisted) + 1;
                renamed.put(name, Integer.toString(number));
            }
            List<Integer> written = recorded.ranks(name);
            List<Integer> members = written == null ? List.copyOf(users) : written;
            all.put(number, members);
            findings.add(new Finding(
                    Level.WARNING,
                    "repair",
                    -1,
                    "group " + name,
                    "the group is not listed among the communicator groups",
                    (written == null
                                    ? "assumed to be the ranks that name it: "
                                    : "process_group:init lists its ranks: ")
                            + RankList.of(members),
                    "listed as group " + number + "; give a group file if that is wrong"));
        });
        return new NamedGroups(new CommGroups(all), renamed, findings);
    }

    private static int highest(TreeMap<Integer, List<Integer>> listed, SortedMap<String, TreeSet<Integer>> unlisted) {
        int highest = listed.isEmpty() ? 0 : listed.lastKey();
        for (String name : unlisted.keySet()) {
            highest = Math.max(highest, GroupNames.number(name));
        }
        return highest;
    }

    /** A trace that uses the new names; the same object when it used them before. */
    public EtGraph rename(EtGraph graph, int rank, ChangeLog log) {
        Int2ObjectOpenHashMap<String> names = new Int2ObjectOpenHashMap<>();
        for (int node = 0; node < graph.size() && !renamed.isEmpty(); node++) {
            String other = graph.type(node).isComm() ? renamed.get(graph.string(node, EtNames.PG_NAME, "")) : null;
            if (other != null) {
                names.put(node, other);
            }
        }
        if (names.isEmpty()) {
            return graph;
        }
        EditableGraph draft = new EditableGraph(graph, rank);
        List<Integer> nodes = new ArrayList<>(names.keySet());
        nodes.sort(null);
        for (int node : nodes) {
            draft.replace(
                    node, Attributes.with(draft.content(node), EtAttribute.string(EtNames.PG_NAME, names.get(node))));
            log.add(
                    rank,
                    draft.id(node),
                    PASS,
                    "name the group " + graph.string(node, EtNames.PG_NAME, "") + " by its number " + names.get(node),
                    "simulators identify groups by number");
        }
        return draft.build();
    }
}
