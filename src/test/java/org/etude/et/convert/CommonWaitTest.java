// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.etude.et.comm.CommJudge;
import org.etude.et.host.BackendThreads;
import org.etude.et.host.HostTimeline;
import org.etude.link.Recording;
import org.etude.link.model.LinkedRank;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two asynchronous all-reduces over gloo, whose results the host reads one after the other. */
class CommonWaitTest {
    private static final int HOST = 1;

    @TempDir
    Path dir;

    private final Recording.Rank rank = new Recording(1).rank(0).thread(2, HOST);

    private static String tensor(int storage) {
        return "[" + storage + ", " + storage + ", 0, 4, 4, \"cpu\"]";
    }

    private void call(long id, int storage, double at) {
        rank.op(id, "c10d::allreduce_", 2, HOST, at, 10)
                .inputs(
                        "[[" + tensor(storage) + "], \"<Object>\", \"<Object>\", \"<None>\", true, -1]",
                        "[[[4]], [], [], [], [], []]",
                        "[\"GenericList[Tensor(float)]\", \"\", \"\", \"\", \"Bool\", \"Int\"]");
    }

    private void allReduce(long id, int storage, int thread, double at, double end) {
        call(id, storage, at);
        rank.node(id + 1, "gloo:all_reduce", id, id + 1, "tid", HOST)
                .inputs("[" + tensor(storage) + "]", "[[4]]", "[\"Tensor(float)\"]")
                .op("gloo:all_reduce", thread, at + 5, end - at - 5, "Record function id", id + 1);
    }

    private void reads(long id, int storage, double at) {
        reads(id, storage, 2, at);
    }

    private void reads(long id, int storage, long caller, double at) {
        rank.op(id, "aten::mul_", caller, HOST, at, 10)
                .inputs("[" + tensor(storage) + "]", "[[4]]", "[\"Tensor(float)\"]");
    }

    /** The next step begins at 5,000, and reads the first result at 6,000. */
    private void nextStep() {
        rank.op(28, "ProfilerStep#3", 2, HOST, 5000, 3000);
        reads(29, 9, 28, 5010);
        reads(30, 1, 28, 6000);
        reads(31, 2, 28, 6010);
    }

    /** The start in us of the slice that waits for each of them, -1 where none does. */
    private long[] waits() {
        LinkedRank linked = rank.link(dir);
        BackendThreads backend = new BackendThreads(linked);
        WorkNodes work = new WorkNodes(linked, new CommJudge());
        HostTimeline host = new HostTimeline(linked, new long[0], new SideThreads(linked, backend).elsewhere(), 1_000);
        HostWaits waits = new HostWaits(linked, work, host, backend, new BusyCallers(work, host, backend));
        long[] starts = new long[work.size()];
        for (int k = 0; k < starts.length; k++) {
            int slice = waits.slice(k);
            starts[k] = slice < 0 ? -1 : (host.start(slice) - host.start(0)) / 1000;
        }
        return starts;
    }

    /** The host is idle from 30 on, and both results are there before it reads the first. */
    @Test
    void aGapBeforeTheFirstResultWaitsForTheSecondThatEndsIt() {
        allReduce(10, 1, 7, 0, 1000);
        allReduce(20, 2, 8, 20, 4950);
        reads(30, 1, 5000);
        reads(31, 2, 5010);
        assertThat(waits()).containsExactly(30, 30);
    }

    /** The host resumes long after the second: it did something else, and each is waited for where it is read. */
    @Test
    void aGapThatGoesOnDoesNot() {
        allReduce(10, 1, 7, 0, 1000);
        allReduce(20, 2, 8, 20, 3000);
        reads(30, 1, 5000);
        reads(31, 2, 5010);
        assertThat(waits()).containsExactly(30, 5010);
    }

    /** The gap comes before an operator that reads neither. */
    @Test
    void aGapBeforeOtherWorkDoesNot() {
        allReduce(10, 1, 7, 0, 1000);
        allReduce(20, 2, 8, 20, 4950);
        reads(29, 3, 5000);
        reads(30, 1, 5010);
        reads(31, 2, 5020);
        assertThat(waits()).containsExactly(5010, 5020);
    }

    /** Results that the next step reads are needed there, not where its mark begins. */
    @Test
    void theMarkOfAStepReadsNothing() {
        allReduce(10, 1, 7, 0, 1000);
        allReduce(20, 2, 8, 20, 3000);
        nextStep();
        assertThat(waits()).containsExactly(5020, 6010);
    }

    @Test
    void aStepThatEndsWithTheLastTransferWaitsForIt() {
        allReduce(10, 1, 7, 0, 1000);
        allReduce(20, 2, 8, 20, 4950);
        nextStep();
        assertThat(waits()).containsExactly(5020, 30);
    }

    /** The third goes on beyond the mark, so the host did not wait for all, and the second ended there by chance. */
    @Test
    void aStepThatEndsAmidTransfersWaitsForNone() {
        allReduce(10, 1, 7, 0, 1000);
        allReduce(20, 2, 8, 20, 4950);
        allReduce(24, 4, 9, 40, 5500);
        nextStep();
        reads(32, 4, 28, 6020);
        assertThat(waits()).containsExactly(5020, 6010, 6020);
    }

    /** The second transfer had not begun when the recording ended; its call stands for it and is no operator of the host. */
    @Test
    void nothingWaitsForATransferOfWhichNoWorkWasRecorded() {
        allReduce(10, 1, 7, 0, 1000);
        call(20, 2, 20);
        reads(30, 1, 5000);
        assertThat(waits()).containsExactly(10, -1);
    }
}
