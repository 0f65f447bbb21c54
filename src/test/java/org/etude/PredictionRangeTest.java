// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Locale;
import org.etude.calibrate.steps.PredictedStep;
import org.etude.calibrate.steps.PredictedSteps;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphEdit;
import org.etude.et.graph.EtNames;
import org.etude.report.Finding;
import org.etude.sim.Simulator;
import org.etude.sim.spec.Scenario;
import org.etude.spec.Fidelity;
import org.etude.spec.SimOptions.Recording;
import org.etude.unit.Bandwidth;
import org.junit.jupiter.api.Test;
import tech.tablesaw.api.Table;

/** A prediction says how far it may be off, and from what. */
class PredictionRangeTest {
    private static final Traces GLOO = Traces.load("data/cnn-2");

    private static Simulation at(Traces traces, double gbps) {
        return traces.link().toEt().repair().simulate(Topology.ring(2).bandwidth(Bandwidth.gbps(gbps)));
    }

    private static double sum(Scenario scenario) {
        return PredictedSteps.of(GLOO.set(), Simulator.run(scenario)).stream()
                .mapToDouble(PredictedStep::simulatedNs)
                .sum();
    }

    private static Scenario paced(Scenario scenario, boolean slowest) {
        return scenario.ranks(
                scenario.ranks().stream().map(graph -> paced(graph, slowest)).toList());
    }

    private static EtGraph paced(EtGraph graph, boolean slowest) {
        return EtGraphEdit.of(graph)
                .numbers(
                        EtNames.PACE_PPM,
                        (node, pace) -> slowest ? graph.integer(node, EtNames.SLOWEST_PPM, pace) : 1_000_000)
                .build();
    }

    @Test
    void ofAHostThatCarriesTransfersHoldsItsSlowdownAndRepeats() {
        Simulation sim = at(GLOO, 1);
        Table range = Prediction.of(GLOO, sim).range();
        assertThat(range.stringColumn("cause").asList())
                .containsExactly("host work next to transfers", "another recording", "recorded steps", "together");
        double[] host = hostWork(sim.result().scenario());
        double low = host[0];
        double high = host[1];
        assertThat(high - low).as("the slowdown counts").isGreaterThan(0.001);
        assertThat(range.doubleColumn("low_frac").get(0)).isEqualTo(low, within(1e-12));
        assertThat(range.doubleColumn("high_frac").get(0)).isEqualTo(high, within(1e-12));
        assertThat(range.doubleColumn("high_frac").get(1)).isEqualTo(0.15);
        double either = Math.max(0.15, range.doubleColumn("high_frac").get(2));
        assertThat(range.doubleColumn("low_frac").get(3)).isEqualTo(low - either, within(1e-12));
        assertThat(range.doubleColumn("high_frac").get(3)).isEqualTo(high + either, within(1e-12));
    }

    /** How much shorter and longer than the run the runs with other paces of the host are, as fractions. */
    private static double[] hostWork(Scenario scenario) {
        double base = sum(scenario);
        double free = sum(paced(scenario, false)) / base - 1;
        double slow = sum(paced(scenario, true)) / base - 1;
        return new double[] {Math.min(0, Math.min(free, slow)), Math.max(0, Math.max(free, slow))};
    }

    /** Also on a network that is only a graph. */
    @Test
    void ofAPacketRunComparesCongestionAwareRuns() {
        for (Topology network : List.of(Topology.ring(2), Topology.fatTree(2, 1, 1))) {
            Simulation sim = GLOO.link()
                    .toEt()
                    .repair()
                    .simulate(network.bandwidth(Bandwidth.gbps(1)), s -> s.fidelity(Fidelity.PACKET));
            Scenario scenario = sim.result().scenario();
            assertThat(scenario.isPacketByPacket()).isTrue();
            double[] host = hostWork(
                    scenario.options(scenario.options().fidelity(Fidelity.AWARE).record(Recording.OPS)));
            assertThat(host[1] - host[0]).as("the slowdown counts").isGreaterThan(0.001);
            Table range = Prediction.of(GLOO, sim).range();
            assertThat(range.stringColumn("cause").get(0)).isEqualTo("host work next to transfers");
            assertThat(range.doubleColumn("low_frac").get(0)).isEqualTo(host[0], within(1e-12));
            assertThat(range.doubleColumn("high_frac").get(0)).isEqualTo(host[1], within(1e-12));
        }
    }

    @Test
    void ofAGpuIsThatOfItsStepsAndSaysWhatIsNotKnown() {
        Traces traces = Traces.load("data/cnn-2-cuda");
        Prediction prediction = Prediction.of(traces, at(traces, 10));
        Table range = prediction.range();
        assertThat(range.stringColumn("cause").asList()).containsExactly("recorded steps", "together");
        assertThat(range.doubleColumn("high_frac").get(1))
                .isEqualTo(range.doubleColumn("high_frac").get(0));
        assertThat(prediction.summary(traces.link().toEt()).toString())
                .contains("how far another recording of the job differs is not known");
    }

    @Test
    void isTheLastOfTheFirstLinesAndAFinding() {
        Prediction prediction = Prediction.of(GLOO, at(GLOO, 1));
        StepSummary summary = prediction.summary(GLOO.link().toEt());
        double low = prediction.range().doubleColumn("low_frac").get(3);
        double high = prediction.range().doubleColumn("high_frac").get(3);
        String percent = String.format(Locale.ROOT, "%+.1f to %+.1f %%", low * 100, high * 100);
        List<String> lines = summary.lines();
        assertThat(lines.get(lines.size() - 1))
                .startsWith(String.format(
                        Locale.ROOT,
                        "Certainty: the step may take %.3f to %.3f ms (%s): host work next to transfers ",
                        summary.simulatedMs() * (1 + low),
                        summary.simulatedMs() * (1 + high),
                        percent));
        assertThat(prediction.report().findings())
                .extracting(Finding::what)
                .containsExactly("the predicted steps are uncertain by " + percent);
    }

    @Test
    void isNoneOnTheRecordedNetworkAndOfOtherRanks() {
        Simulation recorded = GLOO.link().toEt().repair().simulate();
        assertThat(Prediction.of(GLOO, recorded).range().rowCount()).isZero();
        assertThat(Prediction.of(GLOO, recorded).report().findings()).isEmpty();
        assertThat(recorded.against(GLOO).toString()).doesNotContain("Certainty");
        Simulation four = GLOO.link().toEt().repair().scaleTo(4).simulate(Topology.ring(4));
        assertThat(Prediction.of(GLOO, four).range().rowCount()).isZero();
    }
}
