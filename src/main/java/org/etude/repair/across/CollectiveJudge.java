// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.across;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;
import org.etude.spec.CollectiveType;
import org.etude.spec.RepairOptions;
import org.etude.spec.RepairOptions.Mismatch;

/** Decides what each collective of one group must be, and reports where ranks disagree. */
final class CollectiveJudge {
    private final String group;
    private final CollectiveAlignment alignment;
    private final RepairOptions options;
    private final List<Finding> findings;

    CollectiveJudge(String group, CollectiveAlignment alignment, RepairOptions options, List<Finding> findings) {
        this.group = group;
        this.alignment = alignment;
        this.options = options;
        this.findings = findings;
    }

    /** The verdict on the collective at a position in the group's order. */
    Verdict judge(int place, AlignedCollective collective) {
        int type = (int) majority(collective, true);
        long size = size(collective, type);
        boolean agreed = reportDisagreements(place, collective, type, size);
        if (!agreed && options.mismatch() == Mismatch.REPORT) {
            return new Verdict(true, false, Calls.UNKNOWN, Calls.UNKNOWN, "reported only");
        }
        if (!agreed && options.mismatch() == Mismatch.DROP) {
            return new Verdict(
                    false, false, Calls.UNKNOWN, Calls.UNKNOWN, "the ranks of the group do not agree about it");
        }
        if (2 * alignment.present(collective) < alignment.members()) {
            return new Verdict(
                    false, false, Calls.UNKNOWN, Calls.UNKNOWN, "most ranks of group " + group + " do not run it");
        }
        String reason = reason(collective, type, size);
        return complete(place, new Verdict(true, true, type, size, reason));
    }

    /** The reason for the type and size that all ranks get. */
    private String reason(AlignedCollective collective, int type, long size) {
        int alike = 0;
        for (int c = 0; c < alignment.classes().size(); c++) {
            Calls calls = alignment.classes().get(c).calls();
            boolean same = collective.has(c)
                    && calls.type(collective.call(c)) == type
                    && calls.size(collective.call(c)) == size;
            alike += same ? alignment.classes().get(c).size() : 0;
        }
        String text = "as on " + alike + " of " + alignment.members() + " ranks of group " + group;
        if (AlignedCollective.mayDiffer(type)) {
            return text + ", the largest part of an uneven exchange";
        }
        return 2 * alike == alignment.members()
                ? text + "; ties are decided by presence, then by the lowest rank"
                : text;
    }

    /** Handles what is still unknown, and what ASTRA-sim requires differently. */
    private Verdict complete(int place, Verdict verdict) {
        CollectiveType type = CollectiveType.ofNumber(verdict.type());
        if (type == null || verdict.size() == Calls.UNKNOWN && !AlignedCollective.isReplayed(verdict.type())) {
            return unknown(place, verdict);
        }
        long size = Math.max(verdict.size(), 0);
        if (!options.astraSim()) {
            return new Verdict(true, true, verdict.type(), size, verdict.reason());
        }
        if (size == 0 && !AlignedCollective.isReplayed(verdict.type())) {
            return new Verdict(
                    false, false, Calls.UNKNOWN, Calls.UNKNOWN, "ASTRA-sim never ends a collective of 0 bytes");
        }
        return switch (type) {
            case REDUCE, GATHER, SCATTER, BARRIER ->
                new Verdict(
                        true,
                        true,
                        CollectiveType.BROADCAST.number(),
                        size,
                        "ASTRA-sim throws at " + type + " and replays the measured time of a broadcast");
            case REDUCE_SCATTER_BLOCK ->
                new Verdict(
                        true,
                        true,
                        CollectiveType.REDUCE_SCATTER.number(),
                        size,
                        "ASTRA-sim knows it only under this name");
            default -> new Verdict(true, true, verdict.type(), size, verdict.reason());
        };
    }

    private Verdict unknown(int place, Verdict verdict) {
        boolean typeKnown = verdict.type() != Calls.UNKNOWN;
        String what = typeKnown ? "size of " + CollectiveType.ofNumber(verdict.type()) : "type";
        String effect =
                switch (options.unknown()) {
                    case REPORT -> "left unchanged; simulators will reject it";
                    case REPLAY -> "its measured time is replayed without traffic";
                    case DROP -> "removed; its time and traffic are lost";
                };
        report(Level.ERROR, place, "the " + what + " is unknown on every rank", "no attribute, name or tensor", effect);
        String reason = "its " + (typeKnown ? "size" : "type") + " is unknown on every rank";
        return switch (options.unknown()) {
            case REPORT -> new Verdict(true, true, verdict.type(), verdict.size(), reason);
            case REPLAY ->
                new Verdict(
                        true,
                        true,
                        CollectiveType.BROADCAST.number(),
                        Math.max(verdict.size(), 0),
                        reason + ": replayed");
            case DROP -> new Verdict(false, false, Calls.UNKNOWN, Calls.UNKNOWN, reason);
        };
    }

