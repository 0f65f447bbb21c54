// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.symmetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.etude.analysis.CriticalPath;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNode;
import org.etude.network.analytic.EquivalentRanks;
import org.etude.network.analytic.MessageDelays;
import org.etude.report.Finding;
import org.etude.sim.InterruptedRunException;
import org.etude.sim.Simulator;
import org.etude.sim.event.Transport;
import org.etude.sim.result.SimulationResult;
import org.etude.sim.spec.Cases;
import org.etude.sim.spec.Scenario;
import org.etude.spec.AlgorithmSpec;
import org.etude.spec.CollectiveType;
import org.etude.spec.Fidelity;
import org.etude.spec.SimOptions;
import org.etude.spec.SimOptions.Recording;
import org.etude.spec.SystemSpec;
import org.etude.topology.graph.LogicalTopology;
import org.junit.jupiter.api.Test;

/** Two pipeline stages of tp 2 and dp 4: rank = tensor + 2 (data + 4 stage). */
class EquivalenceSearchTest {
    private static final int RANKS = 16;

    private final Map<Integer, List<Integer>> groups = new TreeMap<>();

    private int group(int... members) {
        List<Integer> list = Arrays.stream(members).boxed().toList();
        for (Map.Entry<Integer, List<Integer>> known : groups.entrySet()) {
            if (known.getValue().equals(list)) {
                return known.getKey();
            }
        }
        groups.put(groups.size() + 1, list);
        return groups.size();
    }

    private EtGraph trace(int rank) {
        int stage = rank / 8;
        int lane = rank % 2;
        int tensor = group(rank - lane, rank - lane + 1);
        int first = lane + 8 * stage;
        int data = group(first, first + 2, first + 4, first + 6);
        List<EtNode> nodes = new ArrayList<>();
        nodes.add(stage == 0 ? Cases.work(1, 5) : Cases.receive(1, rank - 8, 4_000, 1));
        nodes.add(Cases.grouped(2, 0, 64_000, Integer.toString(tensor), 1));
        nodes.add(stage == 1 ? Cases.work(3, 7, 2) : Cases.send(3, rank + 8, 4_000, 1, 2));
        nodes.add(Cases.grouped(4, 0, 32_000, Integer.toString(data), 3));
        return Cases.graph(nodes.toArray(EtNode[]::new));
    }

    private Scenario job(LogicalTopology topology) {
        List<EtGraph> ranks = new ArrayList<>();
        for (int rank = 0; rank < RANKS; rank++) {
            ranks.add(trace(rank));
        }
        return Cases.each(topology, ranks, groups);
    }

    private Scenario job() {
        return job(LogicalTopology.switched(RANKS));
    }

    private static Scenario with(Scenario job, UnaryOperator<SimOptions> change) {
        return job.options(change.apply(job.options()));
    }

    @Test
    void tensorParallelRanksAreRowsAndTheirCopiesColumns() {
        assertThat(EquivalenceSearch.of(job())).contains(new EquivalentRanks(RANKS, 1, 8, 2));
    }

    @Test
    void anEighthOfTheRanksIsSimulatedWithTheResultOfAll() {
        Scenario job = job();
        SimulationResult reduced = Simulator.run(job);
        SimulationResult all = Simulator.run(with(job, o -> o.symmetry(SimOptions.Symmetry.EXHAUSTIVE)));
        SameResults.check(reduced, all);
        assertThat(reduced.events()).isEqualTo(all.events() / 8);
        // A rank represents others, but its peers and groups are its own.
        assertThat(reduced.ops().orElseThrow().program(6).attribute(2, "comm_dst", -1))
                .isEqualTo(14);
        assertThat(reduced.ops().orElseThrow().program(6).group[1]).isEqualTo(Integer.toString(group(6, 7)));
        assertThat(CriticalPath.of(reduced)).isEqualTo(CriticalPath.of(all));
    }

    @Test
    void routesThatDifferSplitTheCycles() {
        // Four hosts per node: two of the four copies lie in each of two nodes.
        LogicalTopology nodes = new LogicalTopology(List.of(
                LogicalTopology.switched(4).dims().get(0),
                LogicalTopology.switched(4).dims().get(0)));
        Scenario job = job(nodes);
        assertThat(EquivalenceSearch.of(job)).contains(new EquivalentRanks(RANKS, 2, 4, 2));
        SameResults.check(
                Simulator.run(job), Simulator.run(with(job, o -> o.symmetry(SimOptions.Symmetry.EXHAUSTIVE))));
    }

    @Test
    void whatCannotBeRotatedIsNotReduced() {
        Scenario job = job();
        assertThat(EquivalenceSearch.of(with(job, o -> o.fidelity(Fidelity.AWARE))))
                .isEmpty();
        assertThat(EquivalenceSearch.of(with(job, o -> o.record(Recording.MESSAGES))))
                .isEmpty();
        assertThat(EquivalenceSearch.of(with(job, o -> o.transport(1, 1, true))))
                .isEmpty();
        assertThat(EquivalenceSearch.of(job.system(SystemSpec.builder()
                        .algorithms(AlgorithmSpec.HALVING_DOUBLING)
                        .build())))
                .isEmpty();
        List<EtGraph> odd = new ArrayList<>(job.ranks());
        odd.set(5, Cases.graph(Cases.work(1, 5)));
        assertThat(EquivalenceSearch.of(Cases.each(job.topology(), odd, groups)))
                .isEmpty();
        List<EtGraph> world = new ArrayList<>();
        for (int rank = 0; rank < RANKS; rank++) {
            world.add(Cases.graph(Cases.collective(1, 0, 1 << 20), Cases.work(2, 1 + rank / 8)));
        }
        assertThat(EquivalenceSearch.of(Cases.each(job.topology(), world))).isEmpty();
    }

