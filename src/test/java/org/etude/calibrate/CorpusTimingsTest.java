// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.etude.Shared;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Predicts measured steps of two and four ranks, and of other batch sizes, from steps of one rank and timed all-reduces:
 * step = (fixed + batch x time per sample) x ranks per core + all-reduces of the buckets. Data: gloo on two cores, the runs whose
 * timed loops had real-time priority ({@code rt_}). Nothing of the predicted runs is used but bucket sizes.
 */
class CorpusTimingsTest {
    private static final int CORES = 2;

    private static Map<String, JsonNode> runs;
    private static JsonNode collectives;

    @BeforeAll
    static void read() throws IOException {
        Path dir = Shared.dir("corpus", "timings");
        ObjectMapper json = new ObjectMapper();
        collectives = json.readTree(dir.resolve("collectives.json").toFile());
        runs = new TreeMap<>();
        for (JsonNode run : json.readTree(dir.resolve("timings.json").toFile())) {
            if (run.get("run").asText().startsWith("rt_")) {
                runs.put(run.get("run").asText().substring(3), run);
            }
        }
    }

    private static double measured(String run) {
        return runs.get(run).get("step_ms_median").asDouble();
    }

    /** Fixed and per-sample ms of one rank, from steps of given batch sizes. */
    private static double computeMs(String model, int batch, int... from) {
        double[][] x = new double[from.length][];
        double[] y = new double[from.length];
        for (int i = 0; i < from.length; i++) {
            x[i] = new double[] {1, from[i]};
            y[i] = measured(model + "_ws1_bs" + from[i]);
        }
        Estimate[] c = new RelativeRegression(x, y).solve().coefficients();
        return c[0].value() + c[1].value() * batch;
    }

    private static double commMs(String run, int ranks) {
        AlphaBetaCurve curve = TimedAllReduces.curve(collectives, ranks);
        double ms = 0;
        for (JsonNode bytes : runs.get(run).get("buckets")) {
            ms += curve.micros(bytes.asLong()) / 1e3;
        }
        return ms;
    }

    /** (predicted - measured) / measured in per cent, to a tenth. */
    private static double errorPercent(String model, int ranks, int batch, int... from) {
        String run = model + "_ws" + ranks + "_bs" + batch;
        double comm = ranks == 1 ? 0 : commMs(run, ranks);
        double predicted = computeMs(model, batch, from) * Math.max(1, ranks / (double) CORES) + comm;
        return Math.round(1000 * (predicted / measured(run) - 1)) / 10.0;
    }

    @Test
    void twoRanksFromOne() {
        assertThat(errorPercent("cnn", 2, 8, 8, 32, 128)).isEqualTo(8.8);
        assertThat(errorPercent("cnn", 2, 32, 8, 32, 128)).isEqualTo(1.3);
        assertThat(errorPercent("resnet50", 2, 2, 2, 4, 8)).isEqualTo(-12.3);
        assertThat(errorPercent("resnet50", 2, 4, 2, 4, 8)).isEqualTo(-16.3);
    }

    @Test
    void fourRanksOnTwoCoresFromOne() {
        assertThat(errorPercent("cnn", 4, 8, 8, 32, 128)).isEqualTo(2.9);
        assertThat(errorPercent("cnn", 4, 128, 8, 32, 128)).isEqualTo(10.2);
    }

    @Test
    void otherBatchSizesOfOneRank() {
        assertThat(errorPercent("cnn", 1, 32, 8, 128)).isEqualTo(-17.8);
        assertThat(errorPercent("resnet50", 1, 8, 2, 4)).isEqualTo(10.0);
        assertThat(errorPercent("resnet50", 1, 4, 2, 8)).isEqualTo(-6.0);
    }
}
