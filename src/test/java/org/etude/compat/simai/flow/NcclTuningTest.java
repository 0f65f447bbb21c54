// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.etude.Shared;
import org.etude.compat.simai.cluster.ClusterGraph;
import org.etude.compat.simai.cluster.ClusterOption;
import org.etude.compat.simai.cluster.ClusterPlan;
import org.etude.compat.simai.cluster.ClusterSpec;
import org.etude.compat.simai.cluster.ClusterTemplate;
import org.etude.compat.simai.model.SimAiException;
import org.etude.spec.CollectiveType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values worked out by hand from NCCL's formulas; times in us, rates in GB/s. */
class NcclTuningTest {
    private static final NcclTuning A100 = NcclTuning.of(NcclGeneration.AMPERE, 240, 200);
    private static final NcclTuning H100 = NcclTuning.of(NcclGeneration.HOPPER, 360, 400);

    private static NcclTuning.Choice only(
            NcclTuning model, FlowAlgorithm algorithm, NcclProtocol protocol, long bytes, int ranks, int servers) {
        return model.only(Set.of(algorithm), Set.of(protocol)).choose(CollectiveType.ALL_REDUCE, bytes, ranks, servers);
    }

    /** 14 steps of 0.6 after 6.6; LL may not pass 87.7, of which a ring of 8 makes 8/14. */
    @Test
    void ringOfEightWithFlags() {
        NcclTuning.Choice ring = only(A100, FlowAlgorithm.RING, NcclProtocol.LL, 1 << 20, 8, 1);
        assertThat(ring.latency()).isCloseTo(6.6 + 14 * 0.6, within(1e-9));
        assertThat(ring.bandwidth()).isCloseTo(87.7 * 8 / 14, within(1e-9));
        assertThat(ring.micros()).isCloseTo(15 + 1048.576 / (87.7 * 8 / 14), within(1e-9));
    }

    /** Tree of four servers: 92 % of 200, a half of it, at 32 MiB times 0.8; 7 steps inside and 2 levels, up and down. */
    @Test
    void treeOfFourServers() {
        NcclTuning.Choice tree = only(A100, FlowAlgorithm.TREE, NcclProtocol.SIMPLE, 32 << 20, 32, 4);
        assertThat(tree.latency()).isCloseTo(8.4 + 2 * (7 * 4.0 + 2 * 14.0), within(1e-9));
        assertThat(tree.bandwidth()).isCloseTo(200 * 0.92 / 2 * 0.7, within(1e-9));
    }

    /** 56 steps inside, of which Simple's work for the network is 3 at least, 6 between; then the plateau. */
    @Test
    void ringOfFourServers() {
        NcclTuning.Choice ring = only(A100, FlowAlgorithm.RING, NcclProtocol.SIMPLE, 1 << 30, 32, 4);
        assertThat(ring.latency()).isCloseTo(1.4 * (8.4 + 56 * 3.4 + 6 * 14.0), within(1e-9));
        assertThat(ring.bandwidth()).isCloseTo(200.0 * 32 / 62, within(1e-9));
    }

    @Test
    void nvSwitches() {
        NcclTuning.Choice nvls = only(H100, FlowAlgorithm.NVLS, NcclProtocol.SIMPLE, 1 << 30, 8, 1);
        assertThat(nvls.latency()).isEqualTo(25);
        assertThat(nvls.bandwidth()).isCloseTo(300, within(1e-9));
        NcclTuning.Choice tree = only(H100, FlowAlgorithm.NVLS_TREE, NcclProtocol.SIMPLE, 1 << 30, 32, 4);
        assertThat(tree.latency()).isCloseTo(25 + 2 * 2 * 14.0, within(1e-9));
        assertThat(tree.bandwidth()).isCloseTo(200 * 5 / 6.0, within(1e-9));
        assertThatThrownBy(() -> only(A100, FlowAlgorithm.NVLS, NcclProtocol.SIMPLE, 1, 8, 1))
                .isInstanceOf(SimAiException.class)
                .hasMessageContaining("none of [NVLS] with [SIMPLE] can do ALLREDUCE of 8 ranks on 1 servers");
        assertThatThrownBy(() -> only(H100, FlowAlgorithm.NVLS, NcclProtocol.SIMPLE, 1, 16, 2))
                .hasMessageContaining("NVLS_TREE several");
    }

