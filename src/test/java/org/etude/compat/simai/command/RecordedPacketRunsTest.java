// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.etude.compat.simai.cluster.ClusterGraph;
import org.etude.compat.simai.cluster.ClusterPlan;
import org.etude.compat.simai.flow.FlowOptions;
import org.etude.compat.simai.flow.FlowResult;
import org.etude.compat.simai.flow.FlowSimulation;
import org.etude.compat.simai.flow.FlowSimulationOptions;
import org.etude.compat.simai.text.SimAiWorkload;
import org.etude.conformance.simai.Recorded;
import org.etude.network.packet.device.FlowLog;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Runs of SimAI's packet simulator, to the nanosecond. */
class RecordedPacketRunsTest {
    private static final String UNKNOWN = "-";

    @TestFactory
    Stream<DynamicTest> runsAreTheSame() {
        return Recorded.text("packet-runs.txt")
                .lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> List.of(line.split("; ")))
                .map(run -> DynamicTest.dynamicTest(run.get(0), () -> compare(run)));
    }

    private static void compare(List<String> run) {
        FlowResult result = run(run);
        FlowLog flows = result.flows();
        assertThat(flows.size()).isEqualTo(Integer.parseInt(run.get(7)));
        assertThat(result.rows().stream()
                        .map(row -> row.forward() + "/" + row.inputGrad() + "/" + row.weightGrad())
                        .collect(Collectors.joining(" ")))
                .isEqualTo(run.get(9));
        if (!run.get(8).equals(UNKNOWN)) {
            assertThat(result.finishNanos()).isEqualTo(Long.parseLong(run.get(8)));
            assertThat(rows(flows, false).sum()).isEqualTo(Long.parseLong(run.get(10)));
            assertThat(rows(flows, true).max()).hasValue(Long.parseLong(run.get(11)));
        }
    }

    /** Completion times, or ends. */
    private static LongStream rows(FlowLog flows, boolean ends) {
        return LongStream.range(0, flows.size())
                .map(row -> flows.completionNanos((int) row) + (ends ? flows.startNanos((int) row) : 0));
    }

    private static FlowResult run(List<String> run) {
        ClusterGraph graph = ClusterGraph.of(
                ClusterPlan.of(ClusterOptions.parse(Arrays.asList(run.get(1).split(" ")))));
        String[] rows = run.get(6).split("\\|");
        String text = "HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: " + run.get(4) + " ep: " + run.get(5)
                + " pp: 1 vpp: 8 ga: 1 all_gpus: " + graph.gpus() + "\n" + rows.length + "\n" + String.join("\n", rows)
                + "\n";
        FlowOptions options = FlowOptions.of(
                graph.gpuType(), run.get(3).contains("pxn"), run.get(3).contains("nvls"));
        long latency = 1000 * Long.parseLong(run.get(2));
        return FlowSimulation.run(
                SimAiWorkload.parse(run.get(0), text), graph, FlowSimulationOptions.simAi(latency, options));
    }
}
