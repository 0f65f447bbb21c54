// SPDX-License-Identifier: Apache-2.0
package org.etude.link.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.etude.Shared;
import org.etude.compat.chakra.link.ListedEvents;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;
import org.etude.report.Progress;
import org.etude.report.Report;
import org.etude.spec.LoadOptions;
import org.etude.trace.load.TraceLoader;
import org.etude.trace.model.EventKind;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.RankTrace.StepWindow;
import org.etude.trace.model.TraceException;
import org.etude.trace.model.TraceHeader.Platform;
import org.etude.trace.model.TraceSet;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class ReadinessTest {
    private static final StepWindow STEP = new StepWindow(4, 0, 1000);

    private static ListedEvents step(Platform platform, String version) {
        return new ListedEvents(platform, version)
                .add(EventKind.USER_ANNOTATION, "ProfilerStep#4", 0, 1000, -1)
                .op("aten::mm", 10, 50, 2)
                .add(EventKind.RUNTIME, "cudaLaunchKernel", 20, 5, 7)
                .add(EventKind.KERNEL, "gemm", 40, 300, 7)
                .add(EventKind.RUNTIME, "cudaLaunchKernelExC", 60, 5, 8)
                .add(EventKind.KERNEL, "ncclDevKernel_AllReduce_Sum_f32_RING_LL", 400, 150, 8);
    }

    private static RankTrace rank(int rank, ListedEvents device, StepWindow... steps) {
        return new RankTrace(rank, null, device, 0, List.of(steps));
    }

    private static Readiness check(int worldSize, RankTrace... ranks) {
        return Readiness.of(new TraceSet("here", List.of(ranks), worldSize, Report.empty()));
    }

    private static List<String> texts(Readiness readiness, Level level) {
        List<String> texts = new ArrayList<>();
        for (Finding finding : readiness.report()) {
            if (finding.level() == level) {
                texts.add((finding.rank() < 0 ? "" : finding.rank() + ": ") + finding.what());
                assertThat(finding.effect()).as("every row says what to do").isNotEmpty();
            }
        }
        return texts;
    }

    @Test
    void soundTracesAreReadyAndCounted() {
        Readiness readiness =
                check(2, rank(0, step(Platform.CUDA, "12"), STEP), rank(1, step(Platform.CUDA, "12"), STEP));
        assertThat(readiness.isReady()).isTrue();
        RankCounts counts = readiness.ranks().get(1);
        assertThat(counts).isEqualTo(new RankCounts(1, -1, 6, 2, 2, 2, 2, 2, 1, 0, -1, 1, 0, -1, 300, 150));
        assertThat(counts.computeToComm()).isEqualTo(2.0);
        assertThat(texts(readiness, Level.WARNING))
                .containsExactly("0: no host trace (host_0.json)", "1: no host trace (host_1.json)");
    }

    @Test
    void vendorsThatDifferAreNoJob() {
        Readiness readiness = check(
                3,
                rank(0, step(Platform.CUDA, "12"), STEP),
                rank(1, step(Platform.HIP, "6"), STEP),
                rank(2, step(Platform.CUDA, "12"), STEP));
        assertThat(readiness.isReady()).isFalse();
        assertThat(texts(readiness, Level.ERROR))
                .containsExactly("the ranks were recorded on GPUs of different vendors");
        assertThat(readiness.report().findings())
                .anyMatch(finding -> finding.why().equals("AMD (HIP) on rank 1; NVIDIA (CUDA) on rank 0, 2"));
    }

    @Test
    void manyMissingRanksAreCounted() {
        Readiness readiness = check(64, rank(0, step(Platform.CUDA, "12"), STEP));
        assertThat(texts(readiness, Level.ERROR))
                .containsExactly("ranks 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, ... (63 of them) are"
                        + " missing");
    }

    @Test
    void missingRanksAndFilesAreNamed() {
        Readiness readiness = check(3, rank(0, step(Platform.HIP, "6"), STEP), rank(2, null, STEP));
        assertThat(readiness.isReady()).isFalse();
        assertThat(texts(readiness, Level.ERROR))
                .containsExactly("2: no device trace (device_2.json)", "2: no collectives", "rank 1 is missing");
    }

    @Test
    void anEmptyDeviceTraceIsDistinguishedFromACpuRun() {
        ListedEvents hostOnly = new ListedEvents(Platform.CUDA, "12").op("aten::mm", 0, 10, 1);
        assertThat(texts(check(1, rank(0, hostOnly, STEP)), Level.ERROR))
                .containsExactly("0: empty device trace: no GPU work");
        ListedEvents cpu = new ListedEvents(Platform.CPU, "").op("aten::mm", 0, 10, 1);
        assertThat(check(1, rank(0, cpu, STEP)).isReady()).isTrue();
        ListedEvents nothing = new ListedEvents(Platform.CPU, "");
        assertThat(texts(check(1, rank(0, nothing, STEP)), Level.ERROR)).containsExactly("0: empty device trace");
    }

    @Test
    void lostLaunchesAndForeignWindowsAreReported() {
        ListedEvents lost = new ListedEvents(Platform.HIP, "6")
                .op("aten::mm", 0, 10, 0)
                .add(EventKind.RUNTIME, "hipLaunchKernel", 5, 5, -1)
                .add(EventKind.KERNEL, "gemm", 5_000_000, 300, -1)
                .add(EventKind.KERNEL, "flagged", 5_000_001, -5, -1);
        Readiness readiness = check(1, rank(0, lost, STEP));
        assertThat(texts(readiness, Level.ERROR))
                .containsExactly(
                        "0: no launches: none of 2 GPU events has its launching call",
                        "0: host and device windows do not overlap");
        assertThat(readiness.ranks().get(0).computeNanos()).isEqualTo(300);
    }

    @Test
    void emptyStepsNoStepsAndDifferencesBetweenRanksAreReported() {
        ListedEvents extra = step(Platform.CUDA, "13").add(EventKind.KERNEL, "ncclDevKernel_AllGather", 600, 5, 8);
        Readiness readiness =
                check(2, rank(0, step(Platform.CUDA, "12"), STEP, new StepWindow(5, 2000, 3000)), rank(1, extra));
        assertThat(readiness.ranks().get(0).emptySteps()).isEqualTo(1);
        assertThat(texts(readiness, Level.WARNING))
                .contains(
                        "0: 1 of 2 steps is empty",
                        "1: no steps",
                        "the ranks have different numbers of collectives",
                        "the ranks have different numbers of steps",
                        "the ranks have different versions of runtime_version");
    }

    @Test
    void aFarRankDoesNotMakeAListOfAMillion() {
        Readiness readiness = check(1_000_000_000, rank(0, step(Platform.CUDA, "12"), STEP));
        assertThat(texts(readiness, Level.ERROR))
                .containsExactly(
                        "ranks 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, ... (999999999 of them) are"
                                + " missing");
    }

    /** Whatever the damage of a shared case: a loadable one gets counts, and what it lacks has a row. */
    @TestFactory
    Stream<DynamicTest> sharedCasesSayWhatTheyLack() {
        return cases(Shared.dir("corpus")).stream()
                .map(folder -> DynamicTest.dynamicTest(folder.getFileName().toString(), () -> lacks(folder)));
    }

    private static List<Path> cases(Path corpus) {
        try (Stream<Path> folders = Files.list(corpus)) {
            return folders.filter(f -> f.getFileName().toString().startsWith("path_"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void lacks(Path folder) {
        TraceSet traces;
        try {
            traces = TraceLoader.load(List.of(folder), LoadOptions.defaults(), Progress.NONE);
        } catch (TraceException refused) {
            assertThat(refused.getMessage()).contains(System.lineSeparator());
            return;
        }
        Readiness readiness = Readiness.of(traces);
        assertThat(readiness.ranks()).hasSameSizeAs(traces.ranks());
        boolean deviceMissing = traces.ranks().stream().anyMatch(rank -> rank.device() == null);
        boolean hostEmpty = traces.ranks().stream()
                .anyMatch(rank -> rank.host() != null && rank.host().size() == 0);
        boolean noGpuWork = readiness.ranks().stream().anyMatch(counts -> counts.gpuEvents() == 0);
        boolean rankMissing = traces.ranks().size() < traces.worldSize();
        assertThat(readiness.isReady()).isEqualTo(!(deviceMissing || hostEmpty || noGpuWork || rankMissing));
    }
}