    private boolean reportDisagreements(int place, AlignedCollective collective, int type, long size) {
        Level level = options.mismatch() == Mismatch.REPORT ? Level.ERROR : Level.WARNING;
        String effect =
                switch (options.mismatch()) {
                    case REPORT -> "left unchanged; a simulator would wait indefinitely";
                    case DROP -> "removed on every rank";
                    case MAJORITY -> "every rank gets what most ranks have";
                };
        boolean agreed = true;
        if (alignment.present(collective) < alignment.members()) {
            String missing = RankList.of(ranks(collective, false));
            report(level, place, describe(type, size) + " is missing on rank " + missing, holders(collective), effect);
            agreed = false;
        }
        if (collective.hasMoved()) {
            TreeSet<Integer> movers = new TreeSet<>();
            for (int c = 0; c < alignment.classes().size(); c++) {
                if (collective.isMoved(c)) {
                    movers.addAll(alignment.classes().get(c).ranks());
                }
            }
            String what = describe(type, size) + " is in a different order on rank " + RankList.of(movers);
            report(level, place, what, holders(collective), effect);
            agreed = false;
        }
        return reportKinds(place, collective, type, level, effect) && agreed;
    }

    private boolean reportKinds(int place, AlignedCollective collective, int type, Level level, String effect) {
        Map<Integer, TreeSet<Integer>> types = new TreeMap<>();
        Map<Long, TreeSet<Integer>> sizes = new TreeMap<>();
        for (int c = 0; c < alignment.classes().size(); c++) {
            if (collective.has(c)) {
                RankClass one = alignment.classes().get(c);
                put(types, one.calls().type(collective.call(c)), one);
                put(sizes, one.calls().size(collective.call(c)), one);
            }
        }
        types.remove(Calls.UNKNOWN);
        sizes.remove((long) Calls.UNKNOWN);
        boolean known = sizes.keySet().stream().anyMatch(bytes -> bytes > 0);
        if (known && type != CollectiveType.BARRIER.number()) {
            sizes.remove(0L);
        }
        if (types.size() > 1) {
            List<String> texts = new ArrayList<>();
            types.forEach(
                    (number, ranks) -> texts.add(CollectiveType.ofNumber(number) + " on rank " + RankList.of(ranks)));
            report(
                    level,
                    place,
                    "the type differs: " + String.join("; ", texts),
                    "all ranks must call the same collective",
                    effect);
        }
        if (sizes.size() > 1) {
            boolean uneven = AlignedCollective.mayDiffer(type);
            List<String> texts = new ArrayList<>();
            sizes.forEach((bytes, ranks) -> texts.add(bytes + " bytes on rank " + RankList.of(ranks)));
            String why = uneven
                    ? "ranks may exchange parts of unequal size, but other simulators support only equal parts"
                    : "all ranks must pass the same size";
            String then = uneven && options.mismatch() != Mismatch.REPORT
                    ? "every rank uses the largest size, except where part_bytes tells what each rank sends"
                    : effect;
            report(level, place, "the size differs: " + String.join("; ", texts), why, then);
            return types.size() <= 1 && uneven && options.mismatch() != Mismatch.REPORT;
        }
        return types.size() <= 1;
    }

    private static <T> void put(Map<T, TreeSet<Integer>> map, T key, RankClass rankClass) {
        map.computeIfAbsent(key, absent -> new TreeSet<>()).addAll(rankClass.ranks());
    }

    private long size(AlignedCollective collective, int type) {
        if (!AlignedCollective.mayDiffer(type)) {
            return majority(collective, false);
        }
        long largest = Calls.UNKNOWN;
        for (int c = 0; c < alignment.classes().size(); c++) {
            largest = collective.has(c)
                    ? Math.max(largest, alignment.classes().get(c).calls().size(collective.call(c)))
                    : largest;
        }
        return largest;
    }

    /** The known type or size of most ranks, in a tie that of the lowest rank; 0 bytes only if there is no other. */
    private long majority(AlignedCollective collective, boolean ofType) {
        Map<Long, Integer> votes = new LinkedHashMap<>();
        for (int c = 0; c < alignment.classes().size(); c++) {
            if (collective.has(c)) {
                RankClass one = alignment.classes().get(c);
                long value = ofType
                        ? one.calls().type(collective.call(c))
                        : one.calls().size(collective.call(c));
                votes.merge(value, one.size(), Integer::sum);
            }
        }
        votes.remove((long) Calls.UNKNOWN);
        if (!ofType && votes.size() > 1) {
            votes.remove(0L);
        }
        long best = Calls.UNKNOWN;
        for (Map.Entry<Long, Integer> vote : votes.entrySet()) {
            best = best == Calls.UNKNOWN || vote.getValue() > votes.get(best) ? vote.getKey() : best;
        }
        return best;
    }

    private String describe(int type, long size) {
        CollectiveType known = CollectiveType.ofNumber(type);
        return (known == null ? "a collective of unknown type" : known.toString())
                + (size >= 0 ? " of " + size + " bytes" : "");
    }

    private String holders(AlignedCollective collective) {
        return "it is here on rank " + RankList.of(ranks(collective, true));
    }

    private TreeSet<Integer> ranks(AlignedCollective collective, boolean having) {
        TreeSet<Integer> ranks = new TreeSet<>();
        for (int c = 0; c < alignment.classes().size(); c++) {
            boolean has = collective.has(c) && !(having && collective.isMoved(c));
            if (has == having) {
                ranks.addAll(alignment.classes().get(c).ranks());
            }
        }
        return ranks;
    }

    private void report(Level level, int place, String what, String why, String effect) {
        findings.add(new Finding(level, "repair", -1, "group " + group + ", collective " + place, what, why, effect));
    }
}
