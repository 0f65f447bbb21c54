// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.etude.compat.simai.model.Parallel;
import org.etude.compat.simai.model.SimAiGroup;
import org.etude.compat.simai.model.SimAiGroups;
import org.etude.spec.CollectiveType;
import org.junit.jupiter.api.Test;

class FlowSchedulesTest {
    private static final FlowOptions PLAIN = FlowOptions.of("H100", false, false);

    private static SimAiGroup group(int gpus, int perServer, int tp, int ep, Parallel kind, int rank) {
        return new SimAiGroups(gpus, perServer, tp, ep).of(rank, kind).orElseThrow();
    }

    private static List<Flow> flows(SimAiGroup group, CollectiveType collective, long bytes, FlowOptions options) {
        return FlowSchedules.of(group, collective, bytes, options).flows();
    }

    @Test
    void groupsOfSixteenRanks() {
        SimAiGroups groups = new SimAiGroups(16, 8, 2, 4);
        assertThat(groups.groups()).hasSize(42);
        assertThat(groups.of(9, Parallel.TP)).get().satisfies(g -> {
            assertThat(g.ranks()).containsExactly(8, 9);
            assertThat(g.nvSwitches()).containsExactly(17);
        });
        assertThat(groups.of(0, Parallel.EP)).get().satisfies(g -> {
            assertThat(g.ranks()).containsExactly(0, 2, 4, 6);
            assertThat(g.index()).as("the last of four copies").isEqualTo(16);
        });
        assertThat(groups.of(3, Parallel.DP_EP)).get().satisfies(g -> assertThat(g.ranks())
                .containsExactly(3, 11));
        assertThat(new SimAiGroups(8, 8, 1, 4).of(0, Parallel.EP)).isEmpty();
        assertThatThrownBy(() -> new SimAiGroups(12, 8, 1, 1)).hasMessageContaining("12 GPUs cannot be divided");
    }

    @Test
    void ringOfTwoRanksHasTwoChannels() {
        List<Flow> flows = flows(group(8, 8, 2, 1, Parallel.TP, 5), CollectiveType.ALL_REDUCE, 8192, PLAIN);
        assertThat(flows).hasSize(8);
        assertThat(flows.get(0)).isEqualTo(new Flow(0, 0, 4, 5, 2048, List.of(5), List.of(), List.of(3), 0, 2, "RING"));
        assertThat(flows.get(2)).isEqualTo(new Flow(0, 2, 4, 5, 2048, List.of(5), List.of(1), List.of(), 1, 2, "RING"));
        assertThat(flows.get(7)).isEqualTo(new Flow(1, 7, 5, 4, 2048, List.of(4), List.of(4), List.of(), 1, 2, "RING"));
    }

    @Test
    void pxnLeavesByTheFirstRank() {
        SimAiGroup group = group(12, 4, 12, 1, Parallel.TP, 0);
        List<Flow> flows = flows(group, CollectiveType.REDUCE_SCATTER, 1048576, FlowOptions.of("A100", true, false));
        assertThat(flows).hasSize(660);
        assertThat(flows.get(3))
                .isEqualTo(new Flow(0, 3, 3, 0, 21845, List.of(2), List.of(), List.of(4), 0, 11, "RING"));
        assertThat(flows.get(4))
                .isEqualTo(new Flow(0, 4, 0, 4, 21845, List.of(3), List.of(3), List.of(20), 0, 11, "PXN_INIT"));
        assertThat(flows.get(19).type()).as("later rounds of a reduce-scatter").isEqualTo("RING");
        assertThat(flows(group, CollectiveType.ALL_GATHER, 1048576, FlowOptions.of("A100", true, false)))
                .hasSize(528);
    }

    @Test
    void nvSwitchesAddUpOnHopper() {
        FlowOptions nvls = FlowOptions.of("H100", false, true);
        SimAiGroup group = group(16, 8, 8, 1, Parallel.TP, 9);
        FlowSchedule schedule = FlowSchedules.of(group, CollectiveType.ALL_REDUCE, 16777217, nvls);
        assertThat(schedule.algorithm()).isEqualTo(FlowAlgorithm.NVLS);
        assertThat(schedule.flows()).hasSize(64).allMatch(flow -> flow.bytes() == 4194304);
        assertThat(schedule.flows().get(8).parents()).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
        assertThat(FlowSchedules.of(group, CollectiveType.ALL_REDUCE, 1, FlowOptions.of("A100", false, true))
                        .algorithm())
                .isEqualTo(FlowAlgorithm.RING);
        assertThat(flows(group(16, 8, 16, 1, Parallel.TP, 0), CollectiveType.ALL_REDUCE, 1 << 20, nvls))
                .as("several servers")
                .isEmpty();
    }

