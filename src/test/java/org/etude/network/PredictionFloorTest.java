// SPDX-License-Identifier: Apache-2.0
package org.etude.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import org.etude.Shared;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * How well the step of a recording at B is predicted by someone who knows the unprofiled step there and what the profiler cost at A: below
 * that no prediction from A can be expected. Nothing is simulated.
 */
@Tag("campaign")
class PredictionFloorTest {
    private static final List<String> RATES = List.of("none", "4gbit", "1gbit", "300mbit");
    private static final List<String> WORKLOADS = List.of(
            "cnn_ws2",
            "ddpsleep_ws2",
            "ddpsleep_ws4",
            "fsdpsleep_ws2",
            "moesleep_ws2",
            "pp_ws2",
            "ppsleep_ws2",
            "tpsleep_ws2");

    /** Steps in ms, mean over ranks of the median over steps. */
    private record Steps(double profiled, double unprofiled) {}

    @Test
    void whoKnowsTheUnprofiledStepIsNoNearer() throws IOException {
        Path recordings = Shared.dir("recordings");
        assumeThat(WORKLOADS)
                .as("workloads recorded on all networks")
                .allMatch(workload -> isComplete(recordings, workload));
        List<Double> sums = new ArrayList<>();
        List<Double> ratios = new ArrayList<>();
        for (String workload : WORKLOADS) {
            List<Steps> rates = new ArrayList<>();
            for (String rate : RATES) {
                rates.add(steps(dir(recordings, workload, rate)));
            }
            for (Steps a : rates) {
                for (Steps b : rates) {
                    if (a != b) {
                        double cost = a.profiled - a.unprofiled;
                        sums.add(Math.abs((b.unprofiled + cost) / b.profiled - 1));
                        ratios.add(Math.abs(b.unprofiled * a.profiled / a.unprofiled / b.profiled - 1));
                    }
                }
            }
        }
        print("unprofiled + cost", sums);
        print("unprofiled x ratio", ratios);
        assertThat(sums).hasSize(96);
        assertThat(worst(sums)).isBetween(0.34, 0.36);
        assertThat(worst(ratios)).isBetween(0.43, 0.45);
        assertThat(sums.stream().filter(error -> error > 0.15)).hasSize(14);
    }

    private static void print(String what, List<Double> errors) {
        List<Double> sorted = errors.stream().sorted().toList();
        System.out.printf(
                Locale.ROOT,
                "%s: median %.1f %%, mean %.1f %%, p90 %.1f %%, worst %.1f %%%n",
                what,
                100 * sorted.get(sorted.size() / 2),
                100 * errors.stream().mapToDouble(e -> e).average().orElse(0),
                100 * sorted.get((int) (0.9 * sorted.size())),
                100 * worst(errors));
    }

    private static double worst(List<Double> errors) {
        return errors.stream().mapToDouble(e -> e).max().orElseThrow();
    }

    private static boolean isComplete(Path recordings, String workload) {
        return RATES.stream().allMatch(rate -> Files.exists(file(dir(recordings, workload, rate), 0)));
    }

    private static Path dir(Path recordings, String workload, String rate) {
        return recordings.resolve("net_" + workload + "_" + rate);
    }

    private static Steps steps(Path dir) throws IOException {
        double profiled = 0;
        double unprofiled = 0;
        int ranks = 0;
        for (Path file = file(dir, 0); Files.exists(file); file = file(dir, ranks)) {
            JsonNode training;
            try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
                training = new ObjectMapper().readTree(in);
            }
            profiled += training.path("summary").path("profiled_step_ms").asDouble();
            List<Double> walls = new ArrayList<>();
            training.path("steps")
                    .forEach(step -> walls.add(step.path("wall_ms").asDouble()));
            walls.sort(null);
            unprofiled += (walls.get((walls.size() - 1) / 2) + walls.get(walls.size() / 2)) / 2;
            ranks++;
        }
        return new Steps(profiled / ranks, unprofiled / ranks);
    }

    private static Path file(Path dir, int rank) {
        return dir.resolve("training_" + rank + ".json.gz");
    }
}
