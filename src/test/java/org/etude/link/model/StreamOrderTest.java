// SPDX-License-Identifier: Apache-2.0
package org.etude.link.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.etude.link.Recording;
import org.etude.report.Finding;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What GPU work waits for when several streams and threads are at work, with and without handles. Times in us. */
class StreamOrderTest {
    @TempDir
    Path dir;

    private final Recording.Rank job = Recording.alone();

    @BeforeEach
    void operator() {
        job.op("op", 1, 0, 900);
    }

    private List<String> edges(EdgeKind kind) {
        LinkedRank rank = job.link(dir);
        GraphChecks.sound(rank);
        return Graph.edges(rank, kind);
    }

    private void waits(double at, long correlation) {
        job.call("cudaStreamWaitEvent", 1, at, 1, correlation);
    }

    @Test
    void aWaitBetweenLaunchesToOneStreamMeansTheLastLaunchOnAnother() {
        job.launch("old", 1, 10, 3, 5, 1).launch("recent", 1, 20, 4, 5, 2).launch("a", 1, 30, 7, 5, 3);
        waits(40, 4);
        job.launch("b", 1, 50, 7, 5, 5);
        assertThat(edges(EdgeKind.STREAM_WAIT)).containsExactly("recent>b");
    }

    @Test
    void asManyWaitsInARowAsCollectivesUnderWayAreForOneEach() {
        job.launch("ncclDevKernel_A", 1, 10, 4, 5, 1)
                .launch("ncclDevKernel_B", 1, 20, 4, 5, 2)
                .launch("ncclDevKernel_C", 1, 30, 4, 5, 3);
        for (int k = 0; k < 3; k++) {
            waits(100 + 10 * k, 10 + k);
            job.launch("copy" + k, 1, 102 + 10 * k, 7, 5, 20 + k);
        }
        assertThat(edges(EdgeKind.STREAM_WAIT))
                .containsExactlyInAnyOrder("ncclDevKernel_A>copy0", "ncclDevKernel_B>copy1", "ncclDevKernel_C>copy2");
    }

    @Test
    void fewerWaitsThanCollectivesAreForTheLast() {
        job.launch("ncclDevKernel_A", 1, 10, 4, 5, 1)
                .launch("ncclDevKernel_B", 1, 20, 4, 5, 2)
                .launch("ncclDevKernel_C", 1, 30, 4, 5, 3);
        for (int k = 0; k < 2; k++) {
            waits(100 + 10 * k, 10 + k);
            job.launch("copy" + k, 1, 102 + 10 * k, 7, 5, 20 + k);
        }
        assertThat(edges(EdgeKind.STREAM_WAIT))
                .containsExactlyInAnyOrder("ncclDevKernel_C>copy0", "ncclDevKernel_C>copy1");
    }

    @Test
    void aWaitIsForTheCollectiveWhoseResultIsReadBehindIt() {
        job.thread(2, 1);
        gather(10, 10, 901, 1);
        gather(11, 40, 902, 2);
        waits(90, 9);
        job.launch("fill", 1, 92, 7, 1, 3);
        job.op(12, "aten::mm", 2, 1, 100, 20).inputs("[[2,901,0,8,4,\"cuda:0\"]]", "[[8]]", "[\"Tensor(float)\"]");
        job.launch("mm", 1, 105, 7, 5, 4);
        assertThat(edges(EdgeKind.STREAM_WAIT)).containsExactly("ncclAllGather1>fill");
    }

    private void gather(long id, double at, int storage, int number) {
        job.op(id, "c10d::_allgather_base_", 2, 1, at, 20)
                .inputs(
                        "[[1," + storage + ",0,8,4,\"cuda:0\"],[3," + storage + "0,0,4,4,\"cuda:0\"]]",
                        "[[8],[4]]",
                        "[\"Tensor(float)\",\"Tensor(float)\"]");
        job.launch("ncclAllGather" + number, 1, at + 5, 4, 5, number);
    }

    private void collective(long id, double at, int storage, String kernel, int stream) {
        job.op(id, "c10d::allreduce_", 2, 1, at, 20)
                .inputs("[[1," + storage + ",0,8,4,\"cuda:0\"]]", "[[8]]", "[\"Tensor(float)\"]");
        waits(at + 2, 100 + id);
        job.launch(kernel, 1, at + 5, stream, 5, id);
    }

    private void reads(long id, double at, int... storages) {
        StringBuilder tensors = new StringBuilder();
        for (int storage : storages) {
            tensors.append(tensors.length() == 0 ? "" : ",").append("[2," + storage + ",0,8,4,\"cuda:0\"]");
        }
        String shapes = storages.length == 1 ? "[[8]]" : "[[8],[8]]";
        String types = storages.length == 1 ? "[\"Tensor(float)\"]" : "[\"Tensor(float)\",\"Tensor(float)\"]";
        job.op(id, "aten::mm", 2, 1, at, 20).inputs("[" + tensors + "]", shapes, types);
        job.launch("mm" + id, 1, at + 5, 7, 5, id);
    }

