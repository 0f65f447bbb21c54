// SPDX-License-Identifier: Apache-2.0
package org.etude.link.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.etude.link.TestDevice.call;
import static org.etude.link.TestDevice.copy;
import static org.etude.link.TestDevice.host;
import static org.etude.link.TestDevice.kernel;

import java.util.List;
import org.etude.link.TestDevice;
import org.etude.trace.model.EventKind;
import org.etude.trace.model.SyncArgs;
import org.junit.jupiter.api.Test;

/** Which node waits for which, on small traces laid out by hand. Times in ns. */
class DependencyTest {
    private static LinkedRank link(TestDevice.Event... events) {
        LinkedRank rank = TestDevice.link(List.of(events)).ranks().get(0);
        GraphChecks.sound(rank);
        return rank;
    }

    @Test
    void nestingAndThreadOrder() {
        LinkedRank rank = link(
                host("a", 1, 0, 100, 0),
                host("a1", 1, 10, 20, 0),
                host("a2", 1, 40, 20, 0),
                host("b", 1, 100, 10, 0),
                host("other", 2, 50, 5, 0));
        assertThat(Graph.edges(rank, EdgeKind.NESTING)).containsExactly("a>a1", "a>a2");
        assertThat(Graph.edges(rank, EdgeKind.THREAD_ORDER)).containsExactly("a1>a2", "a2>b");
        assertThat(rank.exclusiveNanos(0)).isEqualTo(60);
    }

    @Test
    void oneGraphLaunchHasManyKernelsInStreamOrder() {
        LinkedRank rank = link(
                host("replay", 1, 0, 100, 0),
                call("hipGraphLaunch", 1, 10, 5, 7),
                kernel("k1", 0, 50, 10, 7),
                kernel("k2", 0, 60, 10, 7),
                kernel("k3", 3, 55, 10, 7));
        assertThat(Graph.edges(rank, EdgeKind.LAUNCH)).containsExactly("replay>k1", "replay>k3", "replay>k2");
        assertThat(Graph.edges(rank, EdgeKind.STREAM_ORDER)).containsExactly("k1>k2");
    }

    @Test
    void aMislabelledCallIsALaunchAndACallOutsideOperatorsRepresentsItsCaller() {
        LinkedRank rank = link(call("hipArray3DCreate", 1, 10, 5, 9), kernel("k", 0, 50, 10, 9));
        assertThat(Graph.edges(rank, EdgeKind.LAUNCH)).containsExactly("hipArray3DCreate>k");
        assertThat(rank.launchEvent(1)).isZero();
    }

    @Test
    void deviceSynchronisationWaitsForTheLastWorkOfEveryStream() {
        LinkedRank rank = link(
                host("op", 1, 0, 20, 0),
                call("hipLaunchKernel", 1, 1, 1, 1),
                call("hipLaunchKernel", 1, 3, 1, 2),
                call("hipLaunchKernel", 1, 5, 1, 3),
                kernel("a", 0, 10, 30, 1),
                kernel("b", 0, 40, 30, 2),
                kernel("c", 4, 15, 30, 3),
                call("hipDeviceSynchronize", 1, 25, 60, 4),
                call("hipLaunchKernel", 1, 90, 1, 5),
                kernel("d", 0, 95, 5, 5));
        assertThat(Graph.edges(rank, EdgeKind.SYNC))
                .containsExactlyInAnyOrder("b>hipDeviceSynchronize", "c>hipDeviceSynchronize");
    }

    @Test
    void aCopyThatReturnedOnlyWhenDoneBlocked() {
        LinkedRank blocking =
                link(host("item", 1, 0, 90, 0), call("cudaMemcpyAsync", 1, 10, 60, 1), copy(7, 20, 40, 1));
        assertThat(Graph.edges(blocking, EdgeKind.SYNC)).containsExactly("Memcpy DtoH>cudaMemcpyAsync");
        LinkedRank free = link(host("item", 1, 0, 90, 0), call("cudaMemcpyAsync", 1, 10, 6, 1), copy(7, 20, 40, 1));
        assertThat(Graph.edges(free, EdgeKind.SYNC)).isEmpty();
    }

