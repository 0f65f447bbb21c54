package org.etude.workload.triosim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.etude.workload.triosim.Parallelism.DATA;
import static org.etude.workload.triosim.Parallelism.DISTRIBUTED_DATA;
import static org.etude.workload.triosim.Parallelism.PIPELINE;
import static org.etude.workload.triosim.Parallelism.REPLICAS;
import static org.etude.workload.triosim.Parallelism.TENSOR;
import static org.etude.workload.triosim.SmallStep.batch;
import static org.etude.workload.triosim.SmallStep.optical;
import static org.etude.workload.triosim.SmallStep.settings;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.etude.report.Finding;
import org.etude.workload.triosim.TrioSimSettings.Batch;
import org.etude.workload.triosim.TrioSimSettings.Interconnect;
import org.etude.workload.triosim.TrioSimSettings.Mode;
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

    private List<String> told(TrioSimSettings settings) {
        return TrioSim.run(step, settings).report().findings().stream()
                .map(Finding::where)
                .toList();
    }

    @Test
    void aRunTellsTheCorrectionsThatConcernIt() {
        assertThat(told(settings(REPLICAS, 2, 1, false))).containsExactly("latency", "fetches");
        assertThat(told(settings(DATA, 2, 1, false))).containsExactly("latency", "fetches", "optimizer", "parameters");
        assertThat(told(settings(DISTRIBUTED_DATA, 2, 1, false)))
                .containsExactly("latency", "fetches", "optimizer", "parameters", "buckets");
        assertThat(told(settings(DISTRIBUTED_DATA, 1, 1, false))).containsExactly("latency", "fetches");
        assertThat(told(settings(TENSOR, 2, 1, false))).containsExactly("latency", "fetches");
        assertThat(told(settings(TENSOR, 1, 1, false))).containsExactly("latency", "fetches", "all-reduces");
        assertThat(told(settings(PIPELINE, 2, 1, false))).containsExactly("latency", "fetches");
        assertThat(told(batch(settings(PIPELINE, 1, 1, false), 4, 1)))
                .containsExactly("batch size", "latency", "fetches", "micro-batches", "optimizer");
        assertThat(told(batch(settings(PIPELINE, 1, 1, false), 8, 3)))
                .as("2 micro-batches of 4 samples")
                .contains("micro-batch size", "micro-batches");
        assertThat(told(batch(settings(DATA, 2, 1, false), 8, 3))).doesNotContain("micro-batch size");
        assertThat(told(optical(settings(REPLICAS, 2, 1, false), 1, 2)))
                .containsExactly("optical network", "optical ring", "fetches");
    }

    @Test
    void slowRemoteMemoriesAreNoDetour() {
        Interconnect slow = new Interconnect(0.4, 1, Optional.empty());
        TrioSimSettings settings = new TrioSimSettings(REPLICAS, 2, new Batch(2, 2, 2), slow, 40, Mode.FOLDED);
        assertThat(told(settings)).containsExactly("latency", "routes", "fetches");
    }

    @Test
    void compatCorrectsNothing() {
        assertThat(told(settings(DATA, 2, 1, true))).isEmpty();
    }

    @Test
    void theRingIsToldInHops() {
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
