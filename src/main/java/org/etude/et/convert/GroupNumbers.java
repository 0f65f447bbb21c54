// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.IntStream;
import org.etude.et.comm.CommAttributes;
import org.etude.et.comm.CommUse;
import org.etude.et.comm.Communicators;
import org.etude.et.wire.CommGroups;
import org.etude.link.match.CallingThreads;
import org.etude.link.model.Collective;
import org.etude.link.model.LinkedRank;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;

/**
 * Numbers the process groups of a job. Simulators require positive numbers, while PyTorch uses text; "0" is the whole
 * job. A name that is such a number is kept if it denotes only one set of ranks. Groups with the same members stay apart
 * where {@link Communicators} tells them apart.
 */
final class GroupNumbers implements CommAttributes.GroupNames {
    private static final String WORLD = "0";
    /** Names that are such numbers. */
    private static final String KEPT = "[1-9]\\d{0,8}";

    private final int world;
    private final Communicators.Group all;
    private final Map<Communicators.Group, Integer> numbers;
    /** Ranks may be converted by several threads. */
    private final Map<String, Finding> findings = new ConcurrentSkipListMap<>();

    private final Map<Integer, Map<String, List<Integer>>> listed = new ConcurrentHashMap<>();

    /** Of groups that have their numbers. */
    GroupNumbers(int world, Map<Communicators.Group, Integer> numbers) {
        this.world = world;
        this.all = new Communicators.Group(IntStream.range(0, world).boxed().toList(), "");
        this.numbers = numbers;
    }

    /** Numbers the groups of these ranks. */
    static GroupNumbers of(int world, List<RankFacts> ranks) {
        GroupNumbers groups = new GroupNumbers(world, new LinkedHashMap<>());
        Communicators communicators = new Communicators();
        for (RankFacts rank : ranks) {
            for (CommUse use : rank.uses()) {
                if (!use.isMessage()) {
                    communicators.add(
                            rank.rank(), groups.members(rank.rank(), RankTemplate.Group.of(use)), use.groupName());
                }
            }
        }
        Map<Communicators.Group, String> names = communicators.groups(groups.all.ranks());
        names.remove(groups.all);
        groups.number(names);
        return groups;
    }

    private void number(Map<Communicators.Group, String> names) {
        names.forEach((group, name) -> {
            if (name.matches(KEPT) && !numbers.containsValue(Integer.parseInt(name))) {
                numbers.put(group, Integer.parseInt(name));
            }
        });
        int next = 1;
        for (Communicators.Group group : names.keySet()) {
            while (!numbers.containsKey(group)) {
                if (!numbers.containsValue(next)) {
                    numbers.put(group, next);
                }
                next++;
            }
        }
    }

    private Communicators.Group key(int rank, RankTemplate.Group group) {
        List<Integer> members = members(rank, group);
        Communicators.Group own = new Communicators.Group(members, group.name());
        return numbers.containsKey(own) ? own : new Communicators.Group(members, "");
    }

    /** The participating ranks in ring order; by default the whole job. */
    private List<Integer> members(int rank, RankTemplate.Group group) {
        List<Integer> ranks = group.ranks();
        if (ranks.isEmpty() && group.size() > 0 && group.size() < world) {
            findings.putIfAbsent(
                    rank + group.name(),
                    new Finding(
                            Level.WARNING,
                            "convert",
                            rank,
                            "process group '" + group.name() + "'",
                            "a group of " + group.size() + " ranks whose members the trace does not name",
                            "neither the collective nor the list of process groups has them",
                            "its collectives run over all " + world + " ranks"));
        }
        boolean whole = ranks.isEmpty()
                || ranks.size() == world && ranks.stream().sorted().toList().equals(all.ranks());
        return whole ? all.ranks() : ranks;
    }

    @Override
    public String name(LinkedRank rank, Collective c) {
        int number = rank.trace().rank();
        return name(number, RankTemplate.Group.of(c, listed.computeIfAbsent(number, r -> CommUse.listed(rank))));
    }

    /** pg_name of a group as a rank knows it. */
    String name(int rank, RankTemplate.Group group) {
        Communicators.Group key = key(rank, group);
        return key.equals(all) ? WORLD : String.valueOf(numbers.get(key));
    }

    /**
     * The pg_name that a group will have unless another group of the job, unknown to the rank, has it.
     *
     * @param world number of ranks of the job as the rank knows it, or 0
     */
    static String likelyName(RankTemplate.Group group, int world) {
        if (CallingThreads.isOwnGroup(group.name())) {
            return group.name();
        }
        return isWhole(group, world) || !group.name().matches(KEPT) ? WORLD : group.name();
    }

    /** Whether a group is the whole job in a job of this many ranks. */
    static boolean isWhole(RankTemplate.Group group, int world) {
        int size = group.ranks().size();
        return size == 0
                || size == world
                        && group.ranks().equals(IntStream.range(0, size).boxed().toList());
    }

    int world() {
        return world;
    }

    Map<Communicators.Group, Integer> numbers() {
        return numbers;
    }

    Map<String, Finding> findingsByKey() {
        return findings;
    }

    CommGroups groups() {
        Map<Integer, List<Integer>> byNumber = new TreeMap<>();
        numbers.forEach((group, number) -> byNumber.put(number, group.ranks()));
        return CommGroups.of(byNumber);
    }

    List<Finding> findings() {
        return List.copyOf(findings.values());
    }

    /** The findings on groups of one rank, by key. */
    Map<String, Finding> findings(int rank) {
        Map<String, Finding> own = new TreeMap<>();
        findings.forEach((key, finding) -> {
            if (finding.rank() == rank) {
                own.put(key, finding);
            }
        });
        return own;
    }

    /** Adds findings from elsewhere. */
    void add(Map<String, Finding> more) {
        findings.putAll(more);
    }
}
