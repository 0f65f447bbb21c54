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
import org.etude.link.model.NodeKind;
import org.etude.spec.CollectiveType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * In which slice of its timeline the host waits for a transfer of a backend. Slices count from 0; gaps between operators are slices. A
 * host that goes on at most 200 us after a transfer, or a tenth of the wait, waited for it. Times in us.
 */
class HostWaitsTest {
    private static final int NONE = HostTimeline.NONE;
    private static final int BACKEND_THREAD = 5;

    @TempDir
    Path dir;

    private final FakeRank rank = new FakeRank(0);
    private final Recording.Rank recorded = new Recording(2).rank(0);

    private static HostWaits of(LinkedRank rank, long... cuts) {
        BackendThreads backend = new BackendThreads(rank);
        WorkNodes work = new WorkNodes(rank, new CommJudge());
        HostTimeline host = new HostTimeline(rank, cuts, new SideThreads(rank, backend).elsewhere(), 1_000);
        return new HostWaits(rank, work, host, backend, new BusyCallers(work, host, backend));
    }

    /** A transfer that no known operator asked for. */
    private int transfer(double start, double micros) {
        return rank.add(NodeKind.HOST_COMM, "gloo:all_reduce", start, micros, BACKEND_THREAD, -1);
    }

    private int byTime() {
        HostWaits waits = of(rank);
        assertThat(waits.holds(0)).as("no call that could hold the host").isFalse();
        return waits.slice(0);
    }

    /**
     * The host is idle from 10 on. It may have waited for the transfer if it resumes at most 200 us after its end, or a
     * tenth of the wait where that is more: of 4,995 us in the second group, of 4,000 in the third, where the host was
     * idle before the transfer began.
     */
    @ParameterizedTest
    @CsvSource({
        "5, 100, 105, 1",
        "5, 100, 305, 1",
        "5, 100, 305.001, -1",
        "5, 5000, 5504.5, 1",
        "5, 5000, 5504.501, -1",
        "1005, 4000, 5405, 1",
        "1005, 4000, 5405.001, -1"
    })
    void aTransferIsWaitedForUpToATimeAfterItsEnd(double start, double micros, double resumed, int slice) {
        rank.host("a", 0, 10, 0);
        transfer(start, micros);
        rank.host("b", resumed, 10, 0);
        assertThat(byTime()).isEqualTo(slice);
    }

    /** The transfer ends at 105 within an operator from 50 to 110. */
    @ParameterizedTest
    @CsvSource({"aten::mul, HOST_OP, -1", "_wait_stream, HOST_OP, 1", "c10d::barrier, HOST_OP, 1", "sync, SYNC_CALL, 1"
    })
    void onlyOperatorsThatMayWaitDo(String name, NodeKind kind, int slice) {
        rank.host("a", 0, 50, 0);
        transfer(5, 100);
        rank.add(kind, name, 50, 60, 0, -1);
        rank.host("b", 110, 10, 0);
        assertThat(byTime()).isEqualTo(slice);
    }

    @Test
    void aTransferThatEndsBeforeTheHostBeginsIsNotWaitedFor() {
        transfer(0, 5);
        rank.host("a", 5, 10, 0);
        assertThat(byTime()).isEqualTo(NONE);
    }

    /** The host's timeline ends at 10. */
    @ParameterizedTest
    @CsvSource({"5, 0", "5.001, -1"})
    void aTransferThatEndsAfterTheHostIsNotWaitedFor(double micros, int slice) {
        rank.host("wait", 0, 10, 0);
        transfer(5, micros);
        assertThat(byTime()).isEqualTo(slice);
    }

    /** A message from 12 on whose call lasts from 10 to 20; the host then resumes with an operator. */
    private HostWaits message(double end, double resumed) {
        int call = rank.host("c10d::send", 10, 10, 0);
        rank.transfer(
                rank.add(NodeKind.HOST_COMM, "gloo:send", 12, end - 12, BACKEND_THREAD, call),
                CollectiveType.SEND,
                64,
                64,
                "",
                1,
                0);
        rank.host("b", resumed, 10, 0);
        return of(rank);
    }

