// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.IntStream;
import org.etude.et.wire.CommGroups;
import org.etude.link.model.Collective;
import org.etude.link.model.LinkedRank;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;

/**
 * Numbers the process groups of a job. Simulators require positive numbers, while PyTorch uses text; "0" is the whole
 * job. A name that is such a number is kept if it denotes only one set of ranks.
 */
final class GroupNumbers implements CommAttributes.GroupNames {
    private static final String WORLD = "0";
    /** Names that are such numbers. */
    private static final String KEPT = "[1-9]\\d{0,8}";

    private final int world;
    private final List<Integer> all;
    private final Map<List<Integer>, Integer> numbers;
    /** Ranks may be converted by several threads. */
    private final Map<String, Finding> findings = new ConcurrentSkipListMap<>();

    private final Map<Integer, Map<String, List<Integer>>> listed = new ConcurrentHashMap<>();

    /** Of groups that have their numbers. */
    GroupNumbers(int world, Map<List<Integer>, Integer> numbers) {
        this.world = world;
        this.all = IntStream.range(0, world).boxed().toList();
        this.numbers = numbers;
    }

    /** Numbers the groups of these ranks. */
    static GroupNumbers of(int world, List<RankFacts> ranks) {
        GroupNumbers groups = new GroupNumbers(world, new LinkedHashMap<>());
        Map<List<Integer>, String> names = new LinkedHashMap<>();
        for (RankFacts rank : ranks) {
            for (CommUse use : rank.uses()) {
                if (!use.isMessage()) {
                    List<Integer> members = groups.ranks(
                            rank.rank(), use.groupName(), use.groupSize(), use.groupRanks(), use.listedRanks());
                    if (!members.equals(groups.all)) {
                        names.putIfAbsent(members, use.groupName());
                    }
                }
            }
        }
        groups.number(names);
        return groups;
    }

    private void number(Map<List<Integer>, String> names) {
        names.forEach((ranks, name) -> {
            if (name.matches(KEPT) && !numbers.containsValue(Integer.parseInt(name))) {
                numbers.put(ranks, Integer.parseInt(name));
            }
        });
        int next = 1;
        for (List<Integer> ranks : names.keySet()) {
            while (!numbers.containsKey(ranks)) {
                if (!numbers.containsValue(next)) {
                    numbers.put(ranks, next);
                }
                next++;
            }
        }
    }

    /** The participating ranks in ring order; by default the whole job. */
    private List<Integer> ranks(
            int rank, String groupName, int groupSize, List<Integer> stated, List<Integer> listedRanks) {
        List<Integer> ranks = stated.isEmpty() ? listedRanks : stated;
        if (ranks.isEmpty() && groupSize > 0 && groupSize < world) {
            findings.putIfAbsent(
                    rank + groupName,
                    new Finding(
                            Level.WARNING,
                            "convert",
                            rank,
                            "process group '" + groupName + "'",
                            "a group of " + groupSize + " ranks whose members the trace does not name",
                            "neither the collective nor the list of process groups has them",
                            "its collectives run over all " + world + " ranks"));
        }
        return ranks.isEmpty()
                        || ranks.size() == world
                                && ranks.stream().sorted().toList().equals(all)
                ? all
                : ranks;
    }

    @Override
    public String name(LinkedRank rank, Collective c) {
        int number = rank.trace().rank();
        return name(number, RankTemplate.Group.of(c, listed.computeIfAbsent(number, r -> CommUse.listed(rank))));
    }

    /** pg_name of a group as a rank knows it. */
    String name(int rank, RankTemplate.Group group) {
        List<Integer> ranks = ranks(rank, group.name(), group.size(), group.stated(), group.listed());
        return ranks.equals(all) ? WORLD : String.valueOf(numbers.get(ranks));
    }

    /**
     * The pg_name that a group will have unless another group of the job, unknown to the rank, has it.
     *
     * @param world number of ranks of the job as the rank knows it, or 0
     */
    static String likelyName(RankTemplate.Group group, int world) {
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

    Map<List<Integer>, Integer> numbers() {
        return numbers;
    }

    Map<String, Finding> findingsByKey() {
        return findings;
    }

    CommGroups groups() {
        Map<Integer, List<Integer>> byNumber = new TreeMap<>();
        numbers.forEach((ranks, number) -> byNumber.put(number, ranks));
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
