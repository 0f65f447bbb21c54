// SPDX-License-Identifier: Apache-2.0
package org.etude.link.match;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The collectives of one process group on all ranks, matched to each other. */
final class GroupCalls {
    private final GroupSequence group;
    private final MatchKey.Kind kind;
    private final SortedMap<Integer, List<RankCall>> byRank = new TreeMap<>();

    /** By rank, the numbers of its first and last row. */
    private final Map<Integer, int[]> extent = new HashMap<>();

    GroupCalls(GroupSequence group, MatchKey.Kind kind) {
        this.group = group;
        this.kind = kind;
    }

    String name() {
        return group.name();
    }

    List<Integer> members() {
        return group.members();
    }

    boolean has(int rank) {
        return byRank.containsKey(rank);
    }

    void add(int rank, List<RankCall> calls) {
        byRank.computeIfAbsent(rank, r -> new ArrayList<>()).addAll(calls);
    }

    /** The rows in order. */
    List<MatchRow> rows() {
        List<MatchRow> rows = MatchRow.of(kind, byRank);
        for (int k = 0; k < rows.size(); k++) {
            for (int rank : rows.get(k).ranks()) {
                extent.computeIfAbsent(rank, r -> new int[] {Integer.MAX_VALUE, -1});
                extent.get(rank)[0] = Math.min(extent.get(rank)[0], k);
                extent.get(rank)[1] = k;
            }
        }
        return rows;
    }

    /** Whether some rank that lacks a row has collectives of the group both before and after it. */
    boolean isInside(int row, List<Integer> missing) {
        return missing.stream().map(extent::get).anyMatch(rows -> rows != null && rows[0] < row && row < rows[1]);
    }

    /**
     * Whether two ranks' sizes of one collective are compatible; unknown sizes are compatible with any, and types with
     * uneven sizes are not compared.
     */
    static boolean sizesAgree(RankCall a, RankCall b) {
        return switch (a.type()) {
            case ALL_REDUCE, REDUCE, BROADCAST, REDUCE_SCATTER -> agree(a.inBytes(), b.inBytes());
            case ALL_GATHER -> agree(a.outBytes(), b.outBytes());
            default -> true;
        };
    }

    private static boolean agree(long a, long b) {
        return a < 0 || b < 0 || a == b;
    }
}
