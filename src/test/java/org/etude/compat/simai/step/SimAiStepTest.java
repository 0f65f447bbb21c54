// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.etude.Workload;
import org.etude.compat.simai.text.SimAiRow;
import org.etude.compat.simai.text.SimAiWorkload;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.et.wire.EtSet;
import org.etude.report.Finding;
import org.etude.report.Progress;
import org.etude.spec.CollectiveType;
import org.etude.spec.LlmException;
import org.etude.spec.PipelineSchedule;
import org.junit.jupiter.api.Test;

class SimAiStepTest {
    private static final String LAYER = "layer -1 100 ALLREDUCE 64 200 ALLREDUCE 32 300 NONE 0 100\n";
    private static final String GRADIENTS = "grads -1 0 NONE 0 5 NONE 0 7 REDUCESCATTER 4096 100\n";
    private static final String LOSS = "loss -1 1 ALLGATHER 9 0 NONE 0 0 NONE 0 100\n";

    private static EtSet write(String header, String... rows) {
        SimAiWorkload text = SimAiWorkload.parse("test", header + "\n" + rows.length + "\n" + String.join("", rows));
        return SimAiStep.of("test", text, PipelineSchedule.ONE_F_ONE_B).write(Progress.NONE);
    }

    private static String header(int tp, int pp, int ga, int world) {
        return "HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: " + tp + " ep: 1 pp: " + pp + " vpp: 8 ga: "
                + ga + " all_gpus: " + world + " checkpoints: 0 checkpoint_initiates: 0 pp_comm: 128.0";
    }

    private static List<String> names(EtGraph graph) {
        return IntStream.range(0, graph.size()).mapToObj(graph::name).toList();
    }

    @Test
    void rowsRunForwardInOrderAndBackwardInReverse() {
        EtSet set = write(header(2, 1, 1, 4), GRADIENTS, LAYER, LOSS);
        EtGraph graph = set.ranks().get(0);
        assertThat(names(graph))
                .containsExactly(
                        "F0 layer",
                        "F0 layer allreduce",
                        "F0 loss",
                        "F0 loss allgather",
                        "B0 layer input grad",
                        "B0 layer input grad allreduce",
                        "B0 layer weight grad",
                        "B0 grads input grad",
                        "B0 grads weight grad",
                        "B0 grads weight grad reducescatter");
        assertThat(graph.durationNanos(4)).isEqualTo(200);
        assertThat(graph.string(1, EtNames.PG_NAME, "")).isEqualTo("1");
        assertThat(graph.integer(9, EtNames.COMM_TYPE, -1)).isEqualTo(CollectiveType.REDUCE_SCATTER.number());
        assertThat(graph.integer(9, EtNames.COMM_SIZE, -1)).isEqualTo(4096);
        // SimAI states the whole of an all-gather, a trace each rank's share, rounded up.
        assertThat(graph.integer(3, EtNames.COMM_SIZE, -1)).isEqualTo(5);
        assertThat(set.groups().groups()).containsEntry(1, List.of(0, 1)).containsEntry(3, List.of(0, 2));
    }

    @Test
    void stagesSendAndRowsOfTheStepRunOnce() {
        EtSet set = write(header(1, 2, 3, 4), GRADIENTS, LAYER, LAYER, LAYER, LOSS);
        EtGraph first = set.ranks().get(0);
        assertThat(names(first).stream().filter(name -> name.endsWith("send"))).hasSize(3);
        assertThat(first.integer(names(first).indexOf("F0 send"), EtNames.COMM_SIZE, -1))
                .isEqualTo(128);
        // The loss is gathered among one rank, so only its computation is there.
        assertThat(names(first))
                .endsWith("loss", "grads input grad", "grads weight grad", "grads weight grad reducescatter");
        assertThat(names(first)).containsSubsequence("F0 layer", "F1 layer", "B0 layer input grad", "F2 layer");
        assertThat(Workload.of(set).repair().changes().rowCount()).isZero();
        assertThat(set.report().findings()).singleElement().satisfies(f -> assertThat(f.what())
                .isEqualTo("each of 2 stages runs the same rows"));
    }

    @Test
    void withoutStagesAllForwardPassesComeBeforeTheBackwardOnes() {
        EtGraph graph = write(header(1, 1, 2, 1), LAYER, LAYER).ranks().get(0);
        assertThat(names(graph))
                .containsExactly(
                        "F0 layer",
                        "F1 layer",
                        "B1 layer input grad",
                        "B1 layer weight grad",
                        "B0 layer input grad",
                        "B0 layer weight grad");
    }

