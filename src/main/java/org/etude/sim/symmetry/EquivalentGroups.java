// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.symmetry;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.etude.network.analytic.EquivalentRanks;
import org.etude.network.analytic.MessageDelays;
import org.etude.sim.engine.CollectiveFloors;
import org.etude.sim.engine.GroupLayout;
import org.etude.sim.engine.GroupLayouts;
import org.etude.sim.spec.Scenario;
import org.etude.spec.AlgorithmSpec;
import org.etude.spec.CollectiveType;

/**
 * The effect of rotating the ranks' cycles on communicator groups. A group of ranks that are all at position 0 must
 * become another group with the same, shifted list. A group of whole cycles must stay the same group, with its list
 * rotated; one of whole rows or columns also becomes other groups.
 */
final class EquivalentGroups {
    private static final int NONE = -1;
    /** The most moved members of a group that are compared. */
    private static final long MOST_MOVES = 10_000_000;

    private final SortedMap<Integer, List<Integer>> groups;
    private final GroupLayouts plans;
    private final CollectiveFloors floors;
    private final EquivalentRanks equivalent;
    private final MessageDelays delays;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final Map<Long, GroupLayout> known = new HashMap<>();
    private final Map<Integer, Boolean> atHome = new HashMap<>();
    private final Map<Long, Boolean> turning = new HashMap<>();
    /** From group and number of positions to the group it becomes, and back. */
    private final Map<Long, Integer> image = new HashMap<>();

    private final Map<Integer, Integer> source = new HashMap<>();

    EquivalentGroups(Scenario scenario, EquivalentRanks equivalent, MessageDelays delays) {
        this.equivalent = equivalent;
        this.delays = delays;
        groups = scenario.groups().groups();
        plans = new GroupLayouts(scenario);
        floors = new CollectiveFloors(scenario);
    }

    /** The number of a named group, or -1 when it is not a listed group. */
    int number(String name) {
        return numbers.computeIfAbsent(name, text -> {
            int number = text.matches("[1-9][0-9]{0,8}") ? Integer.parseInt(text) : NONE;
            return groups.containsKey(number) ? number : NONE;
        });
    }

    /** Whether a group, by its name in traces, becomes another one when all ranks move on by this many positions. */
    boolean moves(Object here, Object there, int places) {
        if (!(here instanceof String name && there instanceof String other)) {
            return false;
        }
        int from = number(name);
        int to = number(other);
        if (from == NONE || to == NONE) {
            return false;
        }
        if (!home(from) && plain()) {
            return from == to;
        }
        long key = (long) from * equivalent.size() + places;
        Integer known = image.get(key);
        if (known != null) {
            return known == to;
        }
        if (source.getOrDefault(to, from) != from || !becomes(from, to, places)) {
            return false;
        }
        image.put(key, to);
        source.put(to, from);
        return true;
    }

    /** Whether positions form plain cycles, so that one rotation yields all. */
    private boolean plain() {
        return equivalent.row() == equivalent.size();
    }

    /** A group with a rank at another position may also become a group that lists its ranks in another order. */
    private boolean becomes(int from, int to, int places) {
        List<Integer> moved = moved(groups.get(from), places);
        if (moved.equals(groups.get(to))) {
            return true;
        }
        return !home(from) && new IntOpenHashSet(moved).equals(new IntOpenHashSet(groups.get(to)));
    }

    private List<Integer> moved(List<Integer> members, int places) {
        return members.stream().map(rank -> equivalent.moved(rank, places)).toList();
    }

    /** Whether simulated ranks can perform a group's collective for all; its kind is null when it sends nothing. */
    boolean turns(int group, CollectiveType kind) {
        if (group == NONE || groups.get(group).size() == equivalent.ranks()) {
            return false;
        }
        return kind == null || turning.computeIfAbsent(key(group, kind), k -> turned(group, kind));
    }

