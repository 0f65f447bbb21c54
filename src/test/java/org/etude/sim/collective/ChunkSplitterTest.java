// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.etude.collective.PhasePlanner.Style;
import org.etude.sim.spec.Cases;
import org.etude.sim.spec.Scenario;
import org.etude.spec.AlgorithmSpec;
import org.etude.spec.CollectiveType;
import org.etude.spec.InterDimension;
import org.etude.spec.SimulationException;
import org.etude.spec.SystemSpec;
import org.etude.spec.SystemSpecBuilder;
import org.etude.topology.graph.LogicalTopology;
import org.etude.topology.text.TopologyText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Into which chunks a collective of eight ranks is split, and by which dimensions each goes first; ring:4,ring:2. */
class ChunkSplitterTest {
    private static final LogicalTopology NETWORK =
            TopologyText.parse("ring:4,ring:2").logical();
    private static final int RANKS = 8;

    private static ChunkSplitter splitter(SystemSpecBuilder system, boolean compat) {
        Scenario plain = Cases.same(NETWORK, Cases.work(1, 1));
        Scenario scenario = new Scenario(
                plain.ranks(),
                plain.groups(),
                system.build(),
                NETWORK,
                plain.memory(),
                plain.directory(),
                plain.options().compat(compat));
        return new ChunkSplitter(scenario, RANKS, () -> 0);
    }

    private static SystemSpecBuilder system(int splits) {
        return SystemSpec.builder()
                .algorithms(AlgorithmSpec.RING, AlgorithmSpec.RING)
                .splits(splits);
    }

    private static List<Long> chunks(ChunkSplitter splitter, CollectiveType kind, long bytes) {
        List<Long> chunks = new ArrayList<>();
        splitter.splitForGroup(
                kind, bytes, new int[] {-1}, new int[] {RANKS}, new AlgorithmSpec[] {AlgorithmSpec.RING}, chunks::add);
        assertThat(splitter.count(kind, bytes)).isEqualTo(chunks.size());
        return chunks;
    }

    /** A rest is one more chunk of full size; fewer bytes per chunk than ranks are made one byte per rank. */
    @ParameterizedTest
    @CsvSource({
        "ALL_REDUCE, 1000, 4, 250",
        "ALL_REDUCE, 1001, 5, 250",
        "ALL_REDUCE, 32, 4, 8",
        "ALL_REDUCE, 31, 4, 8",
        "ALL_REDUCE, 1, 4, 8",
        "ALL_TO_ALL, 31, 4, 8",
        "REDUCE_SCATTER, 31, 4, 8",
        "ALL_GATHER, 1000, 4, 250",
        "ALL_GATHER, 31, 5, 7",
        "ALL_GATHER, 4, 4, 1",
        "ALL_GATHER, 3, 3, 1"
    })
    void aCollectiveIsSplitIntoEqualChunks(CollectiveType kind, long bytes, int count, long chunk) {
        Long[] expected = new Long[count];
        Arrays.fill(expected, chunk);
        assertThat(chunks(splitter(system(4), false), kind, bytes)).containsExactly(expected);
    }

    /** ASTRA-sim never returns from chunks of 0 bytes. */
    @Test
    void compatRefusesChunksWithoutBytes() {
        ChunkSplitter compat = splitter(system(4), true);
        assertThatThrownBy(() -> compat.count(CollectiveType.ALL_GATHER, 3))
                .isInstanceOf(SimulationException.class)
                .hasMessageContaining("an all-gather of 3 bytes is split into 4 chunks of 0 bytes");
        assertThat(compat.count(CollectiveType.ALL_GATHER, 4)).isEqualTo(4);
        assertThat(compat.count(CollectiveType.ALL_REDUCE, 3)).isEqualTo(4);
    }

