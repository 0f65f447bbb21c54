// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.etude.link.TestDevice;
import org.junit.jupiter.api.Test;

/** Clocks are compared by the ends of common collectives ({@link ClockAnchors}). Times in ns. */
class ClockDifferenceTest {
    private static final String REDUCE = "ncclDevKernel_AllReduce_Sum_f32(args)";

    /** Collectives of 10 ns that end at these times. */
    private static ClockAnchors ends(String name, long... ends) {
        List<TestDevice.Event> events = new ArrayList<>();
        for (long end : ends) {
            events.add(TestDevice.kernel(name, 7, end - 10, 10, 1));
        }
        return new ClockAnchors(new TestDevice(events), 0, 1);
    }

    private static ClockDifference between(long shift, long[] a, long[] b) {
        return new ClockDifference(ends(REDUCE, a), ends(REDUCE, b), shift);
    }

    @Test
    void theMedianOfTheDifferencesCountsNotStrays() {
        ClockDifference found =
                between(0, new long[] {1000, 2000, 3000, 4000, 5000}, new long[] {1050, 2052, 3048, 4900, 5050});
        assertThat(found.count()).isEqualTo(5);
        assertThat(found.median()).isEqualTo(50);
        assertThat(found.spread()).as("median deviation 2, times 1.4826").isEqualTo(2);
        assertThat(found.span()).isEqualTo(4000);
    }

    @Test
    void whatIsKnownAlreadyIsAdded() {
        assertThat(between(-50, new long[] {1000, 2000, 3000}, new long[] {1050, 2050, 3050})
                        .median())
                .isZero();
    }

    @Test
    void namesWithoutACollectiveSayNothing() {
        assertThat(ends("ncclDevKernel_SendRecv(args)", 100, 200).ends()).isEmpty();
        assertThat(ends("gemm", 100, 200).ends()).isEmpty();
        assertThat(ends("rcclGenericKernel(args)", 100, 200).ends()).containsOnlyKeys("rcclGenericKernel");
        ClockDifference none = new ClockDifference(ends(REDUCE, 100), ends("ncclKernel_Other", 100), 0);
        assertThat(none.count()).isZero();
        assertThat(none.span()).isZero();
        assertThat(none.drift()).isZero();
    }

    /** Without a kernel the host's collectives count. */
    @Test
    void gloosCollectivesAreOnTheHost() {
        ClockAnchors host = new ClockAnchors(
                new TestDevice(List.of(
                        TestDevice.host("gloo:all_reduce", 0, 0, 30, 1), TestDevice.host("gloo:send", 0, 50, 30, 2))),
                0,
                1);
        assertThat(host.ends()).containsOnlyKeys("gloo:all_reduce");
        assertThat(host.ends().get("gloo:all_reduce").toLongArray()).containsExactly(30);
    }

    /** The other rank lacks the first of four, 1 ms apart: most pairs agree on 70 ns. */
    @Test
    void oneThatLacksSomeIsComparedByVote() {
        ClockDifference found = between(
                0, new long[] {1_000_000, 2_000_000, 3_500_000, 4_100_000}, new long[] {2_000_070, 3_500_070, 4_100_070
                });
        assertThat(found.count()).isEqualTo(3);
        assertThat(found.median()).isEqualTo(70);
    }

    /** 20 collectives 1 ms apart on a clock that gains 100 ns each: one part in 10,000. */
    @Test
    void aDriftIsTheMedianSlope() {
        long[] a = new long[20];
        long[] b = new long[20];
        for (int k = 0; k < 20; k++) {
            a[k] = 1_000_000L * (k + 1);
            b[k] = a[k] + 500 + 100L * k;
        }
        b[7] += 90_000;
        ClockDifference found = between(0, a, b);
        assertThat(found.drift()).isEqualTo(1e-4, within(1e-12));
        assertThat(found.spreadWithout(found.drift())).isLessThanOrEqualTo(1);
        assertThat(found.spread()).isGreaterThan(500);
        assertThat(between(0, new long[] {1, 2, 3, 4, 5, 6, 7}, new long[] {1, 3, 5, 7, 9, 11, 13})
                        .drift())
                .as("seven are too few")
                .isZero();
    }
}