    @Test
    void allToAllGoesDirectly() {
        List<Flow> flows = flows(group(8, 8, 4, 1, Parallel.TP, 0), CollectiveType.ALL_TO_ALL, 1000003, PLAIN);
        assertThat(flows)
                .hasSize(12)
                .allMatch(flow -> flow.bytes() == 250000 && flow.parents().isEmpty());
        assertThat(flows.get(4).awaited()).containsExactly(0, 2, 3);
    }

    @Test
    void tooFewBytesMakeNoFlows() {
        assertThat(flows(group(8, 8, 8, 1, Parallel.TP, 0), CollectiveType.ALL_REDUCE, 32, PLAIN))
                .isEmpty();
    }

    @Test
    void treesOfSixServers() {
        assertThat(NcclTrees.parents(6)).containsExactly(1, 3, 1, -1, 5, 3);
        assertThat(NcclTrees.parents(1)).containsExactly(-1);
        assertThat(NcclTrees.parents(2)).containsExactly(1, -1);
        NcclTrees trees = NcclTrees.of(group(12, 2, 12, 1, Parallel.TP, 0));
        assertThat(trees.channels()).hasSize(4);
        assertThat(trees.channels().get(0).get(6)).isEqualTo(new NcclTrees.Node(-1, List.of(7, 2, 10)));
        assertThat(trees.channels().get(1).get(8)).isEqualTo(new NcclTrees.Node(-1, List.of(9, 4, 0)));
    }

    @Test
    void treesCanBeAskedFor() {
        SimAiGroup group = group(12, 2, 12, 1, Parallel.TP, 0);
        FlowOptions tree = new FlowOptions("A100", false, false, Optional.of(FlowAlgorithm.TREE));
        FlowSchedule schedule = FlowSchedules.of(group, CollectiveType.ALL_REDUCE, 1 << 20, tree);
        assertThat(schedule.algorithm()).isEqualTo(FlowAlgorithm.TREE);
        assertThat(schedule.flows())
                .as("4 trees, 64 chunks, 11 edges up and down")
                .hasSize(4 * 64 * 22);
        delivers(schedule.flows());
    }

    /** Every flow's parents come before it and end where it begins; children and parents name each other. */
    @Property
    void flowsHangTogether(
            @ForAll @IntRange(min = 1, max = 4) int servers,
            @ForAll @IntRange(min = 2, max = 5) int perServer,
            @ForAll("collectives") CollectiveType collective,
            @ForAll boolean pxn) {
        SimAiGroup group = group(servers * perServer, perServer, servers * perServer, 1, Parallel.TP, 0);
        List<Flow> flows = flows(group, collective, 1 << 20, FlowOptions.of("A100", pxn, false));
        assertThat(flows).isNotEmpty();
        delivers(flows);
        Map<Integer, Set<Integer>> partners = new HashMap<>();
        flows.forEach(
                f -> partners.computeIfAbsent(f.source(), r -> new HashSet<>()).add(f.destination()));
        assertThat(partners.keySet()).isEqualTo(new HashSet<>(group.ranks()));
    }

