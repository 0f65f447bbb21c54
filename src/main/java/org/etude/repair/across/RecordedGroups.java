// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.across;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNodeType;
import org.etude.trace.comm.GroupList;
import org.etude.trace.model.ProcessGroup;

/** Process groups as the METADATA nodes of the traces list them: {@code [{"pg_name": "1", "ranks": [0, 1], ...}]}. */
public final class RecordedGroups {
    /** The ranks of a group that does not list them; they are then taken from the collectives. */
    private static final List<Integer> NO_RANK = List.of(-1);

    private final Map<String, List<Integer>> ranksByName = new HashMap<>();
    private final int worldSize;

    /** Reads the nodes named process_group:init of all ranks; if a group has several lists, the longest is used. */
    public RecordedGroups(Ranks ranks) {
        this(ranks.count());
        ranks.forEachGraph((graph, users) -> addAll(of(graph)));
    }

    /** Knows no groups of a job of this many ranks. */
    public RecordedGroups(int worldSize) {
        this.worldSize = worldSize;
    }

    /** The groups that the nodes of a trace list, as they list them. */
    public static List<ProcessGroup> of(EtGraph graph) {
        List<ProcessGroup> all = new ArrayList<>();
        for (int node = 0; node < graph.size() && graph.template().has(EtNodeType.METADATA); node++) {
            boolean lists = graph.type(node) == EtNodeType.METADATA
                    && graph.inputs(node) != null
                    && graph.name(node).contains("process_group:init");
            List<ProcessGroup> groups =
                    lists ? GroupList.ofInputs(graph.inputs(node).values(), NO_RANK) : null;
            if (groups != null) {
                all.addAll(groups);
            }
        }
        return all;
    }

    /** Adds the groups of another trace; traces are added in the order of their ranks. */
    public void addAll(List<ProcessGroup> groups) {
        groups.forEach(this::add);
    }

    private void add(ProcessGroup group) {
        List<Integer> ranks = group.ranks().isEmpty()
                ? IntStream.range(0, worldSize).boxed().toList()
                : group.ranks().stream().filter(rank -> rank >= 0).toList();
        if (!ranks.isEmpty()) {
            ranksByName.merge(group.name(), ranks, (one, other) -> other.size() > one.size() ? other : one);
        }
    }

    /** The ranks of a group in their order, or null when no node lists it. */
    List<Integer> ranks(String name) {
        return ranksByName.get(name);
    }
}
