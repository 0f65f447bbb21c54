// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.etude.report.Finding;
import org.etude.report.Progress;
import org.etude.spec.LoadOptions;
import org.etude.trace.load.TraceFiles;
import org.etude.trace.load.TraceLoader;
import org.etude.trace.model.RankTrace.StepWindow;
import org.etude.trace.model.TraceSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StepFinderTest {
    @TempDir
    private Path dir;

    private static String mark(String category, int number, int start, int duration) {
        return "{\"ph\":\"X\",\"cat\":\"%s\",\"name\":\"ProfilerStep#%d\",\"pid\":1,\"tid\":1,\"ts\":%d,\"dur\":%d}"
                .formatted(category, number, start, duration);
    }

    private TraceSet load(String... marks) {
        TraceFiles.write(dir.resolve("device_0.json"), "{\"traceEvents\":[" + String.join(",", marks) + "]}");
        return TraceLoader.load(List.of(dir), LoadOptions.defaults(), Progress.NONE);
    }

    @Test
    void aMarkAroundTheProfilersIsTheSameStep() {
        TraceSet traces = load(mark("user_annotation", 0, 0, 1000), mark("user_annotation", 1, 5, 990));
        assertThat(traces.ranks().get(0).steps()).containsExactly(new StepWindow(1, 5_000, 995_000));
        assertThat(traces.report().findings())
                .extracting(Finding::what)
                .contains("steps marked twice: two marks cover one step");
    }

    /** A hand-made loop counts from 0, the profiler from 1: each number but the first and last marks two stretches. */
    @Test
    void aStepIsAStretchOfTimeNotANumber() {
        TraceSet traces = load(
                mark("user_annotation", 0, 0, 1000),
                mark("user_annotation", 1, 5, 990),
                mark("user_annotation", 1, 1000, 1200),
                mark("user_annotation", 2, 1005, 1190),
                mark("user_annotation", 2, 2200, 900),
                mark("user_annotation", 3, 2205, 890));
        assertThat(traces.ranks().get(0).steps())
                .containsExactly(
                        new StepWindow(1, 5_000, 995_000),
                        new StepWindow(2, 1_005_000, 2_195_000),
                        new StepWindow(3, 2_205_000, 3_095_000));
    }

    /** Both counts are equal: the profiler's own marks are the steps. */
    @Test
    void theCloserOfTwoMarksOfOneNumberCounts() {
        TraceSet traces = load(mark("user_annotation", 4, 0, 1000), mark("user_annotation", 4, 5, 990));
        assertThat(traces.ranks().get(0).steps()).containsExactly(new StepWindow(4, 5_000, 995_000));
        assertThat(traces.report().findings())
                .extracting(Finding::what)
                .contains("steps marked twice: two marks cover one step");
    }

    @Test
    void anOperatorOfTheSameMarkIsNoSecondOne() {
        TraceSet traces = load(mark("cpu_op", 4, 5, 980), mark("user_annotation", 4, 0, 1000));
        assertThat(traces.ranks().get(0).steps()).containsExactly(new StepWindow(4, 0, 1_000_000));
        assertThat(traces.report().findings())
                .extracting(Finding::what)
                .doesNotContain("steps marked twice: two marks cover one step");
    }

    /** A remnant inside a step, or another stretch of the same number, does not replace the step. */
    @Test
    void theLongestOfOneNumberIsTheStep() {
        TraceSet traces = load(
                mark("user_annotation", 4, 0, 1000),
                mark("user_annotation", 4, 10, 20),
                mark("user_annotation", 4, 1500, 300));
        assertThat(traces.ranks().get(0).steps()).containsExactly(new StepWindow(4, 0, 1_000_000));
        assertThat(traces.report().findings()).extracting(Finding::what).contains("several steps have the same number");
    }

    @Test
    void oneMarkAroundSeveralStepsIsNoneOfThem() {
        TraceSet traces = load(
                mark("user_annotation", 7, 0, 3000),
                mark("user_annotation", 1, 0, 1000),
                mark("user_annotation", 2, 1000, 1000),
                mark("user_annotation", 3, 2000, 1000));
        assertThat(traces.ranks().get(0).steps()).extracting(StepWindow::number).containsExactly(1, 2, 3);
    }

    @Test
    void marksOfTheGpuCountOnlyWhereTheHostHasNone() {
        assertThat(load(mark("gpu_user_annotation", 1, 2000, 800), mark("gpu_user_annotation", 2, 3000, 800))
                        .ranks()
                        .get(0)
                        .steps())
                .extracting(StepWindow::number)
                .containsExactly(1, 2);
        assertThat(load(mark("gpu_user_annotation", 1, 2000, 800), mark("user_annotation", 2, 2100, 900))
                        .ranks()
                        .get(0)
                        .steps())
                .extracting(StepWindow::number)
                .containsExactly(2);
    }
}