    private boolean turned(int group, CollectiveType kind) {
        GroupLayout plan = plan(group, kind);
        boolean home = home(group);
        if (!home && !plan.runs(AlgorithmSpec.Kind.RING, AlgorithmSpec.Kind.STRIDED_RINGS, AlgorithmSpec.Kind.DIRECT)) {
            return false;
        }
        int most = home || !plain() ? equivalent.size() - 1 : 1;
        if (!home && (long) most * plan.members().length > MOST_MOVES) {
            return false;
        }
        for (int places = 1; places <= most; places++) {
            int other = image.getOrDefault((long) group * equivalent.size() + places, group);
            GroupLayout there = plan(other, kind);
            if (other != group && !alike(plan, there, kind) || !home && !follows(plan, there, places)) {
                return false;
            }
        }
        return pathsAlike(plan);
    }

    private static long key(int group, CollectiveType kind) {
        return (long) group * CollectiveType.values().length + kind.ordinal();
    }

    private GroupLayout plan(int group, CollectiveType kind) {
        return known.computeIfAbsent(
                key(group, kind),
                k -> plans.of(groups.get(group).stream().mapToInt(r -> r).toArray(), kind));
    }

    /** Whether two groups have the same layout over the dimensions of the network. */
    private boolean alike(GroupLayout plan, GroupLayout there, CollectiveType kind) {
        return plan.sameBox(there) && floors.nsPerByte(plan.members(), kind) == floors.nsPerByte(there.members(), kind);
    }

    /**
     * Whether the paths between communicating members are the same at all positions of the cycles. Checking members at
     * position 0 suffices: rotating the cycles yields the others.
     */
    private boolean pathsAlike(GroupLayout plan) {
        for (int i = 0; i < plan.members().length; i++) {
            if (equivalent.place(plan.members()[i]) == 0 && !pathsAlike(plan, i)) {
                return false;
            }
        }
        return true;
    }

    private boolean pathsAlike(GroupLayout plan, int place) {
        int rank = plan.members()[place];
        for (int level = 0; level < plan.levels(); level++) {
            boolean ring = plan.algorithm()[level].kind() == AlgorithmSpec.Kind.RING;
            int most = ring ? 1 : plan.size()[level] - 1;
            for (int by = 1; by <= most && by < plan.size()[level]; by++) {
                int next = plan.ahead(place, level, by);
                if (!alike(rank, next) || !alike(next, rank)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Whether the path from one rank to another is the same at all positions of the cycles. */
    boolean alike(int from, int to) {
        for (int by = 1; by < equivalent.size(); by++) {
            if (from == to || !delays.alike(from, to, equivalent.moved(from, by), equivalent.moved(to, by))) {
                return false;
            }
        }
        return true;
    }

    /** Whether all members of a group are at position 0. */
    private boolean home(int group) {
        return atHome.computeIfAbsent(
                group, g -> groups.get(g).stream().allMatch(r -> inside(r) && equivalent.place(r) == 0));
    }

    /** Whether a rotation turns each ring of a group into a ring of the group that it becomes. */
    private boolean follows(GroupLayout plan, GroupLayout there, int places) {
        Int2IntOpenHashMap place = new Int2IntOpenHashMap();
        place.defaultReturnValue(NONE);
        for (int i = 0; i < there.members().length; i++) {
            place.put(there.members()[i], i);
        }
        for (int i = 0; i < plan.members().length; i++) {
            if (!inside(plan.members()[i])) {
                return false;
            }
            int turned = place.get(equivalent.moved(plan.members()[i], places));
            for (int level = 0; level < plan.levels(); level++) {
                if (turned == NONE
                        || there.ahead(turned, level, 1) != equivalent.moved(plan.ahead(i, level, 1), places)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean inside(int rank) {
        return rank >= 0 && rank < equivalent.ranks();
    }

    /** For each position, the numbers of the groups that these groups become there. */
    List<int[]> used(IntSet of) {
        int[] here = of.toIntArray();
        List<int[]> all = new ArrayList<>();
        for (int places = 0; places < equivalent.size(); places++) {
            int[] there = new int[here.length];
            for (int i = 0; i < here.length; i++) {
                there[i] = image.getOrDefault((long) here[i] * equivalent.size() + places, here[i]);
            }
            all.add(there);
        }
        return all;
    }
}
