// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.activity;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.etude.Shared;
import org.etude.link.Recording;
import org.etude.report.Progress;
import org.etude.spec.LoadOptions;
import org.etude.trace.load.TraceLoader;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.TraceSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which events a step consists of where the GPU runs behind the host. Times in us. */
class StepEventsTest {
    @TempDir
    private Path dir;

    private final Recording job = new Recording(1);
    private final Recording.Rank rank = job.rank(0);

    /** Three steps of 1 ms on the host, each with a kernel and the range of its mark on the GPU, two steps later. */
    private void steps() {
        for (int step = 0; step < 3; step++) {
            double at = 1000 * step;
            rank.op("ProfilerStep#" + step, 1, at, 990, "External id", 10 + step);
            ((ObjectNode) rank.events.get(rank.events.size() - 1)).put("cat", "user_annotation");
            rank.op("aten::mm", 1, at + 10, 50, "External id", 20 + step);
            rank.call("cudaLaunchKernel", 1, at + 20, 10, 100 + step);
            rank.kernel("kernel " + step, 7, 2100 + 900 * step, 800, 100 + step);
            rank.gpu(
                    "gpu_user_annotation", "ProfilerStep#" + step, 7, 2100 + 900 * step, 800, "External id", 10 + step);
        }
    }

    /** Names of what a step's trace holds on the GPU, in order of start. */
    private List<String> onGpu(int step) {
        return onGpu(TraceCut.step(job.load(dir), step).ranks().get(0).device());
    }

    private static List<String> onGpu(DeviceTrace trace) {
        return IntStream.range(0, trace.size())
                .filter(i -> trace.stream(i) >= 0)
                .mapToObj(trace::name)
                .toList();
    }

    @Test
    void aStepHasTheWorkAndTheGpuRangesOfItsOwnHoweverLate() {
        steps();
        assertThat(onGpu(0)).containsExactlyInAnyOrder("kernel 0", "ProfilerStep#0");
        assertThat(onGpu(1)).containsExactlyInAnyOrder("kernel 1", "ProfilerStep#1");
        assertThat(onGpu(2)).containsExactlyInAnyOrder("kernel 2", "ProfilerStep#2");
    }

    /** The GPU still works off steps before the recording while the host is in the first; correlations count up. */
    @Test
    void workLaunchedBeforeTheRecordingIsInNoStep() {
        steps();
        rank.kernel("before", 7, 500, 400, 99);
        rank.kernel("before", 7, 1300, 790, 98);
        assertThat(onGpu(0)).doesNotContain("before");
        assertThat(onGpu(1)).doesNotContain("before");
    }

    /** The calls of one thread or a full buffer are missing. */
    @Test
    void workWithoutItsLaunchIsInTheStepOfTheGpuDuringWhichItStarts() {
        steps();
        rank.kernel("lost", 8, 2200, 10, 150);
        rank.gpu("kernel", "lost too", 8, 3200, 10);
        rank.gpu("gpu_user_annotation", "range", 8, 4000, 10, "External id", 77);
        rank.kernel("later", 8, 5000, 10, 151);
        assertThat(onGpu(0)).containsExactlyInAnyOrder("kernel 0", "ProfilerStep#0", "lost");
        assertThat(onGpu(1)).containsExactlyInAnyOrder("kernel 1", "ProfilerStep#1", "lost too");
        assertThat(onGpu(2)).containsExactlyInAnyOrder("kernel 2", "ProfilerStep#2", "range");
    }

    /** A copy runs at once, while the GPU still works off the step before the recording. */
    @Test
    void aStepAloneBeginsWhereItBeginsInTheWholeAndEndsWithItsOwnWork() {
        steps();
        rank.kernel("before", 7, 1300, 790, 50);
        rank.call("cudaMemcpyAsync", 1, 40, 10, 200);
        rank.gpu("gpu_memcpy", "Memcpy HtoD (Pinned -> Device)", 20, 60, 100);
        rank.arg("correlation", 200);
        TraceSet all = job.load(dir);
        long origin = all.ranks().get(0).steps().get(0).startNanos();
        RankTrace alone = TraceCut.step(all, 0).ranks().get(0);
        assertThat(StepWindows.of(alone).steps())
                .containsExactly(new RankTrace.StepWindow(0, origin + 2_100_000, origin + 2_900_000));
        assertThat(onGpu(alone.device()))
                .containsExactlyInAnyOrder("Memcpy HtoD (Pinned -> Device)", "kernel 0", "ProfilerStep#0");
    }

    /** A trace without any call, as of a GPU alone, has no other evidence than time. */
    @Test
    void withoutAnyCallTimeDecides() {
        rank.op("ProfilerStep#0", 1, 0, 990);
        ((ObjectNode) rank.events.get(0)).put("cat", "user_annotation");
        rank.kernel("inside", 7, 500, 10, 5);
        rank.kernel("outside", 7, 995, 10, 6);
        assertThat(onGpu(0)).containsExactly("inside");
    }

    private static TraceSet shared(String name) {
        return TraceLoader.load(List.of(Shared.dir("corpus", name)), LoadOptions.defaults(), Progress.ambient());
    }

    /** The profiler started while the GPU was two steps behind: 968 pieces of work belong to steps before the recording. */
    @Test
    void stepsOfAPublicRecordingTwoStepsBehindHaveAsManyPiecesOfWorkAsTheyLaunched() {
        TraceSet all = shared("pub_mi300_resnet_ckpt_rank0of8");
        List<Long> work = new ArrayList<>();
        for (int step = 15; step <= 17; step++) {
            RankTrace cut = TraceCut.step(all, step).ranks().get(0);
            work.add(IntStream.range(0, cut.device().size())
                    .filter(i -> cut.device().kind(i).isGpuWork())
                    .count());
            String other = "ProfilerStep#" + (step == 15 ? 16 : 15);
            assertThat(onGpu(cut.device())).contains("ProfilerStep#" + step).doesNotContain(other);
        }
        assertThat(work).containsExactly(895L, 895L, 895L);
    }

    /** Of its first step one stream is 155 ms late; its copies are not. */
    @Test
    void theFirstStepOfAPublicRecordingIsAsLongAloneAsInTheWhole() {
        TraceSet all = shared("pub_hta_a100_16ranks_rank0");
        RankTrace.StepWindow whole = StepWindows.of(all.ranks().get(0)).steps().get(0);
        RankTrace.StepWindow alone =
                StepWindows.of(TraceCut.step(all, 550).ranks().get(0)).steps().get(0);
        assertThat(alone.startNanos()).isEqualTo(whole.startNanos());
        assertThat(whole.endNanos() - alone.endNanos()).isBetween(0L, 10_000L);
    }
}
