package org.etude.sim;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.etude.sim.collective.AlgorithmSpec;
import org.etude.sim.collective.CollectiveKind;
import org.etude.sim.network.analytic.MessageWays;
import org.etude.sim.network.analytic.RankOrbits;

/**
 * What turning the ranks' circles does to communicator groups. A group of ranks at place 0 alone must become another group
 * of the same list, moved. A group of whole circles must stay what it is, with its list turned round.
 */
final class OrbitGroups {
    private static final int NONE = -1;

    private final SortedMap<Integer, List<Integer>> groups;
    private final SystemSpec system;
    private final RankOrbits orbits;
    private final MessageWays ways;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final Map<Integer, Boolean> atHome = new HashMap<>();
    private final Map<Integer, Boolean> whole = new HashMap<>();
    private final Map<Integer, Boolean> ringWays = new HashMap<>();
    private final Map<Integer, Boolean> allWays = new HashMap<>();
    /** Group and places, and the group that this one becomes; and back. */
    private final Map<Long, Integer> image = new HashMap<>();

    private final Map<Integer, Long> source = new HashMap<>();

    OrbitGroups(Scenario scenario, RankOrbits orbits, MessageWays ways) {
        this.orbits = orbits;
        this.ways = ways;
        groups = scenario.groups().groups();
        system = scenario.system();
    }

    /** The number of a name, or -1 when it is none of a listed group. */
    int number(String name) {
        return numbers.computeIfAbsent(name, text -> {
            int number = text.matches("[1-9][0-9]{0,8}") ? Integer.parseInt(text) : NONE;
            return groups.containsKey(number) ? number : NONE;
        });
    }

    /** Whether a group becomes another one when all ranks move so many places on; by their names in traces. */
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
        long key = (long) from * orbits.size() + places;
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
        return members.stream().map(rank -> orbits.moved(rank, places)).toList();
    }

    /** Whether simulated ranks can do a collective in a group for all; its kind is null when it sends nothing. */
    boolean turns(int group, CollectiveKind kind) {
        if (group == NONE || groups.get(group).size() == orbits.ranks()) {
            return false;
        }
        List<AlgorithmSpec> listed = kind == null ? List.of() : system.algorithms(kind, 2);
        AlgorithmSpec.Kind how = listed.size() == 1 ? listed.get(0).kind() : AlgorithmSpec.Kind.RING;
        boolean ring = how == AlgorithmSpec.Kind.RING;
        boolean turned = home(group) || (ring || how == AlgorithmSpec.Kind.DIRECT) && circles(group);
        return turned
                && (ring
                        ? ringWays.computeIfAbsent(group, g -> alike(groups.get(g), 1))
                        : allWays.computeIfAbsent(
                                group, g -> alike(groups.get(g), groups.get(g).size() - 1)));
    }

    /**
     * Whether the ways between members so many places apart in the list are the same on all places of the circles. Those of
     * members at place 0 tell: turning the circles makes the others of them.
     */
    private boolean alike(List<Integer> members, int most) {
        for (int i = 0; i < members.size(); i++) {
            if (orbits.place(members.get(i)) != 0) {
                continue;
            }
            for (int ahead = 1; ahead <= most && ahead < members.size(); ahead++) {
                int next = members.get((i + ahead) % members.size());
                if (!alike(members.get(i), next) || !alike(next, members.get(i))) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Whether the way from one rank to another is the same on all places of the circles. */
    boolean alike(int from, int to) {
        for (int by = 1; by < orbits.size(); by++) {
            if (from == to || !ways.alike(from, to, orbits.moved(from, by), orbits.moved(to, by))) {
                return false;
            }
        }
        return true;
    }

    /** Whether all members of a group are at place 0. */
    private boolean home(int group) {
        return atHome.computeIfAbsent(
                group, g -> groups.get(g).stream().allMatch(r -> inside(r) && orbits.place(r) == 0));
    }

    /** Whether a group holds whole circles, in a list that turning them turns round. */
    private boolean circles(int group) {
        return whole.computeIfAbsent(group, g -> {
            List<Integer> members = groups.get(g);
            int[] place = new int[orbits.ranks()];
            Arrays.fill(place, NONE);
            for (int i = 0; i < members.size(); i++) {
                if (!inside(members.get(i))) {
                    return false;
                }
                place[members.get(i)] = i;
            }
            int turn = -1;
            for (int rank : members) {
                int next = place[orbits.moved(rank, 1)];
                int by = Math.floorMod(next - place[rank], members.size());
                if (next == NONE || turn >= 0 && by != turn) {
                    return false;
                }
                turn = by;
            }
            return true;
        });
    }

    private boolean inside(int rank) {
        return rank >= 0 && rank < orbits.ranks();
    }

    /** For each place, the numbers of the groups that these groups become there. */
    List<int[]> used(it.unimi.dsi.fastutil.ints.IntSet of) {
        int[] here = of.toIntArray();
        List<int[]> all = new ArrayList<>();
        for (int places = 0; places < orbits.size(); places++) {
            int[] there = new int[here.length];
            for (int i = 0; i < here.length; i++) {
                there[i] = image.getOrDefault((long) here[i] * orbits.size() + places, here[i]);
            }
            all.add(there);
        }
        return all;
    }
}
