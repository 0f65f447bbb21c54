// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.across;

import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.et.graph.EtTemplate;
import org.etude.et.graph.EtTemplate.Slot;

/**
 * The collectives of ranks by group, computed once per template, whose ranks make the same calls in differently named
 * groups.
 */
final class TemplateCalls {
    private final boolean byTemplate;
    private final Map<EtGraph, Map<String, Calls>> ofGraph = new IdentityHashMap<>();
    private final Map<EtTemplate, Known> ofTemplate = new IdentityHashMap<>();

    /** The calls of the first rank of a template, and how it names the groups of each slot. */
    private record Known(List<Slot> groups, List<String> names, Map<String, Calls> calls) {}

    TemplateCalls(boolean byTemplate) {
        this.byTemplate = byTemplate;
    }

    /** What {@link Calls#of} gives. */
    Map<String, Calls> of(EtGraph graph) {
        return ofGraph.computeIfAbsent(graph, this::find);
    }

    private Map<String, Calls> find(EtGraph graph) {
        EtTemplate template = graph.template();
        if (!byTemplate || !template.isRegular()) {
            return Calls.of(graph);
        }
        Known known = ofTemplate.get(template);
        if (known == null) {
            List<Slot> groups = template.slots().stream()
                    .filter(slot -> slot.type() == EtNodeType.COMM_COLL
                            && slot.attribute().equals(EtNames.PG_NAME))
                    .toList();
            known = new Known(groups, names(groups, graph), Calls.of(graph));
            ofTemplate.put(template, known);
            return known.calls;
        }
        List<String> names = names(known.groups, graph);
        return known.names == null || names == null ? Calls.of(graph) : renamed(known, names);
    }

    /**
     * The groups' names; null when two are equal or one is the whole job, because several slots then belong to one
     * group.
     */
    private static List<String> names(List<Slot> groups, EtGraph graph) {
        int key = graph.key(EtNames.PG_NAME);
        List<String> names =
                groups.stream().map(slot -> graph.string(slot.node(), key, "")).toList();
        Set<String> distinct = new HashSet<>(names);
        return distinct.size() < names.size() || names.stream().anyMatch(GroupNames::isWorld) ? null : names;
    }

    private static Map<String, Calls> renamed(Known known, List<String> names) {
        Map<String, String> other = new HashMap<>();
        for (int i = 0; i < names.size(); i++) {
            other.put(known.names.get(i), names.get(i));
        }
        Map<String, Calls> calls = new TreeMap<>(GroupNames.ORDER);
        known.calls.forEach((name, own) -> calls.put(other.getOrDefault(name, name), own));
        return calls;
    }
}
