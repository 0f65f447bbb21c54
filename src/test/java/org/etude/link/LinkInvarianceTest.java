// SPDX-License-Identifier: Apache-2.0
package org.etude.link;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.etude.link.model.Graph;
import org.etude.link.model.GraphChecks;
import org.etude.link.model.LinkedRank;
import org.etude.report.Progress;
import org.etude.spec.LinkOptions;
import org.etude.spec.LoadOptions;
import org.etude.trace.load.TraceLoader;

/** Equivalent rewritings of a recording must be linked in the same way: order in the file, the clock's zero, numbering. */
class LinkInvarianceTest {
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();
    private static final String[] RECORDINGS = {"cnn-2-hip", "cnn-2", "moe-2"};

    private static Path dir;

    @BeforeContainer
    static void makeDirectory() throws IOException {
        dir = Files.createTempDirectory("link-invariance");
    }

    @AfterContainer
    static void removeDirectory() throws IOException {
        Files.deleteIfExists(dir.resolve("host_0.json"));
        Files.deleteIfExists(dir.resolve("device_0.json"));
        Files.delete(dir);
    }

    /** The two files of a recording's first rank, to be rewritten in place. */
    private record Pair(ObjectNode host, ObjectNode device) {
        static Pair read(int recording) {
            Path data = Path.of("data", RECORDINGS[recording]);
            return new Pair(parse(data.resolve("host_0.json.gz")), parse(data.resolve("device_0.json.gz")));
        }

        private static ObjectNode parse(Path file) {
            try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
                return (ObjectNode) JSON.readTree(in);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        ArrayNode nodes() {
            return (ArrayNode) host.get("nodes");
        }

        ArrayNode events() {
            return (ArrayNode) device.get("traceEvents");
        }

        List<String> link() {
            try {
                JSON.writeValue(dir.resolve("host_0.json").toFile(), host);
                JSON.writeValue(dir.resolve("device_0.json").toFile(), device);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            var traces = TraceLoader.load(List.of(dir), LoadOptions.defaults(), Progress.NONE);
            return Graph.describe(Linker.link(traces, LinkOptions.defaults(), Progress.NONE)
                    .ranks()
                    .get(0));
        }
    }

    private static void shuffle(ArrayNode list, Random random) {
        List<JsonNode> items = new ArrayList<>();
        list.forEach(items::add);
        Collections.shuffle(items, random);
        list.removeAll();
        list.addAll(items);
    }

    @Property(tries = 6, shrinking = ShrinkingMode.OFF)
    void theOrderInTheFileDoesNotMatter(@ForAll long seed, @ForAll @IntRange(max = 2) int recording) {
        Pair files = Pair.read(recording);
        List<String> wanted = files.link();
        assertThat(wanted).hasSizeGreaterThan(100);
        shuffle(files.nodes(), new Random(seed));
        shuffle(files.events(), new Random(seed));
        assertThat(files.link()).isEqualTo(wanted);
    }

    @Property(tries = 6, shrinking = ShrinkingMode.OFF)
    void theZeroOfTheClockDoesNotMatter(
            @ForAll @LongRange(min = -1_000_000_000_000L, max = 1_000_000_000_000L) long nanos,
            @ForAll @IntRange(max = 2) int recording) {
        Pair files = Pair.read(recording);
        List<String> wanted = files.link();
        for (JsonNode event : files.events()) {
            if (event.has("ts")) {
                BigDecimal shifted = event.get("ts").decimalValue().add(BigDecimal.valueOf(nanos, 3));
                ((ObjectNode) event).put("ts", shifted);
            }
        }
        assertThat(files.link()).isEqualTo(wanted);
    }

    @Property(tries = 6, shrinking = ShrinkingMode.OFF)
    void theNumberingDoesNotMatter(
            @ForAll @LongRange(min = 1, max = 1000) long factor,
            @ForAll @LongRange(min = 0, max = 1L << 53) long offset,
            @ForAll @IntRange(max = 2) int recording) {
        Pair files = Pair.read(recording);
        List<String> wanted = files.link();
        for (JsonNode node : files.nodes()) {
            renumber((ObjectNode) node, "id", factor, offset);
            renumber((ObjectNode) node, "ctrl_deps", factor, offset);
            for (JsonNode attr : node.get("attrs")) {
                String name = attr.get("name").asText();
                if (name.equals("rf_id") || name.equals("fw_parent")) {
                    renumber((ObjectNode) attr, "value", factor, offset);
                }
            }
        }
        for (JsonNode event : files.events()) {
            if (event.get("args") instanceof ObjectNode args) {
                for (String id : List.of("correlation", "External id", "Record function id")) {
                    renumber(args, id, factor, offset);
                }
            }
        }
        assertThat(files.link()).isEqualTo(wanted);
    }

    /** Order among ids stays; 0 and below mean that there is none. */
    private static void renumber(ObjectNode object, String field, long factor, long offset) {
        if (object.has(field) && object.get(field).asLong() > 0) {
            object.put(field, object.get(field).asLong() * factor + offset);
        }
    }

    @Property(tries = 8, shrinking = ShrinkingMode.OFF)
    void eachKernelIsLinkedOnceWhateverIsLost(@ForAll long seed, @ForAll @IntRange(max = 99) int percent) {
        Pair files = Pair.read(0);
        Random random = new Random(seed);
        ArrayNode kept = files.events();
        for (int i = kept.size() - 1; i >= 0; i--) {
            boolean launch = kept.get(i).path("cat").asText().equals("cuda_runtime");
            if (launch && random.nextInt(100) < percent) {
                kept.remove(i);
            }
        }
        files.link();
        var traces = TraceLoader.load(List.of(dir), LoadOptions.defaults(), Progress.NONE);
        LinkedRank rank = Linker.link(traces, LinkOptions.defaults(), Progress.NONE)
                .ranks()
                .get(0);
        GraphChecks.sound(rank);
        int[] nodesOfEvent = new int[rank.trace().device().size()];
        for (int i = 0; i < rank.size(); i++) {
            if (rank.eventIndex(i) >= 0) {
                nodesOfEvent[rank.eventIndex(i)]++;
            }
        }
        for (int event = 0; event < nodesOfEvent.length; event++) {
            boolean gpu = rank.trace().device().kind(event).isGpuWork();
            assertThat(nodesOfEvent[event]).isBetween(gpu ? 1 : 0, 1);
        }
        LinkedRank.Coverage coverage = rank.coverage().get(0);
        assertThat(coverage.matched()).isEqualTo(GraphChecks.launched(rank)).isLessThanOrEqualTo(coverage.total());
    }
}