    /** A tenth of 90 us from the call on is less than 200 us, of 5000 us it is 500. */
    @ParameterizedTest
    @CsvSource({"100, 110, 1", "100, 300, 1", "100, 300.001, -1", "5010, 5510, 1", "5010, 5510.001, -1"})
    void aMessageHoldsTheHostThatResumesWhenItIsThere(double end, double resumed, int slice) {
        HostWaits waits = message(end, resumed);
        assertThat(waits.holds(0)).isEqualTo(slice >= 0);
        assertThat(waits.slice(0)).isEqualTo(slice);
    }

    /** The message is there at 15, within its call: what follows the call waits for nothing. */
    @Test
    void aMessageThatEndsWithinItsCallIsWaitedForRightBehindIt() {
        HostWaits waits = message(15, 30);
        assertThat(waits.slice(0)).isEqualTo(1);
        assertThat(waits.holds(0)).isTrue();
    }

    /** Half a microsecond is no gap: the call's slice lasts until the next operator. */
    @Test
    void anOperatorThatFollowsAtOnceIsRightBehindTheCall() {
        HostWaits waits = message(15, 20.5);
        assertThat(waits.slice(0)).isEqualTo(1);
        assertThat(waits.holds(0)).isTrue();
    }

    /** The idle time from 20 on is cut at 60; its end decides, 200 us after a message at 50. */
    @ParameterizedTest
    @CsvSource({"50, 250, 1, true", "50, 250.001, 1, false", "60, 110, 1, true", "60.001, 110, 2, true"})
    void idleTimeInSeveralSlicesIsOneWait(double end, double resumed, int slice, boolean holds) {
        message(end, resumed);
        HostWaits waits = of(rank, 60_000);
        assertThat(waits.slice(0)).isEqualTo(slice);
        assertThat(waits.holds(0)).isEqualTo(holds);
    }

    /** Behind its call an operator runs from 20 to 50 while the message is under way until 100. */
    @Test
    void aMessageDoesNotHoldAHostThatWorksMeanwhile() {
        int call = rank.host("c10d::recv_", 10, 10, 0);
        rank.transfer(
                rank.add(NodeKind.HOST_COMM, "gloo:recv", 12, 88, BACKEND_THREAD, call),
                CollectiveType.RECV,
                64,
                64,
                "",
                1,
                0);
        rank.host("work", 20, 30, 0);
        rank.host("b", 110, 10, 0);
        HostWaits waits = of(rank);
        assertThat(waits.holds(0)).isFalse();
        assertThat(waits.slice(0)).as("the gap from 50 to 110, by time").isEqualTo(2);
    }

    /**
     * The slices: aten::mm from 0 to 1000, the call of an all-reduce to 1600, idle time to the time given, aten::add. The backend
     * carries it until 3100.
     */
    private HostWaits allReduce(String asynchronous, double carried, double resumed) {
        recorded.op("aten::mm", 1, 0, 1000)
                .op("c10d::allreduce_", 1, 1000, 600)
                .arg("Input Dims", List.of(List.of(4096)))
                .arg("Input type", List.of("float"))
                .arg("Concrete Inputs", List.of("", "", "", "", asynchronous, "-1"))
                .op("gloo:all_reduce", BACKEND_THREAD, carried, 3100 - carried)
                .op("aten::add", 1, resumed, 1000);
        return of(recorded.link(dir));
    }

    /** A synchronous call returns only once its transfer is through, however late the host then resumes. */
    @ParameterizedTest
    @ValueSource(doubles = {3150, 9000})
    void aSynchronousCallIsFollowedByItsWait(double resumed) {
        HostWaits waits = allReduce("False", 1100, resumed);
        assertThat(waits.slice(0)).isEqualTo(2);
        assertThat(waits.holds(0)).isTrue();
    }

