// SPDX-License-Identifier: Apache-2.0
package org.etude.link.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.etude.link.TestDevice.call;
import static org.etude.link.TestDevice.copy;
import static org.etude.link.TestDevice.kernel;

import java.util.ArrayList;
import java.util.List;
import org.etude.link.TestDevice;
import org.etude.report.Finding;
import org.etude.trace.model.EventKind;
import org.etude.trace.model.SyncArgs;
import org.junit.jupiter.api.Test;

/** A call waits for the work that its kind, its handles ({@link EventRecords}) or, failing these, time names. */
class SyncCallsTest {
    private HostSide side;

    private static TestDevice.Event with(TestDevice.Event event, long stream, long id, long record) {
        return new TestDevice.Event(
                event.kind(),
                event.name(),
                event.lane(),
                event.start(),
                event.duration(),
                event.correlation(),
                null,
                new SyncArgs(stream, id, -1, record));
    }

    /** What waits for what, as "waited for -> call". */
    private List<String> waits(TestDevice.Event... events) {
        side = HostSide.of(events);
        LaunchOrder order = new LaunchOrder(side.rank, side.nodes);
        EdgeList edges = new EdgeList(side.nodes);
        new SyncCalls(side.rank, side.nodes, edges, order, new EventRecords(side.rank, order)).add();
        List<String> shown = new ArrayList<>();
        for (int e = 0; e < edges.size(); e++) {
            shown.add(ParentAssigner.name(side.rank, side.nodes, edges.source(e))
                    + " -> "
                    + ParentAssigner.name(side.rank, side.nodes, edges.target(e)));
        }
        return shown;
    }

    private static final TestDevice.Event A = kernel("a", 1, 100_000, 100_000, 1);
    private static final TestDevice.Event B = kernel("b", 2, 100_000, 300_000, 2);

    private List<String> after(TestDevice.Event... calls) {
        List<TestDevice.Event> events = new ArrayList<>(
                List.of(call("cudaLaunchKernel", 0, 0, 1_000, 1), call("cudaLaunchKernel", 0, 2_000, 1_000, 2), A, B));
        events.addAll(List.of(calls));
        return waits(events.toArray(TestDevice.Event[]::new));
    }

    @Test
    void theDeviceIsAllOfItsStreams() {
        assertThat(after(call("cudaDeviceSynchronize", 0, 5_000, 500_000, 3)))
                .containsExactlyInAnyOrder("a -> cudaDeviceSynchronize", "b -> cudaDeviceSynchronize");
    }

    /** Work that ends later than the call returned was not waited for. */
    @Test
    void whatIsNotDoneWasNotWaitedFor() {
        assertThat(after(call("cudaDeviceSynchronize", 0, 5_000, 250_000, 3)))
                .containsExactly("a -> cudaDeviceSynchronize");
    }

    @Test
    void aStreamsCallNamesItsStream() {
        assertThat(after(with(call("cudaStreamSynchronize", 0, 5_000, 500_000, 3), 1, -1, -1)))
                .containsExactly("a -> cudaStreamSynchronize");
        assertThat(side.log.report().findings()).isEmpty();
    }

    @Test
    void withoutAHandleTheLastDoneOnTheThreadIsMeant() {
        assertThat(after(call("cudaStreamSynchronize", 0, 5_000, 500_000, 3)))
                .containsExactly("b -> cudaStreamSynchronize");
        assertThat(after(call("cudaStreamSynchronize", 0, 5_000, 200_000, 3)))
                .containsExactly("a -> cudaStreamSynchronize");
        assertThat(side.log.report().findings())
                .extracting(Finding::what)
                .containsExactly("1 stream or event synchronisation does not state what it waits for");
    }

