// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.etude.SmallTraces;
import org.etude.Traces;
import org.etude.flight.FlightLog;
import org.etude.logs.FlightRecorder;
import org.etude.report.Finding;
import org.etude.trace.model.TraceException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Dumps of a flight recorder and recordings of NCCL Inspector next to traces: named with the command that reads them. */
class OtherRecordingsTest {
    @TempDir
    private Path dir;

    private static FlightLog job() {
        return new FlightLog(2).add("0", 1, "all_reduce", 4, "completed", 1, 0, 1);
    }

    private static List<Finding> aside(Traces traces) {
        return traces.assumptions().findings().stream()
                .filter(finding -> finding.effect().startsWith("not part of the traces"))
                .toList();
    }

    @Test
    void dumpsInAFolderBelowAreNamedWithTheirCommand() throws IOException {
        SmallTraces.write(dir, 2);
        job().write(dir.resolve("comm_traces"));
        Traces traces = Traces.load(dir.toString());
        assertThat(traces.ranks().rowCount()).isEqualTo(2);
        Path folder = dir.resolve("comm_traces");
        assertThat(aside(traces)).singleElement().satisfies(finding -> {
            assertThat(finding.level()).isEqualTo(Finding.Level.INFO);
            assertThat(finding.where()).isEqualTo(folder.toString());
            assertThat(finding.what()).isEqualTo("2 files here are each a dump of PyTorch's flight recorder");
            assertThat(finding.effect()).isEqualTo("not part of the traces; 'etude flight " + folder + "' reads them");
        });
    }

    @Test
    void dumpsAndTracesInOneFolderAreEachReadByTheirOwn() throws IOException {
        SmallTraces.write(dir, 2);
        job().json(dir);
        assertThat(aside(Traces.load(dir.toString()))).hasSize(1);
        FlightRecorder recorder = FlightRecorder.load(dir);
        assertThat(recorder.dumps()).hasSize(2);
        assertThat(recorder.isStalled()).isFalse();
    }

