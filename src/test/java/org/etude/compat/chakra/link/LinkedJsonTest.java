// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.chakra.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.etude.Shared;
import org.etude.SmallTraces;
import org.etude.report.Progress;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The linked JSON against what chakra_trace_link wrote. Like the reference it is equal node by node (exclusive durations to 0.02
 * us: the reference adds in floating point). Ours differs by rule: every GPU event is there (the reference drops memory sets,
 * graph launches' kernels and work without a launch), and every id that a node names exists.
 */
class LinkedJsonTest {
    private static final Set<String> GPU_EVENTS = Set.of("kernel", "gpu_memcpy", "gpu_memset");

    @TempDir
    Path dir;

    @TestFactory
    Stream<DynamicTest> equalsTheReference() throws IOException {
        Path pairs = Shared.dir("golden", "chakra", "pairs");
        List<DynamicTest> tests = new ArrayList<>();
        try (Stream<Path> found = Files.walk(pairs)) {
            for (Path golden : found.filter(p -> p.getFileName().toString().startsWith("hdt_"))
                    .sorted()
                    .toList()) {
                String name = pairs.relativize(golden).toString();
                tests.add(DynamicTest.dynamicTest(name, () -> compare(golden, name)));
            }
        }
        return tests.stream();
    }

    private void compare(Path golden, String name) throws IOException {
        String rank = golden.getFileName().toString().replaceAll("\\D", "");
        Path host = golden.resolveSibling("host_" + rank + ".json.gz");
        Path device = golden.resolveSibling("device_" + rank + ".json.gz");
        Path like = dir.resolve("like.json");
        ChakraTraceLink.run(0, host, device, like, true, Progress.NONE);
        int cases = 0;
        int differences = 0;
        try (LinkedNodes wanted = new LinkedNodes(golden);
                LinkedNodes found = new LinkedNodes(like)) {
            for (JsonNode node = wanted.next(); node != null; node = wanted.next()) {
                cases++;
                differences += same(node, found.next(), "") ? 0 : 1;
            }
            assertThat(found.next())
                    .as("a node that the reference does not have")
                    .isNull();
            assertThat(found.others()).isEqualTo(wanted.others()).containsKey("schema");
        }
        System.out.println(name + ": " + cases + " cases, " + differences + " differ");
        assertThat(differences).isZero();
        assertThat(cases).isPositive();

        Path own = dir.resolve("own.json");
        ChakraTraceLink.run(0, host, device, own, false, Progress.NONE);
        nothingDangles(own, gpuEvents(device));
    }

    /** The nodes of a linked file one after the other: whole files as trees would be collected for longer than they are compared. */
    private static final class LinkedNodes implements AutoCloseable {
        private final JsonParser json;
        private final Map<String, JsonNode> others = new HashMap<>();

        LinkedNodes(Path file) throws IOException {
            json = new ObjectMapper().createParser(opened(file));
            assertThat(json.nextToken()).isEqualTo(JsonToken.START_OBJECT);
            toNodes();
        }

        /** Stops at the beginning of the nodes, or at the end. */
        private void toNodes() throws IOException {
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String field = json.currentName();
                json.nextToken();
                if (field.equals("nodes")) {
                    return;
                }
                others.put(field, json.readValueAsTree());
            }
        }

        /** The next node, or null; what follows the nodes is then read. */
        JsonNode next() throws IOException {
            if (json.currentToken() == JsonToken.END_OBJECT
                    && json.getParsingContext().inRoot()) {
                return null;
            }
            if (json.nextToken() == JsonToken.END_ARRAY) {
                toNodes();
                return null;
            }
            return json.readValueAsTree();
        }

        /** The fields of the file other than its nodes. */
        Map<String, JsonNode> others() {
            return others;
        }

        @Override
        public void close() throws IOException {
            json.close();
        }
    }

    private static long gpuEvents(Path device) throws IOException {
        long count = 0;
        try (InputStream in = opened(device);
                JsonParser json = new ObjectMapper().createParser(in)) {
            // Categories of events stand three levels deep: {"traceEvents": [{"cat": ...
            int depth = 0;
            boolean events = false;
            for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
                depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
                if (depth == 1 && token == JsonToken.FIELD_NAME) {
                    events = json.currentName().equals("traceEvents");
                }
                if (events
                        && depth == 3
                        && token == JsonToken.VALUE_STRING
                        && json.currentName().equals("cat")) {
                    count += GPU_EVENTS.contains(json.getText()) ? 1 : 0;
                }
            }
        }
        return count;
    }

    private static void nothingDangles(Path linked, long gpuEvents) throws IOException {
        LongOpenHashSet ids = new LongOpenHashSet();
        LongOpenHashSet named = new LongOpenHashSet();
        List<Long> twice = new ArrayList<>();
        long gpu = 0;
        try (LinkedNodes nodes = new LinkedNodes(linked)) {
            for (JsonNode node = nodes.next(); node != null; node = nodes.next()) {
                if (!ids.add(node.get("id").asLong())) {
                    twice.add(node.get("id").asLong());
                }
                gpu += node.has("cat") ? 1 : 0;
                named.add(node.get("ctrl_deps").asLong());
                if (node.hasNonNull("inter_thread_dep")) {
                    named.add(node.get("inter_thread_dep").asLong());
                }
                node.path("sync_dep").forEach(dep -> named.add(dep.asLong()));
            }
        }
        assertThat(twice).as("ids of several nodes").isEmpty();
        assertThat(gpu).isEqualTo(gpuEvents);
        named.removeAll(ids);
        assertThat(named).as("ids that nodes name and that do not exist").isEmpty();
    }

    private static boolean same(JsonNode a, JsonNode b, String key) {
        if (a == null || b == null) {
            return a == b;
        }
        if (a.isNumber() && b.isNumber()) {
            double tolerance = key.equals("exclusive_dur") ? 0.02 : key.equals("ts") ? 0.001 : 0;
            return Math.abs(a.doubleValue() - b.doubleValue()) <= tolerance;
        }
        if (a.isArray() && b.isArray() && a.size() == b.size()) {
            for (int i = 0; i < a.size(); i++) {
                if (!same(a.get(i), b.get(i), key)) {
                    return false;
                }
            }
            return true;
        }
        if (!a.isObject() || !b.isObject()) {
            return a.equals(b);
        }
        if (a.size() != b.size()) {
            return false;
        }
        for (Iterator<String> names = a.fieldNames(); names.hasNext(); ) {
            String field = names.next();
            if (!same(a.get(field), b.get(field), field)) {
                return false;
            }
        }
        return true;
    }

    private static JsonNode read(Path file) throws IOException {
        try (InputStream in = opened(file)) {
            return new ObjectMapper().readTree(in);
        }
    }

    private static InputStream opened(Path file) throws IOException {
        InputStream in = new BufferedInputStream(Files.newInputStream(file));
        in.mark(1);
        boolean gzip = in.read() == 0x1f;
        in.reset();
        return gzip ? new GZIPInputStream(in) : in;
    }

    @Test
    void workFollowsItsLauncherAndSynchronisationIsKept() throws IOException {
        Path traces = SmallTraces.write(dir.resolve("traces"), 1);
        Path out = dir.resolve("linked.json.gz");
        ChakraTraceLink.run(
                0, traces.resolve("host_0.json"), traces.resolve("device_0.json"), out, false, Progress.NONE);
        JsonNode linked = read(out);
        nothingDangles(out, 6);
        JsonNode kernel = null;
        for (JsonNode node : linked.get("nodes")) {
            if (node.path("name").asText().equals("Cijk_gemm") && kernel == null) {
                kernel = node;
            }
        }
        assertThat(kernel).isNotNull();
        assertThat(kernel.get("ctrl_deps").asLong()).isEqualTo(kernel.get("id").asLong() - 1);
        assertThat(kernel.get("inclusive_dur").asInt()).isEqualTo(2000);
        assertThat(kernel.get("stream").asInt()).isZero();
        assertThat(kernel.get("cat").asText()).isEqualTo("kernel");
    }

    @Test
    void swappedFilesAreNamed() {
        Path traces = SmallTraces.write(dir.resolve("traces"), 1);
        Path host = traces.resolve("host_0.json");
        Path device = traces.resolve("device_0.json");
        assertThatThrownBy(() -> ChakraTraceLink.run(0, device, host, dir.resolve("x.json"), false, Progress.NONE))
                .isInstanceOf(LinkException.class)
                .hasMessageContaining("Kineto trace, not an execution trace")
                .hasMessageContaining("swapped");
    }

    @Test
    void flatNodesAreWrittenNested() throws IOException {
        var flat = new ObjectMapper()
                .readTree("{\"name\":\"aten::add\",\"id\":7,\"rf_id\":3,\"parent\":2,\"tid\":1,"
                        + "\"inputs\":[1],\"input_shapes\":[[]],\"input_types\":[\"Int\"]}");
        assertThat(HostLayout.current(flat))
                .hasToString("{\"id\":7,\"name\":\"aten::add\",\"ctrl_deps\":2,"
                        + "\"inputs\":{\"values\":[1],\"shapes\":[[]],\"types\":[\"Int\"]},"
                        + "\"outputs\":{\"values\":[],\"shapes\":[],\"types\":[]},"
                        + "\"attrs\":[{\"name\":\"rf_id\",\"type\":\"uint64\",\"value\":3},"
                        + "{\"name\":\"tid\",\"type\":\"uint64\",\"value\":1}]}");
    }
}