    /** What the backend begins only when the call has returned leaves the call itself as work. */
    @ParameterizedTest
    @CsvSource({"1599, true", "1600, false"})
    void aSynchronousCallHoldsTheHostIfTheBackendBeginsWithinIt(double carried, boolean holds) {
        HostWaits waits = allReduce("False", carried, 3150);
        assertThat(waits.slice(0)).isEqualTo(2);
        assertThat(waits.holds(0)).isEqualTo(holds);
    }

    /** 200 us are allowed, a tenth of the 1500 us from 1600 on is less. */
    @ParameterizedTest
    @CsvSource({"True, 3300, 2", "True, 3301, -1", "none, 3301, -1"})
    void anAsynchronousCallIsWaitedForByTime(String asynchronous, double resumed, int slice) {
        HostWaits waits = allReduce(asynchronous, 1100, resumed);
        assertThat(waits.slice(0)).isEqualTo(slice);
        assertThat(waits.holds(0)).isFalse();
    }

    /** An operator runs from 1700 to 1800, so the host does not wait right behind its call. */
    @Test
    void aSynchronousCallWithWorkBehindItDoesNotHoldTheHost() {
        recorded.op("c10d::work", 1, 1700, 100);
        HostWaits waits = allReduce("False", 1100, 3150);
        assertThat(waits.holds(0)).isFalse();
        assertThat(waits.slice(0)).as("the gap from 1800 to 3150, by time").isEqualTo(4);
    }

    /** The arguments in the execution trace count before those of the event. */
    @ParameterizedTest
    @CsvSource({"false, true", "true, false"})
    void theExecutionTraceTellsSynchronousCallsToo(boolean asynchronous, boolean holds) {
        roots();
        call("[[[1, 7, 0, 10, 4, \"cpu\"]], " + asynchronous + ", -1]", 1000, 600)
                .op("aten::add", 1, 9000, 10);
        HostWaits waits = of(recorded.link(dir));
        assertThat(waits.holds(0)).isEqualTo(holds);
    }

    private void roots() {
        recorded.thread(2, 1).thread(3, BACKEND_THREAD);
    }

    /** Node 10, the call of an all-reduce over storage 7 that the backend carries from 1100 to 3100. */
    private Recording.Rank call(String inputs, double at, double micros) {
        return recorded.op(10, "c10d::allreduce_", 2, 1, at, micros)
                .inputs(inputs, "[[[10]], [], []]", "[\"GenericList[Tensor(float)]\", \"Bool\", \"Int\"]")
                .op("gloo:all_reduce", BACKEND_THREAD, 1100, 2000);
    }

    private Recording.Rank asynchronous() {
        roots();
        return call("[[[1, 7, 0, 10, 4, \"cpu\"]], true, -1]", 1000, 50);
    }

    private Recording.Rank reads(long id, String name, int storage, double at, double micros) {
        return recorded.op(id, name, 2, 1, at, micros)
                .inputs("[[" + id + ", " + storage + ", 0, 10, 4, \"cpu\"]]", "[[10]]", "[\"Tensor(float)\"]");
    }

    /** Slices: the call (0), a gap (1) to 3200, an operator (2) to 3300, a gap (3) to 3600, the reader (4). */
    @ParameterizedTest
    @CsvSource({"aten::add, 3", "aten::view, 1", "c10d::allreduce_, 1", "detach, 1"})
    void theHostWaitsBeforeTheFirstOperatorThatReadsTheResult(String reader, int slice) {
        asynchronous();
        reads(11, "aten::mm", 8, 3200, 100);
        reads(12, reader, 7, 3600, 100);
        assertThat(of(recorded.link(dir)).slice(0)).isEqualTo(slice);
    }

    /**
     * A backward pass on another thread (6) called the all-reduce, as on GPUs; the thread of the training loop reads its result. The
     * gap after the call lasts until 3600.
     */
    @Test
    void aReaderMayRunOnAnotherThreadThanTheCall() {
        roots();
        recorded.thread(4, 6);
        recorded.op(10, "c10d::allreduce_", 4, 6, 1000, 50)
                .inputs(
                        "[[[1, 7, 0, 10, 4, \"cpu\"]], true, -1]",
                        "[[[10]], [], []]",
                        "[\"GenericList[Tensor(float)]\"]")
                .op("gloo:all_reduce", BACKEND_THREAD, 1100, 2000);
        reads(12, "aten::_foreach_add_", 7, 3600, 100);
        assertThat(of(recorded.link(dir)).slice(0)).isEqualTo(1);
    }