    /** 16 servers of one rank: 8, four levels of a tree's 14 / 3.5, 2.8 per rank; three quarters of the network. */
    @Test
    void aggregatedTrees() {
        NcclTuning.Choice pat = H100.only(Set.of(FlowAlgorithm.PAT), Set.of(NcclProtocol.SIMPLE))
                .choose(CollectiveType.ALL_GATHER, 1 << 20, 16, 16);
        assertThat(pat.latency()).isCloseTo(8 + 4 * 14 / 3.5 + 16 * 2.8, within(1e-9));
        assertThat(pat.bandwidth()).isCloseTo(0.75 * 360, within(1e-9));
        assertThat(H100.choices(CollectiveType.ALL_GATHER, 1, 16, 2))
                .isNotEmpty()
                .noneMatch(choice -> choice.algorithm() == FlowAlgorithm.PAT);
    }

    /** Small messages take trees with flags, large ones rings; Hopper's switches take over early. */
    @ParameterizedTest
    @CsvSource({
        "A100, 8, 1, 1024, RING, LL",
        "A100, 8, 1, 8388608, RING, LL128",
        "A100, 8, 1, 67108864, RING, SIMPLE",
        "A100, 32, 4, 1024, TREE, LL",
        "A100, 32, 4, 1048576, TREE, LL128",
        "A100, 32, 4, 1073741824, RING, SIMPLE",
        "H100, 8, 1, 33554432, NVLS, SIMPLE",
        "H100, 16, 2, 33554432, NVLS_TREE, SIMPLE"
    })
    void chooses(String gpu, int ranks, int servers, long bytes, FlowAlgorithm algorithm, NcclProtocol protocol) {
        NcclTuning model = gpu.equals("A100") ? A100 : H100;
        NcclTuning.Choice choice = model.choose(CollectiveType.ALL_REDUCE, bytes, ranks, servers);
        assertThat(choice.algorithm()).isEqualTo(algorithm);
        assertThat(choice.protocol()).isEqualTo(protocol);
    }

    /** The choice is never slower than any that was possible, and more bytes never take less. */
    @Property
    void theFastestIsChosen(
            @ForAll @IntRange(min = 1, max = 8) int local,
            @ForAll @IntRange(min = 1, max = 16) int servers,
            @ForAll @IntRange(min = 0, max = 30) int size,
            @ForAll("collectives") CollectiveType collective) {
        Assume.that(local * servers > 1);
        NcclTuning.Choice choice = H100.choose(collective, 1L << size, local * servers, servers);
        assertThat(H100.choices(collective, 1L << size, local * servers, servers))
                .contains(choice)
                .allSatisfy(other -> assertThat(other.micros()).isGreaterThanOrEqualTo(choice.micros()));
        if (collective != CollectiveType.ALL_REDUCE && local > 1) {
            assertThat(choice.algorithm()).isEqualTo(FlowAlgorithm.RING);
        }
    }

    @Test
    void wireBytes() {
        assertThat(NcclProtocol.LL.wireBytes(1000)).isEqualTo(2000);
        assertThat(NcclProtocol.LL128.wireBytes(120)).isEqualTo(128);
        assertThat(NcclProtocol.LL128.wireBytes(1)).isEqualTo(2);
        assertThat(NcclProtocol.LL128.wireBytes(Long.MAX_VALUE / 2)).isPositive();
        assertThat(NcclProtocol.SIMPLE.wireBytes(7)).isEqualTo(7);
    }

    /** What SimAI 1.7 documents, ns: what a step costs with what the collective costs to begin. */
    @ParameterizedTest
    @CsvSource({
        "TREE, LL, true, 7400",
        "TREE, LL128, true, 15250",
        "TREE, SIMPLE, true, 12400",
        "RING, LL, true, 7200",
        "RING, LL128, true, 15900",
        "RING, SIMPLE, true, 11800",
        "NVLS, SIMPLE, true, 25000",
        "NVLS_TREE, SIMPLE, true, 25000",
        "TREE, LL, false, 11800",
        "TREE, LL128, false, 22500",
        "TREE, SIMPLE, false, 22400",
        "RING, LL, false, 9300",
        "RING, LL128, false, 18000",
        "RING, SIMPLE, false, 22400",
        "NVLS, SIMPLE, false, 18000",
        "PAT, SIMPLE, true, 12000",
        "PAT, SIMPLE, false, 22000"
    })
    void latenciesAreThoseThatSimAiDocuments(
            FlowAlgorithm algorithm, NcclProtocol protocol, boolean sameServer, long nanos) {
        assertThat(NcclLatency.flowNanos(algorithm, protocol, sameServer, true)).isEqualTo(nanos);
        assertThat(NcclLatency.flowNanos(algorithm, protocol, sameServer, false))
                .isLessThanOrEqualTo(nanos);
    }

