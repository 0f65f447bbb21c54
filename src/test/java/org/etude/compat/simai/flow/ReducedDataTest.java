// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.etude.compat.simai.cluster.ClusterGraph;
import org.etude.compat.simai.cluster.ClusterOption;
import org.etude.compat.simai.cluster.ClusterPlan;
import org.etude.compat.simai.cluster.ClusterSpec;
import org.etude.compat.simai.cluster.ClusterTemplate;
import org.etude.compat.simai.model.Parallel;
import org.etude.compat.simai.model.SimAiGroup;
import org.etude.compat.simai.model.SimAiGroups;
import org.etude.compat.simai.text.SimAiWorkload;
import org.etude.spec.CollectiveType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What flows of an all-reduce carry: whose contributions, worked out from their parents. */
class ReducedDataTest {
    private static final long BYTES = 1 << 20;

    private static SimAiGroup group(int servers, int local) {
        return new SimAiGroups(servers * local, local, servers * local, 1)
                .of(0, Parallel.TP)
                .orElseThrow();
    }

    private static FlowSchedule schedule(FlowAlgorithm algorithm, SimAiGroup group) {
        return FlowSchedules.of(
                group, CollectiveType.ALL_REDUCE, BYTES, new FlowOptions("H100", false, false, Optional.of(algorithm)));
    }

    /** Sums are of disjoint parts, every rank gets the whole sum of every part once, and no byte is lost or made. */
    private static void check(FlowAlgorithm algorithm, int servers, int local) {
        SimAiGroup group = group(servers, local);
        int ranks = group.ranks().size();
        List<Flow> flows = schedule(algorithm, group).flows();
        assertThat(flows).isNotEmpty();
        List<BitSet> carried = new ArrayList<>();
        Map<List<Integer>, Integer> whole = new HashMap<>();
        Map<List<Integer>, Long> parts = new HashMap<>();
        for (Flow flow : flows) {
            BitSet sum = sum(flow, carried, ranks);
            carried.add(sum);
            if (flow.destination() < ranks && sum.cardinality() == ranks) {
                whole.merge(List.of(flow.channel(), flow.chunk(), flow.destination()), 1, Integer::sum);
            }
            parts.merge(List.of(flow.channel(), flow.chunk()), flow.bytes(), Math::max);
        }
        for (List<Integer> part : parts.keySet()) {
            long without = group.ranks().stream()
                    .filter(rank -> !whole.containsKey(List.of(part.get(0), part.get(1), rank)))
                    .count();
            assertThat(without).as("only the root has the sum without a flow").isLessThanOrEqualTo(1);
        }
        assertThat(whole.values()).containsOnly(1);
        long bytes = parts.values().stream().mapToLong(Long::longValue).sum();
        assertThat(bytes).isBetween(BYTES - parts.size() * 2L - 64, BYTES);
    }

    /** The whole sum once a parent has it, else what the sender adds to what its parents brought. */
    private static BitSet sum(Flow flow, List<BitSet> carried, int ranks) {
        BitSet sum = new BitSet();
        for (int parent : flow.parents()) {
            assertThat(parent).as("parents come first").isLessThan(flow.id());
            BitSet brought = carried.get(parent);
            assertThat(brought.cardinality() == ranks || !sum.intersects(brought))
                    .as("nobody is added twice")
                    .isTrue();
            sum.or(brought);
        }
        if (flow.source() < ranks && sum.cardinality() < ranks) {
            boolean own = flow.parents().stream()
                    .noneMatch(parent -> carried.get(parent).get(flow.source()));
            if (own) {
                sum.set(flow.source());
            }
        }
        return sum;
    }

    @Property(tries = 60)
    void trees(@ForAll @IntRange(min = 1, max = 9) int servers, @ForAll @IntRange(min = 2, max = 6) int local) {
        check(FlowAlgorithm.TREE, servers, local);
    }

    @Property(tries = 60)
    void nvSwitchesAndTrees(
            @ForAll @IntRange(min = 1, max = 9) int servers, @ForAll @IntRange(min = 2, max = 6) int local) {
        check(FlowAlgorithm.NVLS_TREE, servers, local);
    }

