// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.etude.et.host.BackendThreads;
import org.etude.et.host.HostLines;
import org.etude.et.host.HostTimeline;
import org.etude.link.model.NodeKind;
import org.junit.jupiter.api.Test;

/** The slices of a host's timeline, as "start-end operator" in us, "(owner)" where none starts, "()" where the host is idle. */
class HostTimelineTest {
    private final FakeRank rank = new FakeRank(0);

    private HostTimeline timeline(long smallestGapMicros, long... cutMicros) {
        long[] cuts = cutMicros.clone();
        for (int i = 0; i < cuts.length; i++) {
            cuts[i] *= 1000;
        }
        BackendThreads backend = new BackendThreads(rank);
        return new HostTimeline(rank, cuts, new SideThreads(rank, backend).elsewhere(), smallestGapMicros * 1000);
    }

    private List<String> slices(HostTimeline host) {
        List<String> slices = new ArrayList<>();
        for (int slice = 0; slice < host.size(); slice++) {
            int operator = host.operator(slice);
            int owner = host.owner(slice);
            String what = owner < 0 ? "()" : operator < 0 ? '(' + rank.name(owner) + ')' : rank.name(operator);
            slices.add(host.start(slice) / 1000 + "-" + host.end(slice) / 1000 + ' ' + what);
            if (operator >= 0) {
                assertThat(host.sliceOf(operator)).isEqualTo(slice);
                assertThat(owner).isEqualTo(operator);
            }
        }
        return slices;
    }

    @Test
    void anOperatorContinuesAfterItsChildren() {
        rank.host("outer", 0, 100, 0);
        rank.host("inner", 20, 30, 0);
        rank.host("innermost", 30, 10, 0);
        rank.host("next", 120, 10, 0);
        assertThat(slices(timeline(1)))
                .containsExactly(
                        "0-20 outer",
                        "20-30 inner",
                        "30-40 innermost",
                        "40-50 (inner)",
                        "50-100 (outer)",
                        "100-120 ()",
                        "120-130 next");
    }

    /** A gap of less than the smallest one belongs to the slice before it; one as long is a slice. */
    @Test
    void shortGapsBelongToTheSliceBefore() {
        rank.host("a", 0, 10, 0);
        rank.host("b", 14, 10, 0);
        rank.host("c", 29, 10, 0);
        assertThat(slices(timeline(5))).containsExactly("0-14 a", "14-24 b", "24-29 ()", "29-39 c");
        assertThat(slices(timeline(4))).containsExactly("0-10 a", "10-14 ()", "14-24 b", "24-29 ()", "29-39 c");
    }

    /** Two operators that end together leave one gap, that of what is still open. */
    @Test
    void operatorsThatEndTogetherLeaveOneGap() {
        rank.host("outer", 0, 100, 0);
        rank.host("middle", 10, 40, 0);
        rank.host("inner", 20, 30, 0);
        assertThat(slices(timeline(1))).containsExactly("0-10 outer", "10-20 middle", "20-50 inner", "50-100 (outer)");
    }

    /** At every instant the operator that started last is active, also across threads that take turns. */
    @Test
    void theOperatorThatStartedLastIsActive() {
        rank.add(NodeKind.HOST_OP, "ProfilerStep#1", 0, 100, 0, -1);
        rank.add(NodeKind.HOST_OP, "autograd::engine::evaluate_function", 50, 100, 1, -1);
        assertThat(slices(timeline(1)))
                .containsExactly("0-50 ProfilerStep#1", "50-150 autograd::engine::evaluate_function");
    }

    /** What the host must know begins a slice: inside an operator, between two, and not where one begins anyway. */
    @Test
    void aCutBeginsASlice() {
        rank.host("a", 0, 40, 0);
        rank.host("b", 60, 40, 0);
        assertThat(slices(timeline(1, 10, 50, 60, 70)))
                .containsExactly("0-10 a", "10-40 (a)", "40-50 ()", "50-60 ()", "60-70 b", "70-100 (b)");
        assertThat(slices(timeline(1, 0, 40))).containsExactly("0-40 a", "40-60 ()", "60-100 b");
    }

