// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.activity;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.List;
import org.etude.link.Recording;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.RankTrace.StepWindow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What counts as a step where the GPU keeps up with the host's marks and where it runs behind them. Times in us. */
class StepWindowsTest {
    @TempDir
    private Path dir;

    private final Recording job = new Recording(1);
    private final Recording.Rank rank = job.rank(0);

    /** Three steps of 1 ms on the host; the kernels launched in them begin at these times and take 800 us each. */
    private void steps(int... kernels) {
        for (int step = 0; step < kernels.length; step++) {
            double at = 1000 * step;
            mark(step, at);
            rank.op("aten::mm", 1, at + 10, 50);
            rank.call("cudaLaunchKernel", 1, at + 20, 10, 100 + step);
            rank.kernel("ampere_sgemm", 7, kernels[step], 800, 100 + step);
        }
    }

    private void mark(int step, double at) {
        rank.op("ProfilerStep#" + step, 1, at, 990);
        ((ObjectNode) rank.events.get(rank.events.size() - 1)).put("cat", "user_annotation");
    }

    private StepWindows.Found windows() {
        RankTrace trace = job.load(dir).ranks().get(0);
        return StepWindows.of(trace);
    }

    /** Number, length and start after the first event of the trace, in us. */
    private List<String> texts(StepWindows.Found found) {
        RankTrace trace = job.load(dir).ranks().get(0);
        long origin = trace.steps().get(0).startNanos();
        return found.steps().stream()
                .map(step -> step.number() + ": " + (step.startNanos() - origin) / 1000 + " to "
                        + (step.endNanos() - origin) / 1000)
                .toList();
    }

    @Test
    void marksCountWhereTheGpuKeepsUp() {
        steps(100, 1100, 2100);
        assertThat(windows().onGpu()).isFalse();
        assertThat(texts(windows())).containsExactly("0: 0 to 990", "1: 1000 to 1990", "2: 2000 to 2990");
    }

    @Test
    void workCountsForTheStepThatLaunchedItWhereTheGpuRunsBehind() {
        steps(2100, 3000, 3900);
        assertThat(windows().onGpu()).isTrue();
        assertThat(texts(windows())).containsExactly("0: 2100 to 3000", "1: 3000 to 3900", "2: 3900 to 4700");
    }

    @Test
    void marksOfTheGpuGiveTheStepOfWorkWithoutLaunch() {
        steps(2100, 3000, 3900);
        rank.gpu("gpu_user_annotation", "ProfilerStep#1", 7, 2950, 500);
        assertThat(texts(windows())).containsExactly("0: 2100 to 2950", "1: 2950 to 3900", "2: 3900 to 4700");
    }

    /** Work under another annotation within the step, such as a compiled graph, has no part in the mark of the step. */
    @Test
    void marksOfTheGpuThatCoverOnlyTheEndOfAStepDoNotShortenIt() {
        steps(2100, 3000, 3900);
        for (int step = 0; step < 3; step++) {
            rank.gpu("gpu_user_annotation", "ProfilerStep#" + step, 7, 2800 + 900 * step, 100);
        }
        assertThat(texts(windows())).containsExactly("0: 2100 to 3000", "1: 3000 to 3900", "2: 3900 to 4700");
    }

    /** Copies run at once on a stream of their own, as in a pipeline of inputs, while the layers are two steps behind. */
    @Test
    void aStreamThatKeepsUpDoesNotEndTheStepOfOneThatDoesNot() {
        steps(2100, 3000, 3900);
        for (int step = 0; step < 3; step++) {
            rank.call("cudaMemcpyAsync", 1, 1000 * step + 40, 10, 200 + step);
            rank.gpu("gpu_memcpy", "Memcpy HtoD (Pinned -> Device)", 20, 1000 * step + 60, 100);
            rank.arg("correlation", 200 + step);
        }
        assertThat(windows().onGpu()).isTrue();
        assertThat(texts(windows())).containsExactly("0: 60 to 3000", "1: 3000 to 3900", "2: 3900 to 4700");
    }

    /** Work of the step before the recording has a smaller correlation than any recorded call. */
    @Test
    void workLaunchedBeforeTheRecordingIsNotPartOfTheFirstStep() {
        steps(2100, 3000, 3900);
        rank.kernel("ampere_sgemm", 7, 1300, 790, 50);
        rank.call("cudaMemcpyAsync", 1, 40, 10, 200);
        rank.gpu("gpu_memcpy", "Memcpy HtoD (Pinned -> Device)", 20, 60, 100);
        rank.arg("correlation", 200);
        assertThat(texts(windows())).containsExactly("0: 2100 to 3000", "1: 3000 to 3900", "2: 3900 to 4700");
    }

    @Test
    void aStepWithoutWorkKeepsItsMark() {
        steps(2100, 3000, 3900);
        mark(3, 5000);
        assertThat(texts(windows()))
                .containsExactly("0: 2100 to 3000", "1: 3000 to 3900", "2: 3900 to 4700", "3: 5000 to 5990");
    }

    @Test
    void aRankWithoutADeviceTraceHasItsMarks() {
        StepWindow mark = new StepWindow(4, 10, 20);
        StepWindows.Found found = StepWindows.of(new RankTrace(0, null, null, 0, List.of(mark)));
        assertThat(found).isEqualTo(new StepWindows.Found(List.of(mark), false));
    }
}
