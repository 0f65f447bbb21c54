// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A Chrome trace as Perfetto's importer takes it: events by time and place in the file, slices of a thread on a stack, an end of a flow
 * bound to the slice open on its thread. {@link #check} refuses what the importer would drop.
 */
final class PerfettoJson {
    /** An arrow between two slices. */
    record Arrow(String name, JsonNode from, JsonNode to) {}

    private final List<JsonNode> events = new ArrayList<>();
    private final Map<Integer, String> processes = new TreeMap<>();
    private final Map<String, String> threads = new HashMap<>();
    private final List<Arrow> arrows = new ArrayList<>();

    static PerfettoJson read(Path file) throws IOException {
        PerfettoJson trace = new PerfettoJson();
        new ObjectMapper().readTree(Files.readAllBytes(file)).get("traceEvents").forEach(trace.events::add);
        trace.check();
        return trace;
    }

    private void check() {
        events.stream().filter(e -> phase(e).equals("M")).forEach(this::name);
        numbersFit();
        slicesNest();
        flowsBind();
        countersAscend();
    }

    private void name(JsonNode event) {
        String name = event.path("args").path("name").asText();
        switch (event.get("name").asText()) {
            case "process_name" ->
                assertThat(processes.put(event.get("pid").asInt(), name)).isNull();
            case "thread_name" -> assertThat(threads.put(thread(event), name)).isNull();
            case "process_sort_index" ->
                assertThat(event.get("args").get("sort_index").asInt())
                        .isEqualTo(event.get("pid").asInt());
            default -> throw new AssertionError(event);
        }
    }

    private void slicesNest() {
        Map<String, Deque<BigDecimal>> open = new HashMap<>();
        for (JsonNode slice : byTime("X")) {
            assertThat(threads).containsKey(thread(slice));
            assertThat(processes).containsKey(slice.get("pid").asInt());
            assertThat(slice.get("dur").decimalValue().signum()).isNotNegative();
            Deque<BigDecimal> stack = open.computeIfAbsent(thread(slice), t -> new ArrayDeque<>());
            while (!stack.isEmpty() && stack.peek().compareTo(time(slice)) <= 0) {
                stack.pop();
            }
            assertThat(stack.isEmpty() || end(slice).compareTo(stack.peek()) <= 0)
                    .as("%s is nested", slice)
                    .isTrue();
            stack.push(end(slice));
        }
    }

    /** Ends of flows in the order in which the importer meets them: by time, then by place in the file. */
    private void flowsBind() {
        Map<String, Deque<JsonNode>> open = new HashMap<>();
        Map<Long, JsonNode> begun = new HashMap<>();
        for (JsonNode event : byTime("X", "s", "f")) {
            Deque<JsonNode> stack = open.computeIfAbsent(thread(event), t -> new ArrayDeque<>());
            while (!stack.isEmpty() && end(stack.peek()).compareTo(time(event)) <= 0) {
                stack.pop();
            }
            if (phase(event).equals("X")) {
                stack.push(event);
                continue;
            }
            long id = event.get("id").asLong();
            JsonNode slice = stack.peek();
            assertThat(slice).as("%s lies in a slice", event).isNotNull();
            if (phase(event).equals("s")) {
                assertThat(begun.put(id, slice)).as("id %s is new", id).isNull();
            } else {
                assertThat(event.get("bp").asText()).isEqualTo("e");
                assertThat(begun).as("flow %s has begun", id).containsKey(id);
                arrows.add(new Arrow(event.get("name").asText(), begun.get(id), slice));
            }
        }
        assertThat(arrows).hasSize(begun.size());
    }

    /** Numbers of processes and threads are 32 bits, and times begin at 0. */
    private void numbersFit() {
        for (JsonNode event : events) {
            for (String number : List.of("pid", "tid")) {
                assertThat(event.get(number).isInt() && event.get(number).intValue() >= 0)
                        .as("%s of %s", number, event)
                        .isTrue();
            }
            assertThat(phase(event).equals("M") || time(event).signum() >= 0)
                    .as("%s is at no time", event)
                    .isTrue();
        }
    }

    private void countersAscend() {
        Map<String, BigDecimal> before = new HashMap<>();
        for (JsonNode counter : events) {
            if (phase(counter).equals("C")) {
                String track = counter.get("pid") + "/" + counter.get("name").asText();
                BigDecimal last = before.put(track, time(counter));
                assertThat(last == null || last.compareTo(time(counter)) <= 0)
                        .as("%s after %s", counter, last)
                        .isTrue();
                assertThat(counter.get("args")).isNotEmpty();
                for (JsonNode value : counter.get("args")) {
                    assertThat(value.isNumber() && value.asDouble() >= 0)
                            .as("%s is a number", counter)
                            .isTrue();
                }
            }
        }
    }

    /** The names of processes in the order in which a viewer shows them. */
    List<String> processes() {
        return List.copyOf(processes.values());
    }

    List<Arrow> arrows(String name) {
        return arrows.stream().filter(arrow -> arrow.name.equals(name)).toList();
    }

    String process(JsonNode event) {
        return processes.get(event.get("pid").asInt());
    }

    /** Values of a counter: "time value" in us. */
    List<String> counter(String process, String name) {
        return events.stream()
                .filter(e -> phase(e).equals("C")
                        && process(e).equals(process)
                        && e.get("name").asText().equals(name))
                .map(e -> time(e).stripTrailingZeros().toPlainString() + " "
                        + e.get("args").elements().next())
                .toList();
    }

    List<JsonNode> slices(String process) {
        return byTime("X").stream().filter(e -> process(e).equals(process)).toList();
    }

    private List<JsonNode> byTime(String... phases) {
        return events.stream()
                .filter(e -> List.of(phases).contains(phase(e)))
                .sorted(Comparator.comparing(PerfettoJson::time))
                .toList();
    }

    private static String phase(JsonNode event) {
        return event.get("ph").asText();
    }

    private static String thread(JsonNode event) {
        return event.get("pid") + "/" + event.get("tid");
    }

    private static BigDecimal time(JsonNode event) {
        return event.get("ts").decimalValue();
    }

    private static BigDecimal end(JsonNode slice) {
        return time(slice).add(slice.get("dur").decimalValue());
    }
}
