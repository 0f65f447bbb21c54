// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.etude.sim.Simulator;
import org.etude.sim.result.SimulationResult;
import org.etude.sim.spec.Cases;
import org.etude.sim.spec.Scenario;
import org.etude.spec.SimOptions;
import org.etude.spec.SimulationException;
import org.etude.spec.SystemSpec;
import org.etude.topology.graph.LogicalTopology;
import org.etude.unit.Time;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Chrome trace of a simulated run against the trace event format: names, units, and slices that nest. */
class SimulationTraceTest {
    @TempDir
    private Path dir;

    @Test
    void aSmallRunToTheLetter() throws IOException {
        SimulationResult result = Simulator.run(Cases.same(LogicalTopology.ring(2), Cases.work(1, 3)));
        Path file = dir.resolve("t.json");
        PerfettoFile.simulated(result, file);
        assertThat(Files.readString(file))
                .isEqualTo("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[" + names(0) + "," + names(1) + "," + event(0)
                        + "," + event(1) + "," + counters(0) + "," + counters(1) + "," + path() + "]}");
    }

    private static String process(int process, String name) {
        return "{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":" + process + ",\"tid\":0,\"args\":{\"name\":\"" + name
                + "\"}},{\"name\":\"process_sort_index\",\"ph\":\"M\",\"pid\":" + process
                + ",\"tid\":0,\"args\":{\"sort_index\":" + process + "}},";
    }

    private static String counters(int rank) {
        String head = "{\"name\":\"nodes running off the host\",\"cat\":\"counter\",\"ph\":\"C\",\"pid\":" + rank
                + ",\"tid\":0,";
        return head + "\"ts\":0.000,\"args\":{\"nodes\":1}}," + head + "\"ts\":3.000,\"args\":{\"nodes\":0}}";
    }

    private static String path() {
        return process(2, "critical path")
                + "{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":2,\"tid\":0,\"args\":{\"name\":\"rank 0\"}},"
                + "{\"name\":\"work_1\",\"cat\":\"critical_path\",\"ph\":\"X\",\"pid\":2,\"tid\":0,\"ts\":0.000,\"dur\":3.000,"
                + "\"args\":{\"node\":1,\"after\":\"start\"}}";
    }

    private static String names(int rank) {
        return process(rank, "rank " + rank) + "{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":" + rank
                + ",\"tid\":1000000,\"args\":{\"name\":\"compute\"}}";
    }

    private static String event(int rank) {
        return "{\"name\":\"work_1\",\"cat\":\"comp\",\"ph\":\"X\",\"pid\":" + rank
                + ",\"tid\":1000000,\"ts\":0.000,\"dur\":3.000,\"args\":{\"node\":1,\"resource\":\"gpu\"}}";
    }