    @Test
    void aPickledDumpCalledLikeATraceIsNoBrokenTrace() throws IOException {
        SmallTraces.write(dir, 1);
        Path dumps = job().write(dir.resolve("dumps"));
        Files.copy(dumps.resolve("rank_0"), dir.resolve("nccl_trace_rank_0"));
        assertThat(aside(Traces.load(dir.toString())))
                .extracting(Finding::what)
                .containsExactlyInAnyOrder(
                        "1 file here is a dump of PyTorch's flight recorder",
                        "2 files here are each a dump of PyTorch's flight recorder");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5})
    void pickledDumpsOfEveryProtocolAreRecognised(int protocol) throws IOException {
        SmallTraces.write(dir, 2);
        for (int rank = 0; rank < 2; rank++) {
            Path dump = Path.of("src/test/resources/flight/protocol" + protocol + "/rank_" + rank);
            Files.copy(dump, dir.resolve("rank_" + rank));
        }
        assertThat(aside(Traces.load(dir.toString())))
                .singleElement()
                .returns("2 files here are each a dump of PyTorch's flight recorder", Finding::what);
        assertThat(FlightRecorder.load(dir).dumps()).hasSize(2);
    }

    @Test
    void recordingsOfNcclInspectorAreNamedToo() throws IOException {
        SmallTraces.write(dir, 1);
        Files.writeString(
                dir.resolve("inspector.json"),
                "{\"header\": {\"id\": \"1\"}, \"metadata\": {}, \"coll_perf\": {\"coll\": \"AllReduce\"}}\n");
        assertThat(aside(Traces.load(dir.toString()))).singleElement().satisfies(finding -> {
            assertThat(finding.what()).isEqualTo("1 file here is a recording of NCCL Inspector");
            assertThat(finding.effect()).contains("'etude inspector " + dir + "' reads it");
        });
    }

    /** Newer versions write what holds for many records once, on lines of their own. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"header\": {\"id\": \"0x1\", \"comm_name\": \"tp\", \"rank\": 0, \"n_ranks\": 8, \"nnodes\": 1}}",
                "{\"metadata\": {\"inspector_output_format_version\": \"v4.1\", \"pid\": 12}}",
                "{\"header\": {\"id\": \"0x1\", \"rank\": 0, \"n_ranks\": 8}, \"metadata\": {\"pid\": 1}}",
                "\n {\"dump_stats\": {\"coll_dropped_since_last_dump\": 0}}",
                "{\"other\": [{\"n_ranks\": 1}], \"header\": {\"n_ranks\": 8}}"
            })
    void linesBeforeTheFirstRecordIdentifyAnInspector(String line) throws IOException {
        SmallTraces.write(dir, 1);
        Path file = dir.resolve("inspector.json");
        Files.writeString(file, line + "\n{\"coll_perf\": {\"coll\": \"AllReduce\"}}\n");
        assertThat(aside(Traces.load(dir.toString())))
                .singleElement()
                .returns("1 file here is a recording of NCCL Inspector", Finding::what);
        assertThatThrownBy(() -> Traces.load(file.toString()))
                .hasMessageContaining("this is not a trace but a recording of NCCL Inspector")
                .hasMessageContaining("etude inspector " + file);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"header\": {\"rank\": 0}, \"metadata\": {\"pid\": 12}}",
                "{\"header\": \"n_ranks\", \"metadata\": [\"inspector_output_format_version\"]}",
                "{\"header\": {\"inner\": {\"n_ranks\": 8}}}"
            })
    void otherFilesWithAHeaderAreNone(String line) throws IOException {
        SmallTraces.write(dir, 1);
        Files.writeString(dir.resolve("results.json"), line + "\n");
        assertThat(aside(Traces.load(dir.toString()))).isEmpty();
    }

    @Test
    void aTraceIsRecognisedWhateverItBeginsWith() throws IOException {
        SmallTraces.write(dir, 1);
        Path device = dir.resolve("device_0.json");
        String text = Files.readString(device).replaceFirst("\\{", "{\"header\": {\"n_ranks\": 8}, ");
        Files.writeString(device, text);
        Traces traces = Traces.load(dir.toString());
        assertThat(traces.ranks().rowCount()).isEqualTo(1);
        assertThat(aside(traces)).isEmpty();
        assertThat(traces.kernels().rowCount()).isPositive();
    }

    @Test
    void whereNothingElseIsThereTheErrorSaysWhatReadsThem() throws IOException {
        Path dumps = job().write(dir.resolve("dumps"));
        assertThatThrownBy(() -> Traces.load(dumps.toString()))
                .isInstanceOf(TraceException.class)
                .hasMessageContaining("no traces found, but 2 dumps of PyTorch's flight recorder (rank_0, rank_1).")
                .hasMessageContaining("Use 'etude flight " + dumps + "'");
        Path one = dumps.resolve("rank_1");
        assertThatThrownBy(() -> Traces.load(one.toString()))
                .hasMessageContaining("this is not a trace but a dump of PyTorch's flight recorder")
                .hasMessageContaining("'etude flight " + one + "'");
    }

    @Test
    void theOutputOfARunIsNamedAsSuch() throws IOException {
        Path run = dir.resolve("x");
        Files.createDirectories(run.resolve("sim"));
        assertThatThrownBy(() -> Traces.load(run.toString()))
                .hasMessageContaining("no traces found, and no other file.");
        Files.createDirectories(run.resolve("repair"));
        assertThatThrownBy(() -> Traces.load(run.toString()))
                .hasMessageContaining(
                        "no traces found; " + run + " is what 'etude run' wrote: give the recording that it read.");
    }

    @Test
    void aPickleOfSomethingElseIsNoDump() throws IOException {
        SmallTraces.write(dir, 1);
        Files.write(dir.resolve("rank_0"), new byte[] {(byte) 0x80, 4, 'N', '.'});
        assertThat(aside(Traces.load(dir.toString()))).isEmpty();
    }
}
