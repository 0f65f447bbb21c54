// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.across;

import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtTemplate;
import org.etude.et.wire.CommGroups;
import org.etude.repair.graph.ChangeLog;
import org.etude.report.Finding;

/**
 * Ensures that every communicator group named by a node is listed under a positive number. An unlisted group gets the
 * ranks from a process_group:init node, otherwise those that name it; a name that is not a number gets the next free
 * number.
 */
public final class GroupNames {
    /** Groups by number, then names that are not numbers. */
    public static final Comparator<String> ORDER =
            Comparator.<String>comparingInt(GroupNames::number).thenComparing(Comparator.naturalOrder());

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
        NamedGroups named = NamedGroups.of(groups, unlisted(groups), recorded);
        findings.addAll(named.findings());
        if (!named.renamed().isEmpty()) {
            ranks.edit((graph, rank) -> named.rename(graph, rank, log));
        }
        return named.groups();
    }

    private SortedMap<String, TreeSet<Integer>> unlisted(CommGroups groups) {
        SortedMap<String, TreeSet<Integer>> found = new TreeMap<>(ORDER);
        ranks.forEachGraph((graph, users) -> {
            for (String name : unlisted(graph, groups, ranks.byTemplate())) {
                found.computeIfAbsent(name, key -> new TreeSet<>()).addAll(users);
            }
        });
        return found;
    }

    /** The groups named by a trace that are not listed. */
    public static SortedSet<String> unlisted(EtGraph graph, CommGroups groups, boolean byTemplate) {
        SortedSet<String> found = new TreeSet<>(ORDER);
        int groupName = graph.key(EtNames.PG_NAME);
        EtTemplate template = graph.template();
        boolean slots = byTemplate && template.isRegular();
        int count = slots ? template.slots().size() : graph.size();
        for (int i = 0; i < count; i++) {
            int node = slots ? template.slots().get(i).node() : i;
            if (graph.type(node).isComm()) {
                String name = graph.string(node, groupName, "");
                if (!isWorld(name) && listed(groups, name) == null) {
                    found.add(name);
                }
            }
        }
        return found;
    }
}
