// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.etude.link.TestDevice;
import org.etude.spec.CollectiveType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@link CounterTrack}, {@link CommCounters}, {@link BusyStreams} and {@link TimedSlice}: counters as "time in us: value", arrows as
 * "process/thread at time in us", as a Chrome trace has them.
 */
class CounterTrackTest {
    @TempDir
    Path dir;

    private final CounterTrack count = new CounterTrack("busy", "streams", 1);

    private List<JsonNode> written(ChromeTraceWriter.Body body) throws IOException {
        Path file = dir.resolve("trace.json");
        ChromeTraceWriter.write(file, head -> {}, body);
        List<JsonNode> events = new ArrayList<>();
        new ObjectMapper().readTree(file.toFile()).get("traceEvents").forEach(events::add);
        return events;
    }

    private static String micros(JsonNode event) {
        return new BigDecimal(event.get("ts").asText()).stripTrailingZeros().toPlainString();
    }

    private List<String> values(CounterTrack track, String series) throws IOException {
        return written(out -> track.write(out, 3)).stream()
                .map(event -> micros(event) + ": " + event.get("args").get(series))
                .toList();
    }

    @Test
    void aCounterIsTheSumOfWhatIsOpen() throws IOException {
        count.add(1000, 4000, 2);
        count.add(2000, 3000, 5);
        assertThat(values(count, "streams")).containsExactly("1: 2", "2: 7", "3: 2", "4: 0");
        JsonNode first = written(out -> count.write(out, 3)).get(0);
        assertThat(first.get("ph").asText()).isEqualTo("C");
        assertThat(first.get("name").asText()).isEqualTo("busy");
        assertThat(first.get("pid").asInt()).isEqualTo(3);
    }

    /** One ends when another of the same value begins: the sum stays, so nothing is written. */
    @Test
    void aSumThatDoesNotChangeIsNotWrittenAgain() throws IOException {
        count.add(2000, 3000, 2);
        count.add(1000, 2000, 2);
        assertThat(values(count, "streams")).containsExactly("1: 2", "3: 0");
    }

    @Test
    void timesBeforeZeroComeFirst() throws IOException {
        count.add(500, 1000, 1);
        count.add(-1500, 1000, 1);
        assertThat(values(count, "streams")).containsExactly("-1.5: 1", "0.5: 2", "1: 0");
    }

    @Test
    void emptyAndReversedIntervalsCountNothing() throws IOException {
        count.add(1000, 1000, 1);
        count.add(2000, 1000, 1);
        assertThat(values(count, "streams")).isEmpty();
    }

    @Test
    void otherUnitsAreDivided() throws IOException {
        CounterTrack rate = new CounterTrack("rate", "Gbit/s", 1e9);
        rate.add(0, 1000, 2_500_000_000L);
        assertThat(values(rate, "Gbit/s")).containsExactly("0: 2.5", "1: 0.0");
    }

    /** 1000 bytes all-reduced by 4 ranks in 3000 ns: 2 x 3/4 x 8000 bits / 3000 ns = 4 Gbit/s. */
    @Test
    void callsCountWithTheirBytesAndBusBandwidth() throws IOException {
        CommCounters counters = new CommCounters();
        counters.add(CollectiveType.ALL_REDUCE, 4, 1000, 0, 3000);
        counters.add(CollectiveType.ALL_REDUCE, 4, 0, 0, 3000);
        counters.add(CollectiveType.ALL_REDUCE, 4, -1, 0, 3000);
        counters.add(CollectiveType.ALL_REDUCE, 4, 1000, 3000, 3000);
        assertThat(written(out -> counters.write(out, 0)))
                .extracting(event -> event.get("name").asText() + " " + event.get("args"))
                .containsExactly(
                        "bytes in flight {\"bytes\":1000}",
                        "bytes in flight {\"bytes\":0}",
                        "bus bandwidth {\"Gbit/s\":4.0}",
                        "bus bandwidth {\"Gbit/s\":0.0}");
    }

    /** Stream 7 is busy from 0 to 5 us by two kernels that overlap and one that follows at once, stream 8 from 2 to 3. */
    @Test
    void workOnOneStreamCountsOnce() throws IOException {
        TestDevice device = new TestDevice(List.of(
                TestDevice.host("op", 1, 0, 9000, 0),
                TestDevice.kernel("a", 7, 0, 2000, 1),
                TestDevice.kernel("b", 7, 1000, 2000, 2),
                TestDevice.kernel("c", 8, 2000, 1000, 3),
                TestDevice.copy(7, 3000, 2000, 4),
                TestDevice.kernel("d", 7, 6000, 1000, 5)));
        assertThat(values(BusyStreams.of(device, 1000), "streams"))
                .containsExactly("1: 1", "3: 2", "4: 1", "6: 0", "7: 1", "8: 0");
    }

    private List<String> arrow(TimedSlice from, TimedSlice to) throws IOException {
        return written(out -> from.arrow("launch", to, out)).stream()
                .map(event -> event.get("ph").asText() + " " + event.get("pid") + "/" + event.get("tid") + " at "
                        + micros(event))
                .toList();
    }

    private static TimedSlice slice(int thread, long from, long to) {
        return new TimedSlice(0, thread, from, to);
    }

    @Test
    void anArrowGoesFromStartToStart() throws IOException {
        assertThat(arrow(slice(1, 1000, 2000), slice(2, 5000, 6000))).containsExactly("s 0/1 at 1", "f 0/2 at 5");
    }

    /** A slice that has started already is met where it is. */
    @Test
    void anArrowDoesNotGoBackInTime() throws IOException {
        assertThat(arrow(slice(1, 1000, 2000), slice(2, 0, 1001))).containsExactly("s 0/1 at 1", "f 0/2 at 1");
        assertThat(arrow(slice(1, 1000, 2000), slice(2, 0, 1000)))
                .as("it is over")
                .isEmpty();
    }

    @Test
    void emptyAndMissingSlicesHaveNoArrow() throws IOException {
        assertThat(arrow(slice(1, 1000, 1000), slice(2, 5000, 6000))).isEmpty();
        assertThat(arrow(slice(1, 1000, 2000), slice(2, 5000, 5000))).isEmpty();
        assertThat(arrow(TimedSlice.NONE, slice(2, 5000, 6000))).isEmpty();
        assertThat(arrow(slice(1, 1000, 2000), TimedSlice.NONE)).isEmpty();
        assertThat(TimedSlice.NONE.isShown()).isFalse();
    }
}
