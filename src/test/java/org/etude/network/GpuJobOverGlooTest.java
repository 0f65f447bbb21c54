// SPDX-License-Identifier: Apache-2.0
package org.etude.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.Stream;
import org.etude.Simulation;
import org.etude.Topology;
import org.etude.Traces;
import org.etude.calibrate.steps.PredictedStep;
import org.etude.calibrate.steps.PredictedSteps;
import org.etude.spec.Fidelity;
import org.etude.spec.SystemSpec;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A job of two ranks that share a GPU over gloo, recorded on two networks; see src/test/resources/recorded. Its backward
 * pass calls the collectives on a thread of its own, and gloo's threads copy their results to the GPU.
 */
class GpuJobOverGlooTest {
    private static final String RECORDINGS = "src/test/resources/recorded/async-2-h100/";

    /**
     * Steps take 26 ms on loopback and 275 ms at 1 Gbit/s. On loopback, two recordings of this job on two machines of one
     * kind took 20 and 26 ms, so no more than a fifth is asked there.
     */
    @ParameterizedTest
    @CsvSource({"none, 1gbit, 0.02", "1gbit, none, 0.2", "1gbit, 1gbit, 0.01", "none, none, 0.15"})
    void oneNetworkPredictsTheOther(String from, String to, double error) {
        Traces traces = Traces.load(RECORDINGS + from);
        Simulation there = traces.link().toEt().repair().simulate(Topology.ring(2), s -> s.system(
                        SystemSpec.ofLibraries())
                .fidelity(Fidelity.AWARE)
                .calibration(RECORDINGS + "timings_" + to + ".json"));
        double predicted =
                mean(PredictedSteps.of(traces.set(), there.result()).stream().map(PredictedStep::simulatedNs));
        double measured = mean(recorded(to).stream().map(PredictedStep::recordedNs));
        assertThat(predicted / measured - 1).isCloseTo(0, within(error));
    }

    private static List<PredictedStep> recorded(String network) {
        Traces traces = Traces.load(RECORDINGS + network);
        Simulation here = traces.link().toEt().repair().simulate();
        List<PredictedStep> steps = PredictedSteps.of(traces.set(), here.result());
        assertThat(steps).hasSize(6).allSatisfy(step -> assertThat((double) step.simulatedNs() / step.recordedNs())
                .as("the step on its own network")
                .isCloseTo(1, within(0.003)));
        return steps;
    }

    private static double mean(Stream<Long> times) {
        return times.mapToLong(Long::longValue).average().orElseThrow();
    }
}
