// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.util.EnumMap;
import java.util.Map;
import org.assertj.core.data.Percentage;
import org.etude.compat.simai.cluster.ClusterGraph;
import org.etude.compat.simai.cluster.ClusterOption;
import org.etude.compat.simai.cluster.ClusterPlan;
import org.etude.compat.simai.cluster.ClusterSpec;
import org.etude.compat.simai.cluster.ClusterTemplate;
import org.etude.compat.simai.text.SimAiWorkload;
import org.etude.report.Finding;
import org.etude.spec.network.PacketNetworkSpec;
import org.junit.jupiter.api.Test;

/** Recorded runs of SimAI 1.6 (ns-3), in ns, and closed forms. */
class FlowSimulationTest {
    private static final long MIB = 1L << 20;

    private static ClusterGraph cluster(ClusterTemplate template, Object... options) {
        Map<ClusterOption, String> given = new EnumMap<>(ClusterOption.class);
        for (int i = 0; i < options.length; i += 2) {
            given.put((ClusterOption) options[i], options[i + 1].toString());
        }
        return ClusterGraph.of(ClusterPlan.of(ClusterSpec.of(template, false, false, false, given)));
    }

    private static ClusterGraph spectrum(int gpus, int spines) {
        return cluster(ClusterTemplate.SPECTRUM_X, ClusterOption.GPUS, gpus, ClusterOption.PSW_SWITCHES, spines);
    }

    private static SimAiWorkload workload(int tp, int ep, int gpus, String... rows) {
        return SimAiWorkload.parse(
                "w",
                "HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: " + tp + " ep: " + ep
                        + " pp: 1 vpp: 8 ga: 1 all_gpus: " + gpus + "\n" + rows.length + "\n" + String.join("\n", rows)
                        + "\n");
    }

    private static FlowResult run(SimAiWorkload workload, ClusterGraph graph, long latency, boolean nvls) {
        return FlowSimulation.run(
                workload, graph, FlowSimulationOptions.simAi(latency, FlowOptions.of(graph.gpuType(), false, nvls)));
    }

    private static String forward(String comm, long bytes) {
        return "r -1 1000 " + comm + " " + bytes + " 1 NONE 0 1 NONE 0 1";
    }

    @Test
    void ringInsideAServer() {
        FlowResult result = run(workload(8, 1, 8, forward("ALLREDUCE", 16 * MIB)), spectrum(8, 1), 3000, false);
        assertThat(result.rows().get(0).forward()).isEqualTo(125_154);
        assertThat(result.flows().size()).isEqualTo(896);
        assertThat(result.computeNanos()).isEqualTo(1002);
        assertThat(result.finishNanos())
                .as("a nanosecond after each of three steps")
                .isEqualTo(1002 + 3 + result.rows().get(0).forward());
    }

    @Test
    void nvSwitchesAddUp() {
        FlowResult result = run(workload(8, 1, 8, forward("ALLREDUCE", 16 * MIB)), spectrum(8, 1), 3000, true);
        assertThat(result.rows().get(0).forward()).isEqualTo(73_401);
    }

    @Test
    void expertsExchange() {
        FlowResult result = run(workload(2, 4, 16, forward("ALLTOALL_EP", 16 * MIB)), spectrum(16, 1), 3000, false);
        assertThat(result.rows().get(0).forward()).isEqualTo(38_086);
        assertThat(result.flows().size()).isEqualTo(48);
    }

    @Test
    void dataParallelRingBetweenServers() {
        FlowResult result = run(
                workload(8, 1, 32, "r -1 1000 NONE 0 1 NONE 0 1 ALLREDUCE " + 32 * MIB + " 1"),
                spectrum(32, 2),
                3000,
                false);
        assertThat(result.rows().get(0).weightGrad()).isEqualTo(1_049_029);
        assertThat(result.rows().get(0).forward()).isZero();
    }

    /** 5.7 of the description: 14 rounds of latency and an eighth of an eighth of the data on each of eight rings. */
    @Test
    void closedFormOfARing() {
        FlowResult result = run(workload(8, 1, 8, forward("ALLREDUCE", 64 * MIB)), spectrum(8, 1), 6000, false);
        double closed = 14 * (6000 + 64.0 * MIB / 8 / 360);
        assertThat((double) result.rows().get(0).forward()).isCloseTo(closed, Percentage.withPercentage(1));
    }

    @Test
    void weightGradientsOverlapWithWhatFollows() {
        String row = "r -1 0 NONE 0 50000 NONE 0 0 ALLREDUCE " + 16 * MIB + " 1";
        FlowResult two = run(workload(1, 1, 8, row, row), spectrum(8, 1), 3000, false);
        long alone = run(workload(1, 1, 8, row), spectrum(8, 1), 3000, false).finishNanos();
        assertThat(two.finishNanos()).isLessThan(2 * alone);
        assertThat(two.rows().get(0).weightGrad()).isPositive();
        assertThat(two.rows().get(1).weightGrad()).isPositive();
    }

