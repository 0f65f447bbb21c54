// SPDX-License-Identifier: Apache-2.0
package org.etude.link.match;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.etude.link.model.Collective;
import org.etude.link.model.CollectiveMatch;
import org.etude.link.model.CollectiveMatches;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.LinkedSet;
import org.etude.link.model.RankLog;
import org.etude.report.Counted;
import org.etude.report.Finding;
import org.etude.report.Report;
import org.etude.spec.CollectiveType;

/**
 * Matches collectives across ranks: by the trace's own numbers within the group if all ranks have them, otherwise by
 * order, with gaps where types and sizes show that a rank lacks some.
 */
public final class CollectiveMatcher {
    private final LinkedSet linked;
    private final List<CollectiveMatch> matches = new ArrayList<>();
    private final List<Finding> findings = new ArrayList<>();

    private CollectiveMatcher(LinkedSet linked) {
        this.linked = linked;
    }

    /**
     * The matches of all collectives and messages of a job: those kept by linking, otherwise computed in O(n log n).
     */
    public static CollectiveMatches match(LinkedSet linked) {
        return linked.matches().orElseGet(() -> matched(linked));
    }

    private static CollectiveMatches matched(LinkedSet linked) {
        CollectiveMatcher matcher = new CollectiveMatcher(linked);
        List<RankSequences> sequences =
                linked.ranks().stream().map(RankSequences::of).toList();
        matcher.reportUnnamed(
                sequences.stream().mapToInt(RankSequences::unnamed).sum());
        Map<String, GroupCalls> groups = new TreeMap<>();
        Map<String, SortedMap<Integer, List<RankCall>>> channels = new TreeMap<>();
        matcher.collect(sequences, groups, channels);
        groups.values().forEach(matcher::match);
        channels.forEach((channel, calls) -> MessageMatcher.match(channel, calls, matcher.matches, matcher.findings));
        return new CollectiveMatches(matcher.matches, Report.of(matcher.findings));
    }

    private void collect(
            List<RankSequences> sequences,
            Map<String, GroupCalls> groups,
            Map<String, SortedMap<Integer, List<RankCall>>> channels) {
        Map<String, GroupSequence> byKey = new HashMap<>();
        sequences.forEach(rank -> rank.groups().forEach(group -> byKey.putIfAbsent(group.key(), group)));
        MatchPlan plan = MatchPlan.of(sequences);
        for (LinkedRank rank : linked.ranks()) {
            int number = rank.trace().rank();
            plan.calls(rank).forEach((key, calls) -> {
                if (key.kind() == MatchKey.Kind.MESSAGE) {
                    channels.computeIfAbsent(key.name(), name -> new TreeMap<>())
                            .computeIfAbsent(number, r -> new ArrayList<>())
                            .addAll(calls);
                } else {
                    groups.computeIfAbsent(key.name(), name -> new GroupCalls(byKey.get(name), key.kind()))
                            .add(number, calls);
                }
            });
        }
    }

    private void reportUnnamed(int unnamed) {
        if (unnamed > 0) {
            findings.add(new Finding(
                    Finding.Level.INFO,
                    RankLog.STAGE,
                    -1,
                    "",
                    Counted.of(unnamed, "collective was", "collectives were") + " not compared across ranks",
                    "there are several groups, and the trace does not name theirs",
                    "no waiting times for them"));
        }
    }

    static boolean isMessage(Collective collective) {
        return collective.type() == CollectiveType.SEND || collective.type() == CollectiveType.RECV;
    }

    private void match(GroupCalls group) {
        TreeSet<Integer> expected = expected(group);
        List<MatchRow> rows = group.rows();
        for (int k = 0; k < rows.size(); k++) {
            TreeSet<Integer> missing = new TreeSet<>(expected);
            missing.removeAll(rows.get(k).ranks());
            CollectiveMatch match = describe(group, rows.get(k), k, new ArrayList<>(missing));
            matches.add(match);
            report(match, rows.get(k), group.isInside(k, match.missing()));
        }
    }

    private TreeSet<Integer> expected(GroupCalls group) {
        TreeSet<Integer> expected = new TreeSet<>();
        for (LinkedRank rank : linked.ranks()) {
            int number = rank.trace().rank();
            if (group.members().isEmpty() ? group.has(number) : group.members().contains(number)) {
                expected.add(number);
            }
        }
        return expected;
    }

    private static CollectiveMatch describe(GroupCalls group, MatchRow row, int k, List<Integer> missing) {
        RankCall first = row.calls().get(0);
        boolean sameType = true;
        boolean sameSize = true;
        for (RankCall call : row.calls()) {
            sameType &= call.type() == first.type();
            sameSize &= GroupCalls.sizesAgree(first, call);
        }
        return new CollectiveMatch(
                group.name(), k, first.type(), row.members(), missing, sameType, sameSize || !sameType);
    }

    private static String named(CollectiveType type) {
        return type == CollectiveType.UNKNOWN ? "collective of unknown type" : type.hyphenated();
    }

    private void report(CollectiveMatch match, MatchRow row, boolean inside) {
        String where = "collective " + match.sequence() + " of group '" + match.groupName() + "'";
        List<Integer> here = new ArrayList<>(row.ranks());
        if (!match.missing().isEmpty()) {
            String what =
                    "the " + named(match.type()) + " of ranks " + here + " is missing on ranks " + match.missing();
            findings.add(new Finding(
                    inside ? Finding.Level.ERROR : Finding.Level.WARNING,
                    RankLog.STAGE,
                    -1,
                    where,
                    what,
                    inside
                            ? "later collectives are present on all ranks"
                            : "the ranks' windows begin or end differently",
                    "a simulation would wait for it indefinitely"));
        }
        if (!match.sameType()) {
            findings.add(new Finding(
                    Finding.Level.ERROR,
                    RankLog.STAGE,
                    -1,
                    where,
                    "ranks " + here + " disagree on its type: "
                            + row.calls().stream()
                                    .map(c -> c.type().toString())
                                    .distinct()
                                    .toList(),
                    "another order of collectives, or a faulty trace",
                    "a simulation would stall"));
        }
        if (!match.sameSize()) {
            findings.add(new Finding(
                    Finding.Level.ERROR,
                    RankLog.STAGE,
                    -1,
                    where,
                    "ranks " + here + " disagree on its bytes: "
                            + row.calls().stream()
                                    .map(c -> Long.toString(c.inBytes()))
                                    .distinct()
                                    .toList(),
                    "another order of collectives, or a faulty trace",
                    "sizes of one transfer must fit together"));
        }
    }
}
