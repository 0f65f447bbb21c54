// SPDX-License-Identifier: Apache-2.0
package org.etude.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtException;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.CommGroups;
import org.etude.et.wire.EtSet;
import org.etude.report.Progress;
import org.etude.report.Report;
import org.etude.spec.SimulationException;
import org.junit.jupiter.api.Test;

/**
 * Two operators of a host by hand: recorded at 1,000 to 3,000 and 5,000 to 6,000 ns, the second behind the first. Nothing says why
 * it began 2,000 ns later, so a replay runs them from 0 to 2,000 and from 2,000 to 3,000.
 */
class ReplaysTest {
    private static EtGraphBuilder host(EtAttribute... metadata) {
        EtGraphBuilder graph = RecordedNodes.graph(metadata);
        RecordedNodes.add(graph, 0, true, 1_000, 2_000);
        return RecordedNodes.add(graph, 1, true, 5_000, 1_000, 0);
    }

    private static EtSet set(EtGraph... ranks) {
        return new EtSet("runs/x", List.of(ranks), CommGroups.none(), Report.empty());
    }

    private static List<ReplayedStep> replay(EtGraphBuilder... ranks) {
        List<EtGraph> graphs = new ArrayList<>();
        for (EtGraphBuilder rank : ranks) {
            graphs.add(rank.build());
        }
        return Replays.of(set(graphs.toArray(EtGraph[]::new)), Progress.NONE);
    }

    @Test
    void aJobWithoutMarksIsOneStep() {
        assertThat(replay(host())).containsExactly(new ReplayedStep(0, ReplayedStep.UNMARKED, 5_000, 3_000));
    }

    /** At 1,000 the first begins, at 4,000 it is over, at 6,000 the second ends, and 500 is 500 before all. */
    @Test
    void marksAreReachedWithTheOperatorBefore() {
        assertThat(replay(host(RecordedNodes.steps(5L, 1_000L, 4_000L, 6L, 4_000L, 6_000L, 7L, 500L, 5_500L))))
                .containsExactly(
                        new ReplayedStep(0, 5, 3_000, 2_000),
                        new ReplayedStep(0, 6, 2_000, 1_000),
                        new ReplayedStep(0, 7, 5_000, 3_000));
    }

    /** The GPU reaches no moment before its first kernel, so a step that begins there is left out, as in predictions. */
    @Test
    void aStepThatTheGpuDoesNotReachIsLeftOut() {
        EtGraphBuilder graph = RecordedNodes.graph(
                EtAttribute.bool(EtNames.STEPS_ON_GPU, true),
                RecordedNodes.steps(1L, 500L, 1_500L, 2L, 1_000L, 3_000L, 3L, 3_000L, 6_000L));
        RecordedNodes.add(graph, 0, true, 0, 700);
        RecordedNodes.add(graph, 1, false, 1_000, 2_000, 0);
        RecordedNodes.add(graph, 2, false, 5_000, 1_000, 1);
        assertThat(replay(graph))
                .containsExactly(new ReplayedStep(0, 2, 2_000, 2_000), new ReplayedStep(0, 3, 3_000, 1_000));
    }

    /** Numbers that no int holds, or a text, come from a damaged file: the place in the workload counts. */
    @Test
    void aRankThatIsNoNumberIsItsPlace() {
        assertThat(replay(
                        host(EtAttribute.int64(EtNames.RECORDED_RANK, 1L << 32)),
                        host(EtAttribute.string(EtNames.RECORDED_RANK, "9")),
                        host(EtAttribute.int64(EtNames.RECORDED_RANK, -3)),
                        host(EtAttribute.int64(EtNames.RECORDED_RANK, 9))))
                .extracting(ReplayedStep::rank)
                .containsExactly(0, 1, 2, 9);
    }

    /** The operator that starts at a mark is the one before it; a gap that no node explains is gone from the replay. */
    @Test
    void aMarkAtTheStartOfAnOperatorIsItsStart() {
        assertThat(replay(host(RecordedNodes.steps(1L, 1_000L, 5_000L))))
                .containsExactly(new ReplayedStep(0, 1, 4_000, 2_000));
        assertThat(replay(host(RecordedNodes.steps(1L, 1_000L, 4_999L))))
                .containsExactly(new ReplayedStep(0, 1, 3_999, 2_000));
    }

    /** Operators in another order than their times, and one on a resource of its own, which no mark is compared with. */
    @Test
    void theHostsOwnOperatorsCountByTime() {
        EtGraphBuilder graph = RecordedNodes.graph(RecordedNodes.steps(1L, 1_000L, 6_000L));
        RecordedNodes.add(graph, 8, true, 5_000, 1_000, 9);
        RecordedNodes.add(graph, 9, true, 1_000, 2_000);
        RecordedNodes.open(graph, 10, true, 5_500, 9_000)
                .string(EtNames.RESOURCE, "side")
                .end();
        assertThat(replay(graph)).containsExactly(new ReplayedStep(0, 1, 5_000, 3_000));
    }

    /** Without a host the kernels are what marks are compared with. */
    @Test
    void withoutAHostItsKernelsCount() {
        EtGraphBuilder graph = RecordedNodes.graph(RecordedNodes.steps(1L, 1_000L, 6_000L));
        RecordedNodes.add(graph, 0, false, 1_000, 2_000);
        RecordedNodes.add(graph, 1, false, 5_000, 1_000, 0);
        assertThat(replay(graph)).containsExactly(new ReplayedStep(0, 1, 5_000, 3_000));
    }

