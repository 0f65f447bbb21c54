// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.etude.et.comm.CommJudge;
import org.etude.et.host.BackendThreads;
import org.etude.link.model.NodeKind;
import org.etude.spec.CollectiveType;
import org.junit.jupiter.api.Test;

/** {@link WorkNodes} and {@link WorkLanes}: what works concurrently with the host, and on what. Times in us. */
class WorkNodesTest {
    private final FakeRank rank = new FakeRank(0);

    private WorkNodes work() {
        return new WorkNodes(rank, new CommJudge());
    }

    private static long[] durations(WorkNodes work) {
        return IntStream.range(0, work.size())
                .mapToLong(k -> work.duration(k) / 1000)
                .toArray();
    }

    /** 0 to 10, 5 to 20 and 12 to 15: laid end to end 10, 10 and 0. */
    @Test
    void kernelsAtOnceShareTheirTime() {
        rank.kernel("a", 0, 10, 1, -1);
        rank.kernel("b", 5, 15, 2, -1);
        rank.kernel("c", 12, 3, 3, -1);
        rank.kernel("d", 30, 5, 1, -1);
        assertThat(durations(work())).containsExactly(10, 10, 0, 5);
    }

    @Test
    void computationAndCommunicationAreTwoResources() {
        rank.kernel("a", 0, 10, 1, -1);
        int reduce = rank.add(NodeKind.COMM_KERNEL, "nccl", 2, 20, 2, -1);
        int receive = rank.add(NodeKind.COMM_KERNEL, "recv", 4, 30, 3, -1);
        rank.comm(reduce, CollectiveType.ALL_REDUCE, 8, 8, "", 0, 1)
                .transfer(receive, CollectiveType.RECV, -1, 8, "", 1, -1, 0, 1);
        WorkNodes work = work();
        assertThat(work.slot(0)).isEqualTo(WorkNodes.Slot.COMPUTE);
        assertThat(work.slot(1)).isEqualTo(WorkNodes.Slot.COMM);
        assertThat(work.slot(2)).isEqualTo(WorkNodes.Slot.FREE);
        assertThat(durations(work)).containsExactly(10, 20, 30);
        assertThat(work.isMessage(1)).isFalse();
        assertThat(work.isMessage(2)).isTrue();
        assertThat(work.transfer(0)).isNull();
    }

    /** An unknown transfer from 0 to 20 next to kernels from 5 to 10 and 15 to 30 holds the rest, 10. */
    @Test
    void anUnknownTransferHoldsWhatKernelsLeave() {
        int unknown = rank.add(NodeKind.COMM_KERNEL, "nccl", 0, 20, 2, -1);
        rank.kernel("a", 5, 5, 1, -1);
        rank.kernel("b", 15, 15, 1, -1);
        rank.comm(unknown, CollectiveType.UNKNOWN, 8, 8, "", 0, 1);
        WorkNodes work = work();
        assertThat(work.standsIn(0)).isTrue();
        assertThat(work.standsIn(1)).isFalse();
        assertThat(durations(work)).containsExactly(10, 5, 15);
    }

    @Test
    void aHandedOverResultEndsItsWork() {
        int comm = rank.add(NodeKind.HOST_COMM, "gloo", 10, 40, 1, -1);
        rank.comm(comm, CollectiveType.ALL_REDUCE, 8, 8, "", 0, 1);
        WorkNodes work = work();
        work.handOver(0, 90_000);
        assertThat(work.end(0)).as("not after its end").isEqualTo(50_000);
        work.handOver(0, 30_000);
        work.handOver(0, 40_000);
        assertThat(work.end(0)).as("the earliest").isEqualTo(30_000);
        work.handOver(0, 5_000);
        assertThat(work.end(0)).as("not before its start").isEqualTo(10_000);
    }

