// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.across;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtTemplate;
import org.etude.et.wire.CommGroups;
import org.etude.repair.graph.Attributes;
import org.etude.repair.graph.ChangeLog;
import org.etude.repair.graph.EditableGraph;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;

/**
 * Ensures that every communicator group named by a node is listed under a positive number. An unlisted group gets the
 * ranks from a process_group:init node, otherwise those that name it; a name that is not a number gets the next free
 * number.
 */
public final class GroupNames {
    /** Groups by number, then names that are not numbers. */
    static final Comparator<String> ORDER =
            Comparator.<String>comparingInt(GroupNames::number).thenComparing(Comparator.naturalOrder());

    private static final String PASS = "groups";

    private final Ranks ranks;
    private final ChangeLog log;
    private final List<Finding> findings;
    private final RecordedGroups recorded;

    /** Unlisted names are looked up in the recorded groups. */
    public GroupNames(Ranks ranks, RecordedGroups recorded, ChangeLog log, List<Finding> findings) {
        this.ranks = ranks;
        this.recorded = recorded;
        this.log = log;
        this.findings = findings;
    }

    /** Whether a name denotes the whole job. */
    static boolean isWorld(String name) {
        return name.isEmpty() || name.equals("0");
    }

    /** The ranks listed under a name; null for the whole job and for names that are not listed. */
    public static List<Integer> listed(CommGroups groups, String name) {
        int number = number(name);
        return number > 0 ? groups.groups().get(number) : null;
    }

    /** The name as a number, or -1. */
    static int number(String name) {
        if (name.isEmpty() || name.length() >= 10) {
            return -1;
        }
        int number = 0;
        for (int i = 0; i < name.length(); i++) {
            int digit = name.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            number = 10 * number + digit;
        }
        return number;
    }

    /** Lists all groups that are named and renames those that need it. */
    public CommGroups run(CommGroups groups) {
        SortedMap<String, TreeSet<Integer>> unlisted = unlisted(groups);
        if (unlisted.isEmpty()) {
            return groups;
        }
        TreeMap<Integer, List<Integer>> all = new TreeMap<>(groups.groups());
        Map<String, String> renamed = new TreeMap<>();
        for (Map.Entry<String, TreeSet<Integer>> entry : unlisted.entrySet()) {
            int number = number(entry.getKey());
            if (number <= 0) {
                number = highest(all, unlisted) + 1;
                renamed.put(entry.getKey(), Integer.toString(number));
            }
            List<Integer> written = recorded.ranks(entry.getKey());
            List<Integer> members = written == null ? List.copyOf(entry.getValue()) : written;
            all.put(number, members);
            findings.add(new Finding(
                    Level.WARNING,
                    "repair",
                    -1,
                    "group " + entry.getKey(),
                    "the group is not listed among the communicator groups",
                    (written == null
                                    ? "assumed to be the ranks that name it: "
                                    : "process_group:init lists its ranks: ")
                            + RankList.of(members),
                    "listed as group " + number + "; give a group file if that is wrong"));
        }
        ranks.edit((graph, rank) -> rename(graph, rank, renamed));
        return new CommGroups(all);
    }

    private static int highest(TreeMap<Integer, List<Integer>> listed, SortedMap<String, TreeSet<Integer>> unlisted) {
        int highest = listed.isEmpty() ? 0 : listed.lastKey();
        for (String name : unlisted.keySet()) {
            highest = Math.max(highest, number(name));
        }
        return highest;
    }

    private SortedMap<String, TreeSet<Integer>> unlisted(CommGroups groups) {
        SortedMap<String, TreeSet<Integer>> found = new TreeMap<>(
                Comparator.<String>comparingInt(GroupNames::number).thenComparing(name -> name));
        ranks.forEachGraph((graph, users) -> {
            int groupName = graph.key(EtNames.PG_NAME);
            EtTemplate template = graph.template();
            boolean slots = ranks.byTemplate() && template.isRegular();
            int count = slots ? template.slots().size() : graph.size();
            for (int i = 0; i < count; i++) {
                int node = slots ? template.slots().get(i).node() : i;
                if (graph.type(node).isComm()) {
                    String name = graph.string(node, groupName, "");
                    if (!isWorld(name) && listed(groups, name) == null) {
                        found.computeIfAbsent(name, key -> new TreeSet<>()).addAll(users);
                    }
                }
            }
        });
        return found;
    }

    private EtGraph rename(EtGraph graph, int rank, Map<String, String> renamed) {
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
