// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.corrected;

import static org.assertj.core.api.Assertions.assertThat;
import static org.etude.compat.triosim.engine.SmallStep.batch;
import static org.etude.compat.triosim.engine.SmallStep.optical;
import static org.etude.compat.triosim.engine.SmallStep.settings;
import static org.etude.compat.triosim.engine.TrioSimParallelism.DATA;
import static org.etude.compat.triosim.engine.TrioSimParallelism.DISTRIBUTED_DATA;
import static org.etude.compat.triosim.engine.TrioSimParallelism.PIPELINE;
import static org.etude.compat.triosim.engine.TrioSimParallelism.REPLICAS;
import static org.etude.compat.triosim.engine.TrioSimParallelism.TENSOR;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.etude.compat.triosim.TrioSim;
import org.etude.compat.triosim.engine.SmallStep;
import org.etude.compat.triosim.engine.TrioSimSettings;
import org.etude.compat.triosim.engine.TrioSimSettings.Batch;
import org.etude.compat.triosim.engine.TrioSimSettings.Interconnect;
import org.etude.compat.triosim.engine.TrioSimSettings.Mode;
import org.etude.compat.triosim.trace.TrioSimTrace;
import org.etude.report.Finding;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CorrectionsTest {
    @TempDir
    private Path dir;

    private TrioSimTrace step;

    @BeforeEach
    void read() {
        step = TrioSimTrace.read(SmallStep.write(dir));
    }

    private List<String> reported(TrioSimSettings settings) {
        return TrioSim.run(step, settings).report().findings().stream()
                .map(Finding::where)
                .toList();
    }

    @Test
    void aRunReportsTheCorrectionsThatConcernIt() {
        assertThat(reported(settings(REPLICAS, 2, 1, false))).containsExactly("latency", "fetches");
        assertThat(reported(settings(DATA, 2, 1, false)))
                .containsExactly("latency", "fetches", "optimizer", "parameters");
        assertThat(reported(settings(DISTRIBUTED_DATA, 2, 1, false)))
                .containsExactly("latency", "fetches", "optimizer", "parameters", "buckets");
        assertThat(reported(settings(DISTRIBUTED_DATA, 1, 1, false))).containsExactly("latency", "fetches");
        assertThat(reported(settings(TENSOR, 2, 1, false))).containsExactly("latency", "fetches");
        assertThat(reported(settings(TENSOR, 1, 1, false))).containsExactly("latency", "fetches", "all-reduces");
        assertThat(reported(settings(PIPELINE, 2, 1, false))).containsExactly("latency", "fetches");
        assertThat(reported(batch(settings(PIPELINE, 1, 1, false), 4, 1)))
                .containsExactly("batch size", "latency", "fetches", "micro-batches", "optimizer");
        assertThat(reported(batch(settings(PIPELINE, 1, 1, false), 8, 3)))
                .as("2 micro-batches of 4 samples")
                .contains("micro-batch size", "micro-batches");
        assertThat(reported(batch(settings(DATA, 2, 1, false), 8, 3))).doesNotContain("micro-batch size");
        assertThat(reported(optical(settings(REPLICAS, 2, 1, false), 1, 2)))
                .containsExactly("optical network", "optical ring", "fetches");
    }

    @Test
    void slowRemoteMemoriesAreNoDetour() {
        Interconnect slow = new Interconnect(0.4, 1, Optional.empty());
        TrioSimSettings settings = new TrioSimSettings(REPLICAS, 2, new Batch(2, 2, 2), slow, 40, Mode.REDUCED);
        assertThat(reported(settings)).containsExactly("latency", "routes", "fetches");
    }

    @Test
    void compatCorrectsNothing() {
        assertThat(reported(settings(DATA, 2, 1, true))).isEmpty();
    }

    @Test
    void theRingIsReportedInHops() {
        assertThat(TrioSim.run(step, optical(settings(DATA, 9, 1, false), 3, 3))
                        .report()
                        .findings())
                .filteredOn(finding -> finding.where().equals("optical ring"))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.what()).isEqualTo("neighbours are at most 2 hops apart");
                    assertThat(finding.effect()).startsWith("a message between them takes 40 ns more");
                });
    }
}
