// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.recorded;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.etude.analysis.recorded.DiffEntry.Kind;
import org.etude.link.TestDevice;
import org.etude.link.TestDevice.Event;
import org.etude.report.Report;
import org.etude.spec.CollectiveType;
import org.etude.trace.model.EventKind;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.TraceSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@link DiffRow}, {@link DiffSide}, {@link LaunchCalls}, {@link AnnotationUses}, {@link OperatorKernels} and {@link MatrixUse}, worked out by hand. */
class RecordedValuesTest {
    private static TraceSet set(Event... events) {
        RankTrace rank = new RankTrace(3, null, new TestDevice(List.of(events)), 0, List.of());
        return new TraceSet("test", List.of(rank), 1, Report.empty());
    }

    private static DiffEntry kernel(String name, double count, double nanos) {
        return new DiffEntry(Kind.KERNEL, name, count, nanos);
    }

    /** Counts are means over ranks and steps, so they are rounded. */
    @ParameterizedTest
    @CsvSource({
        "2, 2, SAME",
        "0, 0, SAME",
        "3, 3.000000003, SAME",
        "3, 3.000000006, MORE",
        "2, 2.5, MORE",
        "2.5, 2, FEWER",
        "0, 0.25, ADDED",
        "0.25, 0, REMOVED"
    })
    void countsThatDifferByMoreThanRoundingAreChanges(double before, double after, DiffRow.Change change) {
        DiffRow row = new DiffRow(Kind.KERNEL, "k", kernel("k", before, 1), kernel("k", after, 1));
        assertThat(row.change()).isEqualTo(change);
    }

    @Test
    void theLargestDifferencesInTimeComeFirst() {
        List<DiffRow> rows = DiffRow.of(
                List.of(kernel("slower", 1, 100), kernel("gone", 1, 30), kernel("alike", 1, 900)),
                List.of(kernel("alike", 1, 901), kernel("slower", 1, 120), kernel("new", 1, 10)));
        assertThat(rows)
                .extracting(row -> row.name() + " " + row.change() + " " + row.moreNanos())
                .containsExactly("gone REMOVED -30.0", "slower SAME 20.0", "new ADDED 10.0", "alike SAME 1.0");
    }

    private static CommCall call(CollectiveType type, long bytes, int ranks) {
        return new CommCall(0, type, bytes, "", List.of(), ranks, 8, 0, false);
    }

    /** Two ranks, one with three steps and one without marks. */
    @Test
    void callsAreComparedByTypeSizeAndGroupPerRankAndStep() {
        DiffSide side = new DiffSide().steps(3).steps(0);
        side.add(Kind.KERNEL, "k", 2, 40).add(Kind.KERNEL, "k", 4, 20);
        side.calls(List.of(
                call(CollectiveType.ALL_REDUCE, 1024, 4),
                call(CollectiveType.ALL_REDUCE, 1024, 4),
                call(CollectiveType.ALL_REDUCE, 1025, 4),
                call(CollectiveType.ALL_GATHER, 1023, 0),
                call(CollectiveType.BARRIER, 0, 1),
                call(CollectiveType.BROADCAST, -1, 2),
                call(CollectiveType.SEND, 3 << 20, 2)));
        assertThat(side.entries())
                .containsExactlyInAnyOrder(
                        kernel("k", 1.5, 15),
                        new DiffEntry(Kind.COLLECTIVE, "all_reduce 1 KiB, 4 ranks", 0.5, 4),
                        new DiffEntry(Kind.COLLECTIVE, "all_reduce 1025 B, 4 ranks", 0.25, 2),
                        new DiffEntry(Kind.COLLECTIVE, "all_gather 1023 B", 0.25, 2),
                        new DiffEntry(Kind.COLLECTIVE, "barrier 0 B, 1 rank", 0.25, 2),
                        new DiffEntry(Kind.COLLECTIVE, "broadcast, 2 ranks", 0.25, 2),
                        new DiffEntry(Kind.COLLECTIVE, "send 3072 KiB", 0.25, 2));
    }

    /** A call of 50 us is not slow, a kernel 100 us later not late, one as long as its call not short. */
    @Test
    void launchesAreJudgedByWhatExceedsTheirBounds() {
        List<LaunchCall> calls = LaunchCalls.of(set(
                TestDevice.call("cudaLaunchKernel", 1, 0, 50_000, 1),
                TestDevice.kernel("a", 7, 150_000, 50_000, 1),
                TestDevice.call("cudaLaunchKernel", 1, 300_000, 50_001, 2),
                TestDevice.kernel("b", 7, 450_002, 50_000, 2),
                TestDevice.call("cudaLaunchKernelExC", 1, 600_000, 10, 3),
                TestDevice.kernel("c", 8, 600_005, 9, 3)));
        assertThat(calls)
                .extracting(c -> c.call() + " " + c.calls().count() + " short " + c.shortKernels() + " slow "
                        + c.slowCalls() + " late " + c.lateKernels() + " delay "
                        + c.delays().totalNanos())
                .containsExactly(
                        "cudaLaunchKernel 2 short 1 slow 1 late 1 delay 200001",
                        "cudaLaunchKernelExC 1 short 1 slow 0 late 0 delay 0");
    }

