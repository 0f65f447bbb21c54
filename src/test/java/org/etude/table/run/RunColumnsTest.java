// SPDX-License-Identifier: Apache-2.0
package org.etude.table.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.etude.et.graph.EtGraph;
import org.etude.network.packet.device.FlowLog;
import org.etude.network.packet.file.Lab;
import org.etude.network.queue.LinkUse;
import org.etude.sim.Simulator;
import org.etude.sim.result.PhaseColumns;
import org.etude.sim.result.RankColumns;
import org.etude.sim.result.SimulationResult;
import org.etude.sim.spec.Cases;
import org.etude.sim.spec.Scenario;
import org.etude.spec.CollectiveType;
import org.etude.spec.SimOptions;
import org.etude.topology.graph.LogicalTopology;
import org.etude.trace.activity.TimeSplit;
import org.junit.jupiter.api.Test;
import tech.tablesaw.api.Row;
import tech.tablesaw.api.Table;

/** Each column of a run's tables has the figure that its name says, in its unit. */
class RunColumnsTest {
    private static final long MS = 1_000_000;

    /** Two ranks whose figures all differ; the second one never finished and has no remote memory. */
    private static RankColumns ranks() {
        TimeSplit one = new TimeSplit(63 * MS, MS, 2 * MS, 4 * MS, 8 * MS, 16 * MS, 32 * MS, 7 * MS, MS / 2);
        TimeSplit other = new TimeSplit(0, 0, 0, 0, 0, 0, 0, 0, 0);
        return new RankColumns(
                new long[] {70, -1},
                new long[] {63 * MS, 0},
                new long[] {3, 0},
                new long[] {5, 0},
                new long[] {7, 0},
                new long[] {9 * MS, -1},
                new long[2],
                new long[] {-11, 0},
                new long[] {13, 0},
                List.of(one, other));
    }

    @Test
    void ranksHaveTheirParts() {
        Table table = SimRanksTable.of(ranks());
        assertThat(numbers(table, 0))
                .containsExactly(
                        "rank 0",
                        "finish_ns 70",
                        "wall_ms 63.0",
                        "compute_ms 1.0",
                        "exposed_comm_ms 2.0",
                        "copy_ms 4.0",
                        "waiting_ms 8.0",
                        "host_ms 16.0",
                        "idle_ms 32.0",
                        "comm_ms 7.0",
                        "overlap_ms 0.5",
                        "memory_ms 9.0",
                        "astra_exposed_ns -11",
                        "astra_overlap_ns 13");
        assertThat(table.column("finish_ns").isMissing(1)).isTrue();
        assertThat(table.column("astra_exposed_ns").isMissing(1)).isTrue();
        assertThat(table.doubleColumn("memory_ms").get(1)).isZero();
    }

    private static List<String> numbers(Table table, int row) {
        return table.columns().stream()
                .map(column -> column.name() + " " + column.get(row))
                .toList();
    }

    /** Parts of one of two steps; computation that communication hides is not counted twice. */
    @Test
    void stepsAreTheMeanOfARun() {
        assertThat(numbers(OverlapTable.of(ranks(), 2), 0))
                .containsExactly(
                        "source simulated",
                        "rank 0",
                        "compute_only_ms 0.25",
                        "overlap_ms 0.25",
                        "exposed_comm_ms 1.0",
                        "copy_ms 2.0",
                        "waiting_ms 4.0",
                        "host_ms 8.0",
                        "idle_ms 16.0",
                        "step_ms 31.5");
        assertThat(numbers(OverlapTable.of(ranks(), 0), 0)).contains("step_ms 63.0");
    }

    @Test
    void linksHaveTheirFigures() {
        LinkUse use = new LinkUse(
                new int[] {4, 5},
                new int[] {6, 7},
                new int[] {1, 0},
                new long[] {1L << 40, 0},
                new long[] {250, 0},
                new long[] {3, 0},
                new int[] {2, 0});
        assertThat(numbers(LinksTable.of(use, 1000), 0))
                .containsExactly(
                        "src 4",
                        "dst 6",
                        "dim 1",
                        "sent_bytes " + (1L << 40),
                        "messages 3",
                        "busy_ns 250",
                        "busy_frac 0.25",
                        "peak_queue 2");
        assertThat(LinksTable.of(use, 0).column("busy_frac").isMissing(0)).isTrue();
    }