    @Test
    void expertGroupsAndWordsAreThoseOfTheText() {
        String moe = "moe -1 1 ALLTOALL_EP 8 1 ALLTOALL_EP 8 1 REDUCESCATTER_DP_EP 16 100\n";
        String header = header(1, 1, 1, 4).replace("ep: 1", "ep: 2");
        EtSet set = write(header, moe);
        EtGraph graph = set.ranks().get(1);
        assertThat(set.groups().groups().get(Integer.parseInt(graph.string(1, EtNames.PG_NAME, ""))))
                .containsExactly(0, 1);
        assertThat(set.groups().groups().get(Integer.parseInt(graph.string(5, EtNames.PG_NAME, ""))))
                .containsExactly(1, 3);
    }

    @Test
    void rowsThatDoNotRepeatAreOneMicroBatch() {
        EtSet set = write(header(1, 1, 4, 1), LAYER, LOSS);
        assertThat(names(set.ranks().get(0))).startsWith("F0 layer", "F0 loss").doesNotContain("F1 layer");
        assertThat(set.report().has(Finding.Level.WARNING)).isTrue();
    }

    @Property(tries = 100)
    void theBodyIsFoundWhateverStandsAround(
            @ForAll @IntRange(min = 0, max = 3) int head,
            @ForAll @IntRange(min = 1, max = 5) int body,
            @ForAll @IntRange(min = 0, max = 3) int tail,
            @ForAll @IntRange(min = 2, max = 6) int micros) {
        List<SimAiRow> all = new ArrayList<>();
        IntStream.range(0, head).forEach(i -> all.add(row("head " + i)));
        for (int m = 0; m < micros; m++) {
            IntStream.range(0, body).forEach(i -> all.add(row("body " + i)));
        }
        IntStream.range(0, tail).forEach(i -> all.add(row("tail " + i)));
        SimAiBody cut = SimAiBody.of(all, micros);
        assertThat(cut.head()).isEqualTo(all.subList(0, head));
        assertThat(cut.body()).hasSize(body);
        assertThat(cut.tail()).hasSize(tail);
        assertThat(cut.micros()).isEqualTo(micros);
    }

    private static SimAiRow row(String name) {
        return SimAiRow.of(name, SimAiRow.Pass.compute(1), SimAiRow.Pass.compute(1), SimAiRow.Pass.compute(1));
    }

    @Test
    void policiesSayWhoSharesWhat() {
        String plain = " all_gpus: 4";
        assertThat(write("DATA model_parallel_NPU_group: 2" + plain, LAYER)
                        .groups()
                        .groups())
                .isEmpty();
        EtGraph model = write("MODEL" + plain, LAYER).ranks().get(0);
        assertThat(names(model)).contains("F0 layer allreduce");
        assertThat(model.has(1, EtNames.PG_NAME)).isFalse();
    }

    @Test
    void whatCannotBeConvertedIsNamed() {
        refused(
                header(3, 1, 1, 8),
                LAYER,
                "line 1: all_gpus 8 is not a multiple of model_parallel_NPU_group 3 times pp 1");
        refused("HYBRID_DLRM all_gpus: 4", LAYER, "policy HYBRID_DLRM");
        refused(header(2, 1, 1, 2), LAYER.replaceFirst("ALLREDUCE", "ALLSORTS"), "unknown collective 'ALLSORTS'");
        String longest = Long.toString(Long.MAX_VALUE / 1_000);
        assertThat(write(header(2, 1, 1, 2), LAYER.replace(" 100 ALL", " " + longest + " ALL"))
                        .ranks())
                .hasSize(2);
        refused(
                header(2, 1, 1, 2),
                LAYER.replace(" 200 ALL", " 9223372036854776 ALL"),
                "test: layer input grad computes for 9223372036854776 ns, which is more than 106 days");
    }

    @Test
    void collectivesOfUnknownGroupsAreLeftOutAndReported() {
        EtSet set = write(header(2, 1, 1, 2), LAYER.replaceFirst("ALLREDUCE", "ALLREDUCE_XY"));
        assertThat(names(set.ranks().get(0)))
                .doesNotContain("F0 layer allreduce")
                .contains("B0 layer input grad allreduce");
        assertThat(set.report().findings()).singleElement().satisfies(finding -> assertThat(finding.what())
                .isEqualTo("ALLREDUCE_XY is left out"));
    }

    private static void refused(String header, String row, String message) {
        assertThatThrownBy(() -> write(header, row))
                .isInstanceOf(LlmException.class)
                .hasMessageContaining(message);
    }
}
