// SPDX-License-Identifier: Apache-2.0
package org.etude.link.match;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.etude.link.host.SequenceAligner;
import org.etude.link.model.Collective;
import org.etude.link.model.CollectiveMatch;
import org.etude.link.model.LinkedRank;

/** The collectives of one process group on all ranks, and which of them are one and the same. */
final class GroupCalls {
    private final String name;
    private final List<Integer> members;
    private final Map<Integer, List<Call>> byRank = new TreeMap<>();
    private List<Row> lastRows = List.of();

    GroupCalls(String name, List<Integer> members) {
        this.name = name;
        this.members = members;
    }

    /** One rank's call. */
    record Call(LinkedRank rank, Collective collective, long traceSequence) {
        int number() {
            return rank.trace().rank();
        }

        long start() {
            long start = rank.startNanos(collective.node());
            return start == LinkedRank.UNTIMED ? start : start + rank.trace().clockOffsetNanos();
        }

        CollectiveMatch.Member member(long last) {
            boolean timed = start() != LinkedRank.UNTIMED;
            return new CollectiveMatch.Member(
                    number(),
                    collective.node(),
                    start(),
                    rank.durationNanos(collective.node()),
                    timed ? last - start() : 0);
        }

        /** Type and input size in one number, for alignment. */
        int token() {
            return Long.hashCode(collective.inBytes()) * 31 + collective.type().ordinal();
        }
    }

    /** The calls of several ranks that are one collective. */
    record Row(List<Call> calls) {
        Collection<Integer> ranks() {
            return calls.stream().map(Call::number).toList();
        }

        /** Whether some rank that lacks this has collectives of the group both before and after it. */
        boolean inside(List<Integer> missing, GroupCalls group) {
            return missing.stream().anyMatch(rank -> group.isInside(this, rank));
        }
    }

    String name() {
        return name;
    }

    List<Integer> members() {
        return members;
    }

    boolean has(int rank) {
        return byRank.containsKey(rank);
    }

    void add(LinkedRank rank, int k) {
        byRank.computeIfAbsent(rank.trace().rank(), r -> new ArrayList<>())
                .add(new Call(rank, rank.collectives().get(k), rank.traceSequence(k)));
    }

    void addAll(GroupCalls other) {
        other.byRank.forEach((rank, calls) ->
                byRank.computeIfAbsent(rank, r -> new ArrayList<>()).addAll(calls));
    }

    /** The rows in order. */
    List<Row> rows() {
        byRank.values()
                .forEach(calls -> calls.sort((a, b) ->
                        Long.compare(a.collective().sequence(), b.collective().sequence())));
        lastRows = numbered() ? byNumber() : byOrder();
        return lastRows;
    }

    private boolean isInside(Row row, int rank) {
        int at = lastRows.indexOf(row);
        boolean before =
                lastRows.subList(0, at).stream().anyMatch(r -> r.ranks().contains(rank));
        return before
                && lastRows.subList(at + 1, lastRows.size()).stream()
                        .anyMatch(r -> r.ranks().contains(rank));
    }

    private boolean numbered() {
        TreeMap<Long, Integer> counts = new TreeMap<>();
        for (List<Call> calls : byRank.values()) {
            long previous = -1;
            for (Call call : calls) {
                if (call.traceSequence() <= previous) {
                    return false;
                }
                previous = call.traceSequence();
                counts.merge(previous, 1, Integer::sum);
            }
        }
        long shared =
                counts.values().stream().filter(count -> count == byRank.size()).count();
        return shared * 2 >= counts.size();
    }

    private List<Row> byNumber() {
        TreeMap<Long, List<Call>> rows = new TreeMap<>();
        byRank.values()
                .forEach(calls ->
                        calls.forEach(call -> rows.computeIfAbsent(call.traceSequence(), n -> new ArrayList<>())
                                .add(call)));
        return rows.values().stream().map(Row::new).toList();
    }

    /** Every rank against the rows found so far; what fits none becomes a row of its own. */
    private List<Row> byOrder() {
        List<Row> rows = new ArrayList<>();
        for (List<Call> calls : byRank.values()) {
            rows = rows.isEmpty()
                    ? new ArrayList<>(calls.stream()
                            .map(call -> new Row(new ArrayList<>(List.of(call))))
                            .toList())
                    : merge(rows, calls);
        }
        return rows;
    }

    private static List<Row> merge(List<Row> rows, List<Call> calls) {
        int[] left = rows.stream().mapToInt(row -> row.calls().get(0).token()).toArray();
        int[] right = calls.stream().mapToInt(Call::token).toArray();
        int[] match = SequenceAligner.align(left, right);
        pairEqualGaps(match, right.length);
        List<Row> merged = new ArrayList<>();
        int next = 0;
        for (int i = 0; i < match.length; i++) {
            while (match[i] >= 0 && next < match[i]) {
                merged.add(new Row(new ArrayList<>(List.of(calls.get(next++)))));
            }
            merged.add(rows.get(i));
            if (match[i] >= 0) {
                rows.get(i).calls().add(calls.get(next++));
            }
        }
        while (next < calls.size()) {
            merged.add(new Row(new ArrayList<>(List.of(calls.get(next++)))));
        }
        return merged;
    }

    /** As many unlike calls on either side between two alike ones are the same collectives, seen differently. */
    private static void pairEqualGaps(int[] match, int rights) {
        int from = 0;
        int fromRight = 0;
        for (int i = 0; i <= match.length; i++) {
            if (i == match.length || match[i] >= 0) {
                int toRight = i == match.length ? rights : match[i];
                for (int k = from; k < i && i - from == toRight - fromRight; k++) {
                    match[k] = fromRight + k - from;
                }
                from = i + 1;
                fromRight = toRight + 1;
            }
        }
    }

    /** Whether two ranks' sizes of one collective fit together; unknown ones fit all, uneven types are not compared. */
    static boolean sizesAgree(Collective a, Collective b) {
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
