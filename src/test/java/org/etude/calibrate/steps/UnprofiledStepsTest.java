// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.steps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.etude.calibrate.CalibrationException;
import org.etude.report.Report;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.TraceSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Steps timed without the profiler, from the files next to the traces. */
class UnprofiledStepsTest {
    @TempDir
    private Path dir;

    private TraceSet traces(int ranks) {
        List<RankTrace> all = IntStream.range(0, ranks)
                .mapToObj(rank -> new RankTrace(rank, null, null, 0, List.of()))
                .toList();
        return new TraceSet(dir.toString(), all, ranks, Report.empty());
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(dir.resolve(name), text);
    }

    @Test
    void takesTheStatedStep() throws IOException {
        write("training_0.json", "{\"summary\": {\"real_t_step_ms\": 12.5}, \"steps\": [{\"wall_ms\": 3}]}");
        assertThat(UnprofiledSteps.nextTo(traces(1))).contains(new UnprofiledSteps(Map.of(0, 12.5), "training_0.json"));
    }

    @Test
    void takesTheMedianOfTheTimedSteps() throws IOException {
        write("training_0.json", "{\"steps\": [{\"wall_ms\": 9}, {\"wall_ms\": 1}, {\"wall_ms\": 2}]}");
        write(
                "training_1.json",
                "{\"steps\": [{\"wall_ms\": 9}, {\"wall_ms\": 1}, {\"wall_ms\": 2}, {\"wall_ms\": 4}]}");
        UnprofiledSteps found = UnprofiledSteps.nextTo(traces(2)).orElseThrow();
        assertThat(found.stepMs()).isEqualTo(Map.of(0, 2.0, 1, 3.0));
        assertThat(found.meanMs()).isEqualTo(2.5);
    }

    @Test
    void readsGzipAndOnlyRecordedRanks() throws IOException {
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(dir.resolve("training_1.json.gz")))) {
            out.write("{\"summary\": {\"real_t_step_ms\": 7}}".getBytes(StandardCharsets.UTF_8));
        }
        write("training_5.json", "{\"summary\": {\"real_t_step_ms\": 99}}");
        assertThat(UnprofiledSteps.nextTo(traces(2)))
                .contains(new UnprofiledSteps(Map.of(1, 7.0), "training_1.json.gz"));
    }

    @Test
    void isEmptyWithoutATimedStep() throws IOException {
        assertThat(UnprofiledSteps.nextTo(traces(1))).isEmpty();
        write("training_0.json", "{\"summary\": {\"real_t_step_ms\": null}, \"steps\": []}");
        assertThat(UnprofiledSteps.nextTo(traces(1))).isEmpty();
        assertThat(UnprofiledSteps.nextTo(new TraceSet("a.json, b.json", List.of(), 1, Report.empty())))
                .isEmpty();
    }

    @Test
    void namesTheFileThatIsBroken() throws IOException {
        write("training_0.json", "{\"summary\": {");
        assertThatThrownBy(() -> UnprofiledSteps.nextTo(traces(1)))
                .isInstanceOf(CalibrationException.class)
                .hasMessageContaining("training_0.json, line 1")
                .hasMessageContaining("is not JSON");
    }
}
