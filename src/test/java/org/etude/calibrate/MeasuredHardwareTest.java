// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.etude.Shared;
import org.etude.collective.CollectiveAlgorithm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Fits to measured all-reduces, judged on sizes that were held out; docs/accuracy/collectives.md has the figures. */
class MeasuredHardwareTest {
    private static final int SEEDS = 20;

    @TempDir
    private Path dir;

    private List<CollectiveTiming> read(String name, int ranks) throws IOException {
        Path file = Shared.dir("golden", "hardware").resolve(name);
        Path plain = file;
        if (name.endsWith(".gz")) {
            plain = dir.resolve("plain.csv");
            try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
                Files.write(plain, in.readAllBytes());
            }
        }
        return CollectiveTimingsReader.read(plain, "all_reduce", ranks);
    }

    private static double heldOutPercent(List<CollectiveTiming> timings, int seeds, long fromBytes) {
        List<Double> predicted = new ArrayList<>();
        List<Double> measured = new ArrayList<>();
        for (int seed = 0; seed < seeds; seed++) {
            HoldOut.Split<CollectiveTiming> split = new HoldOut(0.3, seed).split(timings);
            AlphaBetaCurve curve = AlphaBetaFit.fit(split.training());
            split.heldOut().stream().filter(t -> t.bytes() >= fromBytes).forEach(t -> {
                predicted.add(curve.micros(t.bytes()));
                measured.add(t.micros());
            });
        }
        return 100
                * ErrorSummary.of(
                                predicted.stream().mapToDouble(d -> d).toArray(),
                                measured.stream().mapToDouble(d -> d).toArray())
                        .meanFrac();
    }

    @ParameterizedTest
    @CsvSource({
        "a100,2", "a100,3", "a100,4", "a100,5", "a100,6", "a100,7", "a100,8",
        "v100,2", "v100,3", "v100,4", "v100,5", "v100,6", "v100,7", "v100,8"
    })
    void denseCurvesArePredictedWithinTwoPercent(String gpu, int ranks) throws IOException {
        List<CollectiveTiming> timings = read("vtrain/nccl_allreduce_" + gpu + "_" + ranks + "gpu.csv.gz", ranks);
        assertThat(timings).hasSize(1024);
        assertThat(heldOutPercent(timings, 1, 0)).isLessThan(2);
    }

    @ParameterizedTest
    @CsvSource({
        "mi300x_1node_8gpu_allreduce_f32.csv,31,7,2.1",
        "mi300x_2node_16gpu_allreduce_f32.csv,32,6,8.5",
        "mi355x_2node_16gpu_allreduce_f32.csv,31,5,5.5",
        "h100_2node_16gpu_allreduce_f32_gcp_a3mega.csv,31,5,5.5"
    })
    void sparseCurvesArePredictedAsDocumented(String name, int sizes, double all, double large) throws IOException {
        List<CollectiveTiming> timings = read(name, 0);
        assertThat(timings).hasSize(sizes);
        assertThat(heldOutPercent(timings, SEEDS, 0)).isLessThan(all);
        assertThat(heldOutPercent(timings, SEEDS, 1 << 20)).isLessThan(large);
    }

    @Test
    void fourSizesOfTheRingAreOneBandwidth() throws IOException {
        List<CollectiveTiming> oneNode = read("mi325x_multi_node_allreduce_f32_ring.csv", 0).stream()
                .filter(t -> t.ranks() == 8)
                .toList();
        // busbw 319 GB/s as rccl-tests states it.
        assertThat(LinkFit.fit(oneNode, CollectiveAlgorithm.RING)
                        .gigabytesPerSecond()
                        .value())
                .isBetween(317.0, 321.0);
    }
}
