// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.etude.link.TestDevice;
import org.etude.link.TestDevice.Event;
import org.etude.trace.model.EventKind;
import org.junit.jupiter.api.Test;

/** On which thread of a viewer each event is drawn: slices of one thread nest. Times in ns. */
class TraceLanesTest {
    private static TraceLanes of(Event... events) {
        return new TraceLanes(new TestDevice(List.of(events)));
    }

    private static List<Integer> threads(TraceLanes lanes, int events) {
        return IntStream.range(0, events)
                .mapToObj(i -> lanes.isShown(i) ? lanes.of(i) : -1)
                .toList();
    }

    private static List<String> names(TraceLanes lanes) {
        return IntStream.range(0, lanes.count()).mapToObj(lanes::name).toList();
    }

    private static Event op(int lane, long start, long end) {
        return TestDevice.host("op", lane, start, end - start, 0);
    }

    @Test
    void nestedAndSuccessiveSlicesShareAThread() {
        TraceLanes lanes = of(op(1, 0, 100), op(1, 10, 50), op(1, 20, 50), op(1, 50, 100), op(1, 100, 120));
        assertThat(threads(lanes, 5)).containsExactly(0, 0, 0, 0, 0);
        assertThat(names(lanes)).containsExactly("thread 1");
    }

    /** The second ends 1 ns after the first, the fourth after both have ended. */
    @Test
    void aSliceThatOverlapsOtherwiseGoesToAFurtherThread() {
        TraceLanes lanes = of(op(1, 0, 100), op(1, 10, 101), op(1, 20, 100), op(1, 101, 102));
        assertThat(threads(lanes, 4)).containsExactly(0, 1, 0, 0);
        assertThat(names(lanes)).containsExactly("thread 1", "thread 1");
    }

    @Test
    void threadsAndStreamsAreApartInTheOrderOfTheirFirstEvent() {
        TraceLanes lanes = of(TestDevice.kernel("k", 7, 0, 50, 1), op(2, 10, 20), op(1, 11, 21));
        assertThat(threads(lanes, 3)).containsExactly(0, 1, 2);
        assertThat(names(lanes)).containsExactly("stream 107", "thread 2", "thread 1");
    }

    @Test
    void synchronisationRecordsAndUnknownEventsAreNotShown() {
        TraceLanes lanes = of(
                new Event(EventKind.SYNC, "sync", 1, 0, 100, 0, null, null),
                new Event(EventKind.OTHER, "other", 1, 1, 100, 0, null, null),
                op(1, 2, 200));
        assertThat(threads(lanes, 3)).containsExactly(-1, -1, 0);
    }
}
