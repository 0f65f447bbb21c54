// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.Table;

/**
 * The parts of a recorded step are those of the same step simulated as recorded: what a host waits for within an operator is no
 * computation in either.
 */
class RecordedPartsTest {
    /** Bounds are shares of the step; of ResNet-50's rank 0 the run exposes 3 % that overlaps in the recording. */
    @ParameterizedTest
    @CsvSource({
        "moe-2, 0.005",
        "cnn-2, 0.005",
        "pipeline-2, 0.005",
        "resnet50-2, 0.035",
        "cnn-2-cuda, 1e-6",
        "cnn-2-hip, 1e-6"
    })
    void computationIsTheSameRecordedAndSimulated(String name, double near) {
        Traces traces = Traces.load("data/" + name);
        Table parts =
                Plots.overlap(traces, traces.link().toEt().repair().simulate()).table();
        for (int i = 0; i < parts.rowCount() / 2; i++) {
            int rank = i;
            Table own = parts.where(parts.intColumn("rank").isEqualTo(rank));
            assertThat(own.stringColumn("source").asList()).containsExactly("recorded", "simulated");
            for (String part : List.of("compute_only_ms", "overlap_ms")) {
                DoubleColumn share = own.doubleColumn(part).divide(own.doubleColumn("step_ms"));
                assertThat(share.get(1)).as("%s of rank %d", part, rank).isCloseTo(share.get(0), Offset.offset(near));
            }
        }
    }
}
