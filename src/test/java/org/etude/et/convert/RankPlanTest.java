// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.etude.et.comm.CommJudge;
import org.etude.et.host.BackendThreads;
import org.etude.et.host.HostTimeline;
import org.etude.link.model.EdgeKind;
import org.etude.link.model.NodeKind;
import org.etude.spec.CollectiveType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * {@link RankPlan}, {@link WorkTimes} and {@link SliceTimes} on graphs made by hand: after which slice of the host work starts, what
 * it waits for, what the host waits for, and how long each then takes. Work is numbered by its start. Times in us.
 */
class RankPlanTest {
    private static final int NONE = HostTimeline.NONE;

    private final FakeRank rank = new FakeRank(0);
    private WorkNodes work;
    private HostTimeline host;
    private RankPlan plan;

    private void plan() {
        BackendThreads backend = new BackendThreads(rank);
        SideThreads threads = new SideThreads(rank, backend);
        work = new WorkNodes(rank, new CommJudge());
        Launches launches = Launches.of(rank, work);
        host = new HostTimeline(rank, Cuts.of(rank, work, backend, launches), threads.elsewhere(), 1_000);
        plan = new RankPlan(rank, work, host, new WorkLanes(work), backend, threads, launches);
    }

    private long[] durations() {
        SliceTimes times = SliceTimes.recorded(host, work, plan);
        return IntStream.range(0, host.size())
                .mapToLong(slice -> times.duration(slice) / 1000)
                .toArray();
    }

    private long[] shared() {
        SliceTimes times = SliceTimes.of(host, work, plan);
        return IntStream.range(0, host.size())
                .mapToLong(slice -> times.shared(slice) / 1000)
                .toArray();
    }

    private List<Integer> waits(int k) {
        return List.copyOf(plan.waits(k));
    }

    private List<Integer> syncs(int slice) {
        return List.copyOf(plan.syncs(slice));
    }

    private void assertCounts(int inferred, int dropped, int anchored) {
        assertThat(plan.inferred()).as("inferred").isEqualTo(inferred);
        assertThat(plan.dropped()).as("dropped").isEqualTo(dropped);
        assertThat(plan.anchored()).as("anchored").isEqualTo(anchored);
    }

    /** Where the call is not known, work counts as launched at the end of its operator. */
    @Test
    void workStartsAfterTheOperatorThatLaunchesIt() {
        int a = rank.host("a", 0, 10, 0);
        rank.kernel("k", 12, 18, 7, a);
        int b = rank.host("b", 20, 10, 0);
        rank.kernel("l", 30, 5, 7, b);
        plan();
        assertThat(plan.launch(0)).isEqualTo(host.sliceOf(a));
        assertThat(plan.launched(0)).isEqualTo(10_000);
        assertThat(waits(0)).isEmpty();
        assertThat(plan.launch(1)).isEqualTo(host.sliceOf(b));
        assertThat(waits(1)).as("work before it on its stream").containsExactly(0);
        assertThat(plan.position(1)).isEqualTo(host.sliceOf(b));
        assertCounts(0, 0, 0);
        WorkTimes times = new WorkTimes(work, host, plan, 0, 0);
        assertThat(times.delay(0))
                .as("from the end of its operator to its start")
                .isEqualTo(2_000);
        assertThat(times.delay(1)).isZero();
    }

    /**
     * A backend's thread (5) launches a copy to the GPU within its transfer, which ends at {@code end}. The copy waits for the
     * transfer if that was at most 200 us, or a tenth of the transfer, before its end and closer to that than to its start at 20;
     * the transfer then ends with the launch.
     */
    @ParameterizedTest
    @CsvSource({
        "1020, 820, true", "1020, 819.999, false",
        "4020, 3620, true", "4020, 3619.999, false",
        "120, 70, true", "120, 69.999, false"
    })
    void aCopyOfItsResultWaitsForATransferOfABackend(double end, double launched, boolean waits) {
        int call = rank.host("c10d::allreduce_", 0, 10, 0);
        int gloo = rank.add(NodeKind.HOST_COMM, "gloo:all_reduce", 20, end - 20, 5, call);
        rank.comm(gloo, CollectiveType.ALL_REDUCE, 64, 64, "", 0, 1);
        int copy = rank.host("aten::copy_", launched - 10, 10, 5);
        rank.add(NodeKind.MEMCPY, "Memcpy HtoD", launched + 15, 5, 9, copy);
        rank.host("b", end + 80, 10, 0);
        plan();
        assertThat(plan.launch(1)).isEqualTo(plan.launch(0));
        assertThat(waits(1)).isEqualTo(waits ? List.of(0) : List.of());
        assertThat(work.end(0)).isEqualTo(Math.round((waits ? launched : end) * 1000));
        assertThat(syncs(1)).as("the idle host").contains(0);
        assertThat(durations()[1]).isEqualTo(Math.round(end + 80 - (waits ? launched : end)));
        WorkTimes times = new WorkTimes(work, host, plan, 0, 0);
        assertThat(waits ? times.delay(1) : 15_000).isEqualTo(15_000);
    }

