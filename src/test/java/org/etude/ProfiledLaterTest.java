// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A recording whose observer began a step before the profiler: the first step is in the execution traces alone. The
 * observer of rank 0 also stopped before the last transfer of gloo had ended, so each file has a transfer that the other
 * has not.
 */
class ProfiledLaterTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path WHOLE = Path.of("data", "cnn-2");

    @TempDir
    private Path dir;

    private void withoutTheFirstProfiledStep() throws IOException {
        for (int rank = 0; rank < 2; rank++) {
            String host = "host_" + rank + ".json.gz";
            Files.copy(WHOLE.resolve(host), dir.resolve(host));
            JsonNode device;
            try (InputStream in =
                    new GZIPInputStream(Files.newInputStream(WHOLE.resolve("device_" + rank + ".json.gz")))) {
                device = JSON.readTree(in);
            }
            ArrayNode events = (ArrayNode) device.get("traceEvents");
            double end = endOfStep(events, "ProfilerStep#2");
            for (Iterator<JsonNode> event = events.iterator(); event.hasNext(); ) {
                JsonNode start = event.next().path("ts");
                if (start.isNumber() && start.asDouble() < end) {
                    event.remove();
                }
            }
            JSON.writeValue(dir.resolve("device_" + rank + ".json").toFile(), device);
        }
    }

    private static double endOfStep(ArrayNode events, String name) {
        for (JsonNode event : events) {
            if (event.path("name").asText().equals(name)) {
                return event.get("ts").asDouble() + event.get("dur").asDouble();
            }
        }
        throw new AssertionError("no " + name);
    }

    @Test
    void takesTheLaterStepsAsTheWholeRecordingHasThem() throws IOException {
        withoutTheFirstProfiledStep();
        Workload work = Traces.load(dir).link().toEt();
        assertThat(work.replayed()).hasSize(4).allSatisfy(step -> assertThat(step.replayedNanos())
                .isCloseTo(step.measuredNanos(), within(1L)));
        assertThat(work.repair().changes().rowCount())
                .as("changes because of other collectives on one rank")
                .isZero();
    }
}