    /** The GPU's time: its kernel starts 500 after the host's first operator and runs at both marks. */
    @Test
    void stepsOfTheGpuAreReadOffItsKernels() {
        EtGraphBuilder graph =
                host(EtAttribute.bool(EtNames.STEPS_ON_GPU, true), RecordedNodes.steps(1L, 5_000L, 5_900L));
        RecordedNodes.add(graph, 2, false, 5_000, 900, 0);
        assertThat(replay(graph)).containsExactly(new ReplayedStep(0, 1, 900, 900));
        EtGraphBuilder onHost = host(RecordedNodes.steps(1L, 5_000L, 5_900L));
        RecordedNodes.add(onHost, 2, false, 4_900, 900, 0);
        assertThat(replay(onHost)).containsExactly(new ReplayedStep(0, 1, 900, 900));
    }

    /** A node without a recorded time that all others wait for: the replay begins after it. */
    @Test
    void aRankThatIsHeldBackBeginsLater() {
        EtGraphBuilder graph = RecordedNodes.graph();
        graph.begin(7, "late start: 4 us", EtNodeType.COMP, 0, 4)
                .bool(EtNames.IS_CPU_OP, true)
                .int64(EtNames.DURATION_NS, 4_000)
                .end();
        RecordedNodes.add(graph, 0, true, 1_000, 2_000, 7);
        assertThat(replay(graph)).containsExactly(new ReplayedStep(0, ReplayedStep.UNMARKED, 2_000, 2_000));
    }

    /**
     * A receive of 3,000 that the first operator waits for before 1,000 of its own: the step is 4,000 long, on clocks of either sign,
     * and whether or not the rank is held back before.
     */
    @Test
    void aStepMayBeginWithAReceive() {
        for (long start : new long[] {-1_000_000, 1_000}) {
            for (boolean isHeld : new boolean[] {false, true}) {
                EtGraphBuilder graph = RecordedNodes.graph(RecordedNodes.steps(1L, start, start + 4_000));
                long[] first = isHeld ? new long[] {7} : new long[0];
                if (isHeld) {
                    graph.begin(7, "start offset", EtNodeType.COMP, 0, 5)
                            .bool(EtNames.IS_CPU_OP, true)
                            .int64(EtNames.DELAY_NS, 5_000)
                            .int64(EtNames.DURATION_NS, 0)
                            .end();
                }
                RecordedNodes.add(graph, 0, false, start, 3_000, first);
                RecordedNodes.open(graph, 1, true, start, 1_000, 0)
                        .int64(EtNames.MEASURED_NS, 4_000)
                        .end();
                assertThat(replay(graph))
                        .as("start %d, held %s", start, isHeld)
                        .containsExactly(new ReplayedStep(0, 1, 4_000, 4_000));
            }
        }
    }

    /** No step of a rank whose work can never end is replayed with some length. */
    @Test
    void aRankThatCannotEndIsRefused() {
        EtGraphBuilder graph = RecordedNodes.graph(RecordedNodes.steps(1L, 1_000L, 2_000L, 2L, 2_000L, 5_500L));
        RecordedNodes.add(graph, 0, true, 1_000, 2_000);
        RecordedNodes.add(graph, 1, true, 5_000, 1_000, 0, 2);
        RecordedNodes.add(graph, 2, false, 5_000, 1_000, 1);
        assertThatThrownBy(() -> replay(graph))
                .isInstanceOf(SimulationException.class)
                .hasMessageContaining("rank 0: node 1 (n1) lies on a dependency cycle");
    }

    @Test
    void ranksAreThoseOfTheRecordedJob() {
        assertThat(replay(host(EtAttribute.int64(EtNames.RECORDED_RANK, 12)), host(), host(EtAttribute.int64("x", 5))))
                .extracting(ReplayedStep::rank)
                .containsExactly(12, 1, 2);
        assertThat(replay(host(EtAttribute.string(EtNames.RECORDED_RANK, "12"))))
                .extracting(ReplayedStep::rank)
                .containsExactly(0);
    }

    @Test
    void progressNamesTheRecordedRank() {
        List<String> heard = new ArrayList<>();
        EtSet set = set(host(EtAttribute.int64(EtNames.RECORDED_RANK, 12)).build(), host().build());
        Replays.of(set, (what, done, total) -> {
            if (what.startsWith("replay")) {
                heard.add(what + " " + done + "/" + total);
            }
        });
        assertThat(heard).containsExactly("replay rank 12 0/2", "replay rank 1 1/2");
    }

    @Test
    void aWorkloadThatWasNotRecordedIsRefused() {
        EtGraphBuilder graph = RecordedNodes.graph();
        graph.begin(0, "n", EtNodeType.COMP, 0, 1).bool(EtNames.IS_CPU_OP, true).end();
        assertThatThrownBy(() -> replay(graph))
                .isInstanceOf(EtException.class)
                .hasMessageContaining("runs/x: no node has the attribute start_time_ns")
                .hasMessageContaining("etude replay DIR");
    }

    @Test
    void theErrorIsThatOfTheMeasuredStep() {
        assertThat(new ReplayedStep(0, 1, 4_000, 5_000).errorFrac()).isEqualTo(0.25, within(1e-15));
        assertThat(new ReplayedStep(0, 1, 4_000, 3_000).errorFrac()).isEqualTo(-0.25, within(1e-15));
        assertThat(new ReplayedStep(0, 1, 4_000, 4_000).errorFrac()).isZero();
        assertThat(new ReplayedStep(0, 1, 0, 5_000).errorFrac()).isNaN();
    }
}