    /** What recording cost per launch comes off a delay, down to 0. */
    @Test
    void theProfilersCostShortensDelays() {
        rank.kernel("k", 12, 18, 7, rank.host("a", 0, 10, 0));
        plan();
        assertThat(new WorkTimes(work, host, plan, 0, 500).delay(0)).isEqualTo(1_500);
        assertThat(new WorkTimes(work, host, plan, 0, 9_000).delay(0)).isZero();
    }

    /** Up to 20 us between launch and start are explained; more is late, and then all of it. */
    @Test
    void moreThanTwentyMicrosecondsAfterItsLaunchWorkIsLate() {
        rank.kernel("k", 30, 18, 7, rank.host("a", 0, 10, 0));
        plan();
        WorkTimes times = new WorkTimes(work, host, plan, 0, 0);
        assertThat(times.late(0)).isZero();
        assertThat(times.delay(0)).isEqualTo(20_000);
        FakeRank other = new FakeRank(0);
        other.kernel("k", 30.001, 18, 7, other.host("a", 0, 10, 0));
        WorkNodes late = new WorkNodes(other, new CommJudge());
        BackendThreads backend = new BackendThreads(other);
        SideThreads threads = new SideThreads(other, backend);
        HostTimeline timeline = new HostTimeline(other, new long[0], threads.elsewhere(), 1_000);
        RankPlan its =
                new RankPlan(other, late, timeline, new WorkLanes(late), backend, threads, Launches.of(other, late));
        assertThat(new WorkTimes(late, timeline, its, 0, 0).late(0)).isEqualTo(20_001);
        assertThat(new WorkTimes(late, timeline, its, 0, 0).delay(0)).isZero();
    }

    /** Late work whose stream was idle starts just when work on another stream ends: it waits for that. */
    @Test
    void lateWorkWaitsForWhatEndsJustBefore() {
        int a = rank.host("a", 0, 10, 0);
        int b = rank.host("b", 10, 10, 0);
        rank.kernel("long", 12, 88, 7, a);
        rank.kernel("late", 119, 10, 8, b);
        plan();
        assertThat(waits(1)).containsExactly(0);
        assertCounts(1, 0, 0);
    }

    /** 20 us after the other has ended nothing says so any more. */
    @Test
    void lateWorkDoesNotWaitForWhatEndedLongBefore() {
        int a = rank.host("a", 0, 10, 0);
        int b = rank.host("b", 10, 10, 0);
        rank.kernel("long", 12, 88, 7, a);
        rank.kernel("late", 120, 10, 8, b);
        plan();
        assertThat(waits(1)).isEmpty();
        assertCounts(0, 0, 0);
    }

    /** Of two that end just before, the later one is waited for. */
    @Test
    void lateWorkWaitsForTheLastToEnd() {
        int a = rank.host("a", 0, 10, 0);
        int b = rank.host("b", 10, 10, 0);
        rank.kernel("first", 12, 87, 7, a);
        rank.kernel("second", 13, 85, 9, a);
        rank.kernel("late", 100, 10, 8, b);
        plan();
        assertThat(waits(2)).containsExactly(0);
    }

    /** A wait of the linked graph is kept while the clocks allow it, 5 us; beyond, it points back in time. */
    @Test
    void linkedWaitsAreKeptUnlessTheyPointBackInTime() {
        int a = rank.host("a", 0, 10, 0);
        int first = rank.kernel("first", 12, 28, 7, a);
        int second = rank.kernel("second", 35, 10, 8, a);
        rank.depend(second, first, EdgeKind.STREAM_WAIT);
        plan();
        assertThat(waits(1)).containsExactly(0);
        assertCounts(0, 0, 0);
    }

    @Test
    void aWaitForWorkThatEndsLaterIsDropped() {
        int a = rank.host("a", 0, 10, 0);
        int first = rank.kernel("first", 12, 28.001, 7, a);
        int second = rank.kernel("second", 35, 10, 8, a);
        rank.depend(second, first, EdgeKind.STREAM_WAIT).depend(first, second, EdgeKind.STREAM_WAIT);
        plan();
        assertThat(waits(1)).isEmpty();
        assertThat(waits(0)).isEmpty();
        assertCounts(0, 2, 0);
    }

