// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.recorded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.etude.Traces;
import org.etude.link.Recording;
import org.etude.spec.EventFilter;
import org.etude.trace.activity.Span;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.TraceSet;
import org.etude.unit.Time;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A filter by time over two ranks whose clocks differ: both call an operator and allocate memory every 10 us from the
 * same moment on, at which rank 1's clock shows 25 us more than rank 0's.
 */
class FilteredTracesTest {
    private static final long AHEAD_NS = 25_000;
    private static final int PERIOD_US = 10;
    private static final int CALLS = 6;

    @TempDir
    private Path dir;

    private TraceSet traces;

    @BeforeEach
    void record() {
        Recording job = new Recording(2);
        for (int number = 0; number < 2; number++) {
            Recording.Rank rank = job.rank(number);
            for (int call = 0; call < CALLS; call++) {
                double at = number * AHEAD_NS / 1e3 + PERIOD_US * call;
                rank.op("call" + call, 1, at, 2);
                rank.events
                        .addObject()
                        .put("ph", "i")
                        .put("cat", "cpu_instant_event")
                        .put("name", "[memory]")
                        .put("pid", 1)
                        .put("tid", 1)
                        .put("ts", at)
                        .putObject("args")
                        .put("Device Type", 0)
                        .put("Device Id", -1)
                        .put("Bytes", 1 + call)
                        .put("Total Allocated", 0)
                        .put("Total Reserved", 0);
            }
        }
        TraceSet loaded = job.load(dir);
        RankTrace ahead = loaded.ranks().get(1);
        traces = new TraceSet(
                loaded.source(),
                List.of(
                        loaded.ranks().get(0),
                        new RankTrace(1, ahead.host(), ahead.device(), -AHEAD_NS, ahead.steps())),
                loaded.worldSize(),
                loaded.report());
    }

    private static List<String> calls(TraceSet traces, int rank) {
        DeviceTrace device = traces.ranks().get(rank).device();
        return IntStream.range(0, device.size())
                .mapToObj(i -> device.names().text(device.nameId(i)))
                .toList();
    }

    private static long[] allocations(TraceSet traces, int rank) {
        return traces.ranks().get(rank).device().memory().change();
    }

    @Test
    void theFirstEventsCoincideOnRank0sClock() {
        long first = Span.of(traces.ranks().get(0).device()).start();
        assertThat(Span.of(traces.ranks().get(1).device()).start()).isEqualTo(first + AHEAD_NS);
        assertThat(Span.origin(traces)).isEqualTo(first);
    }

    @Test
    void timesAreComparedOnRank0sClock() {
        TraceSet part = FilteredTraces.of(
                traces, EventFilter.all().from(Time.us(PERIOD_US)).to(Time.us(3 * PERIOD_US)));
        for (int rank = 0; rank < 2; rank++) {
            assertThat(calls(part, rank)).containsExactly("call1", "call2");
            assertThat(allocations(part, rank)).containsExactly(2, 3);
        }
        assertThat(part.ranks().get(1).clockOffsetNanos()).isEqualTo(-AHEAD_NS);
    }

    /** Either limit 1 ns later than a call: the start loses it, the end includes it. */
    @Test
    void theStartIsWithinAndTheEndIsNot() {
        EventFilter filter = EventFilter.all().from(Time.ns(10_001)).to(Time.ns(30_001));
        for (int rank = 0; rank < 2; rank++) {
            assertThat(calls(FilteredTraces.some(traces, filter), rank)).containsExactly("call2", "call3");
            assertThat(allocations(FilteredTraces.some(traces, filter), rank)).containsExactly(3, 4);
        }
    }

    /** Memory events have no names, so that a filter by name keeps none. */
    @Test
    void aNameSelectsNoAllocations() {
        TraceSet part = FilteredTraces.of(traces, EventFilter.all().name("CALL3"));
        for (int rank = 0; rank < 2; rank++) {
            assertThat(calls(part, rank)).containsExactly("call3");
            assertThat(allocations(part, rank)).isEmpty();
        }
    }

    @Test
    void oneRankIsLeftWithWhatWasCounted() {
        TraceSet part = FilteredTraces.of(traces, EventFilter.all().ranks(1).to(Time.us(PERIOD_US)));
        assertThat(part.ranks()).extracting(RankTrace::rank).containsExactly(1);
        assertThat(calls(part, 0)).containsExactly("call0");
        assertThat(part.report().findings()).last().satisfies(finding -> assertThat(finding.what())
                .isEqualTo("1 of 12 events kept"));
        assertThat(part.source()).isEqualTo(traces.source() + ", filtered");
    }

    /**
     * Every piece of GPU work starts in one of the windows, also where a window has none: the operators of a host with a GPU
     * do not become its work there.
     */
    @Test
    void partsOfARecordingWithAGpuAddUp() {
        Traces whole = Traces.load("data/cnn-2-cuda");
        double count = 0;
        double empty = 0;
        for (int from = 0; from < 600_000; from += 1_000) {
            TraceSet part = FilteredTraces.some(
                    whole.set(), EventFilter.all().from(Time.us(from)).to(Time.us(from + 1_000)));
            double own = Traces.of(part).kernels().longColumn("count").sum();
            count += own;
            empty += own == 0
                            && part.ranks().stream()
                                    .anyMatch(rank -> rank.device().size() > 0)
                    ? 1
                    : 0;
        }
        assertThat(count).isEqualTo(whole.kernels().longColumn("count").sum());
        assertThat(empty).as("windows in which only the host ran").isPositive();
    }
}
