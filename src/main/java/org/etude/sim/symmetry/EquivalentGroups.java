// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.symmetry;

import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.ArrayList;
import java.util.Arrays;
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
 * rotated.
 */
final class EquivalentGroups {
    private static final int NONE = -1;

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

    private final Map<Integer, Long> source = new HashMap<>();

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
        if (!home(from)) {
            return from == to;
        }
        long key = (long) from * equivalent.size() + places;
        Integer known = image.get(key);
        if (known != null) {
            return known == to;
        }
        if (source.containsKey(to) || !moved(groups.get(from), places).equals(groups.get(to))) {
            return false;
        }
        image.put(key, to);
        source.put(to, key);
        return true;
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
        boolean known = home(group)
                ? imagesAlike(group, kind)
                : plan.runs(AlgorithmSpec.Kind.RING, AlgorithmSpec.Kind.DIRECT) && cycles(plan);
        return known && pathsAlike(plan);
    }

    private static long key(int group, CollectiveType kind) {
        return (long) group * CollectiveType.values().length + kind.ordinal();
    }

    private GroupLayout plan(int group, CollectiveType kind) {
        return known.computeIfAbsent(
                key(group, kind),
                k -> plans.of(groups.get(group).stream().mapToInt(r -> r).toArray(), kind));
    }

    /** Whether the groups that a group becomes have the same layout over the dimensions of the network. */
    private boolean imagesAlike(int group, CollectiveType kind) {
        GroupLayout plan = plan(group, kind);
        for (int places = 1; places < equivalent.size(); places++) {
            Integer other = image.get((long) group * equivalent.size() + places);
            if (other == null) {
                continue;
            }
            GroupLayout there = plan(other, kind);
            if (!plan.sameBox(there)
                    || floors.nsPerByte(plan.members(), kind) != floors.nsPerByte(there.members(), kind)) {
                return false;
            }
        }
        return true;
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

    /** Whether a group holds whole cycles, and rotating them rotates each of its rings or maps it to another one. */
    private boolean cycles(GroupLayout plan) {
        int[] place = new int[equivalent.ranks()];
        Arrays.fill(place, NONE);
        for (int i = 0; i < plan.members().length; i++) {
            if (!inside(plan.members()[i])) {
                return false;
            }
            place[plan.members()[i]] = i;
        }
        for (int i = 0; i < plan.members().length; i++) {
            int turned = place[equivalent.moved(plan.members()[i], 1)];
            for (int level = 0; level < plan.levels(); level++) {
                if (turned == NONE || plan.ahead(turned, level, 1) != equivalent.moved(plan.ahead(i, level, 1), 1)) {
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
