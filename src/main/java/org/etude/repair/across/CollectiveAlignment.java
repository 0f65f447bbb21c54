// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.across;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Aligns the calls of all ranks of a group to its collectives. Starts from the sequence that most ranks have (then the
 * longest, then that of the lowest rank); every other is aligned to it and adds its extra calls.
 */
final class CollectiveAlignment {
    /** Number of positions with the same collective examined on either side when searching for the right one. */
    private static final int FARTHEST_MOVE = 128;

    private final List<RankClass> classes = new ArrayList<>();
    private List<AlignedCollective> collectives = new ArrayList<>();

    /** Ranks ascending, with the calls of each. */
    CollectiveAlignment(List<Integer> ranks, IntFunction<Calls> callsOf) {
        Map<Integer, List<RankClass>> byCount = new HashMap<>();
        for (int rank : ranks) {
            Calls calls = callsOf.apply(rank);
            List<RankClass> alike = byCount.computeIfAbsent(calls.hash(), key -> new ArrayList<>());
            RankClass found = alike.stream()
                    .filter(c -> c.calls().isLike(calls))
                    .findFirst()
                    .orElse(null);
            if (found == null) {
                found = new RankClass(calls);
                alike.add(found);
                classes.add(found);
            }
            found.ranks().add(rank);
        }
    }

    /** The classes of ranks in the order of their lowest rank. */
    List<RankClass> classes() {
        return classes;
    }

    /** The collectives in their order; empty before {@link #align}. */
    List<AlignedCollective> collectives() {
        return collectives;
    }

    /** Aligns the sequences. */
    void align() {
        int reference = reference();
        merge(reference);
        for (int c = 0; c < classes.size(); c++) {
            if (c != reference) {
                merge(c);
            }
        }
        findMoved();
    }

    private int reference() {
        int best = 0;
        for (int c = 1; c < classes.size(); c++) {
            RankClass one = classes.get(c);
            RankClass other = classes.get(best);
            boolean longer = one.calls().count() > other.calls().count();
            best = one.size() > other.size() || one.size() == other.size() && longer ? c : best;
        }
        return best;
    }

    private void merge(int rankClass) {
        Calls calls = classes.get(rankClass).calls();
        Calls line = new Calls();
        collectives.forEach(collective -> line.add(-1, collective.type(), collective.size(), collective.progress()));
        int[] partner = SequenceAlignment.pair(calls, line);
        List<AlignedCollective> merged = new ArrayList<>(Math.max(collectives.size(), calls.count()));
        int[] nextPartner = nextPartner(partner);
        int next = 0;
        for (int call = 0; call < calls.count(); call++) {
            while (next < nextPartner[call]
                    && (partner[call] >= 0 || collectives.get(next).progress() <= calls.progress(call))) {
                merged.add(collectives.get(next++));
            }
            AlignedCollective collective =
                    partner[call] >= 0 ? collectives.get(next++) : new AlignedCollective(classes.size(), calls, call);
            collective.put(rankClass, calls, call);
            merged.add(collective);
        }
        merged.addAll(collectives.subList(next, collectives.size()));
        collectives = merged;
    }

    /** By call, the position of the collective of the next call that has one. */
    private int[] nextPartner(int[] partner) {
        int[] next = new int[partner.length];
        int found = collectives.size();
        for (int i = partner.length - 1; i >= 0; i--) {
            found = partner[i] >= 0 ? partner[i] : found;
            next[i] = found;
        }
        return next;
    }

    /**
     * A call that is alone at its position, and missing where others have the same collective, is that collective out
     * of order.
     */
    private void findMoved() {
        Map<List<Long>, List<AlignedCollective>> sameCollective = new LinkedHashMap<>();
        for (AlignedCollective collective : collectives) {
            if (collective.type() != Calls.UNKNOWN && present(collective) < members()) {
                sameCollective
                        .computeIfAbsent(List.of((long) collective.type(), collective.size()), key -> new ArrayList<>())
                        .add(collective);
            }
        }
        for (List<AlignedCollective> alike : sameCollective.values()) {
            for (int at = 0; at < alike.size(); at++) {
                for (int c = 0; c < classes.size(); c++) {
                    moveToNearest(alike, at, c);
                }
            }
        }
        collectives.removeIf(collective -> present(collective) == 0);
    }

    private void moveToNearest(List<AlignedCollective> alike, int at, int rankClass) {
        AlignedCollective from = alike.get(at);
        if (!from.has(rankClass) || from.hasMoved()) {
            return;
        }
        for (int distance = 1; distance <= FARTHEST_MOVE; distance++) {
            for (int other = at - distance; other <= at + distance; other += 2 * distance) {
                if (other >= 0 && other < alike.size() && isBetter(alike.get(other), from, rankClass)) {
                    alike.get(other).move(from, rankClass);
                    return;
                }
            }
        }
    }

    private boolean isBetter(AlignedCollective collective, AlignedCollective from, int rankClass) {
        int more = present(collective) - present(from);
        return !collective.has(rankClass)
                && (more > 0 || more == 0 && lowest(collective) < lowest(from))
                && apart(collective, from);
    }

    /** Whether no class of ranks has both collectives. */
    private boolean apart(AlignedCollective one, AlignedCollective other) {
        for (int c = 0; c < classes.size(); c++) {
            if (one.has(c) && !one.isMoved(c) && other.has(c)) {
                return false;
            }
        }
        return true;
    }

    /** The class with the lowest rank that has this collective. */
    int lowest(AlignedCollective collective) {
        int c = 0;
        while (c < classes.size() && (!collective.has(c) || collective.isMoved(c))) {
            c++;
        }
        return c;
    }

    /** Number of ranks that have the collective. */
    int present(AlignedCollective collective) {
        int ranks = 0;
        for (int c = 0; c < classes.size(); c++) {
            ranks += collective.has(c) ? classes.get(c).size() : 0;
        }
        return ranks;
    }

    /** Number of ranks. */
    int members() {
        return classes.stream().mapToInt(RankClass::size).sum();
    }
}
