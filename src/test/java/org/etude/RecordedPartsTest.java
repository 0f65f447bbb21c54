// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.etude.table.run.OverlapTable;
import tech.tablesaw.api.Row;
import tech.tablesaw.api.Table;

/**
 * The parts of a recorded step are those of the same step simulated as recorded, and add up to the wall time of each rank:
 * computation, transfers and waiting, copies, host and idle time have one definition each.
 */
class RecordedPartsTest implements EachRecording {
    private static final Recordings RECORDINGS = Recordings.each(dir -> true, RecordedPartsTest::check);
    /** By how much of the step a part may differ. */
    private static final double MOST = 0.01;
    /** Those known to differ by more, and by how much; docs/accuracy/replay.md says why. */
    private static final Map<String, Double> KNOWN = Map.of(
            "pub_hta_no_distinfo", 0.011,
            "pub_hta_no_gpu", 0.011,
            "rec_cnn_ws4_bs32", 0.011,
            "pub_hta_large_integer", 0.251,
            "cnn-2-h200", 0.018,
            "tp-2-h200", 0.022);

    @Override
    public Recordings cases() {
        return RECORDINGS;
    }

    private static void check(Path recording) {
        String name = recording.getFileName().toString();
        Recordings.load(recording).ifPresent(loaded -> checkParts(name, loaded.traces(), loaded.work()));
    }

    private static void checkParts(String name, Traces traces, Workload work) {
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