    @Test
    void cutsOutsideTheOperatorsExtendTheTimeline() {
        rank.host("a", 10, 10, 0);
        assertThat(slices(timeline(1, 0, 30))).containsExactly("0-10 ()", "10-20 a", "20-30 ()", "30-30 ()");
    }

    @Test
    void withoutOperatorsThereIsNothing() {
        rank.kernel("k", 0, 10, 7, -1);
        HostTimeline host = timeline(1);
        assertThat(host.size()).isZero();
        assertThat(host.lastStartedBy(HostLines.MAIN, 5)).isEqualTo(HostTimeline.NONE);
        assertThat(host.lastEndedBy(HostLines.MAIN, 5)).isEqualTo(HostTimeline.NONE);
        assertThat(host.sliceOf(0)).isEqualTo(HostTimeline.NONE);
    }

    /** Calls that block are operators; kernels are not. */
    @Test
    void operatorsAndBlockingCallsTakeTime() {
        rank.host("a", 0, 10, 0);
        rank.add(NodeKind.SYNC_CALL, "cudaDeviceSynchronize", 10, 20, 0, -1);
        assertThat(slices(timeline(1))).containsExactly("0-10 a", "10-30 cudaDeviceSynchronize");
        assertThat(rank.takesHostTime(1)).isTrue();
    }

    @Test
    void slicesAreFoundByTheirTimes() {
        rank.host("a", 10, 10, 0);
        rank.host("b", 30, 10, 0);
        HostTimeline host = timeline(1);
        assertThat(slices(host)).containsExactly("10-20 a", "20-30 ()", "30-40 b");
        long[] times = {9_999, 10_000, 19_999, 20_000, 29_999, 30_000, 39_999, 40_000, 99_000};
        int[] started = {-1, 0, 0, 1, 1, 2, 2, 2, 2};
        int[] ended = {-1, -1, -1, 0, 0, 1, 1, 2, 2};
        for (int i = 0; i < times.length; i++) {
            assertThat(host.lastStartedBy(HostLines.MAIN, times[i]))
                    .as("started by %d", times[i])
                    .isEqualTo(started[i]);
            assertThat(host.lastEndedBy(HostLines.MAIN, times[i]))
                    .as("ended by %d", times[i])
                    .isEqualTo(ended[i]);
        }
    }

    /** Slices follow each other without a hole, from the first start to the last end, and each operator begins one. */
    @Property(tries = 300)
    void slicesAddUpToTheMeasuredTime(
            @ForAll @Size(min = 1, max = 20) List<@IntRange(max = 12) Integer> distances,
            @ForAll @Size(min = 20, max = 20) List<@IntRange(max = 30) Integer> durations,
            @ForAll @IntRange(max = 6) int smallestGap) {
        FakeRank drawn = new FakeRank(0);
        long at = 0;
        long last = 0;
        for (int i = 0; i < distances.size(); i++) {
            at += distances.get(i);
            drawn.host("op", at, durations.get(i), 0);
            last = Math.max(last, at + durations.get(i));
        }
        BackendThreads backend = new BackendThreads(drawn);
        HostTimeline host =
                new HostTimeline(drawn, new long[0], new SideThreads(drawn, backend).elsewhere(), smallestGap * 1000L);
        assertThat(host.start(0)).isEqualTo(distances.get(0) * 1000L);
        assertThat(host.end(host.size() - 1)).isEqualTo(last * 1000);
        int operators = 0;
        for (int slice = 0; slice < host.size(); slice++) {
            assertThat(host.end(slice)).isGreaterThanOrEqualTo(host.start(slice));
            if (host.operator(slice) >= 0) {
                assertThat(host.operator(slice)).isEqualTo(operators++);
                assertThat(host.start(slice)).isEqualTo(drawn.startNanos(host.operator(slice)));
            } else {
                assertThat(host.end(slice) - host.start(slice)).isGreaterThanOrEqualTo(smallestGap * 1000L);
            }
        }
        assertThat(operators).isEqualTo(distances.size());
    }
}
