// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.CommGroups;
import org.etude.sim.result.TimedNodes;

/**
 * Matches nodes of different ranks: the n-th collective of a group on each of its ranks, and the n-th send of a pair
 * and tag with the n-th receive.
 */
final class CollectiveRounds {
    private static final long NONE = -1;

    private final TimedNodes ops;
    private final CommGroups groups;
    private final Map<Integer, Map<String, int[]>> byRank = new HashMap<>();
    private final Map<Integer, Integer> place = new HashMap<>();

    CollectiveRounds(TimedNodes ops, CommGroups groups) {
        this.ops = ops;
        this.groups = groups;
    }

    /** The last issued of the nodes in a row's collective or transfer; -1 for other nodes. */
    int lastToJoin(int row) {
        EtNodeType type = ops.type(row);
        if (type == EtNodeType.COMM_COLL) {
            String group = group(row);
            rounds(ops.rank(row));
            return last(row, "group " + group, members(group));
        }
        if (type == EtNodeType.COMM_RECV) {
            int from = (int) ops.number(row, EtNames.COMM_SRC, NONE);
            int sender = ops.rankOf(from);
            if (sender < 0) {
                return -1;
            }
            rounds(ops.rank(row));
            String pair = from + " to " + ops.numberOf(ops.rank(row)) + " tag " + ops.number(row, EtNames.COMM_TAG, 0);
            int[] sends = rounds(sender).get("send " + pair);
            int nth = place.get(row);
            return sends == null || nth >= sends.length ? -1 : sends[nth];
        }
        return -1;
    }

    private int last(int row, String key, int[] members) {
        int nth = place.get(row);
        int best = row;
        for (int member : members) {
            int[] rows = rounds(member).get(key);
            if (rows != null && nth < rows.length && ops.issued(rows[nth]) > ops.issued(best)) {
                best = rows[nth];
            }
        }
        return best;
    }

    private int[] members(String group) {
        List<Integer> listed = group.isEmpty() ? null : groups.groups().get(Integer.parseInt(group));
        // A group may name ranks of the job that were not recorded.
        return listed == null
                ? IntStream.range(0, ops.ranks()).toArray()
                : listed.stream()
                        .mapToInt(ops::rankOf)
                        .filter(rank -> rank >= 0)
                        .toArray();
    }

    /** "" for the whole job. */
    private String group(int row) {
        String name = ops.group(row);
        return name.equals("0") ? "" : name;
    }

    private Map<String, int[]> rounds(int rank) {
        Map<String, int[]> rounds = byRank.get(rank);
        if (rounds == null) {
            Map<String, IntArrayList> lists = new HashMap<>();
            for (int row :
                    CriticalPath.byIssue(ops, rank, EtNodeType.COMM_COLL, EtNodeType.COMM_SEND, EtNodeType.COMM_RECV)) {
                var list = lists.computeIfAbsent(key(rank, row), k -> new IntArrayList());
                place.put(row, list.size());
                list.add(row);
            }
            rounds = new HashMap<>();
            for (var entry : lists.entrySet()) {
                rounds.put(entry.getKey(), entry.getValue().toIntArray());
            }
            byRank.put(rank, rounds);
        }
        return rounds;
    }

    private String key(int rank, int row) {
        int self = ops.numberOf(rank);
        long tag = ops.number(row, EtNames.COMM_TAG, 0);
        return switch (ops.type(row)) {
            case COMM_SEND -> "send " + self + " to " + ops.number(row, EtNames.COMM_DST, NONE) + " tag " + tag;
            case COMM_RECV -> "recv " + ops.number(row, EtNames.COMM_SRC, NONE) + " to " + self + " tag " + tag;
            default -> "group " + group(row);
        };
    }
}
