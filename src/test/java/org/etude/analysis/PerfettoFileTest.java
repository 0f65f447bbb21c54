// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.etude.Simulation;
import org.etude.SmallTraces;
import org.etude.Topology;
import org.etude.Traces;
import org.etude.trace.model.TraceException;
import org.etude.unit.Bandwidth;
import org.etude.unit.Time;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Chrome traces of recordings and runs, through a reader that drops what Perfetto's importer drops and fails there. */
class PerfettoFileTest {
    @TempDir
    private Path dir;

    private PerfettoJson both(Traces traces) throws IOException {
        Simulation run = traces.link()
                .toEt()
                .repair()
                .simulate(Topology.ring(traces.set().ranks().size())
                        .bandwidth(Bandwidth.gbps(10))
                        .latency(Time.us(1)));
        Path file = dir.resolve("both.json");
        traces.exportPerfetto(file.toString(), run);
        return PerfettoJson.read(file);
    }

    @Test
    void recordedAndSimulatedShareAFile() throws IOException {
        PerfettoJson trace = both(Traces.load(SmallTraces.write(dir, 2).toString()));
        assertThat(trace.processes())
                .containsExactly(
                        "recorded rank 0",
                        "recorded rank 1",
                        "recorded critical path",
                        "simulated rank 0",
                        "simulated rank 1",
                        "simulated critical path");
        for (String which : List.of("recorded", "simulated")) {
            assertThat(trace.slices(which + " rank 0").get(0).get("ts").asDouble())
                    .isZero();
            assertThat(trace.arrows("launch"))
                    .filteredOn(arrow -> trace.process(arrow.from()).equals(which + " rank 1"))
                    .isNotEmpty()
                    .allSatisfy(arrow -> assertThat(trace.process(arrow.to())).isEqualTo(which + " rank 1"));
        }
        assertThat(trace.slices("recorded critical path").stream()
                        .mapToDouble(slice -> slice.get("dur").asDouble())
                        .sum())
                .isEqualTo(20_000);
        assertThat(trace.slices("simulated critical path")).isNotEmpty();
    }

    @Test
    void aCollectiveHasAnArrowFromTheRankThatCameLast() throws IOException {
        Path file = dir.resolve("recorded.json");
        Traces.load(SmallTraces.write(dir, 3).toString()).exportPerfetto(file.toString());
        PerfettoJson trace = PerfettoJson.read(file);
        assertThat(trace.processes()).containsExactly("rank 0", "rank 1", "rank 2", "critical path");
        assertThat(trace.arrows("all_reduce"))
                .hasSize(4)
                .allSatisfy(arrow -> assertThat(trace.process(arrow.from())).isEqualTo("rank 2"))
                .extracting(arrow -> trace.process(arrow.to()) + " "
                        + arrow.to().get("name").asText().substring(0, 4))
                .containsExactlyInAnyOrder("rank 0 nccl", "rank 1 nccl", "rank 0 nccl", "rank 1 nccl");
        assertThat(trace.arrows("launch")).hasSize(18);
    }

    /** 4,000,000 bytes by two ranks from 2,700 us, when the last has come, to 5,000 us; an all-reduce of two has factor 1. */
    @Test
    void countersSayWhatIsBusyAndInFlight() throws IOException {
        Path file = dir.resolve("recorded.json");
        Traces.load(SmallTraces.write(dir, 2).toString()).exportPerfetto(file.toString());
        PerfettoJson trace = PerfettoJson.read(file);
        assertThat(trace.counter("rank 0", "bytes in flight"))
                .containsExactly("2700 4000000", "5000 0", "12700 4000000", "15000 0");
        assertThat(trace.counter("rank 0", "bus bandwidth"))
                .containsExactly("2700 13.913043478", "5000 0.0", "12700 13.913043478", "15000 0.0");
        assertThat(trace.counter("rank 0", "busy streams"))
                .containsExactly("300 1", "2500 2", "2800 1", "5000 0", "10300 1", "12500 2", "12800 1", "15000 0");
        assertThat(trace.counter("rank 1", "busy streams")).startsWith("300 1", "2700 2", "2800 1", "5000 0");
    }

    /** The reader checks that slices nest, that every arrow binds and none goes back, and that counters ascend. */
    @ParameterizedTest
    @ValueSource(strings = {"cnn-2", "cnn-2-cuda", "moe-2", "pipeline-2"})
    void everyArrowOfARealRecordingAndItsRunBinds(String recording) throws IOException {
        PerfettoJson trace = both(Traces.load("data/" + recording).step(2));
        assertThat(trace.processes()).hasSize(6);
        assertThat(trace.slices("recorded critical path")).isNotEmpty();
        assertThat(trace.slices("simulated critical path")).isNotEmpty();
        assertThat(trace.counter("simulated rank 0", "bytes in flight")).isNotEmpty();
        assertThat(trace.counter("simulated rank 0", "nodes running off the host"))
                .last()
                .asString()
                .endsWith(" 0");
    }

    @Test
    void aMessageHasAnArrowFromItsSender() throws IOException {
        PerfettoJson trace = both(Traces.load("data/pipeline-2"));
        assertThat(trace.arrows("send")).isNotEmpty().allSatisfy(arrow -> assertThat(trace.process(arrow.from()))
                .isNotEqualTo(trace.process(arrow.to())));
    }

    @Test
    void whatCannotBeWrittenIsSaidAndNothingIsLeft() {
        Traces traces = Traces.load(SmallTraces.write(dir.resolve("traces"), 2).toString());
        Path nowhere = dir.resolve("no/such/directory/t.json");
        Path blocked = dir.resolve("traces/host_0.json/t.json");
        assertThatThrownBy(() -> traces.exportPerfetto(blocked.toString()))
                .isInstanceOf(TraceException.class)
                .hasMessageContaining("t.json: cannot be written");
        assertThat(nowhere).doesNotExist();
    }
}