    @Test
    void everyEventHasWhatTheFormatAsksForAndSlicesOfAThreadDoNotOverlap() throws IOException {
        Scenario scenario = Cases.each(
                LogicalTopology.torus(2, 2),
                List.of(
                        Cases.graph(Cases.work(1, 5), Cases.collective(2, 0, 1 << 20, 1), Cases.send(3, 1, 5000, 7)),
                        Cases.graph(
                                Cases.work(1, 4),
                                Cases.collective(2, 0, 1 << 20, 1),
                                Cases.receive(3, 0, 5000, 7),
                                Cases.receive(4, 2, 5000, 8)),
                        Cases.graph(Cases.work(1, 3), Cases.collective(2, 0, 1 << 20, 1), Cases.send(3, 1, 5000, 8)),
                        Cases.graph(Cases.work(1, 2), Cases.collective(2, 0, 1 << 20, 1))));
        SystemSpec system = SystemSpec.builder().splits(8).activeChunks(3).build();
        SimulationResult result = Simulator.run(scenario.system(system));
        JsonNode events = write(result);
        Map<String, List<JsonNode>> slices = new TreeMap<>();
        for (JsonNode event : events) {
            assertThat(event.get("ph").asText()).isIn("M", "X", "C", "s", "f");
            assertThat(event.get("pid").asInt()).isBetween(0, 4);
            assertThat(event.has("tid") && event.has("name")).isTrue();
            if (isSliceOfARank(event)) {
                assertThat(event.get("dur").decimalValue().signum()).isNotNegative();
                slices.computeIfAbsent(event.get("pid") + "/" + event.get("tid"), key -> new ArrayList<>())
                        .add(event);
            }
        }
        slices.forEach((thread, of) -> {
            of.sort(Comparator.comparing(e -> e.get("ts").decimalValue()));
            for (int i = 1; i < of.size(); i++) {
                JsonNode before = of.get(i - 1);
                assertThat(of.get(i).get("ts").decimalValue())
                        .as(thread)
                        .isGreaterThanOrEqualTo(before.get("ts")
                                .decimalValue()
                                .add(before.get("dur").decimalValue()));
            }
        });
        assertThat(names(events, 1))
                .contains("rank 1", "compute", "communication", "receive", "receive (2)", "queue 0", "queue 0 (3)")
                .doesNotContain("memory", "queue 0 (4)");
        long ops = 0;
        for (JsonNode event : events) {
            ops += isSliceOfARank(event) && !event.path("cat").asText().equals("phase") ? 1 : 0;
        }
        assertThat(ops).isEqualTo(result.ops().orElseThrow().size());
        assertThat(slices.values().stream().mapToInt(List::size).sum())
                .isEqualTo((int) ops + result.phases().orElseThrow().size());
    }

    private static boolean isSliceOfARank(JsonNode event) {
        return event.get("ph").asText().equals("X")
                && !event.path("cat").asText().equals("critical_path");
    }

    @Test
    void whatIsCutReachesToTheCutAndWhatNeverBeganIsNotShown() throws IOException {
        Scenario scenario = Cases.same(
                LogicalTopology.ring(2), Cases.work(1, 5), Cases.collective(2, 0, 1 << 20, 1), Cases.work(3, 5, 2));
        SimOptions.Limits limits = SimOptions.Limits.NONE.simulatedTime(Time.us(7));
        SimulationResult result =
                Simulator.run(scenario.options(scenario.options().limits(limits)));
        JsonNode events = write(result);
        List<JsonNode> cut = new ArrayList<>();
        events.forEach(event -> {
            if (event.path("args").path("unfinished").asBoolean()) {
                cut.add(event);
            }
        });
        assertThat(cut).hasSize(2).allSatisfy(event -> {
            assertThat(event.get("name").asText()).isEqualTo("collective_2");
            assertThat(event.get("ts").asDouble()).isEqualTo(5);
            assertThat(event.get("dur").asDouble()).isEqualTo((result.ticks() - 5000) / 1e3);
        });
        assertThat(events.findValuesAsText("name")).doesNotContain("work_3");
    }

    @Test
    void withoutOpsThereIsNothingToShow() {
        Scenario scenario = Cases.same(LogicalTopology.ring(2), Cases.work(1, 3));
        SimulationResult result =
                Simulator.run(scenario.options(scenario.options().record()));
        assertThatThrownBy(() -> PerfettoFile.simulated(result, dir.resolve("t.json")))
                .isInstanceOf(SimulationException.class)
                .hasMessageContaining("did not keep ops");
    }

    private JsonNode write(SimulationResult result) throws IOException {
        Path file = dir.resolve("trace.json");
        PerfettoFile.simulated(result, file);
        JsonNode tree = new ObjectMapper()
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .readTree(file.toFile());
        assertThat(tree.get("displayTimeUnit").asText()).isEqualTo("ns");
        return tree.get("traceEvents");
    }

    private static Set<String> names(JsonNode events, int rank) {
        List<String> names = new ArrayList<>();
        events.forEach(event -> {
            if (event.get("ph").asText().equals("M") && event.get("pid").asInt() == rank) {
                names.add(event.get("args").path("name").asText());
            }
        });
        return names.stream().collect(Collectors.toSet());
    }
}
