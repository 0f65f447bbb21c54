// SPDX-License-Identifier: Apache-2.0
package org.etude.conformance.astra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the system layer does besides plain collectives: dependencies, roofline, messages, remote memory, groups, endpoint
 * delay, LogGP bus, odd traces, each against the times that ASTRA-sim 518bd51 printed for the same small job.
 */
class RecordedCasesTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path dir;

    /** A job and what the reference made of it. */
    record Recorded(JsonNode inputs, JsonNode expected) {
        @Override
        public String toString() {
            return inputs.path("id").asText();
        }
    }

    static Stream<Recorded> recorded() throws IOException {
        return read("/sim/cases.jsonl");
    }

    /**
     * Random jobs whose times were computed by a model of its own, event by event in Python after ASTRA-sim's rules, which
     * gives the reference's times for 309 of its recorded runs. They mix what no recorded run mixes: trees in inner
     * dimensions and on shared buses, groups alongside collectives of all ranks under greedy dimensions, queues in turn.
     */
    static Stream<Recorded> modelled() throws IOException {
        return read("/sim/independent.jsonl");
    }

    private static Stream<Recorded> read(String resource) throws IOException {
        try (InputStream in = RecordedCasesTest.class.getResourceAsStream(resource)) {
            List<Recorded> all = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(RecordedCasesTest::parse)
                    .toList();
            return all.stream();
        }
    }

    private static Recorded parse(String line) {
        try {
            JsonNode both = JSON.readTree(line);
            return new Recorded(both.path("case"), both.path("expected"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<String> differences(Recorded recorded) throws IOException {
        Files.writeString(dir.resolve("case.json"), recorded.inputs().toString());
        Files.writeString(dir.resolve("expected.json"), recorded.expected().toString());
        AstraLayout layout = new AstraLayout();
        assertThat(layout.holds(dir)).isTrue();
        return layout.differences(dir);
    }

    @ParameterizedTest
    @MethodSource("recorded")
    void timesAreThoseOfTheReference(Recorded recorded) throws IOException {
        assertThat(differences(recorded)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("modelled")
    void timesAreThoseOfAModelOfItsOwn(Recorded recorded) throws IOException {
        assertThat(differences(recorded)).isEmpty();
    }

    /** The comparison itself must be able to fail: a nanosecond more on one rank is found in every whole run. */
    static Stream<Recorded> whole() throws IOException {
        return recorded()
                .filter(r -> r.expected().path("finished").asInt(-1)
                        == r.inputs().path("npus").asInt());
    }

    @ParameterizedTest
    @MethodSource("whole")
    void aNanosecondIsADifference(Recorded recorded) throws IOException {
        ArrayNode finish = (ArrayNode) recorded.expected().path("sys").path("finish");
        finish.set(0, JSON.getNodeFactory().numberNode(finish.get(0).asLong() + 1));
        assertThat(differences(recorded)).isNotEmpty();
    }

    @Test
    void everyFeatureHasCases() throws IOException {
        Map<Character, Long> byKind =
                recorded().collect(Collectors.groupingBy(r -> r.toString().charAt(0), Collectors.counting()));
        assertThat(byKind).containsOnlyKeys('d', 'e', 'f', 'g', 'h', 'i');
        assertThat(recorded().filter(r -> r.inputs().path("system").has("model-shared-bus")))
                .hasSize(6);
        assertThat(recorded().filter(r -> r.inputs().path("remote_memory").has("remote-mem-bw")))
                .hasSizeGreaterThan(3);
    }
}
