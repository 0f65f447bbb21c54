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
