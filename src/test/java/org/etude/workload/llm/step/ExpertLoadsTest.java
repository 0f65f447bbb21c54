// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.etude.workload.llm.step.Steps.gpt;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.EtSet;
import org.etude.report.Progress;
import org.etude.spec.LlmOption;
import org.etude.spec.LlmSettings;
import org.etude.workload.llm.LlmTraining;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All-to-alls of unlike sizes: what goes to a rank is in proportion to the tokens of its experts. */
class ExpertLoadsTest {
    @TempDir
    private Path folder;

    private static LlmStep step(String loads) {
        return gpt(p -> p.world(4)
                .ep(4)
                .gpu("H100")
                .sequenceParallel()
                .expertLoads(loads)
                .set(LlmOption.MOE, true)
                .set(LlmOption.EXPERTS, 8)
                .set(LlmOption.TOP_K, 2));
    }

    private static List<Long> sizes(EtGraph graph, EtNodeType type, String name) {
        List<Long> sizes = new ArrayList<>();
        for (int node = 0; node < graph.size(); node++) {
            if (graph.type(node) == type && graph.name(node).startsWith(name)) {
                sizes.add(graph.integer(node, EtNames.COMM_SIZE, -1));
            }
        }
        return sizes;
    }

    /** Of 16 tokens the ranks' experts get 8, 4, 3 and 1: shares of a buffer of 2 b s h k bytes. */
    @Test
    void eachPairExchangesItsOwnBytes() throws IOException {
        Path file = folder.resolve("loads.csv");
        Files.writeString(file, "expert,tokens\n0,7\n1,1\n2,2\n3,2\n4,3\n5,0\n6,0.5\n7,0.5\n");
        EtSet set = step(file.toString()).write(Progress.NONE);
        long buffer = 2 * Steps.ACTIVATIONS;
        List<Long> shares = List.of(buffer / 2, buffer / 4, buffer * 3 / 16, buffer / 16);
        for (int rank = 0; rank < 4; rank++) {
            EtGraph graph = set.ranks().get(rank);
            String there = "F0 layer 0 dispatch all-to-all";
            List<Long> sent = sizes(graph, EtNodeType.COMM_SEND, there);
            List<Long> received = sizes(graph, EtNodeType.COMM_RECV, there);
            assertThat(sent)
                    .containsExactly(
                            shares.get((rank + 1) % 4), shares.get((rank + 2) % 4), shares.get((rank + 3) % 4));
            assertThat(received).containsOnly(shares.get(rank)).hasSize(3);
            String back = "F0 layer 0 combine all-to-all";
            assertThat(sizes(graph, EtNodeType.COMM_SEND, back)).containsOnly(shares.get(rank));
        }
        double first = Steps.operations(set.ranks().get(0));
        double even =
                Steps.operations(step("zipf:0").write(Progress.NONE).ranks().get(0));
        // The first rank's experts do twice their work; three percent are activations.
        double rows = 2.0 * Steps.BATCH * Steps.SEQUENCE * Steps.LAYERS;
        double experts = 3 * 2 * 2 * rows * Steps.HIDDEN * 4 * Steps.HIDDEN;
        assertThat(first - even).isCloseTo(experts, Percentage.withPercentage(3));
    }

    @Test
    void sharesFollowZipfsLaw() {
        ExpertLoads loads = ExpertLoads.of(training("zipf:1"));
        double sum = 0;
        for (int expert = 1; expert <= 8; expert++) {
            sum += 1.0 / expert;
        }
        assertThat(loads.of(0)).isCloseTo(4 * 1.5 / sum, Percentage.withPercentage(1e-9));
        assertThat(loads.of(-1)).isEqualTo(loads.of(0));
        assertThat(loads.ofRanks().stream().mapToDouble(Double::doubleValue).sum())
                .isCloseTo(4, Percentage.withPercentage(1e-9));
    }

    private static LlmTraining training(String loads) {
        return LlmTraining.of(new LlmSettings(null)
                .world(4)
                .ep(4)
                .sequenceParallel()
                .expertLoads(loads)
                .set(LlmOption.MOE, true)
                .set(LlmOption.EXPERTS, 8)
                .set(LlmOption.TOP_K, 2));
    }

    @Test
    void whatIsNoLoadIsRefused() throws IOException {
        Path file = folder.resolve("bad.csv");
        Files.writeString(file, "expert,tokens\n0,7\n0,1\n");
        assertThatThrownBy(() -> step(file.toString()))
                .hasMessageContaining(
                        "line 3: '0,1' does not give the tokens of one of 8 experts, or gives them again");
        Files.writeString(file, "0,7\n");
        assertThatThrownBy(() -> step(file.toString())).hasMessageContaining("no line for expert 1 of 8");
        assertThatThrownBy(() -> step(folder.resolve("none.csv").toString())).hasMessageContaining("cannot be read");
        assertThatThrownBy(() -> step("zipf:x")).hasMessageContaining("--moe_expert_loads is 'zipf:x'");
        assertThatThrownBy(() -> gpt(p -> p.world(4)
                        .ep(4)
                        .sequenceParallel()
                        .expertLoads("zipf:1")
                        .set(LlmOption.MOE, true)
                        .set(LlmOption.EXPERTS, 8)
                        .set(LlmOption.EXPERT_LOAD, "2")))
                .hasMessageContaining("--moe_expert_loads with --moe_load_factor");
    }
}