    /** The event was recorded on stream 1 between the two launches, so it does not cover b. */
    @Test
    void anEventIsWorkBeforeItsRecord() {
        TestDevice.Event record = with(call("cudaEventRecord", 0, 1_500, 100, 7), 1, 42, -1);
        assertThat(after(record, with(call("cudaEventSynchronize", 0, 5_000, 500_000, 8), -1, 42, -1)))
                .containsExactly("a -> cudaEventSynchronize");
        assertThat(after(record, with(call("cudaEventSynchronize", 0, 5_000, 500_000, 8), -1, -1, 7)))
                .containsExactly("a -> cudaEventSynchronize");
    }

    /** The GPU's own record of a wait has its call's correlation and says more than the call. */
    @Test
    void theGpusRecordOfAWaitCounts() {
        TestDevice.Event record = with(call("cudaEventRecord", 0, 1_500, 100, 7), 1, -1, -1);
        TestDevice.Event sync =
                with(new TestDevice.Event(EventKind.SYNC, "Event Sync", 150, 300_000, 10, 8, null, null), -1, -1, 7);
        assertThat(after(record, sync, call("cudaEventSynchronize", 0, 5_000, 500_000, 8)))
                .containsExactly("a -> cudaEventSynchronize");
    }

    /** PyTorch's calls have no handles, but its GPU-side records name the stream. */
    @Test
    void theGpusRecordNamesTheStream() {
        TestDevice.Event sync =
                with(new TestDevice.Event(EventKind.SYNC, "Stream Sync", 150, 5_500, 10, 8, null, null), 1, -1, -1);
        assertThat(after(sync, call("cudaStreamSynchronize", 0, 5_000, 500_000, 8)))
                .containsExactly("a -> cudaStreamSynchronize");
        assertThat(side.log.report().findings()).isEmpty();
    }

    @Test
    void aCopyWaitsForItselfIfItIsOverWhenTheCallReturns() {
        assertThat(waits(call("cudaMemcpy", 0, 0, 500, 1), copy(1, 100, 900, 1)))
                .as("blocks by its name; but the copy ends far later than the call")
                .containsExactly("Memcpy DtoH -> cudaMemcpy");
        assertThat(waits(call("cudaMemcpyAsync", 0, 0, 500, 1), copy(1, 100, 400, 1)))
                .containsExactly("Memcpy DtoH -> cudaMemcpyAsync");
        assertThat(waits(call("cudaMemcpyAsync", 0, 0, 500, 1), copy(1, 100, 401, 1)))
                .isEmpty();
    }

    /**
     * An event of stream 1 is waited for, behind which "c" was launched that ends after the call. That "b" ended before the call
     * does not explain the wait.
     */
    @Test
    void anEventsWaitEndsWithItsWork() {
        TestDevice.Event[] events = {
            call("cudaLaunchKernel", 0, 0, 1_000, 1),
            call("cudaLaunchKernel", 0, 2_000, 1_000, 2),
            call("cudaLaunchKernel", 0, 4_000, 1_000, 3),
            kernel("b", 2, 10_000, 10_000, 1),
            kernel("a", 1, 20_000, 100_000, 2),
            kernel("c", 1, 120_000, 100_000, 3),
            call("cudaEventSynchronize", 0, 30_000, 95_000, 4)
        };
        assertThat(waits(events)).containsExactly("a -> cudaEventSynchronize");
    }

    @Test
    void theLatestRecordOfAHandleBeforeTheWaitCounts() {
        side = HostSide.of(
                with(call("cudaEventRecord", 0, 0, 10, 1), 3, 42, -1),
                with(call("cudaEventRecord", 0, 100, 10, 2), 3, 42, -1),
                with(call("cudaEventSynchronize", 0, 200, 10, 3), -1, 42, -1),
                with(call("cudaEventRecord", 0, 300, 10, 4), 3, 42, -1));
        EventRecords records = new EventRecords(side.rank, new LaunchOrder(side.rank, side.nodes));
        assertThat(records.any()).isTrue();
        assertThat(records.waitedFor(2)).isEqualTo(1);
        assertThat(records.waitedFor(0)).as("nothing before it").isEqualTo(-1);
        assertThat(records.syncRecord(2)).isEqualTo(-1);
        assertThat(records.workBefore(0)).isEqualTo(-1);
    }
}
