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
    private final CollectiveAlignment lineup;
    private final RepairOptions options;
    private final List<Finding> findings;

    CollectiveJudge(String group, CollectiveAlignment lineup, RepairOptions options, List<Finding> findings) {
        this.group = group;
        this.lineup = lineup;
        this.options = options;
        this.findings = findings;
    }

    /** The verdict on the collective at a position in the group's order. */
    Verdict judge(int place, AlignedCollective slot) {
        int type = (int) majority(slot, true);
        long size = size(slot, type);
        boolean agreed = tell(place, slot, type, size);
        if (!agreed && options.mismatch() == Mismatch.REPORT) {
            return new Verdict(true, false, Calls.UNKNOWN, Calls.UNKNOWN, "reported only");
        }
        if (!agreed && options.mismatch() == Mismatch.DROP) {
            return new Verdict(
                    false, false, Calls.UNKNOWN, Calls.UNKNOWN, "the ranks of the group do not agree about it");
        }
        if (2 * lineup.present(slot) < lineup.members()) {
            return new Verdict(
                    false, false, Calls.UNKNOWN, Calls.UNKNOWN, "most ranks of group " + group + " do not run it");
        }
        String reason = reason(slot, type, size);
        return complete(place, new Verdict(true, true, type, size, reason));
    }

    /** The reason for the type and size that all ranks get. */
    private String reason(AlignedCollective slot, int type, long size) {
        int alike = 0;
        for (int c = 0; c < lineup.classes().size(); c++) {
            Calls calls = lineup.classes().get(c).calls();
            boolean same = slot.has(c) && calls.type(slot.call(c)) == type && calls.size(slot.call(c)) == size;
            alike += same ? lineup.classes().get(c).size() : 0;
        }
        String text = "as on " + alike + " of " + lineup.members() + " ranks of group " + group;
        if (AlignedCollective.mayDiffer(type)) {
            return text + ", the largest part of an uneven exchange";
        }
        return 2 * alike == lineup.members() ? text + "; ties are decided by presence, then by the lowest rank" : text;
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
                        "ASTRA-sim knows it by this name only");
            default -> new Verdict(true, true, verdict.type(), size, verdict.reason());
        };
    }

    private Verdict unknown(int place, Verdict verdict) {
        boolean typeKnown = verdict.type() != Calls.UNKNOWN;
        String what = typeKnown ? "size of " + CollectiveType.ofNumber(verdict.type()) : "type";
        String effect =
                switch (options.unknown()) {
                    case REPORT -> "left as it is: simulators will refuse it";
                    case REPLAY -> "its measured time is replayed without traffic";
                    case DROP -> "taken out; its time and traffic are lost";
                };
        say(Level.ERROR, place, "the " + what + " is unknown on every rank", "no attribute, name or tensor", effect);
        String reason = "its " + (typeKnown ? "size" : "type") + " can be learnt from no rank";
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

    private boolean tell(int place, AlignedCollective slot, int type, long size) {
        Level level = options.mismatch() == Mismatch.REPORT ? Level.ERROR : Level.WARNING;
        String effect =
                switch (options.mismatch()) {
                    case REPORT -> "left as it is: a simulator would wait indefinitely";
                    case DROP -> "taken out on every rank";
                    case MAJORITY -> "every rank gets what most have";
                };
        boolean agreed = true;
        if (lineup.present(slot) < lineup.members()) {
            String missing = RankList.of(ranks(slot, false));
            say(level, place, describe(type, size) + " is missing on rank " + missing, holders(slot), effect);
            agreed = false;
        }
        if (slot.hasMoved()) {
            TreeSet<Integer> movers = new TreeSet<>();
            for (int c = 0; c < lineup.classes().size(); c++) {
                if (slot.isMoved(c)) {
                    movers.addAll(lineup.classes().get(c).ranks());
                }
            }
            String what = describe(type, size) + " comes in another order on rank " + RankList.of(movers);
            say(level, place, what, holders(slot), effect);
            agreed = false;
        }
        return reportKinds(place, slot, type, level, effect) && agreed;
    }

    private boolean reportKinds(int place, AlignedCollective slot, int type, Level level, String effect) {
        Map<Integer, TreeSet<Integer>> types = new TreeMap<>();
        Map<Long, TreeSet<Integer>> sizes = new TreeMap<>();
        for (int c = 0; c < lineup.classes().size(); c++) {
            if (slot.has(c)) {
                RankClass one = lineup.classes().get(c);
                put(types, one.calls().type(slot.call(c)), one);
                put(sizes, one.calls().size(slot.call(c)), one);
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
            say(
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
                    ? "ranks may exchange parts of unequal size, but simulators support only equal parts"
                    : "all ranks must pass the same size";
            String then = uneven && options.mismatch() != Mismatch.REPORT ? "every rank uses the largest size" : effect;
            say(level, place, "the size differs: " + String.join("; ", texts), why, then);
            return types.size() <= 1 && uneven && options.mismatch() != Mismatch.REPORT;
        }
        return types.size() <= 1;
    }

    private static <T> void put(Map<T, TreeSet<Integer>> map, T key, RankClass rankClass) {
        map.computeIfAbsent(key, absent -> new TreeSet<>()).addAll(rankClass.ranks());
    }

    private long size(AlignedCollective slot, int type) {
        if (!AlignedCollective.mayDiffer(type)) {
            return majority(slot, false);
        }
        long largest = Calls.UNKNOWN;
        for (int c = 0; c < lineup.classes().size(); c++) {
            largest = slot.has(c)
                    ? Math.max(largest, lineup.classes().get(c).calls().size(slot.call(c)))
                    : largest;
        }
        return largest;
    }

    /** The known type or size of most ranks, in a tie that of the lowest rank; 0 bytes only if there is no other. */
    private long majority(AlignedCollective slot, boolean ofType) {
        Map<Long, Integer> votes = new LinkedHashMap<>();
        for (int c = 0; c < lineup.classes().size(); c++) {
            if (slot.has(c)) {
                RankClass one = lineup.classes().get(c);
                long value =
                        ofType ? one.calls().type(slot.call(c)) : one.calls().size(slot.call(c));
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

    private String holders(AlignedCollective slot) {
        return "rank " + RankList.of(ranks(slot, true)) + " has it here";
    }

    private TreeSet<Integer> ranks(AlignedCollective slot, boolean having) {
        TreeSet<Integer> ranks = new TreeSet<>();
        for (int c = 0; c < lineup.classes().size(); c++) {
            boolean has = slot.has(c) && !(having && slot.isMoved(c));
            if (has == having) {
                ranks.addAll(lineup.classes().get(c).ranks());
            }
        }
        return ranks;
    }

    private void say(Level level, int place, String what, String why, String effect) {
        findings.add(new Finding(level, "repair", -1, "group " + group + ", collective " + place, what, why, effect));
    }
}
