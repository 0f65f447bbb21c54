// SPDX-License-Identifier: Apache-2.0
package org.etude.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.junit.jupiter.api.Test;

/** Moments of runs by hand: each node's begin and end in the run are written down, and every moment follows from the rule. Times in ns. */
class HostMomentsTest {
    private final EtGraphBuilder nodes = RecordedNodes.graph();
    private final Map<Integer, long[]> run = new HashMap<>();

    /** A node that was recorded at a time and ran from a time to a time. */
    private void node(long start, long nanos, long from, long to) {
        RecordedNodes.add(nodes, run.size(), true, start, nanos);
        run.put(run.size(), new long[] {from, to});
    }

    /** A node that was recorded to wait first: from its start to its end more than its work takes. */
    private void waiting(long start, long measured, long nanos, long from, long to) {
        RecordedNodes.open(nodes, run.size(), true, start, nanos)
                .int64(EtNames.MEASURED_NS, measured)
                .end();
        run.put(run.size(), new long[] {from, to});
    }

    /** A node that delays the rank until a time of the run, without a recorded time, as in a converted rank. */
    private void heldUntil(long to) {
        nodes.begin(run.size(), "start offset", EtNodeType.COMP, 0, 1)
                .bool(EtNames.IS_CPU_OP, true)
                .int64(EtNames.DELAY_NS, to)
                .int64(EtNames.DURATION_NS, 0)
                .end();
        run.put(run.size(), new long[] {0, to});
    }

    private HostMoments moments() {
        EtGraph graph = nodes.build();
        return HostMoments.of(graph, n -> run.get((int) graph.id(n))[0], n -> run.get((int) graph.id(n))[1]);
    }

    @Test
    void withinANodeAMomentIsAsFarFromItsEndAndInAGapItIsThatEnd() {
        node(1_000, 2_000, 100, 2_100);
        node(5_000, 1_000, 2_600, 3_600);
        HostMoments host = moments();
        assertThat(host.at(1_000)).isEqualTo(100);
        assertThat(host.at(2_500)).isEqualTo(1_600);
        assertThat(host.at(3_000)).isEqualTo(2_100);
        assertThat(host.at(4_999)).isEqualTo(2_100);
        assertThat(host.at(5_000)).isEqualTo(2_600);
        assertThat(host.at(5_400)).isEqualTo(3_000);
        assertThat(host.at(9_000)).isEqualTo(3_600);
    }

    @Test
    void ofNodesThatStartTogetherTheLastOneCounts() {
        node(1_000, 0, 100, 100);
        node(1_000, 2_000, 700, 2_700);
        HostMoments host = moments();
        assertThat(host.at(1_000)).isEqualTo(700);
        assertThat(host.at(1_500)).isEqualTo(1_200);
    }

    @Test
    void beforeTheFirstNodeAMomentIsAsLongBeforeItAsRecorded() {
        node(1_000, 2_000, 900, 2_900);
        HostMoments host = moments();
        assertThat(host.at(400)).isEqualTo(300);
        assertThat(host.at(-600)).isEqualTo(-700);
    }

    /** Recorded at work until 2,000 after 3,000 of waiting, in the run 500 of waiting: the wait begins with the run. */
    @Test
    void theWaitOfAFirstNodeBeginsWithTheRun() {
        waiting(-3_000, 5_000, 2_000, 500, 2_500);
        HostMoments host = moments();
        assertThat(host.at(-3_500)).isEqualTo(-500);
        assertThat(host.at(-3_000)).isZero();
        assertThat(host.at(-2_800)).isEqualTo(200);
        assertThat(host.at(-1_000)).isEqualTo(500);
        assertThat(host.at(0)).isEqualTo(500);
        assertThat(host.at(500)).isEqualTo(1_000);
    }

    /** The same rank that begins 10,000 later: every moment is 10,000 later, whatever the sign of the recorded times. */
    @Test
    void aStartOffsetMovesEveryMomentAndIsNoneItself() {
        for (long shift : new long[] {-1_000_000, 0, 1_000_000}) {
            HostMomentsTest one = new HostMomentsTest();
            one.heldUntil(10_000);
            one.waiting(shift - 3_000, 5_000, 2_000, 10_500, 12_500);
            HostMoments host = one.moments();
            assertThat(host.at(shift - 3_500)).as("shift %d", shift).isEqualTo(9_500);
            assertThat(host.at(shift - 3_000)).as("shift %d", shift).isEqualTo(10_000);
            assertThat(host.at(shift - 2_800)).as("shift %d", shift).isEqualTo(10_200);
            assertThat(host.at(shift)).as("shift %d", shift).isEqualTo(10_500);
            assertThat(host.at(shift + 500)).as("shift %d", shift).isEqualTo(11_000);
            assertThat(host.at(shift + 2_000)).as("shift %d", shift).isEqualTo(12_500);
        }
    }

    @Test
    void theWaitOfALaterNodeBeginsWhereTheOneBeforeEnded() {
        node(1_000, 2_000, 0, 2_000);
        waiting(3_000, 5_000, 1_000, 2_300, 3_300);
        HostMoments host = moments();
        assertThat(host.at(3_000)).isEqualTo(2_000);
        assertThat(host.at(3_200)).isEqualTo(2_200);
        assertThat(host.at(6_000)).isEqualTo(2_300);
        assertThat(host.at(7_500)).isEqualTo(2_800);
    }

    @Test
    void aNodeThatNeverEndedIsNotReached() {
        node(1_000, 2_000, 0, 2_000);
        node(3_000, 1_000, 2_000, -1);
        HostMoments host = moments();
        assertThat(host.at(2_999)).isEqualTo(1_999);
        assertThat(host.at(3_000)).isEqualTo(HostMoments.NEVER);
        HostMomentsTest none = new HostMomentsTest();
        none.node(1_000, 2_000, -1, -1);
        assertThat(none.moments().at(0)).isEqualTo(HostMoments.NEVER);
    }

    @Test
    void aRankWithNothingButAStartOffsetHasNoHost() {
        heldUntil(10_000);
        assertThat(moments().isSome()).isFalse();
    }
}
