// SPDX-License-Identifier: Apache-2.0
package org.etude.link.match;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.etude.number.Medians;

/**
 * Finds the process groups of a host backend's threads on all ranks at once. The ranks of a group call the same
 * collectives, which overlap in time and end together. Of the assignments in which ranks end collectives about equally
 * close together, the one with the largest groups holds, since other ranks would not end together by chance. Quadratic
 * in the ranks and in the assignments that one rank allows.
 */
final class GroupSearch {
    /** Assignments of the whole job compared at most. */
    private static final int MOST = 10_000;
    /** Differences in ns between ends that say nothing. */
    private static final long CLOSE = 100_000;
    /** How much further apart than in the best assignment ends may be. */
    private static final long FACTOR = 2;

    private final List<List<GroupOption>> options;
    private final GroupOption[] chosen;
    private final List<GroupOption[]> found = new ArrayList<>();
    private int tried;

    private GroupSearch(List<OpenGroups> ranks) {
        options = new ArrayList<>();
        ranks.forEach(rank -> options.add(new ArrayList<>(GroupOption.of(rank))));
        chosen = new GroupOption[ranks.size()];
    }

    /** By rank, the index of each thread's group; empty when several assignments are possible, or none. */
    static Map<Integer, int[]> find(List<OpenGroups> ranks) {
        Map<Integer, int[]> groups = new TreeMap<>();
        if (ranks.stream().allMatch(OpenGroups::isSettled)) {
            return groups;
        }
        GroupSearch search = new GroupSearch(ranks);
        search.narrow();
        search.choose(0);
        for (GroupOption option : search.tried > MOST ? new GroupOption[0] : search.best()) {
            groups.put(option.rank(), option.groupOf());
        }
        return groups;
    }

    /** Removes options that agree with none of another rank, until all agree with some. */
    private void narrow() {
        boolean changed = true;
        while (changed) {
            changed = false;
            for (List<GroupOption> own : options) {
                changed |= own.removeIf(option -> options.stream()
                        .anyMatch(others -> others != own && others.stream().noneMatch(option::agreesWith)));
            }
        }
    }

    private void choose(int at) {
        if (at == chosen.length) {
            found.add(chosen.clone());
            return;
        }
        for (GroupOption option : options.get(at)) {
            boolean agrees = ++tried <= MOST;
            for (int other = 0; agrees && other < at; other++) {
                agrees = option.agreesWith(chosen[other]);
            }
            if (agrees) {
                chosen[at] = option;
                choose(at + 1);
            }
        }
    }

    private GroupOption[] best() {
        long closest = found.stream().mapToLong(GroupSearch::apart).min().orElse(0);
        GroupOption[] best = {};
        long largest = -1;
        for (GroupOption[] all : found) {
            long size = apart(all) <= FACTOR * closest + CLOSE ? sizes(all) : -1;
            if (size >= largest && size >= 0) {
                best = size == largest ? new GroupOption[0] : all;
                largest = size;
            }
        }
        return best;
    }

    /**
     * How far apart ranks end a collective: the median over the collectives of the worst group, in ns; only over those that ranks
     * end together, if it has any.
     */
    private static long apart(GroupOption[] all) {
        TreeSet<String> keys = new TreeSet<>();
        for (GroupOption option : all) {
            keys.addAll(option.calls().keySet());
        }
        return keys.stream().mapToLong(key -> apart(all, key)).max().orElse(0);
    }

    private static long apart(GroupOption[] all, String key) {
        List<List<OpenGroups.Call>> ranks = new ArrayList<>();
        for (GroupOption option : all) {
            if (!option.of(key).isEmpty()) {
                ranks.add(option.of(key));
            }
        }
        List<OpenGroups.Call> calls = ranks.get(0);
        boolean telling = calls.stream().anyMatch(OpenGroups.Call::together);
        LongStream.Builder spreads = LongStream.builder();
        for (int k = 0; k < calls.size(); k++) {
            int call = k;
            if (telling && !calls.get(k).together()) {
                continue;
            }
            long first = ranks.stream()
                    .mapToLong(of -> of.get(call).endNanos())
                    .min()
                    .orElse(0);
            long last = ranks.stream()
                    .mapToLong(of -> of.get(call).endNanos())
                    .max()
                    .orElse(0);
            spreads.add(calls.get(k).meets() ? last - first : 0);
        }
        return Medians.of(spreads.build().toArray());
    }

    /** The sum over all collectives of the sizes of their groups. */
    private static long sizes(GroupOption[] all) {
        long sum = 0;
        for (GroupOption option : all) {
            for (Map.Entry<String, List<OpenGroups.Call>> of : option.calls().entrySet()) {
                sum += (long) of.getValue().size()
                        * option.groups().get(of.getKey()).size();
            }
        }
        return sum;
    }
}
