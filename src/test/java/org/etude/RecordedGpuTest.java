// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.etude.report.Finding;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tech.tablesaw.api.Row;
import tech.tablesaw.api.Table;

/** Recordings of a real GPU, of one rank and of two ranks that share it. */
class RecordedGpuTest {
    @ParameterizedTest
    @ValueSource(strings = {"cnn-1-h200", "cnn-2-h200", "tp-2-h200", "gpt-1-h200"})
    void everyStepIsReplayedAndItsPartsAddUp(String name) {
        Traces traces = Traces.load("data/" + name);
        for (Row row : traces.link().toEt().replay()) {
            assertThat(row.getDouble("error_frac")).isEqualTo(0, within(1e-6));
        }
        for (Row row : traces.steps()) {
            double parts = 0;
            for (String part :
                    List.of("compute_ms", "exposed_comm_ms", "copy_ms", "waiting_ms", "host_ms", "idle_ms")) {
                parts += row.getDouble(part);
            }
            assertThat(parts).isEqualTo(row.getDouble("wall_ms"), within(1e-5));
        }
        assertThat(traces.link().check().has(Finding.Level.ERROR)).isFalse();
    }

    /** NCCL launches nothing for a group of one rank, so nothing is missing. */
    @Test
    void collectivesOfOneRankAreNotMissing() {
        LinkedTraces linked = Traces.load("data/cnn-1-h200").link();
        assertThat(linked.unmatched().isEmpty()).isTrue();
        assertThat(linked.check()).isEmpty();
        Table findings = linked.findings();
        assertThat(findings.stringColumn("what").asList()).containsExactly("2 collectives launched no kernel");
        assertThat(findings.stringColumn("level").asList()).containsExactly("info");
    }

    /** The profiler's marks on the GPU leave out the compiled graphs, which are most of the step. */
    @Test
    void stepsOfACompiledModelAreWhole() {
        Table steps = Traces.load("data/gpt-1-h200").steps();
        assertThat(steps.doubleColumn("wall_ms").asDoubleArray())
                .usingComparatorWithPrecision(0.001)
                .containsExactly(32.320, 30.861, 31.157);
    }

    /** gloo moves data on the host; its all-reduces belong to the picture all the same. */
    @Test
    void collectivesOfGlooAreDrawn() {
        Table drawn = Plots.timeline(Traces.load("data/tp-2-h200")).table();
        Table comm = drawn.where(drawn.stringColumn("lane").isEqualTo("comm"));
        assertThat(comm.stringColumn("name").unique().asList()).containsExactly("gloo:all_reduce");
        assertThat(comm.rowCount()).isEqualTo(48);
    }
}
