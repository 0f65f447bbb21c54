// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.etude.report.EtudeException;
import org.etude.table.run.OverlapTable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import tech.tablesaw.api.Row;
import tech.tablesaw.api.Table;

/**
 * The parts of a recorded step are those of the same step simulated as recorded, and add up to the wall time of each rank:
 * computation, transfers and waiting, copies, host and idle time have one definition each.
 */
class RecordedPartsTest {
    /** By how much of the step a part may differ. */
    private static final double MOST = 0.01;
    /** Those known to differ by more, and by how much; docs/accuracy.md says why. */
    private static final Map<String, Double> KNOWN = Map.of(
            "collectives-2", 0.016,
            "rec_coll_ws2", 0.016,
            "rec_coll_ws4", 0.071,
            "pub_hta_no_distinfo", 0.011,
            "pub_hta_no_gpu", 0.011,
            "rec_cnn_ws4_bs32", 0.011,
            "pub_hta_large_integer", 0.251);
    /** Recordings that are cut off or empty. */
    private static final Set<String> REFUSED =
            Set.of("path_12_trunc_host", "path_14_zero_bytes", "rec_cnn_crash_truncated_host");

    @TestFactory
    Stream<DynamicTest> recordingsOfThisRepository() throws IOException {
        return cases(Path.of("data"));
    }

    @TestFactory
    Stream<DynamicTest> smallCases() throws IOException {
        return cases(Shared.dir("recordings").orElse(null))
                .filter(test -> test.getDisplayName().startsWith("sem_"));
    }

    @TestFactory
    @Tag("campaign")
    Stream<DynamicTest> all() throws IOException {
        return Stream.concat(
                cases(Shared.dir("recordings").orElse(null)),
                cases(Shared.dir("corpus").orElse(null)));
    }

    private static Stream<DynamicTest> cases(Path root) throws IOException {
        if (root == null) {
            return Stream.of();
        }
        try (Stream<Path> all = Files.walk(root, 2)) {
            return all.filter(dir -> !dir.equals(root) && Files.isDirectory(dir)).sorted().toList().stream()
                    .map(dir -> DynamicTest.dynamicTest(root.relativize(dir).toString(), () -> check(dir)));
        }
    }

    private static void check(Path recording) {
        String name = recording.getFileName().toString();
        Traces traces;
        Workload work;
        try {
            traces = Traces.load(recording.toString());
            work = traces.link().toEt().repair();
        } catch (EtudeException e) {
            assertThat(REFUSED.contains(name) || e.getMessage().contains("no trace was found"))
                    .as(e.getMessage())
                    .isTrue();
            return;
        }
        Table parts;
        if (work.set().hasRecordedTransfers()) {
            parts = Plots.overlap(traces, work.simulate()).table();
        } else {
            // Ranks are missing, or do not agree on their collectives: no run takes the times recorded.
            parts = OverlapTable.of(traces.set(), traces.waits());
        }
        List<String> names = parts.columnNames().stream()
                .filter(column -> column.endsWith("_ms") && !column.equals("step_ms"))
                .toList();
        assertThat(names).hasSize(7);
        for (Row row : parts) {
            double sum = names.stream().mapToDouble(row::getDouble).sum();
            assertThat(sum).isCloseTo(row.getDouble("step_ms"), Offset.offset(1e-9 * sum));
        }
        Table recorded = parts.where(parts.stringColumn("source").isEqualTo("recorded"));
        Table simulated = parts.where(parts.stringColumn("source").isEqualTo("simulated"));
        for (Row is : recorded) {
            for (Row run : simulated.where(simulated.intColumn("rank").isEqualTo(is.getInt("rank")))) {
                for (String part : names) {
                    assertThat(run.getDouble(part) / run.getDouble("step_ms"))
                            .as("%s of rank %d", part, is.getInt("rank"))
                            .isCloseTo(
                                    is.getDouble(part) / is.getDouble("step_ms"),
                                    Offset.offset(KNOWN.getOrDefault(name, MOST)));
                }
            }
        }
    }
}
