// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.etude.analysis.StepBound;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.CommGroups;
import org.etude.et.wire.EtSet;
import org.etude.report.Report;
import org.etude.sim.Simulator;
import org.etude.sim.checkpoint.Preemptions;
import org.etude.sim.result.OpColumns;
import org.etude.sim.result.SimulationResult;
import org.etude.sim.spec.Scenario;
import org.etude.spec.CollectiveType;
import org.etude.spec.Fidelity;
import org.etude.spec.SystemSpec;
import org.etude.spec.TransferTimes;
import org.etude.topology.graph.LogicalTopology;
import org.etude.unit.Bandwidth;
import org.etude.unit.Time;
import org.junit.jupiter.api.Test;

/** Collectives of a backend on the host: they slow its work, and exchanges of two ranks depend on who comes first. */
class HostBackendTest {
    private static final long ALONE = 0;
    private static final long ALWAYS = 1_000_000;

    private final List<EtGraph> ranks = new ArrayList<>();
    private EtGraphBuilder out = new EtGraphBuilder("0.0.4", List.of());

    private void host(long id, long nanos, long pacePpm, long slowedPpm, long... deps) {
        work(id, nanos, pacePpm, slowedPpm, deps);
        out.end();
    }

    private void work(long id, long nanos, long pacePpm, long slowedPpm, long... deps) {
        out.begin(id, "n" + id, EtNodeType.COMP, 0, 1);
        out.dependencies(new long[0], deps);
        out.bool(EtNames.IS_CPU_OP, true);
        out.int64(EtNames.DURATION_NS, nanos);
        if (pacePpm > 0) {
            out.int64(EtNames.PACE_PPM, pacePpm);
            out.int64(EtNames.SLOWED_PPM, slowedPpm);
        }
    }

    private void collective(long id, CollectiveType type, long bytes, String backend, long... deps) {
        out.begin(id, "n" + id, EtNodeType.COMM_COLL, 0, 1);
        out.dependencies(new long[0], deps);
        out.bool(EtNames.IS_CPU_OP, false);
        out.int64(EtNames.COMM_TYPE, type.number());
        out.int64(EtNames.COMM_SIZE, bytes);
        if (!backend.isEmpty()) {
            out.string(EtNames.BACKEND, backend);
        }
        out.end();
    }

    /** An all-reduce over gloo that a thread of its own carries. */
    private void onThread(long id, long thread, long bytes, long after) {
        out.begin(id, "n" + id, EtNodeType.COMM_COLL, 0, 1);
        out.dependencies(new long[0], new long[] {after});
        out.bool(EtNames.IS_CPU_OP, false);
        out.int64(EtNames.COMM_TYPE, CollectiveType.ALL_REDUCE.number());
        out.int64(EtNames.COMM_SIZE, bytes);
        out.string(EtNames.BACKEND, "gloo");
        out.int64(EtNames.RESOURCE, thread);
        out.end();
    }

    private void rank() {
        ranks.add(out.build());
        out = new EtGraphBuilder("0.0.4", List.of());
    }

    /** Start and end of each node in ns, rank by rank. */
    private List<String> run(TransferTimes times) {
        return rows(scenario(times));
    }

    /** Both ranks with transfers of these times, or with the network's own where they are null. */
    private Scenario scenario(TransferTimes times) {
        EtSet set = new EtSet("w", List.copyOf(ranks), CommGroups.none(), Report.empty());
        Scenario scenario = Scenario.of(set, LogicalTopology.fitting(ranks.size()));
        return times == null ? scenario : scenario.options(scenario.options().times(times));
    }

    private static List<String> rows(Scenario scenario) {
        Preemptions.checkSmall(() -> scenario, 1);
        Preemptions.checkSmall(() -> scenario, 5);
        OpColumns ops = Simulator.run(scenario).ops().orElseThrow();
        return IntStream.range(0, ops.size())
                .mapToObj(row -> ops.node(row) + ": " + ops.issued(row) + "-" + ops.ended(row))
                .toList();
    }

