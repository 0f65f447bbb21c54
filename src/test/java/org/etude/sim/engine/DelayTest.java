// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.CommGroups;
import org.etude.et.wire.EtSet;
import org.etude.report.Report;
import org.etude.sim.Simulator;
import org.etude.sim.result.OpColumns;
import org.etude.sim.spec.Scenario;
import org.etude.topology.graph.LogicalTopology;
import org.junit.jupiter.api.Test;

/** A delay holds a node's resource before its work begins; it is no work. */
class DelayTest {
    private final EtGraphBuilder out = new EtGraphBuilder("0.0.4", List.of());

    private void node(long id, long delay, long nanos, int resource, long... deps) {
        out.begin(id, "n" + id, EtNodeType.COMP, 0, 1);
        out.dependencies(new long[0], deps);
        out.bool(EtNames.IS_CPU_OP, false);
        out.int64(EtNames.DELAY_NS, delay);
        out.int64(EtNames.DURATION_NS, nanos);
        out.int64(EtNames.RESOURCE, resource);
        out.end();
    }

    /** Start and end of each node in ns. */
    private List<String> run() {
        EtGraph graph = out.build();
        EtSet set = new EtSet("w", List.of(graph), CommGroups.none(), Report.empty());
        OpColumns ops = Simulator.run(Scenario.of(set, LogicalTopology.fitting(1)))
                .ops()
                .orElseThrow();
        return IntStream.range(0, ops.size())
                .mapToObj(row -> ops.node(row) + ": " + ops.issued(row) + "-" + ops.ended(row))
                .toList();
    }

    @Test
    void workBeginsAfterTheDelay() {
        node(1, 400, 1000, 0);
        node(2, 70, 500, 0, 1);
        assertThat(run()).containsExactly("1: 400-1400", "2: 1470-1970");
    }

    @Test
    void theResourceIsHeldMeanwhile() {
        node(1, 400, 1000, 0);
        node(2, 0, 500, 0);
        node(3, 0, 500, 1);
        assertThat(run()).containsExactly("1: 400-1400", "2: 1400-1900", "3: 0-500");
    }

    /** A host node of 100 ns, other work of this many ns, and work that waits for both. */
    private void launchedBeside(long nanos) {
        out.begin(1, "launch", EtNodeType.COMP, 0, 1);
        out.bool(EtNames.IS_CPU_OP, true).int64(EtNames.DURATION_NS, 100);
        out.end();
        node(2, 0, nanos, 1);
        out.begin(3, "n3", EtNodeType.COMP, 0, 1);
        out.dependencies(new long[0], new long[] {1, 2});
        out.bool(EtNames.IS_CPU_OP, false).int64(EtNames.DURATION_NS, 10);
        out.int64(EtNames.DELAY_NS, 50).int64(EtNames.QUEUED_DELAY_NS, 3).int64(EtNames.RESOURCE, 0);
        out.end();
    }

    @Test
    void workBeginsWhenItsLaunchAndItsQueueAreBothReady() {
        launchedBeside(20);
        assertThat(run()).as("the launch is last").contains("3: 150-160");
    }

    @Test
    void whatEndsWhileTheLaunchIsOnItsWayAddsNoSecondDelay() {
        launchedBeside(149);
        assertThat(run()).as("3 ns behind the other work").contains("3: 152-162");
    }

    @Test
    void whatEndsLongAfterTheLaunchIsFollowedAtOnce() {
        launchedBeside(1000);
        assertThat(run()).contains("3: 1003-1013");
    }

    @Test
    void withoutADelayWorkBeginsAtOnce() {
        node(1, 0, 1000, 0);
        assertThat(run()).containsExactly("1: 0-1000");
    }
}
