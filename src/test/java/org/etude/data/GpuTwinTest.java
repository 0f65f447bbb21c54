// SPDX-License-Identifier: Apache-2.0
package org.etude.data;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The derived recordings under data/ are what the generator makes of data/cnn-2, and look like real ones. */
class GpuTwinTest {
    private static final Path DATA = Path.of("data");

    @ParameterizedTest
    @CsvSource({"HIP, 0", "HIP, 1", "CUDA, 0", "CUDA, 1"})
    void committedFilesEqualTheOutputOfTheGenerator(Vendor vendor, int rank) throws IOException {
        GpuTwin.Pair pair = GpuTwin.derive(DATA.resolve("cnn-2"), vendor, rank, 2);
        assertThat(GpuTwin.unpack(folder(vendor).resolve("host_" + rank + ".json.gz")))
                .isEqualTo(pair.host());
        assertThat(GpuTwin.unpack(folder(vendor).resolve("device_" + rank + ".json.gz")))
                .isEqualTo(pair.device());
    }

    @ParameterizedTest
    @CsvSource({"HIP, 0, 4", "CUDA, 7, 20"})
    void everyGpuEventHasOneLaunchBeforeItAndStreamsAreInOrder(Vendor vendor, int compute, int collective)
            throws IOException {
        Map<Long, JsonNode> launches = new HashMap<>();
        Map<Integer, Long> free = new HashMap<>();
        Map<Integer, Integer> kernels = new HashMap<>();
        JsonNode events =
                GpuTwin.read(folder(vendor).resolve("device_0.json.gz")).get("traceEvents");
        for (JsonNode event : events) {
            if (event.path("cat").asText().equals("cuda_runtime")) {
                JsonNode former =
                        launches.put(event.get("args").get("correlation").asLong(), event);
                assertThat(former).isNull();
            }
        }
        for (JsonNode event : events) {
            String category = event.path("cat").asText();
            if (event.get("ph").asText().equals("X") && (category.equals("kernel") || category.equals("gpu_memcpy"))) {
                JsonNode launch =
                        launches.get(event.get("args").get("correlation").asLong());
                assertThat(Events.start(event)).isGreaterThanOrEqualTo(Events.end(launch));
                int stream = event.get("tid").asInt();
                assertThat(Events.start(event)).isGreaterThanOrEqualTo(free.getOrDefault(stream, 0L));
                free.put(stream, Events.end(event));
                kernels.merge(stream, 1, Integer::sum);
            }
        }
        // 3 steps of one bucket; the other numbers are the computing operators of data/cnn-2.
        assertThat(kernels).containsOnly(Map.entry(compute, COMPUTING), Map.entry(collective, 3));
    }

    /** 78 copies, 18 gemms, 6 + 6 convolutions, 48 adds, 48 multiplications, 15 fills and 48 of other kinds. */
    private static final int COMPUTING = 267;

    @ParameterizedTest
    @CsvSource({"HIP", "CUDA"})
    void recordFunctionIdsStillNameTheSameOperatorsOnBothSides(Vendor vendor) throws IOException {
        Map<Long, String> names = new HashMap<>();
        for (JsonNode node :
                GpuTwin.read(folder(vendor).resolve("host_1.json.gz")).get("nodes")) {
            for (JsonNode attribute : node.get("attrs")) {
                if (attribute.get("name").asText().equals("rf_id")
                        && attribute.get("value").asLong() > 0) {
                    String former = names.put(
                            attribute.get("value").asLong(), node.get("name").asText());
                    assertThat(former)
                            .as("rf_id %s twice", attribute.get("value"))
                            .isNull();
                }
            }
        }
        long matched = 0;
        int collectives = 0;
        for (JsonNode event :
                GpuTwin.read(folder(vendor).resolve("device_1.json.gz")).get("traceEvents")) {
            if (Events.isOperator(event) && !Events.name(event).startsWith("ProfilerStep")) {
                assertThat(names).containsEntry(Events.record(event), Events.name(event));
                matched++;
                collectives += Events.name(event).equals("record_param_comms") ? 1 : 0;
            }
        }
        assertThat(collectives).isEqualTo(3);
        long operators = names.values().stream()
                .filter(name -> !name.startsWith("ProfilerStep") && !name.startsWith("## process_group"))
                .count();
        assertThat(matched).isEqualTo(operators);
    }

    @ParameterizedTest
    @CsvSource({"HIP, 0", "HIP, 1", "CUDA, 0", "CUDA, 1"})
    void everyCollectiveHangsUnderItsOperator(Vendor vendor, int rank) throws IOException {
        JsonNode nodes = GpuTwin.read(folder(vendor).resolve("host_" + rank + ".json.gz"))
                .get("nodes");
        Map<Long, String> names = new HashMap<>();
        nodes.forEach(
                node -> names.put(node.get("id").asLong(), node.get("name").asText()));
        Map<String, Integer> under = new HashMap<>();
        for (JsonNode node : nodes) {
            String name = node.get("name").asText();
            if (name.equals("record_param_comms") || name.startsWith("nccl:")) {
                under.merge(names.get(node.get("ctrl_deps").asLong()) + " > " + name, 1, Integer::sum);
            }
        }
        assertThat(under)
                .containsOnly(
                        Map.entry("c10d::allreduce_ > record_param_comms", 3),
                        Map.entry("record_param_comms > nccl:all_reduce", 3));
    }

    private static Path folder(Vendor vendor) {
        return DATA.resolve(vendor == Vendor.HIP ? "cnn-2-hip" : "cnn-2-cuda");
    }
}