    /** It reads the storage of the result from 3000 on, 100 us before the recorded end, which may lie 200 us too late. */
    @ParameterizedTest
    @CsvSource({"2900, 1", "2899, -1"})
    void aReaderThatBeganMuchEarlierReadSomethingElse(double at, int slice) {
        asynchronous();
        reads(12, "aten::add", 7, at, 5000);
        assertThat(of(recorded.link(dir)).slice(0)).isEqualTo(slice);
    }

    /** The wait_tensor itself, from 2000 on, is the wait, and the part of it in which the transfer ends. */
    @Test
    void aWaitTensorIsTheWait() {
        asynchronous();
        reads(12, "_c10d_functional::wait_tensor", 7, 2000, 1150);
        reads(13, "aten::add", 7, 3600, 100);
        assertThat(of(recorded.link(dir)).slice(0)).isEqualTo(2);
    }

    /** The reader begins right after an operator from 1050 on: no idle time before it could be the wait. */
    @Test
    void aReaderWithoutIdleTimeBeforeItWaitsItself() {
        asynchronous();
        reads(11, "aten::mm", 8, 1050, 2250);
        reads(12, "aten::add", 7, 3300, 100);
        assertThat(of(recorded.link(dir)).slice(0)).isEqualTo(2);
    }

    /**
     * Slices: the call (0), a gap (1) to 2000, the wait (2), an operator that it calls (3) from 3050 on for 20 us, its rest (4). The
     * transfer ends at 3100.
     */
    @ParameterizedTest
    @CsvSource({"1150, 4", "1090, 4", "1060, 3"})
    void theWaitIsTheSliceOfAWaitTensorInWhichTheTransferEnds(double micros, int slice) {
        asynchronous();
        reads(12, "_c10d_functional::wait_tensor", 7, 2000, micros);
        recorded.op(13, "inner", 12, 1, 3050, Math.min(20, micros - 1050));
        reads(14, "aten::add", 7, 3600, 100);
        assertThat(of(recorded.link(dir)).slice(0)).isEqualTo(slice);
    }

    /** Without its wait_tensor nothing says where the result of a functional collective is read; 500 us are too long by time. */
    @ParameterizedTest
    @CsvSource({"aten::add, -1", "_c10d_functional::wait_tensor, 4"})
    void theResultOfAFunctionalCollectiveIsReadByItsWaitTensor(String reader, int slice) {
        roots();
        recorded.op(9, "_c10d_functional::all_reduce", 2, 1, 990, 70);
        recorded.op(10, "c10d::allreduce_", 9, 1, 1000, 50)
                .inputs(
                        "[[[1, 7, 0, 10, 4, \"cpu\"]], true, -1]",
                        "[[[10]], [], []]",
                        "[\"GenericList[Tensor(float)]\"]")
                .op("gloo:all_reduce", BACKEND_THREAD, 1100, 2000);
        reads(12, reader, 7, 3600, 100);
        assertThat(of(recorded.link(dir)).slice(0)).isEqualTo(slice);
    }

    /**
     * aten::mm reads the result from 3420 on, within another operator. If that began after the transfer, the host waited before it, in
     * the gap (1); if it began at 2000, the host waited within it, before aten::mm (3).
     */
    @ParameterizedTest
    @CsvSource({"3400, 1", "2000, 3"})
    void theHostWaitsBeforeTheOutermostOperatorThatBeganSince(double began, int slice) {
        asynchronous();
        recorded.op(11, "aten::linear", 2, 1, began, 3500 - began);
        recorded.op(12, "aten::mm", 11, 1, 3420, 20)
                .inputs("[[12, 7, 0, 10, 4, \"cpu\"]]", "[[10]]", "[\"Tensor(float)\"]");
        assertThat(of(recorded.link(dir)).slice(0)).isEqualTo(slice);
    }
}