    @Test
    void whatSendsNothingIsReported() {
        FlowResult lonely = run(workload(1, 1, 8, forward("ALLREDUCE", MIB)), spectrum(8, 1), 3000, false);
        assertThat(lonely.report().has(Finding.Level.ERROR)).isTrue();
        assertThat(lonely.finishNanos()).isEqualTo(1002 + 3);
        FlowResult tiny =
                run(workload(8, 1, 8, "r -1 0 NONE 0 0 ALLREDUCE 32 0 NONE 0 1"), spectrum(8, 1), 3000, false);
        assertThat(tiny.report().findings())
                .extracting(Finding::what)
                .containsExactly("ALLREDUCE of 32 bytes has no flows");
    }

    /** Missing stages, words unknown to SimAI, and ranks that its rings leave out are reported. */
    @Test
    void whatSimAiIgnoresIsReported() {
        ClusterGraph graph = cluster(
                ClusterTemplate.SPECTRUM_X,
                ClusterOption.GPUS,
                20,
                ClusterOption.GPUS_PER_SERVER,
                4,
                ClusterOption.PSW_SWITCHES,
                1);
        SimAiWorkload workload = SimAiWorkload.parse(
                "w",
                "HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 5 ep: 1 pp: 2 vpp: 1 ga: 1 all_gpus: 20\n2\n"
                        + "odd -1 0 ALLREDUCE 8192 0 BROADCAST 8192 0 NONE 0 1\n"
                        + "end -1 0 ALLTOALL 8192 0 ALLREDUCE_XX 8192 0 NONE 0 1\n");
        FlowResult result = run(workload, graph, 3000, false);
        assertThat(result.report().findings())
                .extracting(Finding::where, Finding::what)
                .containsExactly(
                        tuple("pp", "2 pipeline stages"),
                        tuple("odd", "the unknown collective 'BROADCAST'"),
                        tuple("end", "the unknown group of 'ALLREDUCE_XX'"),
                        tuple("odd", "5 ranks on 2 servers"));
        assertThat(result.rows().get(0).forward()).isPositive();
        assertThat(result.rows().get(1).inputGrad()).isZero();
    }

    /** Two ranks of a segment without rails: the NVSwitch is as close as the NIC's switch, and is used. */
    @Test
    void serversAreLeftOnlyWhenTheyMust() {
        ClusterGraph graph = cluster(ClusterTemplate.DCN_PLUS, ClusterOption.GPUS, 8, ClusterOption.PSW_SWITCHES, 1);
        FlowResult result = run(workload(2, 1, 8, forward("ALLREDUCE", 16 * MIB)), graph, 0, false);
        assertThat((double) result.rows().get(0).forward()).isCloseTo(2 * 8.0 * MIB / 360, within(2000.0));
    }

    /** Another order within a nanosecond moves little: what is sent, and how long it takes alone, is the same. */
    @Test
    void theFastOrderIsEquallyValid() {
        SimAiWorkload workload = workload(16, 1, 16, forward("ALLREDUCE", 8 * MIB));
        ClusterGraph graph = spectrum(16, 1);
        FlowSimulationOptions simAi = FlowSimulationOptions.simAi(3000, FlowOptions.of("H100", true, false));
        FlowSimulationOptions fast = new FlowSimulationOptions(3000, simAi.flows(), simAi.packets(), false);
        FlowResult inRounds = FlowSimulation.run(workload, graph, simAi);
        FlowResult inOrder = FlowSimulation.run(workload, graph, fast);
        assertThat(inRounds.rows().get(0).forward()).isEqualTo(139_825);
        assertThat(inOrder.flows().size()).isEqualTo(inRounds.flows().size()).isEqualTo(4320);
        assertThat(inOrder.finishNanos()).isCloseTo(inRounds.finishNanos(), Percentage.withPercentage(6));
        assertThat(FlowSimulation.run(workload, graph, simAi).finishNanos()).isEqualTo(inRounds.finishNanos());
    }

    /** Where switches mark, the runs of random numbers differ; without marks they do not. */
    @Test
    void marksAreDrawn() {
        SimAiWorkload workload = workload(16, 1, 16, forward("ALLTOALL", 16 * MIB));
        ClusterGraph graph = spectrum(16, 1);
        FlowSimulationOptions simAi = FlowSimulationOptions.simAi(3000, FlowOptions.of("H100", false, false));
        long[] ends = new long[2];
        long[] unmarked = new long[2];
        for (int run = 0; run < 2; run++) {
            PacketNetworkSpec packets = simAi.packets().withRandomRun(run + 1);
            ends[run] = FlowSimulation.run(
                            workload, graph, new FlowSimulationOptions(3000, simAi.flows(), packets, true))
                    .finishNanos();
            unmarked[run] = FlowSimulation.run(
                            workload, graph, new FlowSimulationOptions(3000, simAi.flows(), packets.ecn(false), true))
                    .finishNanos();
        }
        assertThat(ends[0]).isNotEqualTo(ends[1]);
        assertThat(unmarked[0]).isEqualTo(unmarked[1]).isLessThan(Math.min(ends[0], ends[1]));
    }
}
