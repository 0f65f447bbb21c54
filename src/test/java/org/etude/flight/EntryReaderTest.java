// SPDX-License-Identifier: Apache-2.0
package org.etude.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.etude.flight.FlightEntry.State;
import org.etude.spec.CollectiveType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@link EntryReader} and {@link FlightValues}: records of their dicts. */
class EntryReaderTest {
    private static FlightValues values(Object... pairs) {
        Map<Object, Object> map = new HashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put(pairs[i], pairs[i + 1]);
        }
        return new FlightValues(map, "dump: entry 3");
    }

    /** A record with what each must have, and these fields instead. */
    private static FlightEntry entry(Object... pairs) {
        Map<Object, Object> map = new HashMap<>(Map.of(
                "profiling_name",
                "nccl:all_reduce",
                "process_group",
                List.of("0", "default_pg"),
                "collective_seq_id",
                7L,
                "state",
                "scheduled"));
        for (int i = 0; i < pairs.length; i += 2) {
            if (pairs[i + 1] == null) {
                map.remove(pairs[i]);
            } else {
                map.put(pairs[i], pairs[i + 1]);
            }
        }
        return new EntryReader().read(new FlightValues(map, "dump: entry 3"));
    }

    @Test
    void whatTellsRecordsApartMustBeThere() {
        // Version 2.0 numbers collectives in seq_id, and names the group by its number.
        FlightEntry old = entry("collective_seq_id", null, "seq_id", 4L, "process_group", null, "pg_id", 2L);
        assertThat(old.sequence()).isEqualTo(4);
        assertThat(old.group()).isEqualTo("2");
        for (String field : List.of("collective_seq_id", "state", "profiling_name")) {
            assertThatThrownBy(() -> entry(field, null))
                    .isInstanceOf(FlightException.class)
                    .hasMessageContaining("dump: entry 3: " + field + ":")
                    .hasMessageContaining("found null");
        }
        assertThatThrownBy(() -> entry("process_group", null)).hasMessageContaining("pg_id");
        assertThatThrownBy(() -> entry("state", "aborted"))
                .hasMessageContaining("expected scheduled, started or completed, found aborted");
    }

    @ParameterizedTest
    @CsvSource({
        "nccl:send 0->1, SEND, 0, 1",
        "nccl:recv 1<-0, RECV, 0, 1",
        "nccl:recv 0->1, RECV, 0, 1",
        "nccl:all_reduce, ALL_REDUCE, -1, -1",
        "nccl:_all_gather_base, ALL_GATHER, -1, -1",
        "nccl:what, UNKNOWN, -1, -1"
    })
    void aNameTellsTypeAndEnds(String name, CollectiveType type, int from, int to) {
        FlightEntry entry = entry("profiling_name", name);
        assertThat(entry.type()).isEqualTo(type);
        assertThat(entry.from()).isEqualTo(from);
        assertThat(entry.to()).isEqualTo(to);
        assertThat(entry.isMessage()).isEqualTo(from >= 0);
        assertThat(entry.operation()).isEqualTo(name.substring(5));
    }

    @Test
    void messagesAndCollectivesCountApart() {
        assertThat(entry("is_p2p", true, "p2p_seq_id", 4L, "collective_seq_id", 9L)
                        .sequence())
                .isEqualTo(4);
        assertThat(entry("is_p2p", false, "p2p_seq_id", 4L, "collective_seq_id", 9L)
                        .sequence())
                .isEqualTo(9);
        assertThat(entry("profiling_name", "nccl:send 0->1", "collective_seq_id", null)
                        .sequence())
                .isEqualTo(-1);
    }

    @Test
    void aGroupHasANameAndPerhapsADescription() {
        assertThat(entry("process_group", List.of("0", "default_pg")).description())
                .isEqualTo("default_pg");
        assertThat(entry("process_group", List.of("7")).group()).isEqualTo("7");
        assertThat(entry("process_group", List.of("7")).description()).isEmpty();
    }

    @Test
    void theInnermostFrameOutsidePyTorchCalled() {
        Map<String, Object> inside = Map.of("filename", "/lib/torch/distributed.py", "line", 5L);
        Map<String, Object> own = Map.of("filename", "/home/train.py", "line", 77L);
        Map<String, Object> outer = Map.of("filename", "/home/main.py", "line", 1L);
        assertThat(entry("frames", List.of(inside, own, outer)).caller()).isEqualTo("/home/train.py:77");
        assertThat(entry("frames", List.of(inside)).caller()).isEqualTo("/lib/torch/distributed.py:5");
        assertThat(entry().caller()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"completed, COMPLETED", "started, STARTED", "scheduled, SCHEDULED"})
    void howFarItCame(String text, State state) {
        assertThat(entry("state", text).state()).isEqualTo(state);
        assertThat(entry("state", text).isComplete()).isEqualTo(state == State.COMPLETED);
    }

    /** 2 x 3 Half and 5 Float are 12 and 20 bytes. */
    @Test
    void bytesOfAllTensorsAreAddedUp() {
        List<?> sizes = List.of(List.of(2L, 3L), List.of(5L));
        FlightEntry entry = entry(
                "input_sizes",
                sizes,
                "input_dtypes",
                List.of("Half", "Float"),
                "output_sizes",
                sizes,
                "output_dtypes",
                List.of("Half"));
        assertThat(entry.inBytes()).isEqualTo(32);
        assertThat(entry.outBytes()).as("one type is missing").isEqualTo(-1);
        assertThat(entry.bytes()).isEqualTo(32);
        assertThat(entry().inBytes()).isZero();
        assertThat(values("s", List.of(List.of()), "t", List.of("Float")).bytes("s", "t"))
                .as("a scalar")
                .isEqualTo(4);
    }

    @Test
    void theLatestTimeOfARecord() {
        assertThat(entry("time_created_ns", 5L, "time_discovered_started_ns", 9L, "time_discovered_completed_ns", 7L)
                        .latestNs())
                .isEqualTo(9);
    }

    @Test
    void whatIsOfAnotherTypeIsNamed() {
        FlightValues values =
                values("n", "x".repeat(100), "t", 5L, "b", "yes", "l", 1.5, "s", Arrays.asList("a", null));
        assertThatThrownBy(() -> values.whole("n", 0))
                .isInstanceOf(FlightException.class)
                .hasMessageContaining("dump: entry 3: n: expected a whole number, found " + "x".repeat(80) + "...");
        assertThatThrownBy(() -> values.text("t", "")).hasMessageContaining("t: expected a text, found 5");
        assertThatThrownBy(() -> values.flag("b")).hasMessageContaining("b: expected True or False, found yes");
        assertThatThrownBy(() -> values.list("l")).hasMessageContaining("l: expected a list, found 1.5");
        assertThatThrownBy(() -> values.texts("s")).hasMessageContaining("s: expected a text, found null");
        assertThatThrownBy(() -> new FlightValues(List.of(), "dump"))
                .hasMessageContaining("dump: expected a dict, found a list");
        assertThat(values.has("n")).isTrue();
        assertThat(values.has("other")).isFalse();
        assertThat(values.whole("other", 8)).isEqualTo(8);
    }

    @Test
    void sizesThatAreNoneAndSumsThatOverflowAreRefused() {
        assertThatThrownBy(() -> values("s", List.of(List.of(-1L)), "t", List.of("Float"))
                        .bytes("s", "t"))
                .hasMessageContaining("s: expected a size, found -1");
        assertThatThrownBy(() -> values("s", List.of(5L), "t", List.of("Float")).bytes("s", "t"))
                .hasMessageContaining("s: expected a list of sizes, found 5");
        assertThatThrownBy(() -> values("s", List.of(List.of(1L << 61, 1L)), "t", List.of("Float"))
                        .bytes("s", "t"))
                .hasMessageContaining("s: expected less than 2^63 bytes, found more");
    }
}
