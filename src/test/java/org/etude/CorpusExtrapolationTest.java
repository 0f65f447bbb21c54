// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.etude.unit.Units.gbps;
import static org.etude.unit.Units.us;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.etude.calibrate.AlphaBetaCurve;
import org.etude.calibrate.TimedAllReduces;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.spec.Fidelity;
import org.etude.spec.WorkloadException;
import org.etude.unit.Bytes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Steps of other batch sizes and worlds from one recorded trace, one measured step and timed all-reduces. The trace was
 * recorded on a busy machine, so only how its step changes counts: predicted = measured source x (extrapolated / as recorded)
 * x ranks per core + all-reduces of DDP's buckets, none hidden, since gloo's threads run on the same two cores.
 */
class CorpusExtrapolationTest {
    private static final int CORES = 2;
    private static final Bytes BUCKET = new Bytes(25L << 20);

    private static final Map<String, Double> MEASURED = new HashMap<>();
    private static JsonNode collectives;

    @BeforeAll
    static void read() throws IOException {
        Path dir = Shared.dir("corpus", "timings");
        ObjectMapper json = new ObjectMapper();
        collectives = json.readTree(dir.resolve("collectives.json").toFile());
        for (JsonNode run : json.readTree(dir.resolve("timings.json").toFile())) {
            MEASURED.put(run.get("run").asText(), run.get("step_ms_median").asDouble());
        }
    }

    private static LinkedTraces recorded(String name) {
        return Traces.load(Shared.dir("corpus", name).toString()).link();
    }

    private static double stepMs(LinkedTraces linked, int batch) {
        Workload work = linked.parallelize(p -> p.batch(batch)).toEt();
        return work.simulate(Topology.ring(1).bandwidth(gbps(10)).latency(us(1)), s -> s.fidelity(Fidelity.ANALYTIC))
                        .result()
                        .stepNs()
                / 1e6;
    }

    private static double commMs(LinkedTraces linked, int ranks) {
        AlphaBetaCurve curve = TimedAllReduces.curve(collectives, ranks);
        EtGraph graph = linked.parallelize(p -> p.dp(ranks).bucket(BUCKET))
                .toEt()
                .set()
                .ranks()
                .get(0);
        return IntStream.range(0, graph.size())
                        .filter(node -> graph.type(node) == EtNodeType.COMM_COLL)
                        .mapToDouble(node -> curve.micros(graph.integer(node, EtNames.COMM_SIZE, 0)))
                        .sum()
                / 1e3;
    }

    /** (predicted - measured) / measured in per cent, to a tenth. */
    private static double errorPercent(LinkedTraces linked, String model, int from, int ranks, int batch) {
        double source = MEASURED.get("rt_" + model + "_ws1_bs" + from);
        double compute = source * stepMs(linked, batch) / stepMs(linked, from) * Math.max(1, ranks / (double) CORES);
        double predicted = compute + (ranks == 1 ? 0 : commMs(linked, ranks));
        return Math.round(1000 * (predicted / MEASURED.get("rt_" + model + "_ws" + ranks + "_bs" + batch) - 1)) / 10.0;
    }

    /** Errors by ranks and batch. */
    private static List<Double> errors(LinkedTraces linked, String model, int from, int[]... targets) {
        return Stream.of(targets)
                .map(t -> errorPercent(linked, model, from, t[0], t[1]))
                .toList();
    }

    private static int[] on(int ranks, int batch) {
        return new int[] {ranks, batch};
    }

    @Test
    void convolutionalNetwork() {
        LinkedTraces cnn = recorded("rec_cnn_ws1_bs32");
        assertThat(errors(cnn, "cnn", 32, on(1, 8), on(1, 128), on(2, 8), on(2, 32), on(4, 8), on(4, 128)))
                .containsExactly(12.6, 25.2, 18.1, 15.5, 11.5, 28.0);
    }

    @Test
    void residualNetwork() {
        LinkedTraces resnet = recorded("rec_resnet50_ws1_bs4");
        assertThat(errors(resnet, "resnet50", 4, on(1, 2), on(1, 8), on(2, 2), on(2, 4)))
                .containsExactly(7.8, 5.5, -7.6, -13.1);
    }

    /** VGG-13 on an H100, from its trace with batch 512 to batch 128, whose kernels took 94.038 ms (TrioSim's sample). */
    @Test
    void aQuarterOfTheBatchOnAGpu() {
        Extrapolation quarter = recorded("pub_triosim_vgg13_pair").parallelize(p -> p.batch(128));
        EtGraph graph = quarter.toEt().set().ranks().get(0);
        double kernelsMs = IntStream.range(0, graph.size())
                        .filter(node -> !graph.isCpuOp(node))
                        .mapToLong(graph::durationNanos)
                        .sum()
                / 1e6;
        assertThat(kernelsMs / 94.038 - 1).isCloseTo(0.022, within(0.001));
        assertThat(quarter.figures().doubt()).isBetween(0.06, 0.07);
        assertThat(Math.abs(kernelsMs - 94.038)).isLessThan(quarter.figures().doubt() * kernelsMs);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "rec_fsdp_ws2; ALL_GATHER gloo:all_gather; as sharded parameters",
                "rec_fsdp2_ws2; ALL_GATHER gloo:all_gather; as sharded parameters",
                "rec_dptp_ws4; ALL_GATHER gloo:all_gather; as sharded parameters",
                "rec_sp_ws2; ALL_GATHER gloo:all_gather; as sharded parameters",
                "rec_pp_ws2; COMM_SEND gloo:send; as stages of a pipeline do",
                "rec_pp1f1b_ws2; COMM_SEND gloo:send; as stages of a pipeline do",
                "rec_moe_ws2; ALL_TO_ALL gloo:all_to_all; as experts and tables"
            })
    void whatIsParallelOtherwiseIsRefused(String trace, String found, String why) {
        LinkedTraces linked = recorded(trace);
        assertThatThrownBy(() -> linked.parallelize(p -> p.dp(4)))
                .isInstanceOf(WorkloadException.class)
                .hasMessageContaining("does not communicate as data parallelism does: " + found)
                .hasMessageContaining(why);
    }

    @Test
    void forwardPassesAndSeveralMicroBatchesAreRefused() {
        LinkedTraces inference = recorded("pub_mi300_sglang_prefill");
        assertThatThrownBy(() -> inference.parallelize(p -> p.dp(4)))
                .isInstanceOf(WorkloadException.class)
                .hasMessageContaining("rank 0: no backward pass in the step");
        LinkedTraces accumulating = recorded("rec_cnn_accum_ws2");
        assertThatThrownBy(() -> accumulating.parallelize(p -> p.dp(4)))
                .isInstanceOf(WorkloadException.class)
                .hasMessageContaining("8 layers run forward between backward passes");
    }

    @Test
    void aLanguageModelIsSplitAsFarAsItsTensorsReach() {
        LinkedTraces gpt = recorded("rec_gptddp_ws2_b05");
        assertThat(gpt.parallelize(p -> p.tp(8)).toEt().set().ranks()).hasSize(8);
        assertThatThrownBy(() -> gpt.parallelize(p -> p.tp(100_000)))
                .isInstanceOf(WorkloadException.class)
                .hasMessageMatching(
                        "(?s)aten::\\w+, layer \\d+, cannot be split over 100000 ranks: its (in|out)put has \\d+"
                                + " features.*");
    }
}