    private static SimulationResult run(SimOptions.Recording recording) {
        EtGraph rank = Cases.graph(
                Cases.collective(1, CollectiveType.ALL_REDUCE.number(), 4_000_000),
                Cases.collective(2, CollectiveType.ALL_REDUCE.number(), 4_000_000),
                Cases.collective(3, CollectiveType.ALL_REDUCE.number(), 4_000_000));
        Scenario scenario = Cases.each(LogicalTopology.ring(4), List.of(rank, rank, rank, rank));
        return Simulator.run(scenario.options(scenario.options().record(recording)));
    }

    /** The depth after each time is the number of phases that had entered and not started, and falls to 0. */
    @Test
    void queuesAreAsDeepAsPhasesWait() {
        PhaseColumns phases = run(SimOptions.Recording.COLLECTIVES).phases().orElseThrow();
        Table depth = QueueDepthTable.of(phases);
        assertThat(depth.rowCount()).isPositive();
        for (Row row : depth) {
            long at = row.getLong("from_ns");
            long waiting = IntStream.range(0, phases.size())
                    .filter(i -> phases.entered()[i] <= at && phases.started()[i] > at)
                    .count();
            assertThat(row.getLong("depth")).isEqualTo(waiting);
            assertThat(row.getString("queue")).isEqualTo("dim 0");
            assertThat(row.getString("unit")).isEqualTo("chunks");
        }
        assertThat(depth.longColumn("depth").get(depth.rowCount() - 1)).isZero();
    }

    @Test
    void phasesHaveTheirTimesInOrder() {
        Table table = SimCollectivesTable.of(
                run(SimOptions.Recording.COLLECTIVES).phases().orElseThrow());
        for (Row row : table) {
            assertThat(List.of(row.getLong("queued_ns"), row.getLong("start_ns"), row.getLong("end_ns")))
                    .isSorted();
            assertThat(row.getString("type")).isEqualTo("all_reduce");
            assertThat(row.getInt("phase")).isZero();
        }
        assertThat(table.longColumn("node").asSet()).containsExactlyInAnyOrder(1L, 2L, 3L);
        // Every rank and node has its 4,000,000 bytes in chunks.
        assertThat(table.longColumn("size_bytes").asList().stream()
                        .mapToLong(Long::longValue)
                        .sum())
                .isEqualTo(4 * 3 * 4_000_000L);
    }

    /**
     * A flow alone on its path takes at most what is ideal, whose round trip counts a packet at every hop; those that share a
     * link take longer.
     */
    @Test
    void flowsHaveTheirFigures() {
        FlowLog flows = new Lab(Lab.star(4, 100, 1000), Lab.shipped())
                .flow(0, 1, 100_000, 0)
                .flow(2, 3, 100_000, 5_000_000)
                .flow(0, 3, 100_000, 5_000_000)
                .run()
                .network
                .flows();
        Table table = FlowsTable.of(flows);
        assertThat(table.rowCount()).isEqualTo(3);
        for (Row row : table) {
            assertThat(row.getLong("size_bytes")).isEqualTo(100_000);
            assertThat(row.getDouble("slowdown_frac"))
                    .isEqualTo((double) row.getLong("duration_ns") / row.getLong("ideal_ns"), within(1e-9));
            boolean first = row.getInt("dst") == 1;
            assertThat(row.getLong("start_ns")).isEqualTo(first ? 0 : 5_000_000);
            assertThat(row.getDouble("slowdown_frac")).isBetween(first ? 0.95 : 1.05, first ? 1.0 : 2.2);
            assertThat(row.getString("traffic")).isEqualTo("job");
        }
        assertThat(Arrays.stream(table.intColumn("src").asIntArray()).sorted().toArray())
                .containsExactly(0, 0, 2);
    }
}