    @Test
    void waitsBetweenStreamsAreInferredFromThePattern() {
        LinkedRank rank = link(
                host("op", 1, 0, 100, 0),
                call("hipLaunchKernel", 1, 1, 1, 1),
                call("hipStreamWaitEvent", 1, 3, 1, 2),
                call("hipExtLaunchKernel", 1, 5, 1, 3),
                call("hipStreamWaitEvent", 1, 7, 1, 4),
                call("hipLaunchKernel", 1, 9, 1, 5),
                kernel("gemm", 0, 10, 20, 1),
                kernel("ncclDevKernel_Generic(x)", 4, 40, 20, 3),
                kernel("adam", 0, 70, 10, 5));
        assertThat(Graph.edges(rank, EdgeKind.STREAM_WAIT))
                .containsExactly("gemm>ncclDevKernel_Generic(x)", "ncclDevKernel_Generic(x)>adam");
    }

    @Test
    void handlesSayWhichRecordIsWaitedFor() {
        LinkedRank rank = link(
                host("op", 1, 0, 100, 0),
                call("cudaLaunchKernel", 1, 1, 1, 1),
                new TestDevice.Event(
                        EventKind.RUNTIME, "cudaEventRecord", 1, 3, 1, 2, null, new SyncArgs(0, 55, -1, -1)),
                call("cudaLaunchKernel", 1, 5, 1, 3),
                new TestDevice.Event(
                        EventKind.RUNTIME, "cudaStreamWaitEvent", 1, 7, 1, 4, null, new SyncArgs(9, 55, -1, -1)),
                call("cudaLaunchKernel", 1, 9, 1, 5),
                kernel("first", 0, 10, 10, 1),
                kernel("second", 0, 20, 10, 3),
                kernel("waiter", 9, 50, 10, 5));
        assertThat(Graph.edges(rank, EdgeKind.STREAM_WAIT)).containsExactly("first>waiter");
    }

    @Test
    void anInferredWaitThatTimeContradictsIsLeftOut() {
        LinkedRank rank = link(
                host("op", 1, 0, 100, 0),
                call("hipLaunchKernel", 1, 1, 1, 1),
                call("hipStreamWaitEvent", 1, 3, 1, 2),
                call("hipLaunchKernel", 1, 5, 1, 3),
                kernel("long", 0, 10, 900_000, 1),
                kernel("early", 4, 40, 20, 3));
        assertThat(Graph.edges(rank, EdgeKind.STREAM_WAIT)).isEmpty();
    }

    @Test
    void theBackwardThreadAndTheMainThreadWaitForEachOther() {
        LinkedRank rank = link(
                host("forward", 1, 0, 50, 0),
                host("autograd::engine::evaluate_function: MmBackward0", 2, 60, 40, 0),
                host("step", 1, 110, 10, 0));
        assertThat(Graph.edges(rank, EdgeKind.INTER_THREAD))
                .containsExactly(
                        "forward>autograd::engine::evaluate_function: MmBackward0",
                        "autograd::engine::evaluate_function: MmBackward0>step");
    }

    @Test
    void workWithoutALaunchStaysInItsStreamAndIsReported() {
        LinkedSet linked = TestDevice.link(List.of(
                kernel("before", 0, 0, 10, 77),
                host("op", 1, 5, 20, 0),
                call("hipLaunchKernel", 1, 6, 1, 1),
                kernel("k", 0, 10, 10, 1)));
        assertThat(Graph.edges(linked.ranks().get(0), EdgeKind.STREAM_ORDER)).containsExactly("before>k");
        assertThat(linked.unmatched()).hasSize(1).first().satisfies(row -> {
            assertThat(row.name()).isEqualTo("before");
            assertThat(row.reason()).contains("77");
        });
    }

    @Test
    void workBeforeItsLaunchKeepsTheLink() {
        LinkedRank rank =
                link(host("op", 1, 50, 20, 0), call("hipLaunchKernel", 1, 60, 1, 1), kernel("k", 0, 10, 10, 1));
        assertThat(Graph.edges(rank, EdgeKind.LAUNCH)).containsExactly("op>k");
    }
}
