// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.etude.calibrate.steps.PredictedStep;
import org.etude.calibrate.steps.PredictedSteps;
import org.etude.spec.SystemSpec;
import org.etude.unit.Bandwidth;
import org.etude.unit.Time;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Pipelines recorded on one machine, with the last rank's files as if they came from another one whose clock is wrong: its
 * messages put it right, to within the interval that they leave.
 */
class MovedClocksTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    /** By how much the clock is wrong, in ns. */
    private static final long[] MOVES = {0, 800_000_000, -3_000_000_000L, 1_234_567};

    @TempDir
    private Path dir;

    private record Answers(long offset, List<Long> recorded, List<Long> predicted) {}

    private Answers moved(Path recording, int ranks, String host, long nanos) throws IOException {
        for (int rank = 0; rank < ranks; rank++) {
            String name = "host_" + rank + ".json.gz";
            Files.copy(recording.resolve(name), dir.resolve(name), StandardCopyOption.REPLACE_EXISTING);
            ObjectNode device;
            try (InputStream in =
                    new GZIPInputStream(Files.newInputStream(recording.resolve("device_" + rank + ".json.gz")))) {
                device = (ObjectNode) JSON.readTree(in);
            }
            if (rank == ranks - 1) {
                device.put(
                        "baseTimeNanoseconds", device.get("baseTimeNanoseconds").asLong() + nanos);
                device.put("host_name", host);
            }
            JSON.writeValue(dir.resolve("device_" + rank + ".json").toFile(), device);
        }
        Traces traces = Traces.load(dir);
        Workload work = traces.link().toEt().repair();
        Topology links = Topology.parse("ring:" + ranks)
                .bandwidth(Bandwidth.gigabytesPerSecond(0.1))
                .latency(Time.us(50));
        return new Answers(
                traces.set().ranks().get(ranks - 1).clockOffsetNanos(),
                steps(traces, work.simulate()),
                steps(traces, work.simulate(links, s -> s.system(SystemSpec.ofLibraries()))));
    }

    private static List<Long> steps(Traces traces, Simulation run) {
        return PredictedSteps.of(traces.set(), run.result()).stream()
                .map(PredictedStep::simulatedNs)
                .toList();
    }

    private void isPutRight(Path recording, int ranks, long interval) throws IOException {
        Answers whole = moved(recording, ranks, hostOf(recording), 0);
        List<Answers> all = new ArrayList<>();
        for (long nanos : MOVES) {
            Answers found = moved(recording, ranks, "elsewhere", nanos);
            assertThat(found.offset)
                    .as("what is left of a clock moved by %,d ns", nanos)
                    .isCloseTo(whole.offset, within(interval));
            all.add(found);
        }
        assertThat(all)
                .extracting(Answers::recorded)
                .as("one answer, whatever the clock")
                .containsOnly(all.get(0).recorded);
        assertThat(all).extracting(Answers::predicted).containsOnly(all.get(0).predicted);
        for (int step = 0; step < whole.recorded.size(); step++) {
            assertThat(all.get(0).recorded.get(step)).isCloseTo(whole.recorded.get(step), within(2 * interval));
            assertThat(all.get(0).predicted.get(step)).isCloseTo(whole.predicted.get(step), within(2 * interval));
        }
    }

    private static String hostOf(Path recording) throws IOException {
        try (InputStream in = new GZIPInputStream(Files.newInputStream(recording.resolve("device_0.json.gz")))) {
            return JSON.readTree(in).get("host_name").asText();
        }
    }

    /** The messages leave 366 us. */
    @Test
    void aStageOnAnotherMachineIsPutRightByItsMessages() throws IOException {
        isPutRight(Path.of("data", "pipeline-2"), 2, 183_000);
    }

    @Tag("campaign")
    @ParameterizedTest
    @ValueSource(strings = {"none", "4gbit", "1gbit", "300mbit"})
    void onAnyNetwork(String rate) throws IOException {
        isPutRight(Shared.dir("recordings", "net_pp_ws2_" + rate), 2, 1_300_000);
        isPutRight(Shared.dir("recordings", "net_ppsleep_ws2_" + rate), 2, 3_800_000);
    }
}
