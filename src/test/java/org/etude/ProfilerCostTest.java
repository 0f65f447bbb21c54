// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.etude.unit.Units.us;

import org.etude.calibrate.CalibrationException;
import org.etude.cli.TestShell;
import org.etude.cli.base.ExitCode;
import org.etude.unit.Time;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What recording cost the host, on real recordings of a GPU with steps timed with and without the profiler. */
class ProfilerCostTest {
    private static LinkedTraces linked(String name) {
        return Traces.load("data/" + name).link();
    }

    private static double stepMs(LinkedTraces linked, Time cost) {
        Simulation sim = linked.toEt(t -> t.profilerCost(cost)).repair().simulate();
        return Prediction.of(Traces.of(linked.set().traces()), sim)
                .steps()
                .doubleColumn("simulated_ms")
                .mean();
    }

    @ParameterizedTest
    @CsvSource({"cnn-1-h200, 2.428", "gpt-1-h200, 12.951", "tp-2-h200, 29.253"})
    void theJobTakesItsStepWithoutTheProfiler(String name, double measured) {
        LinkedTraces linked = linked(name);
        assertThat(stepMs(linked, linked.profilerCost())).isEqualTo(measured, within(0.002 * measured));
    }

    @Test
    void aHigherCostLeavesAShorterStep() {
        LinkedTraces linked = linked("cnn-1-h200");
        double before = stepMs(linked, us(0));
        assertThat(before).isEqualTo(9.558, within(0.001));
        for (int cost : new int[] {1, 4, 16, 64}) {
            double step = stepMs(linked, us(cost));
            assertThat(step).isLessThan(before);
            before = step;
        }
    }

    @Test
    void aStepThatNoCostExplainsIsRefused() {
        LinkedTraces linked = linked("cnn-2-h200");
        assertThatThrownBy(linked::profilerCost)
                .isInstanceOf(CalibrationException.class)
                .hasMessageContaining("is shorter than the recorded one at any cost of the profiler below 128 us");
    }

    @Test
    void aRecordingWithoutTimedStepsIsRefused() {
        LinkedTraces linked = linked("cnn-2-hip");
        assertThatThrownBy(linked::profilerCost)
                .isInstanceOf(CalibrationException.class)
                .hasMessageContaining("no step without the profiler was timed");
    }

    @Test
    void runSaysHowMuchRecordingSlowedTheStep() {
        TestShell shell = TestShell.run("run", "data/cnn-1-h200").exits(ExitCode.OK);
        assertThat(shell.out())
                .contains("\nWithout the profiler, on its own network: measured 2.428 ms | recorded 3.94 times that"
                        + " | simulated 3.94 times\n")
                .contains("recording made the step 3.9 times as long");
    }

    @Test
    void runFindsTheCost() {
        TestShell shell = TestShell.run("run", "data/cnn-1-h200", "--profiler-cost", "auto")
                .exits(ExitCode.OK);
        assertThat(shell.out()).contains("| recorded 3.94 times that | simulated 1.00 times\n");
        assertThat(shell.err() + shell.out())
                .containsPattern("The profiler's cost is 4[01]\\.\\d+ us per piece of host time");
    }

    @Test
    void partsOfAConversionCannotFindTheCost() {
        TestShell shell = TestShell.run(
                "convert", "data/cnn-2-h200", "--profiler-cost", "auto", "--shard", "0/2", "--out", "unwritten");
        shell.exits(ExitCode.USAGE);
        assertThat(shell.err()).contains("--profiler-cost auto needs all ranks in one process");
    }
}
