// SPDX-License-Identifier: Apache-2.0
package org.etude.conformance.simai;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.etude.compat.simai.cluster.ClusterGraph;
import org.etude.compat.simai.cluster.ClusterPlan;
import org.etude.compat.simai.command.ClusterOptions;
import org.etude.compat.simai.flow.FlowResult;
import org.etude.compat.simai.flow.FlowSimulation;
import org.etude.compat.simai.flow.FlowSimulationOptions;
import org.etude.compat.simai.text.SimAiWorkload;
import org.etude.spec.network.PacketNetworkSpec;

/** Runs of SimAI's packet simulator; the first rank's times are compared within 1 %. */
final class PacketRunLayout extends IndexLayout {
    private static final double TOLERANCE = 0.01;
    private static final double NANOS = 1000;
    private static final int FIRST_ROW = 3;
    private static final int FORWARD = 8;
    private static final int WEIGHT_GRAD = 11;
    private static final int INPUT_GRAD = 14;
    private static final double UNSET_LATENCY_MICROS = 6000;

    @Override
    boolean isOfKind(JsonNode entry) {
        return entry.has("topo_args") && entry.has("end_to_end");
    }

    /** Does a recorded run again. */
    static FlowResult run(JsonNode entry, PacketNetworkSpec packets) {
        ClusterGraph graph =
                ClusterGraph.of(ClusterPlan.of(ClusterOptions.parse(strings(entry.required("topo_args")))));
        JsonNode env = entry.required("env");
        long latency = Math.round(NANOS * env.path("AS_SEND_LAT").asDouble(UNSET_LATENCY_MICROS));
        return FlowSimulation.run(
                SimAiWorkload.parse("workload", entry.required("workload").asText()),
                graph,
                new FlowSimulationOptions(latency, FlowLayout.options(graph.gpuType(), env), packets, true));
    }

    @Override
    List<String> differences(Path directory, JsonNode entry) throws IOException {
        FlowResult result = run(entry, PacketNetworkSpec.simAi());
        CaseTexts texts = new CaseTexts();
        texts.equal(
                "number of flows",
                entry.required("flow_count").asInt(),
                result.flows().size());
        near(texts, "end", entry.required("finished_ns").asDouble(), result.finishNanos());
        List<String> lines = strings(entry.required("end_to_end"));
        for (int row = 0; row < result.rows().size(); row++) {
            String[] cells = lines.get(FIRST_ROW + row).split(",");
            FlowResult.Row is = result.rows().get(row);
            String where = "row " + (row + 1) + " (" + is.name() + ") ";
            near(texts, where + "forward", NANOS * Double.parseDouble(cells[FORWARD]), is.forward());
            near(texts, where + "weight gradient", NANOS * Double.parseDouble(cells[WEIGHT_GRAD]), is.weightGrad());
            near(texts, where + "input gradient", NANOS * Double.parseDouble(cells[INPUT_GRAD]), is.inputGrad());
        }
        return texts.differences();
    }

    private static void near(CaseTexts texts, String what, double expected, double found) {
        if (Math.abs(found - expected) > TOLERANCE * expected + 1) {
            texts.wrong(String.format(
                    Locale.ROOT,
                    "%s: %.0f ns, expected %.0f (%+.2f %%)",
                    what,
                    found,
                    expected,
                    100 * (found / expected - 1)));
        }
    }
}
