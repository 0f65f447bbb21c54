// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import static org.assertj.core.api.Assertions.assertThat;

import org.etude.et.comm.CommJudge;
import org.etude.link.model.NodeKind;
import org.etude.spec.CollectiveType;
import org.etude.spec.ConvertOptions;
import org.etude.spec.ConvertOptions.KernelTime;
import org.etude.unit.Time;
import org.junit.jupiter.api.Test;

/** Times of compute nodes as measured, or one for all of them. Nodes are given in us, results are in ns. */
class KernelTimesTest {
    private final FakeRank rank = new FakeRank(0);
    private WorkNodes work;

    private KernelTimes times(ConvertOptions options) {
        work = new WorkNodes(rank, new CommJudge());
        return new KernelTimes(rank, work, options);
    }

    private KernelTimes mean() {
        return times(ConvertOptions.defaults().meanKernel());
    }

    @Test
    void measuredTimesAreThoseOfTheTrace() {
        rank.kernel("k", 0, 3, 7, -1);
        KernelTimes times = times(ConvertOptions.defaults());
        assertThat(times.isForced()).isFalse();
        assertThat(times.of(0)).isEqualTo(3000);
    }

    /** Kernels of 2 us and more count: (2 + 5) / 2 = 3.5 us. Copies do not. */
    @Test
    void theMeanIsThatOfKernelsOfTwoMicrosecondsAndMore() {
        rank.kernel("tiny", 0, 1.999, 7, -1);
        rank.kernel("short", 10, 2, 7, -1);
        rank.kernel("long", 20, 5, 7, -1);
        rank.add(NodeKind.MEMCPY, "copy", 30, 100, 7, -1);
        KernelTimes times = mean();
        assertThat(times.isForced()).isTrue();
        assertThat(times.forcedNanos()).isEqualTo(3500);
        for (int k = 0; k < work.size(); k++) {
            assertThat(times.of(k)).as("copies take it too").isEqualTo(3500);
        }
    }

    @Test
    void whereAllKernelsAreShorterAllCount() {
        rank.kernel("a", 0, 1, 7, -1);
        rank.kernel("b", 10, 1.501, 7, -1);
        assertThat(mean().forcedNanos()).as("1250.5, rounded up").isEqualTo(1251);
    }

    @Test
    void withoutKernelsTheMeanIsZero() {
        rank.add(NodeKind.MEMCPY, "copy", 0, 100, 7, -1);
        KernelTimes times = mean();
        assertThat(times.isForced()).isTrue();
        assertThat(times.of(0)).isZero();
    }

    @Test
    void theAverageGivenIsThatOfAllKernels() {
        rank.kernel("k", 0, 3, 7, -1);
        KernelTimes times = times(ConvertOptions.defaults().averageKernel(Time.us(4.2)));
        assertThat(times.of(0)).isEqualTo(4200);
    }

    /** Communication keeps its time, also that which is replayed as computation because its type is unknown. */
    @Test
    void transfersKeepTheirTimes() {
        rank.comm(rank.add(NodeKind.COMM_KERNEL, "nccl", 0, 7, 8, -1), CollectiveType.ALL_REDUCE, 64, 64, "", 0, 1);
        rank.comm(rank.add(NodeKind.COMM_KERNEL, "nccl", 10, 9, 8, -1), CollectiveType.UNKNOWN, -1, -1, "", 0, 1);
        rank.kernel("k", 20, 5, 7, -1);
        KernelTimes times = mean();
        assertThat(times.of(0)).isEqualTo(7000);
        assertThat(times.of(1)).isEqualTo(9000);
        assertThat(times.of(2)).isEqualTo(5000);
    }

    @Test
    void bothKindsAreDescribed() {
        assertThat(KernelTimes.describe(KernelTime.MEAN)).isEqualTo("the mean of the rank's kernels");
        assertThat(KernelTimes.describe(KernelTime.AVERAGE)).isEqualTo("the average given");
    }
}
