// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.across;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNodeType;
import org.etude.trace.json.Literal;

/** Process groups as the METADATA nodes of the traces list them: {@code [{"pg_name": "1", "ranks": [0, 1], ...}]}. */
public final class RecordedGroups {
    private final Map<String, List<Integer>> ranksByName = new HashMap<>();
    private final int worldSize;

    /** Reads the nodes named process_group:init of all ranks; of several lists of a group the longest counts. */
    public RecordedGroups(Ranks ranks) {
        worldSize = ranks.count();
        ranks.forEachGraph((graph, users) -> {
            for (int node = 0; node < graph.size() && graph.template().has(EtNodeType.METADATA); node++) {
                if (graph.type(node) == EtNodeType.METADATA && graph.inputs(node) != null) {
                    read(graph, node);
                }
            }
        });
    }

    private void read(EtGraph graph, int node) {
        if (graph.name(node).contains("process_group:init")) {
            collect(Literal.parse(graph.inputs(node).values()), 0);
        }
    }

    /** The list stands as a text inside a list. */
    private void collect(Object value, int depth) {
        if (value instanceof String text && text.startsWith("[") && depth < 3) {
            collect(Literal.parse(text), depth + 1);
        } else if (value instanceof List<?> list) {
            list.forEach(item -> collect(item, depth));
        } else if (value instanceof Map<?, ?> group && group.get("ranks") instanceof List<?> members) {
            List<Integer> ranks = new ArrayList<>();
            for (Object member : members) {
                if (member instanceof Long rank && rank >= 0 && rank <= Integer.MAX_VALUE) {
                    ranks.add(rank.intValue());
                }
            }
            String name = String.valueOf(group.get("pg_name"));
            List<Integer> all =
                    ranks.isEmpty() ? IntStream.range(0, worldSize).boxed().toList() : ranks;
            ranksByName.merge(name, all, (one, other) -> other.size() > one.size() ? other : one);
        }
    }

    /** The ranks of a group in their order, or null when no node lists it. */
    List<Integer> ranks(String name) {
        return ranksByName.get(name);
    }
}
