// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.goal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtException;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.EtSet;
import org.etude.number.Digits;
import org.etude.spec.CollectiveType;

/**
 * The collectives of a job: the n-th call of a group on one of its ranks matches the n-th on the others. Each call gets
 * its own tags, above all tags of the traces' own messages.
 */
final class CollectiveCalls {
    private static final long TAGS = 1L << 32;

    /**
     * One collective of all its members.
     *
     * @param type its type
     * @param members ranks of the group
     * @param bytes comm_size by position
     * @param root position of the root
     * @param firstTag first of its tags
     */
    record Call(CollectiveType type, int[] members, long[] bytes, int root, long firstTag) {
        int position(int rank) {
            for (int k = 0; k < members.length; k++) {
                if (members[k] == rank) {
                    return k;
                }
            }
            return -1;
        }
    }

    private final EtSet set;
    private final Map<String, int[]> groups = new HashMap<>();
    private final Map<String, List<Call>> calls = new TreeMap<>();
    private final Map<String, int[]> arrived = new HashMap<>();
    private long nextTag;
    private int rooted;

    /**
     * Collects the calls of all ranks.
     *
     * @throws EtException when ranks of a group make different calls
     */
    CollectiveCalls(EtSet set) {
        this.set = set;
        nextTag = highestTag() + 1;
        for (int rank = 0; rank < set.ranks().size(); rank++) {
            gather(rank);
        }
        calls.forEach((group, list) -> {
            int[] counts = arrived.get(group);
            for (int k = 0; k < counts.length; k++) {
                if (counts[k] != list.size()) {
                    throw mismatch("rank " + groups.get(group)[k] + " makes " + counts[k] + " calls of group \"" + group
                            + "\", others make " + list.size());
                }
            }
        });
    }

    /** The number of calls whose root the trace does not give. */
    int rooted() {
        return rooted;
    }

    /** The n-th call of a group. */
    Call call(String group, int n) {
        return calls.get(group).get(n);
    }

    static String group(EtGraph graph, int node) {
        String name = graph.string(node, EtNames.PG_NAME, "");
        return name.equals("0") ? "" : name;
    }

    private long highestTag() {
        long highest = -1;
        for (EtGraph graph : set.ranks()) {
            for (int node = 0; node < graph.size(); node++) {
                if (graph.type(node).isMessage()) {
                    highest = Math.max(highest, graph.integer(node, EtNames.COMM_TAG, 0));
                }
            }
        }
        return highest;
    }

    private void gather(int rank) {
        EtGraph graph = set.ranks().get(rank);
        Map<String, Integer> counts = new HashMap<>();
        for (int node = 0; node < graph.size(); node++) {
            if (graph.type(node) == EtNodeType.COMM_COLL) {
                String group = group(graph, node);
                int n = counts.merge(group, 1, Integer::sum) - 1;
                join(rank, graph, node, group, n);
            }
        }
    }

    private void join(int rank, EtGraph graph, int node, String group, int n) {
        int[] members = groups.computeIfAbsent(group, name -> members(name, rank));
        List<Call> ofGroup = calls.computeIfAbsent(group, name -> new ArrayList<>());
        int[] counts = arrived.computeIfAbsent(group, name -> new int[members.length]);
        String where =
                "rank " + rank + ": node " + Long.toUnsignedString(graph.id(node)) + " (" + graph.name(node) + ")";
        CollectiveType type = CollectiveType.ofNumber(graph.integer(node, EtNames.COMM_TYPE, -1));
        long bytes = graph.integer(node, EtNames.COMM_SIZE, -1);
        if (type == null || bytes < 0 && type != CollectiveType.BARRIER) {
            throw mismatch(where + " has no " + (type == null ? EtNames.COMM_TYPE : EtNames.COMM_SIZE));
        }
        allDims(graph, node, where);
        if (n == ofGroup.size()) {
            ofGroup.add(new Call(
                    type, members, new long[members.length], root(graph, node, type, members, where), nextTag));
            nextTag += CollectiveMessages.tags(members.length);
            if (nextTag > TAGS) {
                throw new EtException(
                        set.prefix() + ": the collectives need more than 2^32 tags, which GOAL cannot number",
                        "Write fewer steps at once.");
            }
        }
        Call call = ofGroup.get(n);
        int position = call.position(rank);
        if (position < 0 || call.type() != type) {
            throw mismatch(
                    position < 0
                            ? where + " is of group \"" + group + "\", to which the rank does not belong"
                            : where + " is call " + n + " of group \"" + group + "\" and of type " + type
                                    + ", but of type " + call.type() + " on another rank");
        }
        call.bytes()[position] = Math.max(0, bytes);
        counts[position]++;
    }

    private int[] members(String group, int rank) {
        if (group.isEmpty()) {
            int[] all = new int[set.ranks().size()];
            Arrays.setAll(all, k -> k);
            return all;
        }
        List<Integer> members = set.groups().groups().get(Digits.toInt(group));
        if (members == null) {
            throw new EtException(
                    "rank " + rank + ": the ranks of the group \"" + group + "\" of its collectives are not known",
                    "Put its ranks into groups.json next to the traces.");
        }
        return members.stream().mapToInt(Integer::intValue).toArray();
    }

    private static void allDims(EtGraph graph, int node, String where) {
        EtAttribute dims = graph.attribute(node, EtNames.INVOLVED_DIM);
        if (dims != null && dims.value() instanceof List<?> flags && flags.contains(false)) {
            throw new EtException(
                    where + " spans some dimensions of a network only (" + EtNames.INVOLVED_DIM
                            + "), and a schedule has none",
                    "Give it a group (pg_name) of the ranks that take part.");
        }
    }

    private int root(EtGraph graph, int node, CollectiveType type, int[] members, String where) {
        boolean hasRoot =
                switch (type) {
                    case BROADCAST, REDUCE, GATHER, SCATTER -> true;
                    default -> false;
                };
        long named = graph.integer(node, "comm_root", -1);
        if (!hasRoot || named < 0) {
            rooted += hasRoot ? 1 : 0;
            return 0;
        }
        for (int k = 0; k < members.length; k++) {
            if (members[k] == named) {
                return k;
            }
        }
        throw mismatch(where + " names the root " + named + ", which is not in its group");
    }

    private EtException mismatch(String what) {
        return new EtException(set.prefix() + ": " + what, "Run repair() on the workload, which aligns ranks.");
    }
}
