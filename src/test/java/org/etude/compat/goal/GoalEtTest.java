// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.goal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNode;
import org.etude.et.wire.CommGroups;
import org.etude.et.wire.EtSet;
import org.etude.report.Finding;
import org.etude.report.Report;
import org.etude.sim.Simulator;
import org.etude.sim.result.SimulationResult;
import org.etude.sim.spec.Cases;
import org.etude.sim.spec.Scenario;
import org.etude.spec.CollectiveType;
import org.etude.topology.graph.LogicalTopology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class GoalEtTest {
    private static SimulationResult run(EtSet set) {
        return Simulator.run(Scenario.of(set, LogicalTopology.ring(set.ranks().size())));
    }

    private static EtSet set(List<EtGraph> ranks) {
        return new EtSet("job", ranks, CommGroups.of(Map.of(7, List.of(2, 0))), Report.empty());
    }

    private static EtSet again(EtSet set) {
        return GoalToEt.convert(EtToGoal.convert(set).schedule(), "again");
    }

    @Test
    void aScheduleSimulates() {
        SimulationResult result = run(GoalToEt.convert(GoalSamples.parse(GoalSamples.PING), "ping"));
        long sent = result.ranks().finish()[0];
        assertThat(sent).isGreaterThan(1500);
        assertThat(result.ranks().finish()[1]).isEqualTo(sent + 2500);
    }

    @Test
    void operationsOfOneCpuTakeTurnsAndOthersRunConcurrently() {
        String text = "num_ranks 2\nrank 0 {\ncalc 1000\ncalc 1000\n}\nrank 1 {\ncalc 1000\ncalc 1000 cpu 1\n}\n";
        assertThat(run(GoalToEt.convert(GoalSamples.parse(text), "x")).ranks().finish())
                .containsExactly(2000, 1000);
    }

    @Test
    void aStartWaitsForWhatTheOtherWaitsFor() {
        String text = """
                num_ranks 1
                rank 0 {
                a: calc 1000
                b: calc 5000 cpu 1
                c: calc 10 cpu 2
                d: calc 20 cpu 3
                b requires a
                c irequires b
                d irequires c
                }
                """;
        EtSet set = GoalToEt.convert(GoalSamples.parse(text), "x");
        EtGraph graph = set.ranks().get(0);
        assertThat(graph.dataDeps(1)).containsExactly(0);
        // c waits for starts and others wait for its start: node 4 is put before it.
        assertThat(graph.dataDeps(2)).containsExactly(4);
        assertThat(graph.dataDeps(3)).containsExactly(4);
        assertThat(graph.dataDeps(4)).containsExactly(0);
        assertThat(run(set).ranks().finish()).containsExactly(6000);
        assertThat(set.report().findings())
                .extracting(Finding::what)
                .containsExactly("2 dependencies on the start of an operation (irequires)");
    }

    @Test
    void tagsBeyondTheSimulatorsAreRenumbered() {
        String text = "num_ranks 2\nrank 0 {\nsend 8b to 1 tag 4294967290\nsend 8b to 1 tag 3\n}\n"
                + "rank 1 {\nrecv 8b from 0 tag 3\nrecv 8b from 0 tag 4294967290\n}\n";
        EtSet set = GoalToEt.convert(GoalSamples.parse(text), "x");
        assertThat(set.ranks().get(0).integer(0, "comm_tag", -1)).isEqualTo(1);
        assertThat(set.ranks().get(0).integer(1, "comm_tag", -1)).isEqualTo(0);
        assertThat(run(set).complete()).isTrue();
    }

    @Test
    void messagesAndWorkTakeTheSameTimeAsGoal() {
        Random random = new Random(5);
        for (int n = 0; n < 20; n++) {
            EtNode[][] nodes = new EtNode[3][6];
            for (int step = 0; step < 6; step++) {
                int from = random.nextInt(3);
                int to = (from + 1 + random.nextInt(2)) % 3;
                long bytes = 1 + random.nextInt(100_000);
                for (int rank = 0; rank < 3; rank++) {
                    long[] deps = step == 0 ? new long[0] : new long[] {step - 1};
                    nodes[rank][step] = rank == from
                            ? Cases.send(step, to, bytes, step, deps)
                            : rank == to
                                    ? Cases.receive(step, from, bytes, step, deps)
                                    : Cases.work(step, 1 + random.nextInt(50), deps);
                }
            }
            EtSet set = set(List.of(Cases.graph(nodes[0]), Cases.graph(nodes[1]), Cases.graph(nodes[2])));
            assertThat(run(again(set)).ranks().finish())
                    .isEqualTo(run(set).ranks().finish());
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = CollectiveType.class,
            names = {"SEND", "RECV", "UNKNOWN"},
            mode = EnumSource.Mode.EXCLUDE)
    void everyCollectiveBecomesMessagesThatMatch(CollectiveType type) {
        for (int ranks : new int[] {1, 2, 3, 4, 7, 8}) {
            EtGraph graph = Cases.graph(
                    Cases.work(1, 5),
                    Cases.collective(2, type.number(), 1001, 1),
                    Cases.collective(3, type.number(), 0, 2),
                    Cases.work(4, 1, 3));
            EtSet again = again(set(Collections.nCopies(ranks, graph)));
            SimulationResult result = run(again);
            assertThat(result.complete()).as(type + " of " + ranks).isTrue();
            assertThat(Arrays.stream(result.ranks().finish()).min().orElse(0)).isGreaterThanOrEqualTo(6000);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5, 8})
    void aRingMovesTheBytesOfItsAlgorithm(int n) {
        long bytes = 1000;
        EtSet set = set(
                Collections.nCopies(n, Cases.graph(Cases.collective(1, CollectiveType.ALL_REDUCE.number(), bytes))));
        GoalSchedule schedule = EtToGoal.convert(set).schedule();
        long sent = 0;
        for (GoalRank rank : schedule.ranks()) {
            for (int op = 0; op < rank.ops(); op++) {
                sent += rank.type.getByte(op) == GoalRank.SEND ? rank.size.getLong(op) : 0;
            }
        }
        // Each of two rounds sends every part of the buffer n - 1 times.
        assertThat(sent).isEqualTo(2 * (n - 1) * bytes);
    }

    @Test
    void aGroupIsItsRanksInTheirOrder() {
        EtGraph with = Cases.graph(Cases.grouped(1, CollectiveType.ALL_GATHER.number(), 64, "7"));
        EtGraph without = Cases.graph(Cases.work(1, 1));
        GoalSchedule schedule =
                EtToGoal.convert(set(List.of(with, without, with))).schedule();
        assertThat(schedule.ranks().get(1).ops()).isEqualTo(1);
        GoalRank zero = schedule.ranks().get(0);
        assertThat(zero.ops()).isEqualTo(4);
        assertThat(zero.peer.getInt(2)).isEqualTo(2);
        assertThat(run(again(set(List.of(with, without, with)))).complete()).isTrue();
    }

    /**
     * Work of 3 us that begins 9 us after the host node that launched it, or 2 us after the end of what is before it on its stream.
     * The host's second node ends after 8 us, so the launch counts where the work before takes 1 us, and the other where it takes 40.
     */
    @Test
    void aDelayCountsFromTheLaunchOrFromTheWorkBefore() {
        for (long before : new long[] {1, 40}) {
            EtGraph graph = Cases.graph(
                    host(1, 5),
                    host(2, 3, 1),
                    Cases.work(3, before, 1).withAttributes(List.of(EtAttribute.bool(EtNames.IS_CPU_OP, false))),
                    Cases.work(4, 3, 2, 3)
                            .withAttributes(List.of(
                                    EtAttribute.bool(EtNames.IS_CPU_OP, false),
                                    EtAttribute.int64(EtNames.DELAY_NS, 9_000),
                                    EtAttribute.int64(EtNames.QUEUED_DELAY_NS, 2_000))));
            EtSet set = set(Collections.nCopies(3, graph));
            assertThat(run(set).ranks().finish()[0]).isEqualTo(before == 1 ? 20_000 : 50_000);
            assertThat(run(again(set)).ranks().finish())
                    .containsExactly(run(set).ranks().finish());
        }
    }

    private static EtNode host(long id, long micros, long... deps) {
        return Cases.work(id, micros, deps).withAttributes(List.of(EtAttribute.bool(EtNames.IS_CPU_OP, true)));
    }

    @Test
    void aDependencyNamedTwiceIsWrittenOnce() {
        EtGraph graph = Cases.graph(
                Cases.work(1, 1),
                Cases.work(2, 1, 1).withCtrlDeps(1),
                Cases.work(3, 1, 2, 1).withCtrlDeps(2));
        GoalRank rank = EtToGoal.convert(set(List.of(graph))).schedule().ranks().get(0);
        assertThat(rank.waits.toIntArray()).containsExactly(1, 2, 2);
        assertThat(rank.until.toIntArray()).containsExactlyInAnyOrder(0, 1, 0);
    }

    @Test
    void whatCannotBeWrittenIsReported() {
        EtGraph reduce = Cases.graph(Cases.collective(1, CollectiveType.ALL_REDUCE.number(), 64));
        EtGraph gather = Cases.graph(Cases.collective(1, CollectiveType.ALL_GATHER.number(), 64));
        EtGraph none = Cases.graph(Cases.work(1, 1));
        assertThatThrownBy(() -> EtToGoal.convert(set(List.of(reduce, gather))))
                .hasMessageContaining(
                        "call 0 of group \"\" and of type ALL_GATHER, but of type ALL_REDUCE on another rank");
        assertThatThrownBy(() -> EtToGoal.convert(set(List.of(reduce, none))))
                .hasMessageContaining("rank 1 makes 0 calls of group \"\", others make 1");
        assertThatThrownBy(() -> EtToGoal.convert(set(List.of(Cases.graph(Cases.grouped(1, 0, 64, "9"))))))
                .hasMessageContaining("the ranks of the group \"9\" of its collectives are not known");
        assertThatThrownBy(() -> EtToGoal.convert(set(List.of(Cases.graph(Cases.work(1, 1, 5))))))
                .hasMessageContaining("depends on 5, which is not in the trace");
        EtGraph broadcast = Cases.graph(Cases.collective(1, CollectiveType.BROADCAST.number(), 64));
        assertThat(EtToGoal.convert(set(List.of(broadcast, broadcast))).report().findings())
                .extracting(Finding::what)
                .containsExactly("1 collective with a root names none");
    }
}