    private static TransferTimes always(long nanos) {
        return new TransferTimes() {
            @Override
            public Answer of(String type, int size, long bytes, String backend) {
                return Answer.same(nanos, "");
            }

            @Override
            public String digest() {
                return "";
            }
        };
    }

    @Test
    void theResultStatesWhatWorkLosesToTransfers() {
        for (int r = 0; r < 2; r++) {
            // All of its recorded 1000 ns at half the pace are 500 alone: 100 in the first 200 ns, 400 after those.
            host(1, 1000, 500_000, ALWAYS);
            host(2, 300, 0, 0, 1);
            collective(3, CollectiveType.ALL_REDUCE, 64, "gloo");
            rank();
        }
        Scenario scenario = scenario(always(200));
        SimulationResult run = Simulator.run(scenario);
        OpColumns ops = run.ops().orElseThrow();
        assertThat(rows(scenario)).startsWith("1: 0-600", "2: 600-900", "3: 0-200");
        assertThat(ops.lostNs(0)).isEqualTo(100);
        assertThat(ops.lostNs(1)).isZero();
        assertThat(ops.lostNs(2)).isZero();
        StepBound bound = StepBound.of(run);
        assertThat(bound.stepNs()).isEqualTo(900);
        assertThat(bound.lostNs()).isEqualTo(100);
        assertThat(bound.lost()).isEqualTo("; 11.1 % of it is time that host work loses to transfers");
    }

    /** With recorded durations there is nothing that the network of the run took. */
    @Test
    void nothingIsLostWhereTransfersKeepTheirRecordedTimes() {
        for (int r = 0; r < 2; r++) {
            host(1, 1000, 500_000, ALWAYS);
            rank();
        }
        Scenario scenario = scenario(null);
        Scenario recorded = scenario.options(scenario.options().fidelity(Fidelity.RECORDED));
        OpColumns ops = Simulator.run(recorded).ops().orElseThrow();
        assertThat(ops.ended(0)).isEqualTo(1000);
        assertThat(ops.lostNs(0)).isZero();
    }

    @Test
    void workNextToACollectiveTakesLonger() {
        for (int r = 0; r < 2; r++) {
            host(1, 1000, 500_000, ALONE);
            collective(2, CollectiveType.ALL_REDUCE, 64, "gloo");
            rank();
        }
        // 400 ns at half the pace leave 800 of 1000.
        assertThat(run(always(400))).containsExactly("1: 0-1200", "2: 0-400", "1: 0-1200", "2: 0-400");
    }

    /** Two threads that work at once: 400 ns at half the pace leave 800 of 1000, at a quarter 500 of 600. */
    @Test
    void workOfTwoThreadsNextToACollectiveTakesLonger() {
        for (int r = 0; r < 2; r++) {
            host(1, 1000, 500_000, ALONE);
            work(2, 600, 250_000, ALONE);
            out.int64(EtNames.RESOURCE, 7);
            out.end();
            collective(3, CollectiveType.ALL_REDUCE, 64, "gloo");
            rank();
        }
        assertThat(run(always(400)))
                .containsExactly("1: 0-1200", "2: 0-900", "3: 0-400", "1: 0-1200", "2: 0-900", "3: 0-400");
    }

    @Test
    void whatWasLostInTheRecordingComesBackWithoutCollectives() {
        for (int r = 0; r < 2; r++) {
            host(1, 1000, 600_000, ALWAYS);
            host(2, 1000, 600_000, ALWAYS / 2, 1);
            rank();
        }
        assertThat(run(always(400))).containsExactly("1: 0-600", "2: 600-1400", "1: 0-600", "2: 600-1400");
    }

    @Test
    void aRankThatWaitsForAnotherLosesNothingYet() {
        host(1, 1000, 500_000, ALONE);
        collective(2, CollectiveType.ALL_REDUCE, 64, "gloo");
        rank();
        host(1, 700, 0, 0);
        collective(2, CollectiveType.ALL_REDUCE, 64, "gloo", 1);
        rank();
        // Under way from 700 on: the 300 ns left take 600.
        assertThat(run(always(5000))).containsExactly("1: 0-1300", "2: 0-5700", "1: 0-700", "2: 700-5700");
    }

