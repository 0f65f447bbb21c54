// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.etude.et.comm.CommJudge;
import org.etude.et.host.BackendThreads;
import org.etude.et.host.HostTimeline;
import org.etude.link.Recording;
import org.etude.link.model.LinkedRank;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A host launches a kernel of 50 us every 10 us, so that kernel i runs from 5 + 50 i on. Behind n such launches, at 10 n, n - n / 5 + 1
 * have not ended, and the next call takes until a kernel has ended.
 */
class FullQueuesTest {
    @TempDir
    Path dir;

    /** Launches, and then one that begins 1 us later and lasts this long. */
    private FullQueues queues(int launches, double lasts, int stream) {
        Recording.Rank rank = Recording.alone();
        for (int i = 0; i < launches; i++) {
            launch(rank, i, 10 * i, 5, 7, 5 + 50 * i);
        }
        launch(rank, launches, 10 * launches, lasts, stream, 5 + 50 * launches);
        LinkedRank linked = rank.link(dir);
        return new FullQueues(linked, new WorkNodes(linked, new CommJudge()));
    }

    private static void launch(Recording.Rank rank, int i, double at, double lasts, int stream, double starts) {
        rank.op("aten::mm", 1, at, lasts + 2)
                .call("cudaLaunchKernel", 1, at + 1, lasts, i + 1)
                .kernel("gemm", stream, starts, 50, i + 1);
    }

    /** Kernel 140 ends at 7,055: up to 20 us before the call from 7,001 returns, or 5 us after that, as clocks differ. */
    @ParameterizedTest
    @CsvSource({"7, 56, true", "8, 56, true", "7, 50.001, true", "7, 74, true", "7, 74.001, false"})
    void aLongCallBehindADeepQueueWaitsForWhatEndedJustBeforeItReturned(int stream, double lasts, boolean waits) {
        FullQueues queues = queues(700, lasts, stream);
        assertThat(queues.size()).isEqualTo(waits ? 1 : 0);
        if (waits) {
            assertThat(queues.launched(0)).isEqualTo(700);
            assertThat(queues.freed(0)).isEqualTo(140);
            assertThat(queues.returned(0) - queues.begin(0)).isEqualTo(Math.round(lasts * 1000));
        }
    }

    /** The host waits from 7,001 to 7,057 for a kernel that ends at 7,055: of the call, 2 us are its own. */
    @Test
    void theHostWaitsForThatWork() {
        Recording.Rank rank = Recording.alone();
        for (int i = 0; i < 700; i++) {
            launch(rank, i, 10 * i, 5, 7, 5 + 50 * i);
        }
        launch(rank, 700, 7000, 56, 7, 35_005);
        rank.op("aten::next", 1, 7070, 5);
        LinkedRank linked = rank.link(dir);
        BackendThreads backend = new BackendThreads(linked);
        SideThreads threads = new SideThreads(linked, backend);
        WorkNodes work = new WorkNodes(linked, new CommJudge());
        Launches launches = Launches.of(linked, work);
        HostTimeline host =
                new HostTimeline(linked, Cuts.of(linked, work, backend, launches), threads.elsewhere(), 1_000);
        RankPlan plan = new RankPlan(linked, work, host, new WorkLanes(work), backend, threads, launches);
        int call = plan.launch(700);
        assertThat(List.copyOf(plan.syncs(call))).containsExactly(140);
        assertThat(host.end(call) - host.start(call)).isEqualTo(56_000);
        assertThat(SliceTimes.recorded(host, work, plan).duration(call)).isEqualTo(2_000);
    }

    @Test
    void shortCallsAndShallowQueuesDoNotWait() {
        assertThat(queues(700, 50, 7).size()).as("50 us").isZero();
        assertThat(queues(600, 56, 7).size()).as("480 are in the queue").isZero();
    }
}
