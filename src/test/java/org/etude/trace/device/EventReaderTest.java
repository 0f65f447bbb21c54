// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.etude.trace.json.JsonCursor;
import org.etude.trace.model.EventKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Events as profilers write them, and as they should not. */
class EventReaderTest {
    private EventReader reader;

    private ColumnDeviceTrace read(String events) {
        JsonCursor cursor = cursor("[" + events + "]");
        cursor.peek();
        cursor.take();
        reader = new EventReader(cursor);
        reader.readAll();
        return reader.build(null);
    }

    private static JsonCursor cursor(String json) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        return new JsonCursor(bytes, 0, bytes.length);
    }

    private static String event(String rest) {
        return "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"a\",\"pid\":1,\"tid\":2," + rest + "}";
    }

    @Test
    void anEmptyArrayHasNoEvents() {
        ColumnDeviceTrace trace = read("");
        assertThat(trace.size()).isZero();
        assertThat(reader.records()).isZero();
        assertThat(reader.processes()).isEmpty();
    }

    /** Microseconds become whole ns, rounded half up. */
    @ParameterizedTest
    @CsvSource({
        "0,0,0,0",
        "1.5,2.25,1500,2250",
        "-3.001,0.0005,-3001,1",
        "1.0004999,1e3,1000,1000000",
        "1732700000000000.125,7,1732700000000000125,7000"
    })
    void timesAreInNanoseconds(String ts, String dur, long start, long duration) {
        ColumnDeviceTrace trace = read(event("\"ts\":" + ts + ",\"dur\":" + dur));
        assertThat(trace.startNanos(0)).isEqualTo(start);
        assertThat(trace.durationNanos(0)).isEqualTo(duration);
        assertThat(trace.isFlagged(0)).isFalse();
        assertThat(trace.kind(0)).isEqualTo(EventKind.CPU_OP);
    }

    /** Times with which sums or differences would leave the range of a long; the event stays, flagged. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "-9223372036854775.808",
                "9223372036854775.807",
                "6000000000000000",
                "-6000000000000000",
                "1e300",
                "null",
                "\"soon\"",
                "[1]"
            })
    void aStartBeyondAllCalendarsIsFlagged(String ts) {
        ColumnDeviceTrace trace = read(event("\"ts\":" + ts + ",\"dur\":1"));
        assertThat(trace.size()).isEqualTo(1);
        assertThat(trace.isFlagged(0)).isTrue();
        assertThat(reader.oddities().badStart.count()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "1e300", "null", "9223372036854775"})
    void aDurationThatCannotBeIsFlagged(String dur) {
        ColumnDeviceTrace trace = read(event("\"ts\":5,\"dur\":" + dur));
        assertThat(trace.isFlagged(0)).isTrue();
        assertThat(trace.durationNanos(0)).isZero();
        assertThat(reader.oddities().badDuration.count()).isEqualTo(1);
    }

    /** Whatever the two times of a range, its duration is their difference, or neither was plausible. */
    @Property(tries = 300)
    void durationsOfRangesNeverOverflow(
            @ForAll @LongRange(min = -6_100_000_000_000_000L, max = 6_100_000_000_000_000L) long begin,
            @ForAll @LongRange(min = -6_100_000_000_000_000L, max = 6_100_000_000_000_000L) long end) {
        ColumnDeviceTrace trace = read("{\"ph\":\"B\",\"cat\":\"cpu_op\",\"name\":\"a\",\"pid\":1,\"tid\":1,\"ts\":"
                + Math.min(begin, end) + "},{\"ph\":\"E\",\"pid\":1,\"tid\":1,\"ts\":" + Math.max(begin, end) + "}");
        boolean odd = reader.oddities().badStart.count() > 0;
        for (int i = 0; i < trace.size(); i++) {
            assertThat(trace.durationNanos(i)).isNotNegative();
            if (!odd) {
                assertThat(trace.durationNanos(i)).isEqualTo(1000 * (Math.max(begin, end) - Math.min(begin, end)));
            }
        }
        assertThat(odd || trace.size() == 1).isTrue();
    }

    @Test
    void theLastOfTwoEqualKeysCounts() {
        ColumnDeviceTrace trace = read("{\"name\":\"a\",\"name\":\"b\",\"ph\":\"i\",\"ph\":\"X\",\"cat\":\"cpu_op\","
                + "\"ts\":1,\"ts\":2,\"dur\":3,\"dur\":4}");
        assertThat(trace.name(0)).isEqualTo("b");
        assertThat(trace.startNanos(0)).isEqualTo(2000);
        assertThat(trace.durationNanos(0)).isEqualTo(4000);
    }

    @Test
    void whatIsNoRangeIsNoEvent() {
        ColumnDeviceTrace trace = read("5,null,[{\"ph\":\"X\"}],\"x\",{},{\"ph\":\"XX\",\"ts\":1},"
                + "{\"ph\":\"s\",\"id\":1,\"ts\":1,\"args\":{\"a\":[1,{}]}},{\"ph\":\"M\",\"name\":\"process_name\"},"
                + "{\"ph\":\"i\",\"name\":\"Iteration\",\"ts\":1,\"args\":{}},{\"ph\":\"C\",\"ts\":1}");
        assertThat(trace.size()).isZero();
        assertThat(reader.records()).isEqualTo(10);
        assertThat(reader.oddities().noObject.count()).isEqualTo(4);
        assertThat(reader.oddities().noPhase.count()).isEqualTo(2);
    }

    @Test
    void aRangeWithoutDurationNameOrCategoryIsKeptAndCounted() {
        ColumnDeviceTrace trace = read("{\"ph\":\"X\",\"ts\":1}");
        assertThat(trace.size()).isEqualTo(1);
        assertThat(trace.kind(0)).isEqualTo(EventKind.OTHER);
        assertThat(List.of(
                        reader.oddities().noDuration.count(),
                        reader.oddities().noName.count(),
                        reader.oddities().noCategory.count(),
                        reader.oddities().noArgs.count()))
                .containsExactly(1L, 1L, 1L, 0L);
    }

    /** Streams beyond an int are those of the thread; processes are those of host events, each once. */
    @Test
    void lanesAreOfTheDeviceAndStreamThatArgumentsName() {
        String kernel =
                "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"k\",\"pid\":3,\"tid\":7,\"ts\":1,\"dur\":1,\"args\":";
        ColumnDeviceTrace trace = read(kernel + "{\"device\":0,\"stream\":20}}," + kernel
                + "{\"device\":0,\"stream\":4294967296}}," + kernel + "{}}," + event("\"ts\":1,\"dur\":1") + ","
                + event("\"ts\":2,\"dur\":1"));
        assertThat(trace.stream(0)).isEqualTo(20);
        assertThat(trace.stream(1)).isEqualTo(7);
        assertThat(trace.stream(2)).isEqualTo(7);
        assertThat(trace.lane(0)).isNotEqualTo(trace.lane(1));
        assertThat(trace.lane(3)).isEqualTo(trace.lane(4)).isNotEqualTo(trace.lane(0));
        assertThat(reader.processes()).containsExactly(1);
    }
}