    /** In equal chunks without a rest, and only over several dimensions. */
    @Test
    void collectivesOverDimensionsArePipelined() {
        SystemSpecBuilder recordings = SystemSpec.ofLibraries().toBuilder();
        ChunkSplitter splitter = splitter(recordings, false);
        int[] dims = {0, 1};
        AlgorithmSpec[] rings = {AlgorithmSpec.RING, AlgorithmSpec.RING};
        List<Long> chunks = new ArrayList<>();
        splitter.splitForGroup(CollectiveType.ALL_REDUCE, 1_000_000_001, dims, new int[] {4, 2}, rings, chunks::add);
        assertThat(chunks).containsExactly(500_000_001L, 500_000_001L);
        chunks.clear();
        splitter.splitForGroup(CollectiveType.ALL_REDUCE, 1_000_000_001, dims, new int[] {4, 1}, rings, chunks::add);
        assertThat(chunks).containsExactly(1_000_000_001L);
        assertThat(chunks(splitter, CollectiveType.ALL_REDUCE, 1_000_000_001)).containsExactly(1_000_000_001L);
        assertThat(chunks(splitter(recordings, true), CollectiveType.ALL_REDUCE, 1_000_000_001))
                .containsExactly(1_000_000_001L);
    }

    /** A number of chunks that is given is kept to. */
    @Test
    void aGivenNumberEndsPipelining() {
        ChunkSplitter splitter = splitter(SystemSpec.ofLibraries().toBuilder().splits(3), false);
        List<Long> chunks = new ArrayList<>();
        splitter.splitForGroup(
                CollectiveType.ALL_REDUCE,
                3_000,
                new int[] {0, 1},
                new int[] {4, 2},
                new AlgorithmSpec[] {AlgorithmSpec.RING, AlgorithmSpec.RING},
                chunks::add);
        assertThat(chunks).containsExactly(1_000L, 1_000L, 1_000L);
    }

    /** The dimensions of each chunk and its bytes. */
    private static List<String> orders(ChunkSplitter splitter, int rank, CollectiveType kind, int most) {
        List<String> orders = new ArrayList<>();
        LogicalDims dims = new LogicalDims(new int[] {4, 2}, new int[] {1, 4}, new AlgorithmSpec[2]);
        splitter.split(rank, kind, 1000, dims, new boolean[] {true, true}, (order, bytes) -> {
            orders.add(Arrays.toString(order) + " " + bytes);
            return orders.size() < most;
        });
        return orders;
    }

    /** From the inner dimension outwards, an all-gather the other way round. */
    @Test
    void chunksGoFromTheInnerDimensionOutwards() {
        ChunkSplitter splitter = splitter(system(2), false);
        assertThat(orders(splitter, 0, CollectiveType.ALL_REDUCE, 9)).containsExactly("[0, 1] 500", "[0, 1] 500");
        assertThat(orders(splitter, 0, CollectiveType.ALL_GATHER, 9)).containsExactly("[1, 0] 500", "[1, 0] 500");
    }

    /** In turn, by rank, also from one collective to the next. */
    @Test
    void chunksBeginWithEachDimensionInTurn() {
        ChunkSplitter splitter = splitter(system(3).inter(InterDimension.ROUND_ROBIN), false);
        assertThat(orders(splitter, 0, CollectiveType.ALL_REDUCE, 9))
                .containsExactly("[0, 1] 333", "[1, 0] 333", "[0, 1] 333", "[1, 0] 333");
        assertThat(orders(splitter, 1, CollectiveType.ALL_REDUCE, 1)).containsExactly("[0, 1] 333");
        assertThat(orders(splitter, 1, CollectiveType.ALL_GATHER, 1)).containsExactly("[0, 1] 333");
        assertThat(orders(splitter, 0, CollectiveType.ALL_REDUCE, 1)).containsExactly("[0, 1] 333");
    }

    /** Whoever takes the chunks may say that no more are needed. */
    @Test
    void splittingEndsWhenNoMoreIsTaken() {
        assertThat(orders(splitter(system(10), false), 0, CollectiveType.ALL_REDUCE, 3))
                .hasSize(3);
    }

    @ParameterizedTest
    @CsvSource({
        "false, BASELINE, BASELINE",
        "false, OFFLINE_GREEDY, BASELINE",
        "true, BASELINE, LOCAL_BW_AWARE",
        "true, ROUND_ROBIN, LOCAL_BW_AWARE",
        "true, ONLINE_GREEDY, SCATTER_GATHER",
        "true, OFFLINE_GREEDY, SCATTER_GATHER",
        "true, OFFLINE_GREEDY_FLEX, SCATTER_GATHER"
    })
    void theStyleFollowsTheSystem(boolean aware, InterDimension inter, Style style) {
        assertThat(splitter(system(1).localBwAware(aware).inter(inter), false).style())
                .isEqualTo(style);
    }
}
