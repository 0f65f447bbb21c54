// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.etude.unit.Units.gbps;
import static org.etude.unit.Units.us;

import java.util.stream.IntStream;
import org.etude.et.graph.EtGraph;
import org.etude.spec.Fidelity;
import org.etude.spec.WorkloadException;
import org.junit.jupiter.api.Test;

/** Recordings of the repository spread over other ranks, from traces to simulated steps. */
class ExtrapolationTest {
    private static LinkedTraces linked(String name) {
        return Traces.load("data/" + name).link();
    }

    private static Simulation simulate(Workload work, int ranks) {
        return work.simulate(
                Topology.ring(ranks).bandwidth(gbps(100)).latency(us(5)), s -> s.fidelity(Fidelity.ANALYTIC));
    }

    private static long hostNanos(Workload work) {
        EtGraph graph = work.set().ranks().get(0);
        return IntStream.range(0, graph.size())
                .filter(graph::isCpuOp)
                .mapToLong(graph::durationNanos)
                .sum();
    }

    private static double stepMs(Extrapolation spread) {
        Workload work = spread.toEt();
        Workload repaired = work.repair();
        assertThat(repaired.changes().isEmpty()).isTrue();
        int ranks = repaired.set().ranks().size();
        return simulate(repaired, ranks).result().stepNs() / 1e6;
    }

    @Test
    void asRecordedIsTheRecordedStep() {
        LinkedTraces cnn = linked("cnn-2");
        Extrapolation same = cnn.parallelize(p -> p.dp(2));
        LinkedTraces step = Traces.load("data/cnn-2").step(3).link();
        assertThat(stepMs(same))
                .isEqualTo(simulate(step.toEt().repair(), 2).result().stepNs() / 1e6);
        assertThat(same.figures().recordedBatch()).isEqualTo(32);
    }

    /** Gloo's late starts stand on no CPU; taken for kernels, they would leave the host's computation as it is. */
    @Test
    void tensorParallelismSharesTheWorkOfAHostThatComputes() {
        Extrapolation whole = linked("cnn-2").parallelize(p -> p.dp(1));
        Extrapolation shared = linked("cnn-2").parallelize(p -> p.dp(1).tp(2));
        double all = whole.stages().doubleColumn("passes_ms").get(0);
        assertThat(shared.stages().doubleColumn("passes_ms").get(0)).isBetween(0.5 * all, 0.8 * all);
        assertThat(shared.findings().stringColumn("what").asList())
                .contains("ranks that share the cores of a host slow each other")
                .noneMatch(what -> what.startsWith("the host is the bound"));
    }

    @Test
    void writtenAnewTheStepTakesTheSame() {
        LinkedTraces step = Traces.load("data/cnn-2").step(3).link();
        long recorded = hostNanos(step.toEt());
        assertThat(hostNanos(linked("cnn-2").parallelize(p -> p.dp(4)).toEt())).isEqualTo(recorded);
        double onGpu = linked("cnn-2-cuda").parallelize(p -> p.dp(2)).figures().recordedMs();
        assertThat(stepMs(linked("cnn-2-cuda").parallelize(p -> p.dp(4)))).isCloseTo(onGpu, within(0.001));
    }

    @Test
    void largerBatchesTakeLongerAndSmallerOnesLess() {
        LinkedTraces cnn = linked("cnn-2");
        double half = stepMs(cnn.parallelize(p -> p.dp(4).batch(16)));
        double same = stepMs(cnn.parallelize(p -> p.dp(4).batch(32)));
        double twice = stepMs(cnn.parallelize(p -> p.dp(4).batch(64)));
        assertThat(half).isBetween(0.4 * same, 0.75 * same);
        assertThat(twice).isBetween(1.5 * same, 2 * same);
    }

    @Test
    void allDegreesTogetherSimulate() {
        for (String name : new String[] {"cnn-2", "cnn-2-cuda", "cnn-2-hip"}) {
            Extrapolation spread =
                    linked(name).parallelize(p -> p.dp(2).tp(2).pp(2).batch(64).microBatches(4));
            assertThat(spread.toEt().set().ranks()).hasSize(8);
            assertThat(stepMs(spread)).isPositive();
            assertThat(spread.stages().rowCount()).isEqualTo(2);
        }
    }

    @Test
    void everyScheduleEnds() {
        LinkedTraces cnn = linked("cnn-2-cuda");
        double gpipe =
                stepMs(cnn.parallelize(p -> p.pp(2).batch(32).microBatches(4).schedule("gpipe")));
        double turns = stepMs(cnn.parallelize(p -> p.pp(2).batch(32).microBatches(4)));
        double chunks =
                stepMs(cnn.parallelize(p -> p.pp(2).batch(32).microBatches(4).chunks(2)));
        assertThat(turns).isCloseTo(gpipe, within(0.1 * gpipe));
        assertThat(chunks).isPositive();
    }

    @Test
    void resnetGoesToManyRanks() {
        Extrapolation spread =
                linked("resnet50-2").parallelize(p -> p.dp(4).pp(4).batch(16).microBatches(8));
        assertThat(spread.figures().stages()).hasSize(4);
        long parameters = spread.figures().stages().stream()
                .mapToLong(s -> s.parameterBytes())
                .sum();
        assertThat(parameters).isEqualTo(4 * 23_520_842L);
        assertThat(stepMs(spread))
                .isGreaterThan(spread.figures().stages().stream()
                        .mapToDouble(s -> s.passesMs())
                        .max()
                        .orElseThrow());
    }

    @Test
    void saysWhatItAssumes() {
        Extrapolation spread = linked("cnn-2").parallelize(p -> p.dp(8).tp(2).batch(64));
        assertThat(spread.toString())
                .contains("2 ranks with batch 32")
                .contains("tp 2 x dp 8 x pp 1")
                .contains("because only one batch size was recorded");
        assertThat(spread.findings().stringColumn("what").asList())
                .anyMatch(what -> what.startsWith("layers are split over 2 ranks"))
                .anyMatch(what -> what.startsWith("times follow the batch from one batch size: 32 to 64"))
                .anyMatch(what -> what.startsWith("gradient all-reduces keep their recorded buckets"));
    }

    @Test
    void refusesOtherRecordings() {
        for (String name : new String[] {"pipeline-2", "moe-2", "collectives-2"}) {
            assertThatThrownBy(() -> linked(name).parallelize(p -> p.dp(4)))
                    .isInstanceOf(WorkloadException.class)
                    .hasMessageContaining("rank 0: the recorded step does not communicate as data parallelism does")
                    .hasMessageContaining("Record one rank that runs the whole model");
        }
        assertThatThrownBy(() -> linked("cnn-2").parallelize(p -> p.pp(5)))
                .isInstanceOf(WorkloadException.class)
                .hasMessageContaining("4 layers cannot be cut into 5 parts");
    }
}
