// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.etude.calibrate.CalibratedSystem;
import org.etude.sim.spec.SystemReader;
import org.etude.spec.Fidelity;
import org.etude.spec.OpClass;
import org.etude.spec.SystemSpec;
import org.etude.spec.WorkloadException;
import org.etude.unit.Bandwidth;
import org.etude.unit.Bytes;
import org.etude.unit.Time;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tech.tablesaw.api.Table;

/** An extrapolated step takes what its calibration says, and what that does to the error on measured steps. */
class CalibratedExtrapolationTest {
    private static final Bytes BUCKET = new Bytes(25L << 20);
    private static final int CORES = 2;

    @TempDir
    private Path dir;

    /** All-reduces of 2 ranks that take 200 us + 1 ns per byte. */
    private CalibrationFit fit() throws IOException {
        StringBuilder text = new StringBuilder("size_bytes,time_us\n");
        for (long bytes : new long[] {1_000, 10_000, 100_000, 1_000_000, 10_000_000}) {
            text.append(bytes).append(',').append(200 + bytes * 1e-3).append('\n');
        }
        Path file = Files.writeString(dir.resolve("t.csv"), text.toString());
        return Calibration.fit(file.toString(), "all_reduce", 2);
    }

    private static long last(Table collectives) {
        double end = collectives.longColumn("end_ns").max();
        double start = collectives.longColumn("start_ns").max();
        return Math.round(end - start);
    }

    /** The CNN's only bucket holds 2,180,392 bytes; 8 ranks take 7 times the steps and 7/4 of the bytes of 2. */
    @Test
    void collectivesTakeWhatWasMeasured() throws IOException {
        LinkedTraces cnn = Traces.load("data/cnn-2").link();
        CalibrationFit fit = fit();
        Extrapolation two = cnn.parallelize(p -> p.dp(2).bucket(BUCKET).calibration(fit));
        assertThat(last(two.simulate().collectives())).isCloseTo(200_000 + 2_180_392, within(2L));
        Extrapolation eight = cnn.parallelize(p -> p.dp(8).calibration(fit));
        assertThat(last(eight.simulate().collectives()))
                .isCloseTo(7 * 200_000 + Math.round(1.75 * 2_180_392), within(30L));
        assertThat(eight.findings().stringColumn("what").asList())
                .contains("the network of 8 data ranks: 100.000 us and 1.000 GB/s per link");
    }

    @Test
    void theNetworkWrittenGivesTheSameRun() throws IOException {
        CalibrationFit fit = fit();
        Extrapolation spread = Traces.load("data/cnn-2-cuda")
                .link()
                .parallelize(p -> p.dp(2).tp(2).pp(2).batch(64).calibration(fit));
        Path files = dir.resolve("net");
        spread.saveNetwork(files.toString());
        long step = spread.simulate().result().stepNs();
        Topology read = Topology.read(files.resolve("network.yml").toString());
        SystemSpec system = SystemReader.read(files.resolve("system.json"));
        assertThat(read.logical().dims()).hasSize(3);
        assertThat((double) spread.toEt()
                        .simulate(read, s -> s.system(system).fidelity(Fidelity.ANALYTIC))
                        .result()
                        .stepNs())
                .isCloseTo(step, within(1e-6 * step));
    }

    @Test
    void oneRankNeedsNoNetworkAndNoCalibrationGivesNone() throws IOException {
        LinkedTraces cnn = Traces.load("data/cnn-2").link();
        CalibrationFit fit = fit();
        Extrapolation one = cnn.parallelize(p -> p.dp(1).batch(32).calibration(fit));
        assertThat(one.network().hosts()).isOne();
        assertThat(one.simulate().result().stepNs()).isPositive();
        assertThatThrownBy(() -> cnn.parallelize(p -> p.dp(2)).simulate())
                .isInstanceOf(WorkloadException.class)
                .hasMessageContaining("has no communication costs")
                .hasMessageContaining("calibration(fit)");
    }

    private static JsonNode timings(String file) throws IOException {
        Path path = Shared.dir("corpus", "timings").resolve(file);
        return new ObjectMapper().readTree(path.toFile());
    }