    @Test
    void ratesOfACluster() {
        ClusterGraph graph = graph(16);
        NcclTuning model = NcclTuning.of(graph);
        assertThat(model.generation()).isEqualTo(NcclGeneration.HOPPER);
        assertThat(model.nvLinkGbps()).isEqualTo(360);
        assertThat(model.networkGbps()).isEqualTo(400);
        assertThat(model.channels()).isEqualTo(17);
    }

    private static ClusterGraph graph(int gpus) {
        Map<ClusterOption, String> given = new EnumMap<>(ClusterOption.class);
        given.put(ClusterOption.GPUS, Integer.toString(gpus));
        given.put(ClusterOption.PSW_SWITCHES, "1");
        return ClusterGraph.of(ClusterPlan.of(ClusterSpec.of(ClusterTemplate.SPECTRUM_X, false, false, false, given)));
    }

    @Test
    void listsInNcclsWords() {
        assertThat(NcclTuning.allowed("Ring,NVLSTree", FlowAlgorithm.class))
                .containsExactlyInAnyOrder(FlowAlgorithm.RING, FlowAlgorithm.NVLS_TREE);
        assertThat(NcclTuning.allowed("^LL128", NcclProtocol.class))
                .containsExactlyInAnyOrder(NcclProtocol.LL, NcclProtocol.SIMPLE);
        assertThat(NcclTuning.allowed("auto", NcclProtocol.class)).hasSize(3);
        assertThatThrownBy(() -> NcclTuning.allowed("Rink", FlowAlgorithm.class))
                .hasMessageContaining("'Rink' is none of [TREE, RING, NVLS, NVLS_TREE, PAT]");
        assertThatThrownBy(() -> NcclTuning.of(NcclGeneration.VOLTA, 0, 1)).hasMessageContaining("0.0 GB/s of NVLink");
        assertThatThrownBy(() -> A100.only(Set.of(), Set.of(NcclProtocol.LL)))
                .hasMessageContaining("no algorithm or no protocol");
        assertThat(NcclGeneration.of("a800")).isEqualTo(NcclGeneration.AMPERE);
        assertThat(NcclGeneration.of("GB200")).isEqualTo(NcclGeneration.BLACKWELL);
        assertThat(NcclGeneration.of("GH200")).isEqualTo(NcclGeneration.HOPPER);
        assertThatThrownBy(() -> NcclGeneration.of("MI300X"))
                .isInstanceOf(SimAiException.class)
                .hasMessageContaining("no GPU type MI300X");
    }

    /** Measured on a node of A100 (vTrain); nothing of the model is fitted to it. Mean errors: docs/accuracy/collectives.md. */
    @ParameterizedTest
    @CsvSource({"2, 22", "3, 15", "4, 11", "5, 9", "6, 8", "7, 7", "8, 7"})
    void measuredCurves(int ranks, double most) throws IOException {
        Path file = Shared.dir("golden", "hardware", "vtrain", "nccl_allreduce_a100_" + ranks + "gpu.csv.gz");
        double sum = 0;
        int count = 0;
        try (BufferedReader in = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
            in.readLine();
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String[] cells = line.split(",");
                double micros = Double.parseDouble(cells[3]) / 1000;
                NcclTuning.Choice choice = A100.choose(CollectiveType.ALL_REDUCE, Long.parseLong(cells[0]), ranks, 1);
                assertThat(choice.algorithm()).isEqualTo(FlowAlgorithm.RING);
                sum += Math.abs(choice.micros() / micros - 1);
                count++;
            }
        }
        assertThat(100 * sum / count).isBetween(most - 1.5, most);
    }

    @Provide
    Arbitrary<CollectiveType> collectives() {
        return Arbitraries.of(CollectiveType.scheduled());
    }
}
