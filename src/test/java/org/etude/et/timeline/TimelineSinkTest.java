// SPDX-License-Identifier: Apache-2.0
package org.etude.et.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.trace.activity.Activity;
import org.junit.jupiter.api.Test;

/** What counts as waiting of the host's line: slices, and of them the time until the last transfer that they depend on. */
class TimelineSinkTest {
    private static final long NO_RESOURCE = -1;

    private final TimelineSink sink = new TimelineSink(false, 0);
    private long id;

    /** Adds a node and returns its id. */
    private long node(EtNodeType type, Activity said, boolean host, long resource, long[] times, long... dependencies) {
        sink.begin(++id, "node " + id, type, 0, 0);
        sink.dependencies(new LongArrayList(), new LongArrayList(dependencies));
        sink.bool(EtNames.IS_CPU_OP, host);
        sink.int64(EtNames.START_NS, times[0]);
        sink.int64(EtNames.DURATION_NS, times[1]);
        sink.int64(EtNames.MEASURED_NS, times[2] - times[0]);
        if (resource != NO_RESOURCE) {
            sink.int64(EtNames.RESOURCE, resource);
            sink.int64("tid", 10 + resource);
        }
        if (said != null) {
            sink.string(EtNames.ACTIVITY, said.text());
        }
        sink.end();
        return id;
    }

    private long transfer(long start, long end) {
        return node(EtNodeType.COMM_COLL, null, false, 5, new long[] {start, end - start, end});
    }

    private long thread(long start, long duration, long end, long... dependencies) {
        return node(EtNodeType.COMP, null, true, 1, new long[] {start, duration, end}, dependencies);
    }

    private void slice(long start, long duration, long end, long... dependencies) {
        node(EtNodeType.COMP, null, true, NO_RESOURCE, new long[] {start, duration, end}, dependencies);
    }

    private RankTimeline built() {
        return sink.build(0);
    }

    @Test
    void aSliceWaitsUntilItsTransferEnds() {
        slice(100, 40, 200, transfer(50, 160));
        assertThat(built().hostWaits()).hasToString("[100, 160)");
        assertThat(built().sideThreads()).isEmpty();
    }

    @Test
    void waitingForASideThreadIsNotWaitingForATransfer() {
        slice(100, 40, 200, thread(50, 110, 160));
        assertThat(built().hostWaits()).hasToString("no interval");
        assertThat(built().sideThreads()).containsExactly(11);
    }

    @Test
    void ofBothOnlyTheTransferCounts() {
        slice(100, 40, 200, transfer(50, 130), thread(50, 110, 160));
        assertThat(built().hostWaits()).hasToString("[100, 130)");
    }

    /** A side thread's own waiting does not delay other threads. */
    @Test
    void aSideThreadIsNotTheLine() {
        thread(100, 40, 200, transfer(50, 160));
        assertThat(built().hostWaits()).hasToString("no interval");
    }

    /** A transfer that no simulator can run is computation by type and says that it communicates. */
    @Test
    void aTransferOfUnknownSizeCounts() {
        slice(100, 40, 200, node(EtNodeType.COMP, Activity.TRANSFER, false, 5, new long[] {50, 110, 160}));
        assertThat(built().hostWaits()).hasToString("[100, 160)");
    }

    /** Clocks may record a transfer's end after that of the slice; the difference is taken from what follows. */
    @Test
    void whatEndsLateIsTakenFromTheNextSlice() {
        long late = transfer(50, 205);
        slice(100, 0, 200, late);
        slice(200, 95, 300, id);
        assertThat(built().hostWaits()).hasToString("[100, 205)");
    }
}
