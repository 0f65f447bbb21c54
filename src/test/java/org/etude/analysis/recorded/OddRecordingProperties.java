// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.recorded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.etude.Traces;
import org.etude.report.EtudeException;
import org.etude.table.TableCsv;
import tech.tablesaw.api.NumericColumn;
import tech.tablesaw.api.Table;

/** Every question to a recording that lacks what most have is answered, or refused in words of ours; shares add up. */
class OddRecordingProperties {
    private static final List<String> PARTS =
            List.of("compute_ms", "exposed_comm_ms", "copy_ms", "waiting_ms", "host_ms", "idle_ms");
    private static final Map<String, Function<Traces, Table>> QUESTIONS = new LinkedHashMap<>();

    static {
        QUESTIONS.put("ranks", Traces::ranks);
        QUESTIONS.putAll(RecordedQuestions.of(2));
        QUESTIONS.put("diff", traces -> traces.diff(traces));
    }

    @Property(tries = 60)
    void everyQuestionHasAnAnswer(@ForAll long seed) throws IOException {
        Path directory = Files.createTempDirectory("odd");
        try {
            Traces traces = Traces.load(OddRecording.write(directory, seed).toString());
            QUESTIONS.forEach((name, question) -> {
                Table answer = answer(name, question, traces);
                if (answer != null) {
                    amountsAreNotNegative(name, answer);
                }
            });
            partsOfStepsAddUp(traces.steps());
            sharesOfStreamsAddUp(traces.idle());
            thePathHasNoHole(answer("critical-path", Traces::criticalPath, traces));
            traces.exportPerfetto(directory.resolve("all.trace").toString());
            assertThat(directory.resolve("all.trace")).isNotEmptyFile();
        } finally {
            delete(directory);
        }
    }

    /** The table; null where the question is refused with a reason and a remedy. */
    private static Table answer(String name, Function<Traces, Table> question, Traces traces) {
        try {
            return question.apply(traces);
        } catch (EtudeException e) {
            assertThat(e.getMessage()).as(name).isNotBlank().doesNotContain("null", "NaN", "Exception");
            return null;
        }
    }

    private static void amountsAreNotNegative(String name, Table answer) {
        for (NumericColumn<?> column : answer.numericColumns()) {
            boolean amount =
                    column.name().matches("count|.*(total|mean|std|min|max|own|busy).*_(us|ms)|.*_(bytes|frac)");
            for (int row = 0; amount && !name.equals("diff") && row < column.size(); row++) {
                if (!column.isMissing(row)) {
                    assertThat(column.getDouble(row))
                            .as("%s of %s\n%s", column.name(), name, TableCsv.text(answer))
                            .isFinite()
                            .isNotNegative();
                }
            }
        }
    }

    private static void partsOfStepsAddUp(Table steps) {
        for (int row = 0; row < steps.rowCount(); row++) {
            int at = row;
            double sum = PARTS.stream()
                    .mapToDouble(part -> steps.doubleColumn(part).get(at))
                    .sum();
            assertThat(sum)
                    .as(TableCsv.text(steps))
                    .isCloseTo(steps.doubleColumn("wall_ms").get(row), within(1e-6));
        }
    }

    /** A stream whose only work takes no time has no span. */
    private static void sharesOfStreamsAddUp(Table idle) {
        Map<String, Double> times = new HashMap<>();
        Map<String, Double> shares = new HashMap<>();
        for (int row = 0; row < idle.rowCount(); row++) {
            String stream = idle.getString(row, "rank") + " " + idle.getString(row, "device") + " "
                    + idle.getString(row, "stream");
            times.merge(stream, idle.doubleColumn("total_us").get(row), Double::sum);
            shares.merge(stream, idle.doubleColumn("share_frac").get(row), Double::sum);
        }
        shares.forEach((stream, sum) -> assertThat(sum)
                .as("%s\n%s", stream, TableCsv.text(idle))
                .isCloseTo(times.get(stream) == 0 ? 0 : 1, within(1e-9)));
    }

    private static void thePathHasNoHole(Table path) {
        long end = 0;
        for (int row = 0; path != null && row < path.rowCount(); row++) {
            assertThat(path.longColumn("start_ns").get(row))
                    .as(TableCsv.text(path))
                    .isEqualTo(end);
            end = path.longColumn("end_ns").get(row);
        }
        if (path != null) {
            assertThat(path.doubleColumn("duration_us").sum()).isCloseTo(end / 1e3, within(1e-3));
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