    /** Rank 0 could begin the second one first, rank 1 begins the first one first. */
    @Test
    void collectivesOfTwoThreadsBeginInTheOrderOfTheirCalls() {
        for (int r = 0; r < 2; r++) {
            host(1, 100, 0, 0);
            host(2, 900, 0, 0, 1);
            onThread(3, 7, 64, r == 0 ? 2 : 1);
            onThread(4, 8, 4096, r == 0 ? 1 : 2);
            rank();
        }
        // The second one reaches its turn at 1000 on both ranks and finds the link taken until 1400.
        assertThat(run(always(400)))
                .containsExactly(
                        "1: 0-100",
                        "2: 100-1000",
                        "3: 1000-1400",
                        "4: 100-1800",
                        "1: 0-100",
                        "2: 100-1000",
                        "3: 100-1400",
                        "4: 1000-1800");
    }

    @Test
    void collectivesOfAGpuSlowNothing() {
        for (int r = 0; r < 2; r++) {
            host(1, 1000, 500_000, ALONE);
            collective(2, CollectiveType.ALL_REDUCE, 64, "");
            rank();
        }
        assertThat(run(always(400))).startsWith("1: 0-1000", "2: 0-400");
    }

    /** One byte per ns, 100 ns of latency. */
    private List<String> exchanged(CollectiveType type, long bytes, long late) {
        for (int r = 0; r < 2; r++) {
            host(1, r == 0 ? 1 : 1 + late, 0, 0);
            collective(2, type, bytes, "gloo", 1);
            rank();
        }
        EtSet set = new EtSet("w", List.copyOf(ranks), CommGroups.none(), Report.empty());
        LogicalTopology ring = LogicalTopology.ring(2)
                .bandwidth(Bandwidth.gigabytesPerSecond(1))
                .latency(Time.ns(100));
        Scenario scenario = Scenario.of(set, ring).system(SystemSpec.ofLibraries());
        scenario = scenario.options(scenario.options().fidelity(Fidelity.AWARE));
        ranks.clear();
        return rows(scenario).stream().filter(row -> row.startsWith("2:")).toList();
    }

    @Test
    void ranksThatStartTogetherUseTheLinkBothWays() {
        // The note of 64 bytes, then half of the buffer, in both directions at the same time.
        assertThat(exchanged(CollectiveType.ALL_TO_ALL, 2000, 0)).containsExactly("2: 1-1265", "2: 1-1265");
        assertThat(exchanged(CollectiveType.ALL_GATHER, 1000, 0)).containsExactly("2: 1-1265", "2: 1-1265");
    }

    @Test
    void theDataOfALateRankGoAheadOfItsNote() {
        // The early rank has it all one way after the late one came and sends once notified, 64 bytes later.
        assertThat(exchanged(CollectiveType.ALL_TO_ALL, 2000, 5000)).containsExactly("2: 1-6165", "2: 5001-7265");
    }

    @Test
    void theSecondHalfOfALateRanksGatherGoesBesideTheFirstOfTheOther() {
        // The late rank sends 500, a note of 64, 500, a note: its notes arrive at 5665 and 6229, each followed by a
        // half.
        assertThat(exchanged(CollectiveType.ALL_GATHER, 1000, 5000)).containsExactly("2: 1-6229", "2: 5001-6829");
    }