    /** The second call's work starts first; on every rank the order of the calls counts. */
    @Test
    void hostCollectivesKeepTheOrderOfTheirCalls() {
        int first = rank.host("c10d::allreduce_", 0, 5, 0);
        int second = rank.host("c10d::allreduce_", 10, 5, 0);
        int ofSecond = rank.add(NodeKind.HOST_COMM, "gloo:b", 20, 10, 1, second);
        int ofFirst = rank.add(NodeKind.HOST_COMM, "gloo:a", 30, 10, 2, first);
        rank.comm(ofFirst, CollectiveType.ALL_REDUCE, 8, 8, "", 0, 1)
                .comm(ofSecond, CollectiveType.ALL_REDUCE, 8, 8, "", 0, 1);
        WorkNodes work = work();
        assertThat(work.node(0)).isEqualTo(ofFirst);
        assertThat(work.node(1)).isEqualTo(ofSecond);
        assertThat(BackendThreads.call(rank, ofFirst)).isEqualTo(first);
        assertThat(BackendThreads.call(rank, first))
                .as("a call itself has none")
                .isEqualTo(-1);
    }

    private static int[] resources(WorkNodes work) {
        WorkLanes lanes = new WorkLanes(work);
        return IntStream.range(0, work.size()).map(lanes::resource).toArray();
    }

    @Test
    void eachStreamIsAResource() {
        rank.kernel("a", 0, 10, 1, -1);
        rank.kernel("b", 5, 10, 2, -1);
        rank.kernel("c", 20, 10, 1, -1);
        WorkNodes work = work();
        assertThat(resources(work)).containsExactly(0, 1, 0);
        WorkLanes lanes = new WorkLanes(work);
        assertThat(lanes.before(0).toIntArray()).isEmpty();
        assertThat(lanes.before(2).toIntArray()).containsExactly(0);
    }

    /** Branches of a graph on one stream: b runs concurrently with a, c follows both, on the lane that ended last. */
    @Test
    void piecesAtOnceOnOneStreamAreTwo() {
        rank.kernel("a", 0, 100, 1, -1);
        rank.kernel("b", 20, 120, 1, -1);
        rank.kernel("c", 150, 10, 1, -1);
        WorkNodes work = work();
        assertThat(resources(work)).containsExactly(0, 1, 1);
        assertThat(new WorkLanes(work).before(2).toIntArray()).containsExactly(0, 1);
    }

    /** Clocks may make a piece begin up to 5 us before the end of the one before it. */
    @Test
    void aLittleOverlapIsRounding() {
        rank.kernel("a", 0, 100, 1, -1);
        rank.kernel("b", 95, 100, 1, -1);
        rank.kernel("c", 189.999, 100, 1, -1);
        assertThat(resources(work())).containsExactly(0, 0, 1);
    }

    @Test
    void theLauncherIsTheFirstOperatorAbove() {
        int op = rank.host("aten::mm", 0, 10, 0);
        int call = rank.add(NodeKind.SYNC_CALL, "cudaMemcpy", 2, 5, 0, op);
        int kernel = rank.kernel("k", 5, 5, 1, call);
        int bare = rank.kernel("k", 15, 5, 1, -1);
        int below = rank.kernel("k", 25, 5, 1, kernel);
        assertThat(Cuts.launcher(rank, kernel)).isEqualTo(call);
        assertThat(Cuts.launcher(rank, below)).isEqualTo(call);
        assertThat(Cuts.launcher(rank, bare)).isEqualTo(-1);
        assertThat(Cuts.anchored(rank, bare, -1)).isTrue();
        assertThat(Cuts.anchored(rank, kernel, call)).isFalse();
        assertThat(Cuts.launched(rank, kernel, op)).as("the operator's end").isEqualTo(10_000);
    }

    /** After 20 us without work on its queue, work without a launch needs a cut; so does what a long operator launched early. */
    @Test
    void cutsAreWhereWorkBeginsForReasonsOfItsOwn() {
        int op = rank.host("aten::long", 0, 500, 0);
        rank.kernel("launched", 40, 5, 1, op);
        rank.kernel("follows", 60, 5, 1, -1);
        rank.kernel("after idling", 86, 5, 1, -1);
        rank.kernel("late in its operator", 450, 5, 1, op);
        assertThat(Cuts.of(rank, work(), new BackendThreads(rank), Launches.of(rank, work())))
                .containsExactly(40_000, 86_000);
    }
}