    /** In a gather every rank gets each other rank's part once; a scatter is the same backwards. */
    @Property(tries = 40)
    void aggregatedTrees(@ForAll @IntRange(min = 2, max = 40) int ranks) {
        SimAiGroup group = group(ranks, 1);
        List<Flow> flows = PatFlows.of(group, CollectiveType.ALL_GATHER, BYTES);
        long part = BYTES / ranks;
        List<List<Integer>> have = new ArrayList<>();
        List<Long> got = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            have.add(new ArrayList<>(List.of(rank)));
            got.add(0L);
        }
        for (int first = 0; first < flows.size(); first += ranks) {
            List<List<Integer>> news = new ArrayList<>();
            for (Flow flow : flows.subList(first, first + ranks)) {
                assertThat(flow.parents())
                        .allSatisfy(parent ->
                                assertThat(flows.get(parent).destination()).isEqualTo(flow.source()));
                assertThat(flow.parents()).hasSize(flow.chunk());
                news.add(have.get(flow.source()).subList(0, (int) (flow.bytes() / part)));
                got.set(flow.destination(), got.get(flow.destination()) + flow.bytes());
            }
            List<List<Integer>> sent = news.stream().map(List::copyOf).toList();
            for (int i = 0; i < ranks; i++) {
                have.get(flows.get(first + i).destination()).addAll(sent.get(i));
            }
        }
        assertThat(have).allSatisfy(parts -> assertThat(parts).hasSize(ranks).doesNotHaveDuplicates());
        assertThat(got).containsOnly(part * (ranks - 1));
        List<Flow> back = PatFlows.of(group, CollectiveType.REDUCE_SCATTER, BYTES);
        assertThat(back.stream().map(flow -> flow.source() + " to " + flow.destination() + ": " + flow.bytes()))
                .containsExactlyInAnyOrderElementsOf(flows.stream()
                        .map(flow -> flow.destination() + " to " + flow.source() + ": " + flow.bytes())
                        .toList());
    }

    /** Each algorithm runs on packets: all flows are through, and all ranks end. */
    @ParameterizedTest
    @EnumSource(
            value = FlowAlgorithm.class,
            names = {"TREE", "RING", "NVLS_TREE"})
    void runsOnPackets(FlowAlgorithm algorithm) {
        ClusterGraph graph = cluster();
        FlowOptions flows = new FlowOptions("H100", false, false, Optional.of(algorithm));
        FlowResult result = FlowSimulation.run(workload(BYTES), graph, FlowSimulationOptions.simAi(3000, flows));
        FlowSchedule schedule = schedule(algorithm, group(2, 8));
        assertThat(result.flows().size()).isEqualTo(schedule.flows().size());
        long sent = 0;
        for (int row = 0; row < result.flows().size(); row++) {
            sent += result.flows().bytes(row);
        }
        assertThat(sent)
                .isEqualTo(schedule.flows().stream().mapToLong(Flow::bytes).sum());
        assertThat(result.rows().get(0).forward()).isPositive();
        assertThat(result.report().findings()).isEmpty();
    }

    /** NCCL's choice changes with the size, and its latencies hold: 25 us for the switches, 14 for each step of the tree. */
    @Test
    void ncclChooses() {
        ClusterGraph graph = cluster();
        NcclTuning model = NcclTuning.of(graph);
        FlowOptions tuned = FlowOptions.of("H100", false, false).tuned(model);
        SimAiGroup group = group(2, 8);
        assertThat(FlowSchedules.of(group, CollectiveType.ALL_REDUCE, 4096, tuned)
                        .algorithm())
                .isEqualTo(FlowAlgorithm.TREE);
        FlowSchedule small = FlowSchedules.of(group, CollectiveType.ALL_REDUCE, 4096, tuned);
        assertThat(small.protocol()).hasValue(NcclProtocol.LL);
        FlowSchedule large = FlowSchedules.of(group, CollectiveType.ALL_REDUCE, 64 << 20, tuned);
        assertThat(large.algorithm()).isEqualTo(FlowAlgorithm.NVLS_TREE);
        FlowResult result = FlowSimulation.run(workload(65_536), graph, FlowSimulationOptions.simAi(3000, tuned));
        assertThat(result.rows().get(0).forward()).isGreaterThan(25_000);
        FlowOptions rings = FlowOptions.of("H100", false, false)
                .tuned(model.only(Set.of(FlowAlgorithm.RING), Set.of(NcclProtocol.LL)));
        FlowSchedule flags = FlowSchedules.of(group, CollectiveType.ALL_GATHER, BYTES, rings);
        assertThat(flags.flows().get(0).bytes()).as("two bytes for one").isEqualTo(2 * BYTES / 16 / 8);
        assertThat(FlowSchedules.of(group, CollectiveType.ALL_TO_ALL, BYTES, rings)
                        .protocol())
                .isEmpty();
    }

    /** SimAI sends nothing for NVLS on two servers; that is reported, with the algorithms that it can run. */
    @Test
    void nvlsOnTwoServersIsRefusedWithAReason() {
        FlowOptions nvls = FlowOptions.of("H100", false, true);
        FlowResult result = FlowSimulation.run(workload(BYTES), cluster(), FlowSimulationOptions.simAi(3000, nvls));
        assertThat(result.flows().size()).isZero();
        assertThat(result.report().findings()).singleElement().satisfies(finding -> assertThat(finding.toString())
                .contains("NVLS would span servers (NVLS_TREE can)"));
    }

    private static SimAiWorkload workload(long bytes) {
        return SimAiWorkload.parse(
                "w",
                "HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 16 ep: 1 pp: 1 vpp: 8 ga: 1 all_gpus: 16\n1\n"
                        + "r -1 1000 ALLREDUCE " + bytes + " 1 NONE 0 1 NONE 0 1\n");
    }

    private static ClusterGraph cluster() {
        Map<ClusterOption, String> given = new EnumMap<>(ClusterOption.class);
        given.put(ClusterOption.GPUS, "16");
        given.put(ClusterOption.PSW_SWITCHES, "1");
        return ClusterGraph.of(ClusterPlan.of(ClusterSpec.of(ClusterTemplate.SPECTRUM_X, false, false, false, given)));
    }
}
