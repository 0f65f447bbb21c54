// SPDX-License-Identifier: Apache-2.0
package org.etude.link.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.etude.compat.chakra.link.ListedEvents;
import org.etude.report.Finding;
import org.etude.report.Report;
import org.etude.trace.model.EventKind;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.RankTrace.StepWindow;
import org.etude.trace.model.TraceHeader.Platform;
import org.etude.trace.model.TraceSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The thresholds from which the checks of a recording report something, and the exact texts; times in ns. */
class ReadinessBordersTest {
    private static final StepWindow STEP = new StepWindow(4, 0, 1_000_000);

    private static ListedEvents cuda() {
        return new ListedEvents(Platform.CUDA, "12.1");
    }

    private static RankTrace rank(int rank, ListedEvents device, long clock, StepWindow... steps) {
        return new RankTrace(rank, null, device, clock, List.of(steps));
    }

    /** What is reported of a job beyond its missing host traces, as "level rank: what | why". */
    private static List<String> said(int world, RankTrace... ranks) {
        return Readiness.of(new TraceSet("here", List.of(ranks), world, Report.empty())).report().findings().stream()
                .filter(f -> !f.what().startsWith("no host trace"))
                .map(ReadinessBordersTest::text)
                .toList();
    }

    private static String text(Finding f) {
        return f.level() + " " + f.rank() + ": " + f.what() + " | " + f.why();
    }

    /** Kernels of which the first few have a launching call. */
    private static ListedEvents kernels(int launched, int lost) {
        ListedEvents events = cuda().op("aten::mm", 0, 10, 1);
        for (int k = 0; k < launched; k++) {
            events.add(EventKind.RUNTIME, "cudaLaunchKernel", 10 + k, 1, 100 + k);
        }
        for (int k = 0; k < launched + lost; k++) {
            events.add(EventKind.KERNEL, "gemm", 1_000 + 10L * k, 5, 100 + k);
        }
        return events;
    }

    /** A fifth of the GPU's events may be without a launch. */
    @ParameterizedTest
    @CsvSource({
        "8, 2, ''",
        "7, 2, 2 of 9 GPU events have no launching call",
        "4, 1, ''",
        "3, 1, 1 of 4 GPU events has no launching call"
    })
    void aFifthOfLaunchesMayBeLost(int launched, int lost, String what) {
        List<String> said = said(1, rank(0, kernels(launched, lost), 0, STEP));
        assertThat(said)
                .isEqualTo(
                        what.isEmpty()
                                ? List.of()
                                : List.of(
                                        "WARNING 0: " + what
                                                + " | they were launched before the window began, or the tracer lost the calls"));
    }

    @Test
    void noLaunchAtAllIsAnError() {
        ListedEvents events = cuda().op("aten::mm", 0, 10, 1)
                .add(EventKind.RUNTIME, "cudaLaunchKernel", 10, 1, 7)
                .add(EventKind.KERNEL, "gemm", 5, 5, 8);
        assertThat(said(1, rank(0, events, 0, STEP)))
                .containsExactly("ERROR 0: no launches: none of 1 GPU event has its launching call"
                        + " | 1 runtime call, none with the correlation of a GPU event");
    }

    /** A GPU may be a second behind its host, not more; the host's last operator ends at 10 ns. */
    @ParameterizedTest
    @CsvSource({"1_000_000_010, ''", "1_000_000_011, they are 1000 ms apart", "3_500_000_010, they are 3500 ms apart"})
    void theGpuMayBeASecondBehind(String start, String why) {
        ListedEvents events = cuda().op("aten::mm", 0, 10, 1)
                .add(EventKind.RUNTIME, "cudaLaunchKernel", 10, 1, 7)
                .add(EventKind.KERNEL, "gemm", Long.parseLong(start.replace("_", "")), 5, 7);
        assertThat(said(1, rank(0, events, 0, STEP)))
                .isEqualTo(
                        why.isEmpty()
                                ? List.of()
                                : List.of("ERROR 0: host and device windows do not overlap | " + why));
    }

    /** Windows of two ranks on one clock: from 0 to 1,000 us, and from a given start on. */
    @ParameterizedTest
    @CsvSource({
        "1_000, ''",
        "1_001, the last begins 0 ms after the first has ended",
        "3_000, the last begins 2 ms after the first has ended"
    })
    void windowsOfAJobOverlap(String startMicros, String why) {
        long clock = 1_000 * Long.parseLong(startMicros.replace("_", ""));
        List<String> said = said(2, rank(0, window(), 0, STEP), rank(1, window(), clock, STEP));
        assertThat(said)
                .filteredOn(text -> text.contains("windows of the ranks"))
                .isEqualTo(
                        why.isEmpty()
                                ? List.of()
                                : List.of("WARNING -1: the windows of the ranks do not overlap | " + why));
    }

    /** Host events from 0 to 1,000 us with a kernel of a collective. */
    private static ListedEvents window() {
        return cuda().op("aten::mm", 0, 1_000_000, 1)
                .add(EventKind.RUNTIME, "cudaLaunchKernel", 500_000, 10, 7)
                .add(EventKind.KERNEL, "ncclDevKernel_AllReduce_Sum_f32_RING_LL", 600_000, 100_000, 7);
    }

    /** Up to 16 ranks are named, more are counted. */
    @ParameterizedTest
    @CsvSource({"17, '1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16'", "18, 1 to 17 (17 of them)"})
    void upToSixteenRanksAreNamed(int world, String named) {
        RankTrace[] ranks = IntStream.range(0, world)
                .mapToObj(r -> rank(
                        r,
                        window(),
                        0,
                        r == 0 ? new StepWindow[] {STEP, new StepWindow(5, 0, 9)} : new StepWindow[] {STEP}))
                .toArray(RankTrace[]::new);
        assertThat(said(world, ranks))
                .anyMatch(text -> text.equals("WARNING -1: the ranks have different numbers of steps | 1 on rank "
                        + named + "; 2 on rank 0"));
    }

    @ParameterizedTest
    @CsvSource({
        "1, 'ranks 0, 1 are missing', 'the job has 3 ranks, traces of 1 were found'",
        "2, 'rank 0 is missing', 'the job has 3 ranks, traces of 2 were found'"
    })
    void missingRanksAreNamedInTheSingularOrPlural(int present, String what, String why) {
        RankTrace[] ranks = IntStream.range(3 - present, 3)
                .mapToObj(r -> rank(r, window(), 0, STEP))
                .toArray(RankTrace[]::new);
        assertThat(said(3, ranks)).contains("ERROR -1: " + what + " | " + why);
    }
}