    private CalibrationFit fitOfTwoRanks() throws IOException {
        StringBuilder text = new StringBuilder("size_bytes,time_us\n");
        for (JsonNode c : timings("collectives.json").get("rt_ws2")) {
            if (c.get("op").asText().equals("all_reduce")) {
                text.append(c.get("bytes")).append(',').append(c.get("us_min")).append('\n');
            }
        }
        Path file = Files.writeString(dir.resolve("rt_ws2.csv"), text.toString());
        return Calibration.fit(file.toString(), "all_reduce", 2);
    }

    private static double measuredMs(String run) throws IOException {
        for (JsonNode one : timings("timings.json")) {
            if (one.get("run").asText().equals(run)) {
                return one.get("step_ms_median").asDouble();
            }
        }
        throw new AssertionError("no run " + run);
    }

    private static double stepMs(Workload work, Topology network, SystemSpec system) {
        return work.simulate(network, s -> s.system(system).fidelity(Fidelity.ANALYTIC))
                        .result()
                        .stepNs()
                / 1e6;
    }

    private static Topology guessed(int ranks) {
        return Topology.ring(ranks).bandwidth(Bandwidth.gbps(10)).latency(Time.us(1));
    }

    /** Ranks beyond the cores wait for each other. */
    private static double ranksACore(int ranks) {
        return Math.max(1, ranks / (double) CORES);
    }

    /**
     * (predicted - measured) / measured in per cent, to a tenth: on a guessed network, then on the calibrated one. The trace was
     * recorded under load, so its times are scaled to the measured step of the same job.
     */
    private List<Double> errors(String trace, String model, int[] from, int ranks, int batch) throws IOException {
        LinkedTraces linked =
                Traces.load(Shared.dir("corpus", trace).toString()).link();
        String of = "rt_" + model + "_ws";
        double recorded =
                stepMs(linked.parallelize(p -> p.dp(from[0])).toEt(), guessed(from[0]), SystemSpec.ofAstraSim());
        double scale = measuredMs(of + from[0] + "_bs" + from[1]) / recorded * ranksACore(ranks) / ranksACore(from[0]);
        CalibrationFit fit = fitOfTwoRanks();
        Extrapolation spread =
                linked.parallelize(p -> p.dp(ranks).batch(batch).bucket(BUCKET).calibration(fit));
        Workload work = spread.toEt().scaleTo(ranks, s -> s.compute(OpClass.HOST, scale));
        double measured = measuredMs(of + ranks + "_bs" + batch);
        return Stream.of(
                        stepMs(work, guessed(ranks), SystemSpec.ofAstraSim()),
                        stepMs(work, spread.network(), CalibratedSystem.spec()))
                .map(ms -> Math.round(1000 * (ms / measured - 1)) / 10.0)
                .toList();
    }

    @Test
    void convolutionalNetworkFromOneRank() throws IOException {
        int[] from = {1, 32};
        assertThat(errors("rec_cnn_ws1_bs32", "cnn", from, 2, 8)).containsExactly(31.8, 18.1);
        assertThat(errors("rec_cnn_ws1_bs32", "cnn", from, 2, 32)).containsExactly(20.0, 15.5);
        assertThat(errors("rec_cnn_ws1_bs32", "cnn", from, 4, 8)).containsExactly(15.9, 6.4);
        assertThat(errors("rec_cnn_ws1_bs32", "cnn", from, 4, 128)).containsExactly(28.4, 27.4);
    }

    @Test
    void convolutionalNetworkFromTwoRanks() throws IOException {
        int[] from = {2, 32};
        assertThat(errors("rec_cnn_ws2_bs32", "cnn", from, 4, 8)).containsExactly(24.7, 15.2);
        assertThat(errors("rec_cnn_ws2_bs32", "cnn", from, 4, 128)).containsExactly(-1.8, -2.9);
    }

    @Test
    void residualNetworkFromOneRank() throws IOException {
        int[] from = {1, 4};
        assertThat(errors("rec_resnet50_ws1_bs4", "resnet50", from, 2, 2)).containsExactly(-17.2, -18.8);
        assertThat(errors("rec_resnet50_ws1_bs4", "resnet50", from, 2, 4)).containsExactly(-18.4, -19.3);
    }
}