    /** When each rank is through with 1000 bytes of a root, at one byte per ns and 100 ns of latency. */
    private List<String> broadcast(LogicalTopology links, int root, long... reached) {
        for (long at : reached) {
            host(1, at, 0, 0);
            out.begin(2, "n2", EtNodeType.COMM_COLL, 0, 1);
            out.dependencies(new long[0], new long[] {1});
            out.bool(EtNames.IS_CPU_OP, false);
            out.int64(EtNames.COMM_TYPE, CollectiveType.BROADCAST.number());
            out.int64(EtNames.COMM_SIZE, 1000);
            out.int32("comm_root", root);
            out.string(EtNames.BACKEND, "gloo");
            // What it took on the network of the recording.
            out.int64(EtNames.DURATION_NS, 77_777);
            out.end();
            rank();
        }
        EtSet set = new EtSet("w", List.copyOf(ranks), CommGroups.none(), Report.empty());
        LogicalTopology fast = links.bandwidth(Bandwidth.gigabytesPerSecond(1)).latency(Time.ns(100));
        Scenario scenario = Scenario.of(set, fast).system(SystemSpec.ofLibraries());
        scenario = scenario.options(scenario.options().fidelity(Fidelity.AWARE));
        ranks.clear();
        return rows(scenario).stream().filter(row -> row.startsWith("2:")).toList();
    }

    @Test
    void aBroadcastMovesItsBytesFromTheRootToThoseThatHaveAsked() {
        assertThat(broadcast(LogicalTopology.ring(2), 0, 1, 1)).containsExactly("2: 1-1101", "2: 1-1101");
        assertThat(broadcast(LogicalTopology.ring(2), 1, 5000, 1)).containsExactly("2: 5000-6100", "2: 1-6100");
    }

    /** Of four ranks 0 sends to 1 and 2, and 1 to 3, which is a message later. */
    @Test
    void aBroadcastGoesAlongATree() {
        assertThat(broadcast(LogicalTopology.fullyConnected(4), 0, 1, 1, 1, 1))
                .containsExactly("2: 1-1101", "2: 1-2201", "2: 1-1101", "2: 1-2201");
    }

    private void message(long id, EtNodeType type, int from, int to) {
        out.begin(id, "n" + id, type, 0, 1);
        out.dependencies(new long[0], new long[0]);
        out.bool(EtNames.IS_CPU_OP, false);
        out.int64(EtNames.COMM_SRC, from);
        out.int64(EtNames.COMM_DST, to);
        out.int64(EtNames.COMM_TAG, 0);
        out.int64(EtNames.COMM_SIZE, 64);
        out.string(EtNames.BACKEND, "gloo");
        out.end();
    }

    private List<String> onMachines(long recordedRanks, long... machines) {
        for (int r = 0; r < machines.length; r++) {
            out = new EtGraphBuilder(
                    "0.0.4",
                    List.of(
                            EtAttribute.int64(EtNames.MACHINE, machines[r]),
                            EtAttribute.int64(EtNames.RECORDED_RANKS, recordedRanks)));
            host(1, 1000, 500_000, ALONE);
            if (r < 2) {
                message(2, r == 0 ? EtNodeType.COMM_SEND : EtNodeType.COMM_RECV, 0, 1);
            }
            rank();
        }
        return run(always(400)).stream().filter(row -> row.startsWith("1:")).toList();
    }

    @Test
    void transfersSlowAllRanksOfTheirMachines() {
        // 400 ns of a message from rank 0 to 1 at half the pace leave 800 of 1000 on machines 0 and 1.
        assertThat(onMachines(4, 0, 1, 1, 2)).containsExactly("1: 0-1200", "1: 0-1200", "1: 0-1200", "1: 0-1000");
    }

    @Test
    void ranksOfAJobOfAnotherSizeShareNoMachine() {
        assertThat(onMachines(3, 0, 0, 0, 0)).containsExactly("1: 0-1200", "1: 0-1200", "1: 0-1000", "1: 0-1000");
    }

    @Test
    void timedTransfersHoldWhatTheHostTakesToGoOn() {
        out.begin(1, "n1", EtNodeType.COMP, 0, 1);
        out.dependencies(new long[0], new long[0]);
        out.bool(EtNames.IS_CPU_OP, true);
        out.int64(EtNames.DURATION_NS, 1000);
        out.int64(EtNames.HAND_OVER_NS, 300);
        out.end();
        rank();
        assertThat(run(always(400))).containsExactly("1: 0-700");
        EtSet set = new EtSet("w", List.copyOf(ranks), CommGroups.none(), Report.empty());
        assertThat(rows(Scenario.of(set, LogicalTopology.fitting(1)))).containsExactly("1: 0-1000");
    }
}
