// SPDX-License-Identifier: Apache-2.0
package org.etude.link.match;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.etude.link.host.SequenceAligner;
import org.etude.link.model.CollectiveMatch;
import org.etude.link.model.LinkedRank;
import org.etude.spec.CollectiveType;

/**
 * The calls of several ranks that form one collective, or the two ends of one message.
 *
 * @param calls one per rank, ascending by rank; for a message the send first
 */
public record MatchRow(List<RankCall> calls) {
    /** What each rank saw, with its waiting time until the last rank's start. */
    public List<CollectiveMatch.Member> members() {
        long last = LinkedRank.UNTIMED;
        for (RankCall call : calls) {
            last = Math.max(last, call.startNanos());
        }
        long latest = last;
        return calls.stream().map(call -> call.member(latest)).toList();
    }

    Collection<Integer> ranks() {
        return calls.stream().map(RankCall::rank).toList();
    }

    /**
     * Groups calls with one key into rows, in order; sends and receives beyond the last pair, of their process group where both ends
     * name it, are dropped.
     *
     * @param calls by rank, each rank's in the order of its trace
     */
    public static List<MatchRow> of(MatchKey.Kind kind, SortedMap<Integer, List<RankCall>> calls) {
        return switch (kind) {
            case NUMBERED -> byNumber(calls.values());
            case ORDERED -> byOrder(calls.values());
            case MESSAGE -> pairs(ends(calls, true), ends(calls, false));
        };
    }

    /** The sends, or the receives, of a channel. */
    static List<RankCall> ends(SortedMap<Integer, List<RankCall>> calls, boolean send) {
        return calls.values().stream()
                .flatMap(List::stream)
                .filter(call -> (call.type() == CollectiveType.SEND) == send)
                .toList();
    }

    /** The calls of a channel, apart by process group if both ends name theirs and share a name. */
    static List<SortedMap<Integer, List<RankCall>>> byGroup(SortedMap<Integer, List<RankCall>> channel) {
        if (!namesGroups(ends(channel, true), ends(channel, false))) {
            return List.of(channel);
        }
        SortedMap<String, SortedMap<Integer, List<RankCall>>> groups = new TreeMap<>();
        channel.forEach(
                (rank, calls) -> calls.forEach(call -> groups.computeIfAbsent(call.groupName(), name -> new TreeMap<>())
                        .computeIfAbsent(rank, r -> new ArrayList<>())
                        .add(call)));
        return List.copyOf(groups.values());
    }

    /** Whether the groups of messages tell which belong together: ranks may give one group different names. */
    private static boolean namesGroups(List<RankCall> sends, List<RankCall> receives) {
        Set<String> sent = sends.stream().map(RankCall::groupName).collect(Collectors.toSet());
        Set<String> received = receives.stream().map(RankCall::groupName).collect(Collectors.toSet());
        return !sent.contains("") && !received.contains("") && !Collections.disjoint(sent, received);
    }

    /** Pairs in the order of the sends. */
    private static List<MatchRow> pairs(List<RankCall> sends, List<RankCall> receives) {
        boolean named = namesGroups(sends, receives);
        Map<String, Iterator<RankCall>> left = receives.stream()
                .collect(Collectors.groupingBy(
                        call -> named ? call.groupName() : "",
                        Collectors.collectingAndThen(Collectors.toList(), List::iterator)));
        List<MatchRow> rows = new ArrayList<>();
        for (RankCall send : sends) {
            Iterator<RankCall> own = left.getOrDefault(named ? send.groupName() : "", Collections.emptyIterator());
            if (own.hasNext()) {
                rows.add(new MatchRow(List.of(send, own.next())));
            }
        }
        return rows;
    }

    private static List<MatchRow> byNumber(Collection<List<RankCall>> byRank) {
        Map<Long, List<RankCall>> rows = new TreeMap<>();
        byRank.forEach(calls -> calls.forEach(call -> rows.computeIfAbsent(call.traceSequence(), n -> new ArrayList<>())
                .add(call)));
        return rows.values().stream().map(MatchRow::new).toList();
    }

    /** Aligns every rank with the rows so far; calls that fit none become new rows. */
    private static List<MatchRow> byOrder(Collection<List<RankCall>> byRank) {
        List<MatchRow> rows = new ArrayList<>();
        for (List<RankCall> unsorted : byRank) {
            List<RankCall> calls = unsorted.stream()
                    .sorted(Comparator.comparingLong(RankCall::sequence))
                    .toList();
            rows = rows.isEmpty()
                    ? new ArrayList<>(calls.stream().map(MatchRow::alone).toList())
                    : merge(rows, calls);
        }
        return rows;
    }

    private static MatchRow alone(RankCall call) {
        return new MatchRow(new ArrayList<>(List.of(call)));
    }

    private static List<MatchRow> merge(List<MatchRow> rows, List<RankCall> calls) {
        int[] left = rows.stream().mapToInt(row -> row.calls.get(0).token()).toArray();
        int[] right = calls.stream().mapToInt(RankCall::token).toArray();
        int[] match = SequenceAligner.align(left, right);
        pairEqualGaps(match, right.length);
        List<MatchRow> merged = new ArrayList<>();
        int next = 0;
        for (int i = 0; i < match.length; i++) {
            while (match[i] >= 0 && next < match[i]) {
                merged.add(alone(calls.get(next++)));
            }
            merged.add(rows.get(i));
            if (match[i] >= 0) {
                rows.get(i).calls.add(calls.get(next++));
            }
        }
        while (next < calls.size()) {
            merged.add(alone(calls.get(next++)));
        }
        return merged;
    }

    /**
     * Equally many different calls on both sides between two equal ones are the same collectives, recorded differently.
     */
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
}