    /** A collective without recorded waits reads what the last kernel launched before it wrote, if that had ended. */
    @Test
    void aCollectiveWaitsForTheLastKernelBeforeIt() {
        int a = rank.host("a", 0, 10, 0);
        int b = rank.host("b", 10, 10, 0);
        rank.kernel("gradient", 12, 10, 7, a);
        rank.kernel("still running", 23, 30, 7, a);
        int reduce = rank.add(NodeKind.COMM_KERNEL, "nccl", 25, 20, 9, b);
        rank.comm(reduce, CollectiveType.ALL_REDUCE, 8, 8, "", 0, 1);
        plan();
        assertThat(waits(2)).containsExactly(0);
        assertCounts(1, 0, 0);
    }

    @Test
    void aCollectiveWithALinkedWaitWaitsForThatAlone() {
        int a = rank.host("a", 0, 10, 0);
        int b = rank.host("b", 10, 10, 0);
        int gradient = rank.kernel("gradient", 12, 5, 7, a);
        rank.kernel("other", 18, 5, 8, a);
        int reduce = rank.add(NodeKind.COMM_KERNEL, "nccl", 25, 20, 9, b);
        rank.comm(reduce, CollectiveType.ALL_REDUCE, 8, 8, "", 0, 1).depend(reduce, gradient, EdgeKind.STREAM_WAIT);
        plan();
        assertThat(waits(2)).containsExactly(0);
        assertCounts(0, 0, 0);
    }

    /** Work that nothing launched starts at its time, after a slice cut there; behind work that just ended it follows that. */
    @Test
    void workWithoutALaunchIsPlacedByTime() {
        rank.host("a", 0, 100, 0);
        rank.kernel("first", 40, 10, 7, -1);
        rank.kernel("next", 70, 10, 7, -1);
        rank.kernel("after an idle time", 150, 10, 7, -1);
        plan();
        assertThat(host.start(1)).as("a cut at its start").isEqualTo(40_000);
        assertThat(plan.launch(0)).isZero();
        assertThat(plan.launch(1)).isEqualTo(NONE);
        assertThat(waits(1)).containsExactly(0);
        assertThat(host.end(plan.launch(2))).isEqualTo(150_000);
        assertCounts(0, 0, 2);
    }

    /**
     * The host waits in a synchronisation from 20 to 105 for a kernel of 88 us that ends at 100: 5 us are its own. In a simulator
     * the kernel starts at the end of its operator, 2 us earlier, which the wait then lasts longer.
     */
    @Test
    void aSynchronisationKeepsWhatIsLeftAfterTheWork() {
        int a = rank.host("a", 0, 10, 0);
        int kernel = rank.kernel("k", 12, 88, 7, a);
        int sync = rank.add(NodeKind.SYNC_CALL, "cudaDeviceSynchronize", 20, 85, 0, -1);
        rank.host("b", 105, 15, 0);
        rank.depend(sync, kernel, EdgeKind.SYNC);
        plan();
        assertThat(syncs(host.sliceOf(sync))).containsExactly(0);
        assertThat(durations()).containsExactly(10, 10, 5, 15);
        assertThat(shared()).containsExactly(10, 10, 7, 15);
        assertCounts(0, 0, 0);
    }

    /** The clock of the GPU may be ahead: work that ran when its wait returned, and by the graph was waited for, had ended then. */
    @ParameterizedTest
    @CsvSource({"97", "98.001", "120"})
    void workThatASynchronisationWaitedForHadEndedWhenItReturned(double micros) {
        int a = rank.host("a", 0, 10, 0);
        int kernel = rank.kernel("k", 12, micros, 7, a);
        int sync = rank.add(NodeKind.SYNC_CALL, "cudaDeviceSynchronize", 20, 85, 0, -1);
        rank.host("b", 105, 15, 0);
        rank.depend(sync, kernel, EdgeKind.SYNC);
        plan();
        assertThat(work.end(0)).isEqualTo(105_000);
        assertThat(syncs(host.sliceOf(sync))).containsExactly(0);
        assertThat(durations()).containsExactly(10, 10, 0, 15);
        assertCounts(0, 0, 0);
    }

    /** By more than 5 us, what started after it returned was not waited for. */
    @Test
    void aSynchronisationDidNotWaitForWhatStartedLater() {
        int a = rank.host("a", 0, 10, 0);
        int sync = rank.add(NodeKind.SYNC_CALL, "cudaDeviceSynchronize", 20, 85, 0, -1);
        int kernel = rank.kernel("k", 110.001, 5, 7, a);
        rank.depend(sync, kernel, EdgeKind.SYNC);
        plan();
        assertThat(syncs(host.sliceOf(sync))).isEmpty();
        assertThat(durations()).containsExactly(10, 10, 85);
        assertCounts(0, 1, 0);
    }

