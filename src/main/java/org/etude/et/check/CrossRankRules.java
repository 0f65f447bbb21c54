// SPDX-License-Identifier: Apache-2.0
package org.etude.et.check;

import it.unimi.dsi.fastutil.longs.LongArrays;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.EtSet;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;

/** Checks that ranks are consistent: the same collectives in the same order, and a receive for every send. */
final class CrossRankRules {
    private static final String WAITS = "ranks wait indefinitely";

    private final EtSet set;
    private final LimitedFindings rows = new LimitedFindings(-1);
    private final Map<String, Map<Integer, List<String>>> collectives = new TreeMap<>();
    private final Map<String, Integer> balance = new LinkedHashMap<>();

    private CrossRankRules(EtSet set) {
        this.set = set;
    }

    /** Checks a job of at least two ranks. */
    static List<Finding> check(EtSet set) {
        if (set.ranks().size() < 2) {
            return List.of();
        }
        CrossRankRules rules = new CrossRankRules(set);
        for (int rank = 0; rank < set.ranks().size(); rank++) {
            rules.read(rank);
        }
        rules.collectives.forEach(rules::compare);
        rules.balance.forEach(rules::settle);
        return rules.rows.rows();
    }

    private void read(int rank) {
        EtGraph graph = set.ranks().get(rank);
        for (int node : byId(graph)) {
            if (graph.type(node) == EtNodeType.COMM_COLL) {
                String group = graph.string(node, EtNames.PG_NAME, "");
                collectives
                        .computeIfAbsent(group.isEmpty() ? "0" : group, g -> new TreeMap<>())
                        .computeIfAbsent(rank, r -> new ArrayList<>())
                        .add("comm_type " + graph.integer(node, EtNames.COMM_TYPE, -1) + ", "
                                + graph.integer(node, EtNames.COMM_SIZE, -1) + " bytes");
            } else if (graph.type(node).isComm()) {
                message(graph, node, rank);
            }
        }
    }

    /** Counts a send up and a receive down; an invalid message is reported elsewhere. */
    private void message(EtGraph graph, int node, int rank) {
        long source = graph.integer(node, EtNames.COMM_SRC, rank);
        long target = graph.integer(node, EtNames.COMM_DST, rank);
        int world = set.ranks().size();
        boolean carried = source != target && source >= 0 && source < world && target >= 0 && target < world;
        if (carried && graph.has(node, EtNames.COMM_TAG)) {
            balance.merge(
                    source + " to " + target + ", tag " + graph.integer(node, EtNames.COMM_TAG, 0) + ", "
                            + graph.integer(node, EtNames.COMM_SIZE, -1) + " bytes",
                    graph.type(node) == EtNodeType.COMM_SEND ? 1 : -1,
                    Integer::sum);
        }
    }

    private static int[] byId(EtGraph graph) {
        long[] ids = new long[graph.size()];
        int[] nodes = new int[graph.size()];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = graph.id(i);
            nodes[i] = i;
        }
        LongArrays.radixSortIndirect(nodes, ids, true);
        return nodes;
    }

    private void compare(String group, Map<Integer, List<String>> byRank) {
        // A group may list ranks that the job does not have; the validator reports them.
        List<Integer> members = members(group).stream()
                .filter(rank -> rank >= 0 && rank < set.ranks().size())
                .toList();
        if (members.isEmpty()) {
            return;
        }
        int first = members.get(0);
        List<String> expected = byRank.getOrDefault(first, List.of());
        for (int rank : members.subList(1, members.size())) {
            List<String> found = byRank.getOrDefault(rank, List.of());
            int same = 0;
            while (same < Math.min(expected.size(), found.size())
                    && expected.get(same).equals(found.get(same))) {
                same++;
            }
            if (same < Math.max(expected.size(), found.size())) {
                rows.add(
                        Level.ERROR,
                        "group " + group + ", collective " + same + ": rank " + first + " has "
                                + (same < expected.size() ? expected.get(same) : "none") + ", rank " + rank + " has "
                                + (same < found.size() ? found.get(same) : "none"),
                        "ranks of a group disagree on their collectives",
                        "all ranks of a group must issue the same collectives in the same order",
                        WAITS);
            }
        }
    }

    private List<Integer> members(String group) {
        if (group.matches("[1-9]\\d{0,8}")) {
            List<Integer> listed = set.groups().groups().get(Integer.parseInt(group));
            if (listed != null) {
                return listed;
            }
        }
        List<Integer> all = new ArrayList<>();
        for (int rank = 0; rank < set.ranks().size(); rank++) {
            all.add(rank);
        }
        return all;
    }

    private void settle(String message, int balance) {
        if (balance != 0) {
            rows.add(
                    Level.ERROR,
                    message + " (" + Math.abs(balance) + ")",
                    balance > 0 ? "a send without a matching receive" : "a receive without a matching send",
                    "both must agree in source, destination, tag and size",
                    WAITS);
        }
    }
}
