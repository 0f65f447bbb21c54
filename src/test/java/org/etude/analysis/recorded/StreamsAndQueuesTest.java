// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.recorded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.etude.analysis.recorded.IdleTime.Category;
import org.etude.link.TestDevice;
import org.etude.link.TestDevice.Event;
import org.etude.report.Report;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.TraceSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@link StreamIdle}, {@link QueueLengths}, {@link LaunchQueues} and {@link CopyUses}, worked out by hand; times in ns. */
class StreamsAndQueuesTest {
    private static List<String> idle(StreamIdle stream) {
        return stream.of(3, 0, 7).stream()
                .map(row -> row.category() + " " + row.count() + " x " + row.nanos() + " of " + row.spanNanos()
                        + ", idle " + row.idleNanos())
                .toList();
    }

    /** Busy from 100 to 260, 289 to 300, 330 to 340 and 341 to 350: gaps of 29, 30 and 1 ns. */
    @Test
    void theTimeOfAStreamIsBusyOrIdleForAReason() {
        StreamIdle stream = new StreamIdle(30);
        stream.add(100, 200, true);
        stream.add(150, 250, false);
        stream.add(250, 260, true);
        stream.add(289, 300, false);
        stream.add(330, 340, false);
        stream.add(341, 350, true);
        stream.add(342, 348, false);
        assertThat(stream.endNanos()).isEqualTo(350);
        assertThat(idle(stream))
                .containsExactly(
                        "BUSY 7 x 190 of 250, idle 60",
                        "HOST_WAIT 1 x 1 of 250, idle 60",
                        "KERNEL_WAIT 1 x 29 of 250, idle 60",
                        "OTHER 1 x 30 of 250, idle 60");
        assertThat(Category.values()).hasSize(4);
    }

    @Test
    void aStreamWithoutWorkHasNoTime() {
        StreamIdle stream = new StreamIdle(30);
        assertThat(stream.of(0, 0, 7)).isEmpty();
        assertThat(stream.endNanos()).isEqualTo(Long.MIN_VALUE);
    }

    private static LaunchQueue lengths(long... timesAndLengths) {
        QueueLengths lengths = new QueueLengths();
        for (int i = 0; i < timesAndLengths.length; i += 2) {
            lengths.add(timesAndLengths[i], timesAndLengths[i + 1]);
        }
        return lengths.summary(3, 0, 7);
    }

    /** Lengths 0, 1, 1, 2: quartiles lie at 0.75, 1.5 and 2.25 of the indices 0 to 3. */
    @Test
    void lengthsHaveTheQuartilesOfPandas() {
        LaunchQueue queue = lengths(0, 1, 10, 2, 20, 1, 30, 0);
        assertThat(queue.changes()).isEqualTo(4);
        assertThat(queue.mean()).isEqualTo(1);
        assertThat(queue.deviation()).isCloseTo(Math.sqrt(2.0 / 3), within(1e-12));
        assertThat(queue.least()).isZero();
        assertThat(queue.lower()).isEqualTo(0.75);
        assertThat(queue.median()).isEqualTo(1);
        assertThat(queue.upper()).isEqualTo(1.25);
        assertThat(queue.most()).isEqualTo(2);
        assertThat(queue.fullNanos()).isZero();
    }

    @Test
    void oneLengthIsAllQuartiles() {
        LaunchQueue queue = lengths(5, 3);
        assertThat(List.of(queue.lower(), queue.median(), queue.upper())).containsExactly(3.0, 3.0, 3.0);
    }

    /** 1024 launches or more from 0 to 60. */
    @Test
    void aQueueIsFullWithAsManyLaunchesAsCudaHolds() {
        assertThat(lengths(0, 1024, 10, 1025, 30, 1024, 60, 1023, 100, 0).fullNanos())
                .isEqualTo(60);
    }

    private static TraceSet set(long clockOffset, Event... events) {
        RankTrace rank = new RankTrace(3, null, new TestDevice(List.of(events)), clockOffset, List.of());
        RankTrace bare = new RankTrace(4, null, null, 0, List.of());
        return new TraceSet("test", List.of(rank, bare), 2, Report.empty());
    }

    /** Stream 7 has two launches under way, stream 8 one; work without a launch counts nowhere. */
    @Test
    void aLaunchWaitsInTheQueueOfItsStream() {
        TraceSet traces = set(
                1000,
                TestDevice.call("cudaLaunchKernel", 1, 10, 5, 1),
                TestDevice.call("cudaLaunchKernel", 1, 20, 5, 2),
                TestDevice.call("cudaLaunchKernel", 1, 30, 5, 3),
                TestDevice.kernel("a", 7, 50, 10, 1),
                TestDevice.kernel("b", 7, 60, 10, 2),
                TestDevice.kernel("c", 8, 40, 10, 3),
                TestDevice.kernel("lost", 8, 70, 10, 99));
        List<String> changes = new ArrayList<>();
        LaunchQueues.changes(
                traces,
                (rank, device, stream, nanos, length) ->
                        changes.add(rank + "/" + device + "/" + stream + " at " + nanos + ": " + length));
        assertThat(changes)
                .containsExactlyInAnyOrder(
                        "3/0/8 at 1030: 1",
                        "3/0/8 at 1040: 0",
                        "3/0/7 at 1010: 1",
                        "3/0/7 at 1020: 2",
                        "3/0/7 at 1050: 1",
                        "3/0/7 at 1060: 0");
        assertThat(LaunchQueues.of(traces))
                .extracting(queue -> queue.rank() + "/" + queue.device() + "/" + queue.stream() + " " + queue.changes()
                        + " most " + queue.most())
                .containsExactlyInAnyOrder("3/0/8 2 most 1", "3/0/7 4 most 2");
    }

    @ParameterizedTest
    @CsvSource({
        "Memcpy DtoH (Device -> Pinned), DtoH",
        "Memcpy HtoD (Pageable -> Device), HtoD",
        "Memcpy PtoP, PtoP",
        "MemcpyAtoH, AtoH",
        "CopyHostToDevice, HtoD",
        "copyDeviceToPeer, DtoP",
        "hipMemcpyWithStream, hipMemcpyWithStream"
    })
    void namesOfCopiesGiveTheirDirection(String name, String direction) {
        assertThat(CopyUses.direction(name)).isEqualTo(direction);
    }

    @Test
    void copiesOfARankAreAddedUpByDirection() {
        List<CopyUse> uses = CopyUses.of(
                set(0, TestDevice.copy(7, 0, 10, 1), TestDevice.copy(8, 5, 20, 2), TestDevice.kernel("k", 7, 9, 9, 3)));
        assertThat(uses).hasSize(1);
        CopyUse use = uses.get(0);
        assertThat(use.rank()).isEqualTo(3);
        assertThat(use.kind()).isEqualTo("DtoH");
        assertThat(use.times().totalNanos()).isEqualTo(30);
        assertThat(use.sized().count()).as("no sizes were recorded").isZero();
        assertThat(use.rate()).isNaN();
        assertThat(use.mostRate()).isNaN();
    }
}