    @Test
    void aCollectivesOwnWaitIsForTheComputationBeforeItAndNotForAnotherCollective() {
        job.thread(2, 1);
        reads(10, 10, 800);
        collective(11, 40, 901, "ncclDevKernel_A", 4);
        collective(12, 70, 902, "ncclDevKernel_B", 5);
        assertThat(edges(EdgeKind.STREAM_WAIT))
                .containsExactlyInAnyOrder("mm10>ncclDevKernel_A", "mm10>ncclDevKernel_B");
    }

    @Test
    void severalWaitsBeforeOneKernelAreForAllResultsThatItReads() {
        job.thread(2, 1);
        collective(11, 40, 901, "ncclDevKernel_A", 4);
        collective(12, 70, 902, "ncclDevKernel_B", 5);
        waits(100, 21);
        waits(102, 22);
        reads(13, 110, 901, 902);
        assertThat(edges(EdgeKind.STREAM_WAIT))
                .containsExactlyInAnyOrder("ncclDevKernel_A>mm13", "ncclDevKernel_B>mm13");
    }

    @Test
    void aWaitBeforeAPrefetchHoldsTheReaderBehindIt() {
        job.thread(2, 1);
        collective(11, 40, 901, "ncclDevKernel_A", 4);
        waits(70, 21);
        collective(12, 80, 902, "ncclDevKernel_B", 5);
        reads(13, 110, 901);
        assertThat(edges(EdgeKind.STREAM_WAIT))
                .containsExactlyInAnyOrder("ncclDevKernel_A>ncclDevKernel_B", "ncclDevKernel_A>mm13");
    }

    @Test
    void aWaitWithNothingElsewhereMeansNothing() {
        job.launch("a", 1, 30, 7, 5, 3);
        waits(40, 4);
        job.launch("b", 1, 50, 7, 5, 5);
        assertThat(edges(EdgeKind.STREAM_WAIT)).isEmpty();
    }

    @Test
    void workFromBeforeTheWindowIsNotWaitedFor() {
        job.kernel("before", 4, 1, 5, 99).launch("a", 1, 30, 7, 5, 3);
        waits(40, 4);
        job.launch("b", 1, 50, 7, 5, 5);
        assertThat(edges(EdgeKind.STREAM_WAIT)).isEmpty();
    }

    @Test
    void twoWaitsForOneWorkAreOneEdge() {
        job.launch("a", 1, 30, 4, 5, 3);
        waits(40, 4);
        waits(42, 5);
        job.launch("b", 1, 50, 7, 5, 6);
        LinkedSet linked = job.job().link(dir);
        assertThat(Graph.edges(linked.ranks().get(0), EdgeKind.STREAM_WAIT)).containsExactly("a>b");
        assertThat(linked.report().findings())
                .extracting(Finding::what)
                .contains("1 wait between streams inferred, 0 contradicted by timestamps and left out, 0 known");
    }

    @Test
    void anInferredWaitMayBeOffByTheClocksToleranceAndNoMore() {
        job.launch("a", 1, 10, 4, 139.001, 1);
        waits(12, 2);
        job.call("cudaLaunchKernel", 1, 14, 1, 3).kernel("b", 7, 100, 5, 3);
        assertThat(edges(EdgeKind.STREAM_WAIT))
                .as("a ends 50.001 us after b begins")
                .containsExactly();
        job.events.removeAll();
        operator();
        job.launch("a", 1, 10, 4, 139, 1);
        waits(12, 2);
        job.call("cudaLaunchKernel", 1, 14, 1, 3).kernel("b", 7, 100, 5, 3);
        assertThat(edges(EdgeKind.STREAM_WAIT)).containsExactly("a>b");
    }

    @Test
    void theStreamsRecordNamesTheWorkAndTheStream() {
        job.launch("a", 1, 10, 3, 5, 1).launch("b", 1, 20, 4, 5, 2);
        job.call("cudaEventRecord", 1, 30, 1, 30, "stream", 3, "event", 55);
        job.launch("later", 1, 35, 3, 5, 3);
        job.call("cudaStreamWaitEvent", 1, 40, 1, 40, "stream", 7, "event", 55);
        job.launch("elsewhere", 1, 50, 9, 5, 4).launch("waiter", 1, 60, 7, 5, 5);
        assertThat(edges(EdgeKind.STREAM_WAIT)).containsExactly("a>waiter");
    }

    @Test
    void aRecordMadeLaterIsNotTheOneWaitedFor() {
        job.launch("a", 1, 10, 3, 5, 1);
        job.call("cudaEventRecord", 1, 20, 1, 20, "stream", 3, "event", 55);
        job.launch("b", 1, 25, 3, 5, 2);
        job.call("cudaStreamWaitEvent", 1, 40, 1, 40, "stream", 7, "event", 55);
        job.call("cudaEventRecord", 1, 45, 1, 45, "stream", 3, "event", 55);
        job.launch("waiter", 1, 60, 7, 5, 5);
        assertThat(edges(EdgeKind.STREAM_WAIT)).containsExactly("a>waiter");
    }