    @Test
    void anAttributeWithoutAValueIsLikeAnother() {
        List<EtGraph> ranks = new ArrayList<>();
        for (int rank = 0; rank < 4; rank++) {
            EtAttribute empty = new EtAttribute("comm_src", "", EtAttribute.Kind.NONE, null);
            ranks.add(Cases.graph(Cases.work(1, 1 + rank / 2).withAttributes(List.of(empty))));
        }
        assertThat(EquivalenceSearch.of(Cases.each(LogicalTopology.switched(4), ranks)))
                .contains(new EquivalentRanks(4, 1, 2));
    }

    @Test
    void anInterruptEndsTheSearch() {
        Scenario job = job();
        Thread.currentThread().interrupt();
        try {
            assertThat(EquivalenceSearch.of(job)).isEmpty();
            assertThatThrownBy(() -> Simulator.run(job)).isInstanceOf(InterruptedRunException.class);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    /** Whether a group of one cycle can do a direct all-gather; keeps the routes that are compared. */
    private static boolean turns(List<String> compared, String near) {
        Scenario scenario = Cases.each(
                        LogicalTopology.switched(8),
                        Collections.nCopies(8, Cases.graph(Cases.work(1, 1))),
                        Map.of(1, List.of(0, 2, 4, 6)))
                .system(SystemSpec.builder().algorithms(AlgorithmSpec.DIRECT).build());
        MessageDelays ways = new MessageDelays() {
            @Override
            public long delay(int src, int dst, long bytes) {
                return 1;
            }

            @Override
            public boolean alike(int src, int dst, int otherSrc, int otherDst) {
                compared.add(src + "-" + dst + " " + otherSrc + "-" + otherDst);
                return !near.equals(otherSrc + "-" + otherDst);
            }
        };
        return new EquivalentGroups(scenario, new EquivalentRanks(8, 2, 4), ways).turns(1, CollectiveType.ALL_GATHER);
    }

    @Test
    void routesOfOnePlaceRepresentThoseOfAll() {
        List<String> compared = new ArrayList<>();
        assertThat(turns(compared, "")).isTrue();
        // To and from three others, each with three other places: not once more for each member.
        assertThat(compared).hasSize(2 * 3 * 3).doesNotHaveDuplicates();
        for (String near : List.of("2-4", "4-2", "2-6", "6-2", "4-6", "6-4")) {
            assertThat(turns(new ArrayList<>(), near)).as(near).isFalse();
        }
    }

    @Test
    void groupsWhoseTagsCollideAreNotReduced() {
        Scenario job = job();
        StreamTags tags = new StreamTags(job);
        tags.collective();
        assertThat(tags.apart(List.of(new int[] {1, 2}))).isTrue();
        assertThat(tags.apart(List.of(new int[] {2, 2}))).isFalse();
        TreeMap<Integer, List<Integer>> large = new TreeMap<>(Map.of(3, List.of(0, 1, 2), 503, List.of(2, 1)));
        StreamTags wrapped = new StreamTags(Cases.each(job.topology(), job.ranks(), large));
        wrapped.collective();
        // 500 groups of a million tags: 503 has those of 3 again.
        assertThat(wrapped.apart(List.of(new int[] {3, 503}))).isFalse();
        wrapped.message(4);
        assertThat(wrapped.apart(List.of(new int[] {3}))).isTrue();
        // From 2,148 on numbers turn negative, and the tags of collectives come down to those of messages.
        assertThat(wrapped.apart(List.of(new int[] {2_500}))).isTrue();
        wrapped.message(Transport.TAG_RANGE - 1);
        assertThat(wrapped.apart(List.of(new int[] {2_500}))).isFalse();
    }

    @Test
    void theReportSaysHowManyWereSimulated() {
        List<EtGraph> ranks = new ArrayList<>();
        TreeMap<Integer, List<Integer>> pairs = new TreeMap<>();
        for (int rank = 0; rank < 64; rank++) {
            pairs.putIfAbsent(1 + rank / 2, List.of(rank / 2 * 2, rank / 2 * 2 + 1));
            ranks.add(Cases.graph(
                    Cases.work(1, rank % 2), Cases.grouped(2, 0, 4_096, Integer.toString(1 + rank / 2), 1)));
        }
        SimulationResult result = Simulator.run(Cases.each(LogicalTopology.switched(64), ranks, pairs));
        assertThat(result.report().findings())
                .extracting(Finding::what)
                .containsExactly("reduced by symmetry: 2 ranks were simulated for all 64");
    }
}
