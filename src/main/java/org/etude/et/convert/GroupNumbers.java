// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.IntStream;
import org.etude.et.wire.CommGroups;
import org.etude.link.model.Collective;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.LinkedSet;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;
import org.etude.spec.CollectiveType;
import org.etude.trace.model.ProcessGroup;

/**
 * Numbers the process groups of a job. Simulators want positive numbers, PyTorch gives texts; "0" is the whole job. A name
 * that is such a number is kept as long as it denotes one set of ranks only.
 */
final class GroupNumbers {
    private static final String WORLD = "0";

    private final int world;
    private final List<Integer> all;
    private final Map<List<Integer>, Integer> numbers = new LinkedHashMap<>();
    /** Ranks may be converted by several threads. */
    private final Map<String, Finding> findings = new ConcurrentSkipListMap<>();

    private final Map<Integer, Map<String, List<Integer>>> listed = new HashMap<>();

    GroupNumbers(LinkedSet set) {
        this.world = Math.max(set.traces().worldSize(), set.ranks().size());
        this.all = IntStream.range(0, world).boxed().toList();
        Map<List<Integer>, String> names = new LinkedHashMap<>();
        for (LinkedRank rank : set.ranks()) {
            listed.put(rank.trace().rank(), listedGroups(rank));
            for (Collective c : rank.collectives()) {
                if (c.type() != CollectiveType.SEND && c.type() != CollectiveType.RECV) {
                    List<Integer> ranks = ranks(rank, c);
                    if (!ranks.equals(all)) {
                        names.putIfAbsent(ranks, c.groupName());
                    }
                }
            }
        }
        number(names);
    }

    private static Map<String, List<Integer>> listedGroups(LinkedRank rank) {
        Map<String, List<Integer>> groups = new HashMap<>();
        if (rank.trace().device() != null) {
            add(rank.trace().device().header().groups(), groups);
        }
        if (rank.trace().host() != null) {
            add(rank.trace().host().groups(), groups);
        }
        return groups;
    }

    private static void add(List<ProcessGroup> from, Map<String, List<Integer>> to) {
        from.stream().filter(g -> !g.ranks().isEmpty()).forEach(g -> to.put(g.name(), g.ranks()));
    }

    private void number(Map<List<Integer>, String> names) {
        names.forEach((ranks, name) -> {
            if (name.matches("[1-9]\\d{0,8}") && !numbers.containsValue(Integer.parseInt(name))) {
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

    /** The ranks that take part, in ring order; the whole job when nothing says otherwise. */
    private List<Integer> ranks(LinkedRank rank, Collective c) {
        List<Integer> ranks = c.groupRanks();
        if (ranks.isEmpty()) {
            ranks = listed.get(rank.trace().rank()).getOrDefault(c.groupName(), List.of());
        }
        if (ranks.isEmpty() && c.groupSize() > 0 && c.groupSize() < world) {
            findings.putIfAbsent(
                    rank.trace().rank() + c.groupName(),
                    new Finding(
                            Level.WARNING,
                            "convert",
                            rank.trace().rank(),
                            "process group '" + c.groupName() + "'",
                            "a group of " + c.groupSize() + " ranks whose members the trace does not name",
                            "neither the collective nor the list of process groups has them",
                            "its collectives run over all " + world + " ranks"));
        }
        return ranks.isEmpty()
                        || ranks.size() == world
                                && ranks.stream().sorted().toList().equals(all)
                ? all
                : ranks;
    }

    /** pg_name of a collective. */
    String name(LinkedRank rank, Collective c) {
        List<Integer> ranks = ranks(rank, c);
        return ranks.equals(all) ? WORLD : String.valueOf(numbers.get(ranks));
    }

    CommGroups groups() {
        Map<Integer, List<Integer>> byNumber = new TreeMap<>();
        numbers.forEach((ranks, number) -> byNumber.put(number, ranks));
        return CommGroups.of(byNumber);
    }

    List<Finding> findings() {
        return List.copyOf(findings.values());
    }

    /** Those on groups of one rank, by key. */
    Map<String, Finding> findings(int rank) {
        Map<String, Finding> own = new TreeMap<>();
        findings.forEach((key, finding) -> {
            if (finding.rank() == rank) {
                own.put(key, finding);
            }
        });
        return own;
    }

    /** Takes over what was found elsewhere. */
    void add(Map<String, Finding> more) {
        findings.putAll(more);
    }
}
