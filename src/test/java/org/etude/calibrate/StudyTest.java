// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import org.etude.Calibration;
import org.etude.CalibrationFit;
import org.etude.Simulation;
import org.etude.SmallTraces;
import org.etude.Topology;
import org.etude.Traces;
import org.etude.report.Report;
import org.etude.spec.Fidelity;
import org.etude.trace.activity.PartnerWaits;
import org.etude.trace.model.TraceSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Measured traces against simulated runs; sums by hand from {@link SmallTraces}. */
class StudyTest {
    @TempDir
    private Path dir;

    private Traces traces() {
        return Traces.load(SmallTraces.write(dir, 2).toString());
    }

    private static Simulation simulate(Traces traces) {
        return traces.link().toEt().repair().simulate(Topology.ring(2), s -> s.fidelity(Fidelity.ANALYTIC));
    }

    @Test
    void measuresWhatTheStudyDefines() {
        // Two steps of 10 ms; all-reduces of 2.5 ms on rank 0 and 2.3 ms on rank 1; kernels of 2.0 and 0.5 ms.
        assertThat(StepMeasurement.of(traces().set())).isEqualTo(new StepMeasurement(10, 2.4, 2.5, 2));
    }

    @Test
    void timesTransfersWithoutTheWaiting() {
        // Rank 1 comes 200 us later, and both end at 5,000 us: 2,300 us of transfer in each of the two steps.
        assertThat(TraceTimings.of(traces().link().set()))
                .containsExactly(
                        new CollectiveTiming("all_reduce", 2, 4_000_000, 2300),
                        new CollectiveTiming("all_reduce", 2, 4_000_000, 2300));
    }

    @Test
    void samplesStepsAndLaunches() {
        List<StepSample> samples = StepSample.of("run", traces().set(), PartnerWaits.none());
        assertThat(samples).hasSize(4);
        assertThat(samples.get(0).busyUs()).isCloseTo(10_000 - 2_200, within(1e-9));
        assertThat(samples.get(0).computeUs()).isCloseTo(2_500, within(1e-9));
        assertThat(samples.get(0).launches()).isEqualTo(3);
    }

    @Test
    void alphaComparesOneStepWithOneStep() {
        Traces both = traces();
        SimulatedStep all = SimulatedStep.of(simulate(both).result());
        SimulatedStep one = SimulatedStep.of(simulate(both.step(2)).result());
        // The trace of both steps is two such steps long, and says so in its metadata.
        assertThat((double) all.stepCycles()).isCloseTo(one.stepCycles(), within(0.05 * one.stepCycles()));
        Calibration calibration = Calibration.of(both, simulate(both));
        assertThat(calibration.stepMs()).isCloseTo(10, within(1e-9));
        assertThat(calibration.alphaUs()).isCloseTo(10_000.0 / all.stepCycles(), within(1e-12));
        assertThat(calibration.table().column("error_frac").get(0)).isEqualTo(0.0);
    }

    @Test
    void anotherScaleIsTimedByTheSameAlpha() {
        Traces traces = traces();
        Calibration two = Calibration.of(traces, simulate(traces)).tag("small");
        Calibration other = two.applyTo(simulate(traces.step(1)));
        assertThat(other.alphaUs()).isEqualTo(two.alphaUs());
        assertThat(other.figures().isMeasured()).isFalse();
        other.appendTo(dir.resolve("all.csv").toString());
        assertThat(dir.resolve("all.csv")).content().contains("\nsimulate,,small,2,2,ring:2 analytic,");
    }

    @Test
    void aFitOfTooFewSamplesSaysSo() {
        CalibrationFit fit = Calibration.fit(List.of(traces().link()));
        assertThat(fit.result().notes())
                .containsExactly(
                        "all_reduce of 2 ranks: 1 sample is too few, four are needed",
                        "links (ring): 1 sample is too few, four are needed");
        assertThat(fit.errors().rowCount()).isEqualTo(3);
        // The four steps are equal, so one factor describes them.
        assertThat(fit.result().error("step without communication").worstFrac()).isLessThan(1e-9);
    }

    @Test
    void refusesTracesWithoutDeviceEvents() {
        TraceSet none = new TraceSet("nowhere", List.of(), 0, Report.empty());
        assertThatThrownBy(() -> StepMeasurement.of(none)).hasMessageContaining("nowhere: no rank has a Kineto trace");
    }
}
