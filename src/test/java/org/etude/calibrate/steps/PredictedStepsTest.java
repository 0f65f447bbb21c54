// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.steps;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.etude.Topology;
import org.etude.Traces;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.CommGroups;
import org.etude.et.wire.EtSet;
import org.etude.link.Recording;
import org.etude.report.Report;
import org.etude.sim.Simulator;
import org.etude.sim.spec.Scenario;
import org.etude.topology.graph.LogicalTopology;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.RankTrace.StepWindow;
import org.etude.trace.model.TraceSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A host that computes from 5 to 15 us and from 25 to 45 us, replayed with its pause. */
class PredictedStepsTest {
    private static final int THREAD = 1;

    @TempDir
    private Path dir;

    private static Recording.Rank host() {
        return Recording.alone()
                .thread(2, THREAD)
                .op(10, "aten::mm", 2, THREAD, 5, 10)
                .op(11, "aten::add_", 2, THREAD, 25, 20);
    }

    private List<PredictedStep> predicted(Recording.Rank rank) {
        rank.job().load(dir);
        Traces traces = Traces.load(dir);
        return PredictedSteps.of(
                traces.set(),
                traces.link().toEt().repair().simulate(Topology.ring(1)).result());
    }

    @Test
    void withoutMarksTheWholeRecordingIsOneStep() {
        assertThat(predicted(host())).containsExactly(new PredictedStep(0, -1, 40_000, 0, 40_000));
    }

    private static void work(EtGraphBuilder out, long id, boolean host, long start, long nanos, long... deps) {
        out.begin(id, "n" + id, EtNodeType.COMP, 0, 1);
        out.dependencies(new long[0], deps);
        out.bool(EtNames.IS_CPU_OP, host);
        out.int64(EtNames.START_NS, start);
        out.int64(EtNames.DURATION_NS, nanos);
        out.end();
    }

    private static List<PredictedStep> steps(EtGraph graph, StepWindow... recorded) {
        EtSet set = new EtSet("w", List.of(graph), CommGroups.none(), Report.empty());
        RankTrace rank = new RankTrace(3, null, null, 0, List.of(recorded));
        return PredictedSteps.of(
                new TraceSet("t", List.of(rank), 1, Report.empty()),
                Simulator.run(Scenario.of(set, LogicalTopology.fitting(1))));
    }

    /** Kernels recorded at 100-300 and 400-500 ns run at 0-200 and 200-300; a step without one is not found. */
    @Test
    void withoutHostWorkAStepIsThatOfItsKernels() {
        EtGraphBuilder out = new EtGraphBuilder("0.0.4", List.of());
        work(out, 1, false, 100, 200);
        work(out, 2, false, 400, 100, 1);
        assertThat(steps(
                        out.build(),
                        new StepWindow(1, 100, 400),
                        new StepWindow(2, 400, 500),
                        new StepWindow(3, 500, 600),
                        new StepWindow(4, 0, 500)))
                .containsExactly(
                        new PredictedStep(3, 1, 300, 0, 200),
                        new PredictedStep(3, 2, 100, 200, 100),
                        new PredictedStep(3, 4, 500, 0, 300));
    }

    /**
     * Marks in the graph, of another recording than these traces, between kernels: the host works until 100, kernels
     * recorded at 100-500 and 600-900 run at 100-500 and 500-800.
     */
    @Test
    void theSimulatedRecordingsOwnMarksHoldForAnother() {
        EtGraphBuilder out = new EtGraphBuilder(
                "0.0.4",
                List.of(
                        new EtAttribute(
                                EtNames.STEP_WINDOWS,
                                "",
                                EtAttribute.Kind.INT64_LIST,
                                List.of(7L, 100L, 600L, 8L, 600L, 900L, 9L, 50L, 99L)),
                        EtAttribute.bool(EtNames.STEPS_ON_GPU, true)));
        work(out, 1, true, 0, 100);
        work(out, 2, false, 100, 400, 1);
        work(out, 3, false, 600, 300, 2);
        EtGraph graph = out.build();
        List<PredictedStep> expected =
                List.of(new PredictedStep(3, 7, 500, 100, 400), new PredictedStep(3, 8, 300, 500, 300));
        assertThat(steps(graph, new StepWindow(7, 5, 10))).isEqualTo(expected);
        assertThat(steps(graph))
                .as("without marks in the traces, the whole")
                .containsExactly(new PredictedStep(3, -1, 900, 0, 800));
    }

    @Test
    void aRunWithoutOpsHasNoSteps() {
        EtGraphBuilder out = new EtGraphBuilder("0.0.4", List.of());
        work(out, 1, true, 0, 100);
        EtSet set = new EtSet("w", List.of(out.build()), CommGroups.none(), Report.empty());
        Scenario scenario = Scenario.of(set, LogicalTopology.fitting(1));
        TraceSet traces = new TraceSet("t", List.of(new RankTrace(0, null, null, 0, List.of())), 1, Report.empty());
        assertThat(PredictedSteps.of(
                        traces,
                        Simulator.run(scenario.options(scenario.options().record()))))
                .isEmpty();
    }
}
