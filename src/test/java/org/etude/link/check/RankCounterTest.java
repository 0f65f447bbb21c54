// SPDX-License-Identifier: Apache-2.0
package org.etude.link.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.etude.compat.chakra.link.ListedEvents;
import org.etude.link.Recording;
import org.etude.link.model.LinkedRank;
import org.etude.trace.model.EventKind;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.RankTrace.StepWindow;
import org.etude.trace.model.TraceHeader.Platform;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Counts of a rank without GPU work, and at the borders of steps. Times of {@link Recording} in us, else in ns. */
class RankCounterTest {
    @TempDir
    private Path dir;

    private static ListedEvents cpu() {
        return new ListedEvents(Platform.CPU, "");
    }

    private static RankCounts count(ListedEvents device, StepWindow... steps) {
        return new RankCounter(new RankTrace(0, null, device, 0, List.of(steps))).count();
    }

    @Test
    void collectivesOfAHostLibraryAreItsAnnotations() {
        RankCounts counts = count(cpu().op("aten::mm", 0, 10, 1)
                .add(EventKind.USER_ANNOTATION, "gloo:all_reduce", 20, 10, -1)
                .add(EventKind.USER_ANNOTATION, "gloo:send", 40, 10, -1)
                .add(EventKind.USER_ANNOTATION, "forward", 60, 10, -1));
        assertThat(counts.collectives()).isEqualTo(2);
        assertThat(counts.messages()).isEqualTo(1);
    }

    @Test
    void withoutAKinetoTraceCollectivesAreOperatorsOfTheExecutionTrace() {
        Recording.Rank rank = Recording.alone()
                .thread(2, 1)
                .node(10, "c10d::allreduce_", 2, 0, "tid", 1)
                .node(11, "c10d::send", 2, 0, "tid", 1)
                .node(12, "c10d::recv_", 2, 0, "tid", 1)
                .node(13, "_c10d_functional::wait_tensor", 2, 0, "tid", 1)
                .node(14, "c10d::wait", 2, 0, "tid", 1)
                .node(15, "aten::mm", 2, 0, "tid", 1);
        RankTrace trace = rank.job().load(dir).ranks().get(0);
        RankCounts counts = new RankCounter(trace).count();
        assertThat(counts.collectives()).isEqualTo(3);
        assertThat(counts.messages()).isEqualTo(2);
        assertThat(counts.hostNodes()).isEqualTo(trace.host().size());
        assertThat(counts.deviceEvents()).isEqualTo(-1);
    }

    /** A host operator's own time is compute where there is no GPU work. */
    @Test
    void ofALinkedRankWithoutAGpuOperatorsCompute() {
        Recording.Rank rank =
                Recording.alone().op("outer", 1, 0, 10).op("inner", 1, 2, 3).op("last", 1, 20, 5);
        LinkedRank linked = rank.link(dir);
        RankCounts counts = new RankCounter(linked.trace()).count(linked);
        assertThat(counts.computeNanos()).isEqualTo(15_000);
        assertThat(counts.commNanos()).isZero();
        assertThat(counts.hostOps()).isEqualTo(3);
    }

    @Test
    void ofALinkedRankWithAGpuBytesAndUnknownCollectivesCount() {
        Recording.Rank rank = Recording.alone().op("op", 1, 0, 900);
        rank.collective("allreduce", 10, 50, 1024, "0", 0).collective("allgather", 100, 30, 256, "0", 0);
        LinkedRank linked = rank.link(dir);
        RankCounts counts = new RankCounter(linked.trace()).count(linked);
        assertThat(counts.collectives()).isEqualTo(2);
        assertThat(counts.unknownCollectives()).isZero();
        assertThat(counts.bytesPerStep()).isEqualTo(4 * 1024 + 4 * 256);
        assertThat(counts.computeNanos()).isZero();
        assertThat(counts.commNanos()).isEqualTo(80_000);
    }

    /** A step holds what begins at its first and at its last moment, operators and GPU work but not calls. */
    @Test
    void stepsIncludeTheirBorders() {
        StepWindow first = new StepWindow(0, 0, 1000);
        StepWindow second = new StepWindow(1, 2000, 3000);
        StepWindow third = new StepWindow(2, 4000, 5000);
        assertThat(count(cpu().op("a", 1000, 5, 1).op("b", 2000, 5, 2), first, second, third)
                        .emptySteps())
                .isEqualTo(1);
        assertThat(count(cpu().op("a", 1001, 5, 1).op("b", 3001, 5, 2), first, second, third)
                        .emptySteps())
                .isEqualTo(3);
        assertThat(count(cpu().add(EventKind.KERNEL, "k", 4000, 5, 7), first, second, third)
                        .emptySteps())
                .isEqualTo(2);
        assertThat(count(cpu().add(EventKind.RUNTIME, "cudaLaunchKernel", 10, 5, 7), first)
                        .emptySteps())
                .isEqualTo(1);
    }

    @Test
    void windowsAreOfOperatorsOrOfGpuWork() {
        ListedEvents device = cpu().op("a", 10, 5, 1)
                .add(EventKind.RUNTIME, "cudaLaunchKernel", 11, 2, 7)
                .op("b", 20, 30, 2)
                .add(EventKind.KERNEL, "k", 40, 25, 7);
        assertThat(RankCounter.window(device, false)).containsExactly(10, 50);
        assertThat(RankCounter.window(device, true)).containsExactly(40, 65);
        assertThat(RankCounter.window(cpu().op("a", 10, 0, 1), false)).containsExactly(10, 10);
        assertThat(RankCounter.window(cpu().op("a", 10, 5, 1), true)).isNull();
    }
}
