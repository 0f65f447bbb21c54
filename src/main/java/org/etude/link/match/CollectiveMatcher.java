// SPDX-License-Identifier: Apache-2.0
package org.etude.link.match;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.etude.link.collective.GroupBook;
import org.etude.link.model.Collective;
import org.etude.link.model.CollectiveMatch;
import org.etude.link.model.CollectiveMatches;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.LinkedSet;
import org.etude.link.model.RankLog;
import org.etude.report.Finding;
import org.etude.report.Report;
import org.etude.spec.CollectiveType;

/**
 * Matches collectives across ranks: by the trace's own numbers within the group where all ranks have them, else by order, with
 * gaps where types and sizes show that one rank lacks some.
 */
public final class CollectiveMatcher {
    private final LinkedSet linked;
    private final List<CollectiveMatch> matches = new ArrayList<>();
    private final List<Finding> findings = new ArrayList<>();

    private CollectiveMatcher(LinkedSet linked) {
        this.linked = linked;
    }

    /** The matches of all collectives and messages of a job: those that linking kept, else O(n log n) in their number. */
    public static CollectiveMatches match(LinkedSet linked) {
        return linked.matches().orElseGet(() -> matched(linked));
    }

    private static CollectiveMatches matched(LinkedSet linked) {
        CollectiveMatcher matcher = new CollectiveMatcher(linked);
        for (GroupCalls group : matcher.groups()) {
            matcher.match(group);
        }
        MessageMatcher.match(linked, matcher.matches, matcher.findings);
        return new CollectiveMatches(matcher.matches, Report.of(matcher.findings));
    }

    private List<GroupCalls> groups() {
        Map<String, GroupCalls> groups = new TreeMap<>();
        int unnamed = 0;
        for (LinkedRank rank : linked.ranks()) {
            boolean ambiguous = new GroupBook(rank.trace()).ambiguous();
            for (int k = 0; k < rank.collectives().size(); k++) {
                Collective collective = rank.collectives().get(k);
                if (isMessage(collective)) {
                    continue;
                }
                if (collective.groupName().isEmpty()
                        && ambiguous
                        && collective.groupRanks().isEmpty()) {
                    unnamed++;
                    continue;
                }
                String key = collective.groupName() + "|" + collective.groupRanks();
                groups.computeIfAbsent(key, name -> new GroupCalls(collective.groupName(), collective.groupRanks()))
                        .add(rank, k);
            }
        }
        if (unnamed > 0) {
            findings.add(new Finding(
                    Finding.Level.INFO,
                    RankLog.STAGE,
                    -1,
                    "",
                    unnamed + " collectives not compared across" + " ranks",
                    "there are several groups and they do not say to which they belong",
                    "no waiting times for" + " them"));
        }
        return merge(groups);
    }

    /** Groups whose members one rank lists and another does not are one. */
    private static List<GroupCalls> merge(Map<String, GroupCalls> groups) {
        List<GroupCalls> merged = new ArrayList<>();
        for (GroupCalls group : groups.values()) {
            GroupCalls twin = null;
            int twins = 0;
            for (GroupCalls other : groups.values()) {
                if (group.members().isEmpty()
                        && !other.members().isEmpty()
                        && other.name().equals(group.name())) {
                    twin = other;
                    twins++;
                }
            }
            if (twins == 1) {
                twin.addAll(group);
            } else {
                merged.add(group);
            }
        }
        return merged;
    }

    static boolean isMessage(Collective collective) {
        return collective.type() == CollectiveType.SEND || collective.type() == CollectiveType.RECV;
    }

    private void match(GroupCalls group) {
        TreeSet<Integer> expected = expected(group);
        List<GroupCalls.Row> rows = group.rows();
        for (int k = 0; k < rows.size(); k++) {
            TreeSet<Integer> missing = new TreeSet<>(expected);
            missing.removeAll(rows.get(k).ranks());
            CollectiveMatch match = describe(group, rows.get(k), k, new ArrayList<>(missing));
            matches.add(match);
            report(match, rows.get(k), group);
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

    private static CollectiveMatch describe(GroupCalls group, GroupCalls.Row row, int k, List<Integer> missing) {
        List<CollectiveMatch.Member> members = new ArrayList<>();
        long last = Long.MIN_VALUE;
        for (GroupCalls.Call call : row.calls()) {
            last = Math.max(last, call.start());
        }
        Collective first = row.calls().get(0).collective();
        boolean sameType = true;
        boolean sameSize = true;
        for (GroupCalls.Call call : row.calls()) {
            members.add(call.member(last));
            sameType &= call.collective().type() == first.type();
            sameSize &= GroupCalls.sizesAgree(first, call.collective());
        }
        return new CollectiveMatch(group.name(), k, first.type(), members, missing, sameType, sameSize || !sameType);
    }

    private void report(CollectiveMatch match, GroupCalls.Row row, GroupCalls group) {
        String where = "collective " + match.sequence() + " of group '" + match.groupName() + "'";
        List<Integer> here = new ArrayList<>(row.ranks());
        if (!match.missing().isEmpty()) {
            boolean inside = row.inside(match.missing(), group);
            String what = "a " + match.type() + " of ranks " + here + " is missing on ranks " + match.missing();
            findings.add(new Finding(
                    inside ? Finding.Level.ERROR : Finding.Level.WARNING,
                    RankLog.STAGE,
                    -1,
                    where,
                    what,
                    inside ? "later collectives are there on all ranks" : "the ranks' windows begin or end differently",
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
                                    .map(c -> c.collective().type().toString())
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
                                    .map(c -> Long.toString(c.collective().inBytes()))
                                    .distinct()
                                    .toList(),
                    "another order of collectives, or a faulty trace",
                    "sizes of one transfer must fit together"));
        }
    }
}
