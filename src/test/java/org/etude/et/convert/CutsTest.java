// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import static org.assertj.core.api.Assertions.assertThat;

import org.etude.et.comm.CommJudge;
import org.etude.et.host.BackendThreads;
import org.etude.link.model.NodeKind;
import org.etude.spec.CollectiveType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When the timeline of the host is cut so that work can start in time. Times of operators and work in us, of cuts in ns. */
class CutsTest {
    private static final int STREAM = 7;
    private static final int THREAD = 1;

    private final FakeRank rank = new FakeRank(0);

    private long[] cuts() {
        WorkNodes work = new WorkNodes(rank, new CommJudge());
        return Cuts.of(rank, work, new BackendThreads(rank), Launches.of(rank, work));
    }

    private void unlaunched(double start, double micros) {
        rank.kernel("k", start, micros, STREAM, -1);
    }

    /** Up to 20 us after the work before it on its queue it follows from that; the first follows from nothing. */
    @ParameterizedTest
    @CsvSource({"35, false", "35.001, true"})
    void workWithoutALaunchStartsByTimeAfterAnIdleQueue(double start, boolean cut) {
        rank.host("a", 0, 100, 0);
        unlaunched(10, 5);
        unlaunched(start, 5);
        assertThat(cuts()).isEqualTo(cut ? new long[] {10_000, 35_001} : new long[] {10_000});
    }

    @Test
    void idleTimeIsThatOfTheQueueAndNotOfTheWorkThatBeganLast() {
        rank.host("a", 0, 100, 0);
        unlaunched(10, 50);
        unlaunched(15, 5);
        unlaunched(70, 5);
        rank.kernel("other queue", 72, 5, STREAM + 1, -1);
        assertThat(cuts()).containsExactly(10_000, 72_000);
    }

    /** Work that starts more than 100 us before the end of its operator, here at 200, but not with it. */
    @ParameterizedTest
    @CsvSource({"0, false", "0.001, true", "99.999, true", "100, false"})
    void anOperatorIsCutWhereWorkStartsLongBeforeItsEnd(double start, boolean cut) {
        rank.kernel("k", start, 5, STREAM, rank.host("a", 0, 200, 0));
        assertThat(cuts()).isEqualTo(cut ? new long[] {Math.round(start * 1000)} : new long[0]);
    }

    @Test
    void aTransferOfTheHostStartsByTimeAlsoBehindAnother() {
        for (int at : new int[] {10, 31}) {
            int gloo = rank.add(NodeKind.HOST_COMM, "gloo:all_reduce", at, 20, THREAD, -1);
            rank.comm(gloo, CollectiveType.ALL_REDUCE, 64, 64, "", 0, 1);
        }
        rank.host("a", 0, 100, 0);
        assertThat(cuts()).containsExactly(10_000, 31_000);
    }

    @Test
    void theLauncherOfWorkIsTheNearestOperatorThatTakesHostTime() {
        int outer = rank.host("a", 0, 100, 0);
        int kernel = rank.add(NodeKind.KERNEL, "k", 10, 5, STREAM, outer);
        int alone = rank.add(NodeKind.KERNEL, "l", 20, 5, STREAM, -1);
        assertThat(Cuts.launcher(rank, kernel)).isEqualTo(outer);
        assertThat(Cuts.launcher(rank, alone)).isEqualTo(-1);
        assertThat(Cuts.anchored(rank, kernel, outer)).isFalse();
        assertThat(Cuts.anchored(rank, alone, -1)).isTrue();
        assertThat(Cuts.launched(rank, kernel, outer))
                .as("the call is not known")
                .isEqualTo(100_000);
    }
}