    /**
     * A copy whose call returns with its end. Behind a kernel that runs until 20 us before it, or later, it was launched as the call
     * began, and waited for its stream: none of that is work of the host. A stream that was free before did not keep it, so the host did.
     */
    @ParameterizedTest
    @CsvSource({"604, 30, 0", "584, 30, 20", "583.999, 604, 0"})
    void aCopyThatItsCallWaitsForStartsAsItsStreamIsFree(double free, long launch, long delay) {
        int a = rank.host("a", 0, 20, 0);
        rank.kernel("k", 15, free - 15, 7, a);
        int call = rank.add(NodeKind.SYNC_CALL, "hipMemcpyWithStream", 30, 800, 0, -1);
        int copy = rank.add(NodeKind.MEMCPY, "Memcpy DtoH", 604, 200, 7, call);
        rank.host("b", 830, 10, 0);
        rank.depend(call, copy, EdgeKind.SYNC);
        plan();
        assertThat(host.end(plan.launch(1))).isEqualTo(launch * 1_000);
        assertThat(new WorkTimes(work, host, plan, 0, 0).delay(1)).isEqualTo(delay * 1_000);
        if (launch == 30) {
            assertThat(durations()).as("20, 10, after the copy, 10").containsExactly(20, 10, 26, 10);
        } else {
            assertThat(durations()).containsExactly(20, 10, 574, 26, 10);
        }
    }

    /** A synchronisation during which a copy of an earlier call starts launched nothing. */
    @Test
    void aCopyOfAnotherCallIsLaunchedByThat() {
        int a = rank.host("aten::copy_", 0, 20, 0);
        rank.kernel("k", 15, 585, 7, a);
        int b = rank.host("aten::copy_", 20, 5, 0);
        int sync = rank.add(NodeKind.SYNC_CALL, "hipStreamSynchronize", 30, 800, 0, -1);
        int copy = rank.add(NodeKind.MEMCPY, "Memcpy DtoH", 604, 200, 7, b);
        rank.depend(sync, copy, EdgeKind.SYNC);
        plan();
        assertThat(plan.launch(1)).isEqualTo(host.sliceOf(b));
        assertThat(plan.launched(1)).isEqualTo(25_000);
    }

    /**
     * The host launches {@code notify_dispatch} until 10 and is idle until 700; the kernel runs from 400. If it ends by 1000, its second
     * half had begun when the host went on, which then had polled for its result.
     */
    @ParameterizedTest
    @CsvSource({
        "'notify_dispatch<false, 8>', 1000, true",
        "'notify_dispatch<false, 8>', 1000.001, false",
        "cached_notify_dispatch<8>, 1000, false",
        "dispatch<8>, 1000, false"
    })
    void theHostPollsForTheCountsOfDeepEp(String kernel, double end, boolean polls) {
        int a = rank.host("dispatch", 0, 10, 0);
        rank.add(NodeKind.COMM_KERNEL, "void deep_ep::internode::" + kernel + "(int)", 400, end - 400, 9, a);
        rank.host("aten::empty", 700, 10, 0);
        plan();
        assertThat(syncs(1)).isEqualTo(polls ? List.of(0) : List.of());
        assertThat(work.end(0)).isEqualTo(Math.round((polls ? 700 : end) * 1_000));
        assertThat(durations()).containsExactly(10, polls ? 0 : 690, 10);
        assertCounts(polls ? 1 : 0, 0, 0);
    }

    /** A host that goes on at once did not wait, whatever runs by then. */
    @Test
    void aHostThatGoesOnAtOnceDoesNotPoll() {
        int a = rank.host("dispatch", 0, 10, 0);
        rank.add(NodeKind.COMM_KERNEL, "deep_ep::intranode::notify_dispatch<8>", 11, 100, 9, a);
        rank.host("aten::empty", 13, 10, 0);
        plan();
        assertThat(syncs(1)).isEmpty();
        assertThat(work.end(0)).isEqualTo(111_000);
    }

    /** An operator does not wait for work that can only start after it, however close the clocks say they are. */
    @Test
    void nothingWaitsForWorkThatItPrecedes() {
        int a = rank.host("a", 0, 10, 0);
        int b = rank.host("b", 10, 2, 0);
        int kernel = rank.kernel("k", 12, 2, 7, b);
        rank.depend(a, kernel, EdgeKind.SYNC);
        plan();
        assertThat(syncs(host.sliceOf(a))).isEmpty();
        assertCounts(0, 1, 0);
    }

    @Test
    void theProfilersCostShortensEverySlice() {
        rank.host("a", 0, 10, 0);
        rank.host("b", 10, 2, 0);
        plan();
        SliceTimes times = SliceTimes.of(host, work, plan);
        times.shorten(3_000);
        assertThat(times.duration(0)).isEqualTo(7_000);
        assertThat(times.duration(1)).isZero();
        assertThat(times.shared(0)).isEqualTo(7_000);
        assertThat(times.shared(1)).isZero();
        assertThat(SliceTimes.recorded(host, work, plan).shared(0)).isZero();
    }
}
