// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.steps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.etude.calibrate.CalibrationException;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.CommGroups;
import org.etude.et.wire.EtSet;
import org.etude.report.Finding;
import org.etude.report.Report;
import org.etude.sim.Simulator;
import org.etude.sim.result.SimulationResult;
import org.etude.sim.spec.Scenario;
import org.etude.topology.graph.LogicalTopology;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.TraceSet;
import org.etude.unit.Time;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs whose simulated step is a known function of the profiler's cost. */
class ProfilerCostTest {
    @TempDir
    private Path dir;

    private TraceSet traces(int ranks) {
        List<RankTrace> all = IntStream.range(0, ranks)
                .mapToObj(rank -> new RankTrace(rank, null, null, 0, List.of()))
                .toList();
        return new TraceSet(dir.toString(), all, ranks, Report.empty());
    }

    private void timed(int rank, double ms) throws IOException {
        Files.writeString(dir.resolve("training_" + rank + ".json"), "{\"summary\": {\"real_t_step_ms\": " + ms + "}}");
    }

    /** A rank whose host works once, for so many us. */
    private static EtGraph host(double micros) {
        EtGraphBuilder out = new EtGraphBuilder("0.0.4", List.of());
        out.begin(1, "work", EtNodeType.COMP, 0, 1);
        out.dependencies(new long[0], new long[0]);
        out.bool(EtNames.IS_CPU_OP, true);
        out.int64(EtNames.START_NS, 0);
        out.int64(EtNames.DURATION_NS, Math.round(micros * 1000));
        out.end();
        return out.build();
    }

    /** Rank 0 takes so many us at a cost in us, rank 1 always 5 ms. */
    private static Function<Time, SimulationResult> job(DoubleUnaryOperator micros) {
        return cost -> {
            List<EtGraph> ranks = List.of(host(micros.applyAsDouble(cost.toMicros())), host(5_000));
            EtSet set = new EtSet("w", ranks, CommGroups.none(), Report.empty());
            return Simulator.run(Scenario.of(set, LogicalTopology.fitting(2)));
        };
    }

    /** 1000 us less 10 per us of cost are 800 us at a cost of 20; the rank that was not timed does not count. */
    @Test
    void isTheCostAtWhichTheStepTakesAsLongAsWithoutTheProfiler() throws IOException {
        timed(0, 0.8);
        Time cost = ProfilerCost.of(traces(2), job(us -> 1_000 - 10 * us));
        assertThat(cost.toMicros()).isEqualTo(20, within(0.08));
    }

    /** With both ranks timed, their means: 3000 us less 5 per us of cost are 2900 at 20. */
    @Test
    void ranksThatWereTimedAreAveraged() throws IOException {
        timed(0, 0.8);
        timed(1, 5);
        Time cost = ProfilerCost.of(traces(2), job(us -> 1_000 - 10 * us));
        assertThat(cost.toMicros()).isEqualTo(20, within(0.6));
    }

    @Test
    void aRecordingThatWasNotSlowedCostsNothing() throws IOException {
        timed(0, 1.5);
        assertThat(ProfilerCost.of(traces(2), job(us -> 1_000 - us))).isEqualTo(Time.us(0));
    }

    @Test
    void whatNoCostExplainsIsRefused() throws IOException {
        assertThatThrownBy(() -> ProfilerCost.of(traces(2), job(us -> 1_000)))
                .isInstanceOf(CalibrationException.class)
                .hasMessageStartingWith(dir + ": no step without the profiler was timed");
        timed(0, 0.5);
        assertThatThrownBy(() -> ProfilerCost.of(traces(2), job(us -> 1_000 - us)))
                .isInstanceOf(CalibrationException.class)
                .hasMessageStartingWith(
                        dir + ": the step without the profiler, 0.500 ms (training_0.json), is shorter than"
                                + " the recorded one at any cost of the profiler below 128 us");
        assertThatThrownBy(() -> ProfilerCost.of(
                        traces(1),
                        cost -> Simulator.run(Scenario.of(
                                new EtSet("w", List.of(gpu()), CommGroups.none(), Report.empty()),
                                LogicalTopology.fitting(1)))))
                .isInstanceOf(CalibrationException.class)
                .hasMessageStartingWith(dir + ": its steps cannot be found in a simulation of it");
    }

    /** Work whose start was not recorded, so that no step can be placed. */
    private static EtGraph gpu() {
        EtGraphBuilder out = new EtGraphBuilder("0.0.4", List.of());
        out.begin(1, "work", EtNodeType.COMP, 0, 1);
        out.dependencies(new long[0], new long[0]);
        out.bool(EtNames.IS_CPU_OP, false);
        out.int64(EtNames.DURATION_NS, 5);
        out.end();
        return out.build();
    }

    private static PredictedStep recorded(int rank, double ms) {
        return new PredictedStep(rank, 1, Math.round(ms * 1e6), 0, 7);
    }

    @Test
    void aStepThatRecordingMadeATenthLongerIsReported() {
        UnprofiledSteps timed = new UnprofiledSteps(Map.of(0, 10.0), "training_0.json");
        assertThat(ProfilerCost.report(timed, List.of(recorded(0, 10.999))).findings())
                .isEmpty();
        assertThat(ProfilerCost.report(timed, List.of(recorded(1, 99))).findings())
                .as("a rank that was not timed")
                .isEmpty();
        assertThat(ProfilerCost.report(timed, List.of()).findings()).isEmpty();
        List<Finding> findings = ProfilerCost.report(timed, List.of(recorded(0, 30), recorded(0, 20), recorded(1, 99)))
                .findings();
        assertThat(findings).singleElement().satisfies(finding -> {
            assertThat(finding.level()).isEqualTo(Finding.Level.WARNING);
            assertThat(finding.what()).isEqualTo("recording made the step 2.5 times as long");
            assertThat(finding.why())
                    .isEqualTo("it took 25.000 ms with the profiler and 10.000 ms without (training_0.json)");
        });
        assertThat(ProfilerCost.report(timed, List.of(recorded(0, 11))).findings())
                .as("a tenth")
                .hasSize(1);
    }
}
