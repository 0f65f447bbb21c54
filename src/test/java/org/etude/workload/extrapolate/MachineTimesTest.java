// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.extrapolate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.etude.et.graph.EtGraph;
import org.etude.link.model.LinkedSet;
import org.etude.report.Finding;
import org.etude.report.Progress;
import org.etude.spec.CommunicationCosts;
import org.etude.spec.LinkOptions;
import org.etude.spec.MachineTimes;
import org.etude.spec.ParallelizeOptions;
import org.etude.workload.extrapolate.Layer.Features;
import org.etude.workload.extrapolate.Layer.Split;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Products of a recorded step follow a model of its GPU to other shapes; see {@link HandStep}. */
class MachineTimesTest {
    @TempDir
    private Path dir;

    /** A model whose products take a start, and a time per multiplication. */
    private record Toy(double start) implements MachineTimes {
        @Override
        public double product(double rows, double columns, double depth, int elementBytes) {
            return start + rows * columns * depth;
        }

        @Override
        public String name() {
            return "toy";
        }

        @Override
        public CommunicationCosts.Cost cost(String type, int ranks, long bytes) {
            return new CommunicationCosts.Cost(ranks, 1e-3, "toy");
        }
    }

    private static long nanos(EtGraph graph, String name) {
        return IntStream.range(0, graph.size())
                .filter(node -> graph.name(node).contains(name))
                .mapToLong(graph::durationNanos)
                .sum();
    }

    private static Extrapolated spread(LinkedSet set, ParallelizeOptions wish) {
        return Extrapolator.run(set, LinkOptions.defaults(), null, wish, Progress.NONE);
    }

    /** Linear layers of 100 and 60 us forward, 200 and 120 backward, at half the multiplications. */
    @Test
    void productsShrinkAsTheModelSays() {
        LinkedSet set = HandStep.onGpu(dir);
        EtGraph graph = spread(set, ParallelizeOptions.defaults().tp(2).machine(new Toy(0)))
                .set()
                .ranks()
                .get(0);
        assertThat(nanos(graph, "kernel of aten::linear")).isEqualTo(50_000 + 30_000);
        assertThat(nanos(graph, "kernel of AddmmBackward0")).isEqualTo(100_000 + 60_000);
        EtGraph bound = spread(set, ParallelizeOptions.defaults().tp(2).machine(new Toy(1e12)))
                .set()
                .ranks()
                .get(0);
        assertThat(nanos(bound, "kernel of aten::linear")).isEqualTo(160_000);
        EtGraph twice = spread(set, ParallelizeOptions.defaults().batch(16).machine(new Toy(0)))
                .set()
                .ranks()
                .get(0);
        assertThat(nanos(twice, "kernel of aten::linear")).isEqualTo(320_000);
        assertThat(nanos(twice, "kernel of aten::add_")).isEqualTo(80_000);
    }

    /** Without a calibration the model gives the cost of communication; with one the calibration does. */
    @Test
    void theModelTellsOfTheNetworkToo() {
        LinkedSet set = HandStep.onGpu(dir);
        Extrapolated spread = spread(set, ParallelizeOptions.defaults().dp(2).machine(new Toy(0)));
        assertThat(spread.network()).hasSize(1);
        assertThat(spread.network().get(0).latencyUs()).isEqualTo(1, within(1e-9));
        CommunicationCosts other = (type, ranks, bytes) -> new CommunicationCosts.Cost(8, 1e-3, "measured");
        Extrapolated told = spread(
                set, ParallelizeOptions.defaults().dp(2).calibration(other).machine(new Toy(0)));
        assertThat(told.network().get(0).latencyUs()).isEqualTo(4, within(1e-9));
    }

    private List<String> findings(LinkedSet set, ParallelizeOptions wish) {
        return spread(set, wish).set().report().findings().stream()
                .map(Finding::what)
                .toList();
    }

    @Test
    void whereItIsWeakIsSaid() {
        assertThat(findings(
                        HandStep.onGpu(dir), ParallelizeOptions.defaults().tp(2).machine(new Toy(0))))
                .contains("2 of 2 layers follow the model of toy");
        assertThat(findings(HandStep.onGpu(dir), ParallelizeOptions.defaults().tp(2)))
                .contains("products take their floor and 1 / tp of the rest");
        assertThat(findings(HandStep.onHost(dir), ParallelizeOptions.defaults().dp(2)))
                .contains("ranks that share the cores of a host slow each other");
    }

    /** 8 rows of 16 features to 32, of 4 bytes; on 2 ranks by outputs, backward two products, one in the first layer. */
    @Test
    void aLayerIsAPlainProduct() {
        Layer layer =
                new Layer("aten::linear", 0, 16 * 32 * 4, 8 * 16 * 4, 8 * 32 * 4, new Features(16, 32), Split.COLUMN);
        LayerProduct product = LayerProduct.of(layer).orElseThrow();
        assertThat(product).isEqualTo(new LayerProduct(8, 16, 32, 4, true));
        double start = 1000;
        double work = 8.0 * 16 * 32;
        assertThat(product.ratio(new Toy(start), 1, 2, false, false))
                .isEqualTo((start + work / 2) / (start + work), within(1e-12));
        assertThat(product.ratio(new Toy(start), 3, 1, true, false))
                .isEqualTo((2 * start + 6 * work) / (2 * start + 2 * work), within(1e-12));
        assertThat(LayerProduct.of(layer.with(Split.TABLE))).isEmpty();
        Layer conv = new Layer("aten::conv2d", 0, 9L * 16 * 32 * 4, 800, 800, new Features(16, 32), Split.COLUMN);
        assertThat(LayerProduct.of(conv)).isEmpty();
    }
}