    @Test
    void theGpusOwnRecordGoesBeforeHandles() {
        job.launch("a", 1, 10, 3, 5, 1);
        job.call("cudaEventRecord", 1, 15, 1, 15);
        job.launch("b", 1, 20, 4, 5, 2);
        job.call("cudaEventRecord", 1, 25, 1, 25);
        job.call("cudaStreamWaitEvent", 1, 40, 1, 40);
        job.gpu("cuda_sync", "Stream Wait Event", 7, 42, 1, "correlation", 40)
                .arg("wait_on_stream", 3)
                .arg("wait_on_cuda_event_record_corr_id", 15);
        job.launch("other", 1, 50, 9, 5, 3).launch("waiter", 1, 60, 7, 5, 4);
        assertThat(edges(EdgeKind.STREAM_WAIT)).containsExactly("a>waiter");
    }

    @Test
    void aStreamsSynchronisationWaitsForThatStreamAlone() {
        job.launch("a", 1, 10, 3, 5, 1).launch("b", 1, 20, 4, 5, 2);
        job.call("cudaStreamSynchronize", 1, 40, 20, 40, "stream", 3);
        assertThat(edges(EdgeKind.SYNC)).containsExactly("a>cudaStreamSynchronize");
    }

    @Test
    void withoutAHandleItWaitsForTheLastWorkOfItsThreadThatWasDone() {
        job.launch("a", 1, 10, 3, 5, 1).launch("b", 1, 20, 4, 15, 2);
        job.op("elsewhere", 2, 0, 900).launch("c", 2, 25, 5, 2, 3);
        job.call("cudaStreamSynchronize", 1, 40, 20, 40);
        assertThat(edges(EdgeKind.SYNC)).containsExactly("b>cudaStreamSynchronize");
    }

    @Test
    void whatWasStillRunningWasNotWaitedFor() {
        job.launch("a", 1, 10, 3, 5, 1).launch("b", 1, 20, 4, 500, 2);
        job.call("cudaStreamSynchronize", 1, 40, 20, 40);
        assertThat(edges(EdgeKind.SYNC)).containsExactly("a>cudaStreamSynchronize");
    }

    @Test
    void anEventsSynchronisationWaitsForWhatWasRecorded() {
        job.launch("a", 1, 10, 3, 5, 1);
        job.call("cudaEventRecord", 1, 15, 1, 15, "event", 9);
        job.launch("b", 1, 20, 3, 5, 2);
        job.call("cudaEventSynchronize", 1, 40, 20, 40, "event", 9);
        assertThat(edges(EdgeKind.SYNC)).containsExactly("a>cudaEventSynchronize");
    }

    @Test
    void ofSeveralCallsWithOneCorrelationTheLastBeforeTheWorkLaunchedIt() {
        job.op("early", 2, 5, 20).call("cudaLaunchKernel", 2, 10, 1, 1);
        job.op("near", 2, 30, 20).call("cudaLaunchKernel", 2, 40, 1, 1);
        job.op("late", 2, 60, 20).call("cudaLaunchKernel", 2, 70, 1, 1);
        job.kernel("k", 7, 50, 5, 1);
        assertThat(edges(EdgeKind.LAUNCH)).containsExactly("near>k");
    }

    @Test
    void collectivesWithoutACorrelationTakeTheLaunchesInsideCollectivesInOrder() {
        job.op("c10d::allreduce_", 1, 10, 20).call("hipExtLaunchKernel", 1, 15, 1, -1);
        job.op("c10d::broadcast_", 1, 40, 20).call("hipExtLaunchKernel", 1, 45, 1, -1);
        job.call("hipLaunchKernel", 1, 70, 1, -1);
        job.kernel("ncclDevKernel_Generic(a)", 4, 20, 5, 0).kernel("ncclDevKernel_Generic(b)", 4, 50, 5, 0);
        job.kernel("gemm", 0, 80, 5, 0);
        LinkedSet linked = job.job().link(dir);
        assertThat(Graph.edges(linked.ranks().get(0), EdgeKind.LAUNCH))
                .containsExactly(
                        "c10d::allreduce_>ncclDevKernel_Generic(a)", "c10d::broadcast_>ncclDevKernel_Generic(b)");
        assertThat(linked.report().findings())
                .extracting(Finding::what)
                .contains(
                        "2 of 2 collective kernels without correlation were linked by order",
                        "1 of 3 GPU events have no launch");
    }

    @Test
    void aCollectiveBeforeAnyFreeLaunchStaysWithout() {
        job.kernel("ncclDevKernel_Generic(early)", 4, 5, 2, 0);
        job.op("c10d::allreduce_", 1, 10, 20).call("hipExtLaunchKernel", 1, 15, 1, -1);
        job.kernel("ncclDevKernel_Generic(a)", 4, 20, 5, 0);
        assertThat(edges(EdgeKind.LAUNCH)).containsExactly("c10d::allreduce_>ncclDevKernel_Generic(a)");
    }

    @Test
    void gpuWorkIsNobodysCallee() {
        job.op("after", 1, 950, 10).kernel("k", 7, 5, 20, -1);
        assertThat(edges(EdgeKind.THREAD_ORDER)).containsExactly("op>after");
        assertThat(edges(EdgeKind.NESTING)).isEmpty();
    }
}