    @Test
    void aLaunchOfAGraphIsOneCallWithManyPiecesOfWork() {
        List<LaunchCall> calls = LaunchCalls.of(set(
                TestDevice.call("cudaGraphLaunch", 1, 0, 60_000, 1),
                TestDevice.kernel("a", 7, 70_000, 50_000, 1),
                TestDevice.kernel("b", 7, 130_000, 80_000, 1),
                TestDevice.kernel("c", 7, 220_000, 10_000, 1)));
        assertThat(calls)
                .extracting(c -> c.calls().count() + " took " + c.calls().totalNanos() + " slow " + c.slowCalls()
                        + " work " + c.work().count() + " short " + c.shortKernels() + " late " + c.lateKernels()
                        + " delay " + c.delays().totalNanos())
                .containsExactly("1 took 60000 slow 1 work 3 short 2 late 1 delay 240000");
    }

    private static Event range(EventKind kind, String name, int lane, long start, long duration) {
        return new Event(kind, name, lane, start, duration, 0, null, null);
    }

    /** A recursive function's inner range counts its time again, but not the work that the outer one has. */
    @Test
    void nestedRangesOfOneNameCountTheirWorkOnce() {
        List<AnnotationUse> uses = AnnotationUses.of(set(
                range(EventKind.USER_ANNOTATION, "layer", 1, 0, 100),
                range(EventKind.USER_ANNOTATION, "layer", 1, 10, 50),
                range(EventKind.USER_ANNOTATION, "block", 1, 20, 30),
                TestDevice.call("cudaLaunchKernel", 1, 25, 5, 1),
                TestDevice.call("cudaLaunchKernel", 1, 70, 5, 2),
                TestDevice.kernel("a", 7, 40, 200, 1),
                TestDevice.kernel("b", 7, 250, 3, 2),
                range(EventKind.GPU_ANNOTATION, "layer", 107, 40, 213)));
        assertThat(uses)
                .extracting(use -> (use.onGpu() ? "gpu " : "host ") + use.name() + " "
                        + use.times().count() + " x " + use.times().totalNanos() + ", work "
                        + use.work().count() + " x " + use.work().totalNanos())
                .containsExactly(
                        "host layer 2 x 150, work 2 x 203",
                        "host block 1 x 30, work 1 x 200",
                        "gpu layer 1 x 213, work 0 x 0");
    }

    /** The work's operator is the innermost around the call; an annotation or another call is none. */
    @Test
    void workBelongsToTheInnermostOperatorAroundItsLaunch() {
        List<String> rows = new ArrayList<>();
        OperatorKernels.of(set(
                        TestDevice.host("aten::mm", 1, 0, 100, 5),
                        range(EventKind.USER_ANNOTATION, "inside", 1, 5, 90),
                        TestDevice.call("cudaLaunchKernel", 1, 10, 5, 1),
                        TestDevice.call("cudaLaunchKernel", 1, 20, 5, 2),
                        TestDevice.host("aten::add", 1, 200, 100, 6),
                        TestDevice.call("cudaLaunchKernel", 1, 210, 5, 3),
                        TestDevice.call("cudaLaunchKernel", 1, 400, 5, 4),
                        TestDevice.kernel("gemm", 7, 30, 10, 1),
                        TestDevice.kernel("split", 7, 40, 7, 2),
                        TestDevice.kernel("gemm", 7, 300, 20, 3),
                        TestDevice.kernel("gemm", 7, 500, 40, 4)))
                .forEach(row -> rows.add(
                        row.operator() + "/" + row.kernel() + " " + row.times().totalNanos()));
        assertThat(rows).containsExactly("/gemm 40", "aten::add/gemm 20", "aten::mm/gemm 10", "aten::mm/split 7");
    }

    private static MatrixUse matrix(double flops, double bytes, long... nanos) {
        DurationStats calls = new DurationStats();
        for (long each : nanos) {
            calls.add(each);
        }
        return new MatrixUse(0, "aten::mm", "", "", calls, flops, bytes);
    }

    @Test
    void ratesOfMatrixWorkNeedTimeOperationsAndBytes() {
        assertThat(matrix(600, 40, 10, 20).flopsPerNano()).isEqualTo(40);
        assertThat(matrix(600, 40, 10, 20).intensity()).isEqualTo(15);
        assertThat(matrix(600, 40, 0).flopsPerNano()).isNaN();
        assertThat(matrix(0, 40, 10).flopsPerNano()).isNaN();
        assertThat(matrix(0, 40, 10).intensity()).isNaN();
        assertThat(matrix(600, 0, 10).intensity()).isNaN();
    }
}