    /** Twenty ranks on servers of eight lie on three, as SimAI counts; it takes six of each and leaves two over. */
    @Test
    void remainingRanksAreAlone() {
        SimAiGroup group = group(40, 8, 20, 1, Parallel.TP, 0);
        assertThat(group.nodes()).isEqualTo(3);
        assertThat(NcclRings.of(group).channels()).hasSize(6).allSatisfy(ring -> assertThat(ring.keySet())
                .containsExactlyElementsOf(IntStream.range(0, 18).boxed().toList()));
        NcclTrees trees = NcclTrees.of(group);
        assertThat(trees.channels()).hasSize(12).allSatisfy(tree -> {
            assertThat(tree.keySet()).containsExactlyElementsOf(group.ranks());
            assertThat(tree.get(18)).isEqualTo(new NcclTrees.Node(-1, List.of()));
            assertThat(tree.get(19)).isEqualTo(new NcclTrees.Node(-1, List.of()));
            assertThat(tree.values().stream().filter(node -> node.up() < 0)).hasSize(3);
        });
        FlowOptions tree = new FlowOptions("A100", false, false, Optional.of(FlowAlgorithm.TREE));
        List<Flow> flows = flows(group, CollectiveType.ALL_REDUCE, 1 << 20, tree);
        assertThat(flows).as("12 trees, 64 chunks, 17 edges up and down").hasSize(12 * 64 * 34);
        delivers(flows);
    }

    /** Every rank sends and receives each round's part once in every channel; PXN hands over what leaves a server. */
    @Property
    void bytesAreConserved(
            @ForAll @IntRange(min = 1, max = 4) int servers,
            @ForAll @IntRange(min = 1, max = 5) int perServer,
            @ForAll("collectives") CollectiveType collective,
            @ForAll boolean pxn,
            @ForAll @LongRange(min = 0, max = 1 << 26) long bytes) {
        int ranks = servers * perServer;
        Assume.that(ranks > 1);
        SimAiGroup group = group(ranks, perServer, ranks, 1, Parallel.TP, 0);
        List<Flow> flows = flows(group, collective, bytes, FlowOptions.of("A100", pxn, false));
        Map<Integer, Long> balance = new HashMap<>();
        long all = 0;
        for (Flow flow : flows) {
            balance.merge(flow.source(), -flow.bytes(), Long::sum);
            balance.merge(flow.destination(), flow.bytes(), Long::sum);
            all += flow.bytes();
        }
        assertThat(balance.values()).allMatch(difference -> difference == 0);
        long rounds = (collective == CollectiveType.ALL_REDUCE ? 2L : 1L) * (ranks - 1);
        boolean relayed = pxn && servers > 1 && perServer > 1 && collective != CollectiveType.ALL_GATHER;
        long sent = collective == CollectiveType.ALL_TO_ALL
                ? bytes / ranks * ranks * (ranks - 1)
                : bytes / ranks / perServer * perServer * rounds * (ranks + (relayed ? servers : 0));
        assertThat(all).isEqualTo(sent);
    }

    /** Groups of a kind hold every rank once; ranks of a group are on its servers and see its NVSwitches. */
    @Property
    void groupsPartitionRanks(
            @ForAll @IntRange(min = 1, max = 6) int tp,
            @ForAll @IntRange(min = 1, max = 4) int ep,
            @ForAll @IntRange(min = 1, max = 4) int replicas,
            @ForAll @IntRange(min = 1, max = 8) int perServer) {
        int gpus = tp * ep * replicas;
        Assume.that(gpus % perServer == 0);
        SimAiGroups groups = new SimAiGroups(gpus, perServer, tp, ep);
        Map<Parallel, Integer> sizes = Map.of(
                Parallel.TP,
                tp,
                Parallel.DP,
                ep * replicas,
                Parallel.EP,
                tp > 1 ? ep : 1,
                Parallel.DP_EP,
                tp > 1 ? replicas : 1);
        sizes.forEach((kind, size) -> {
            Set<SimAiGroup> distinct = new HashSet<>();
            IntStream.range(0, gpus).forEach(rank -> groups.of(rank, kind).ifPresent(group -> {
                assertThat(group.ranks()).hasSize(size).contains(rank);
                assertThat(group.nvSwitches()).contains(gpus + rank / perServer);
                distinct.add(group);
            }));
            assertThat(distinct).hasSize(size == 1 ? 0 : gpus / size);
        });
    }

    private static void delivers(List<Flow> flows) {
        for (Flow flow : flows) {
            assertThat(flow).isSameAs(flows.get(flow.id()));
            for (int parent : flow.parents()) {
                assertThat(parent).isLessThan(flow.id());
                assertThat(flows.get(parent).destination()).isEqualTo(flow.source());
                assertThat(flows.get(parent).children()).contains(flow.id());
            }
        }
    }

    @Provide
    Arbitrary<CollectiveType> collectives() {
        return Arbitraries.of(CollectiveType.scheduled());
    }
}
