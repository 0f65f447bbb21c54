// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.etude.Shared;
import org.etude.trace.clock.StepFinder;
import org.etude.trace.load.TraceFiles;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Every file of the corpus that has an inventory is read to its counts. */
class CorpusLoadTest {
    private static final Map<String, EventKind> CATEGORIES = Map.ofEntries(
            Map.entry("cpu_op", EventKind.CPU_OP),
            Map.entry("Operator", EventKind.CPU_OP),
            Map.entry("user_annotation", EventKind.USER_ANNOTATION),
            Map.entry("python_function", EventKind.PYTHON),
            Map.entry("cuda_runtime", EventKind.RUNTIME),
            Map.entry("cuda_driver", EventKind.RUNTIME),
            Map.entry("Runtime", EventKind.RUNTIME),
            Map.entry("kernel", EventKind.KERNEL),
            Map.entry("Kernel", EventKind.KERNEL),
            Map.entry("gpu_memcpy", EventKind.MEMCPY),
            Map.entry("Memcpy", EventKind.MEMCPY),
            Map.entry("gpu_memset", EventKind.MEMSET),
            Map.entry("Memset", EventKind.MEMSET),
            Map.entry("gpu_user_annotation", EventKind.GPU_ANNOTATION));

    @TempDir
    Path dir;

    @Test
    void countsOfATraceOfOurOwn() {
        TraceSet traces = TraceFiles.load(TraceFiles.write(dir.resolve("device_0.json"), TraceFiles.DEVICE));
        assertThat(kinds(traces.ranks().get(0).device()))
                .isEqualTo(Map.of(
                        EventKind.USER_ANNOTATION, 1,
                        EventKind.CPU_OP, 1,
                        EventKind.RUNTIME, 1,
                        EventKind.KERNEL, 1,
                        EventKind.MEMCPY, 1));
    }

    @TestFactory
    Stream<DynamicTest> countsOfTheCorpus() throws IOException {
        try (Stream<Path> cases = Files.list(Shared.dir("corpus"))) {
            List<Path> with = cases.filter(c -> Files.exists(c.resolve("inventory.json")))
                    .sorted()
                    .toList();
            return with.stream()
                    .map(c -> DynamicTest.dynamicTest(c.getFileName().toString(), () -> counts(c)));
        }
    }

    private static void counts(Path folder) throws IOException {
        JsonNode inventory =
                new ObjectMapper().readTree(folder.resolve("inventory.json").toFile());
        for (Map.Entry<String, JsonNode> entry : inventory.properties()) {
            Path file = folder.resolve(entry.getKey());
            JsonNode counts = entry.getValue();
            if (!Files.exists(file) || entry.getKey().startsWith("etplus") || counts.has("error")) {
                continue;
            }
            RankTrace rank = TraceFiles.loadLeniently(file).ranks().get(0);
            if (counts.has("nodes")) {
                nodes(rank.host(), counts);
            } else if (counts.has("cats")) {
                assertThat(kinds(rank.device())).as(file.toString()).isEqualTo(expected(counts));
                StepFinder.Found found = StepFinder.search(rank.device());
                Set<Integer> numbers = new HashSet<>(found.covered());
                numbers.addAll(found.repeated());
                found.steps().forEach(step -> numbers.add(step.number()));
                assertThat(numbers.size())
                        .as(file.toString())
                        .isEqualTo(counts.path("steps").size());
                assertThat(rank.steps()).as(file.toString()).isEqualTo(found.steps());
            }
        }
    }

    private static void nodes(HostTrace host, JsonNode counts) {
        assertThat(host.size()).isEqualTo(counts.get("nodes").asInt());
        assertThat(host.id(host.size() - 1)).isEqualTo(counts.get("max_id").asLong());
        for (Map.Entry<String, JsonNode> comm : counts.path("comm").properties()) {
            int found = 0;
            for (int i = 0; i < host.size(); i++) {
                found += host.name(i).equals(comm.getKey()) ? 1 : 0;
                if (host.name(i).equals("record_param_comms") && comm.getKey().equals("record_param_comms")) {
                    assertThat(host.inputs(i).values()).startsWith("[");
                    boolean hasArgs = host.comm(i) != null;
                    assertThat(hasArgs || host.inputs(i).values().equals("[]")).isTrue();
                }
            }
            assertThat(found).as(comm.getKey()).isEqualTo(comm.getValue().asInt());
        }
    }

    private static Map<EventKind, Integer> expected(JsonNode counts) {
        Map<EventKind, Integer> kinds = new EnumMap<>(EventKind.class);
        for (Map.Entry<String, JsonNode> entry : counts.get("cats").properties()) {
            String[] key = entry.getKey().replaceAll("[()' ]", "").split(",");
            if (key[0].equals("X")) {
                kinds.merge(
                        CATEGORIES.getOrDefault(key[1], EventKind.OTHER),
                        entry.getValue().asInt(),
                        Integer::sum);
            }
        }
        return kinds;
    }

    private static Map<EventKind, Integer> kinds(DeviceTrace trace) {
        Map<EventKind, Integer> kinds = new EnumMap<>(EventKind.class);
        for (int i = 0; i < trace.size(); i++) {
            kinds.merge(trace.kind(i), 1, Integer::sum);
        }
        return kinds;
    }
}
