// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.etude.unit.Units.gbps;
import static org.etude.unit.Units.us;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.etude.spec.Fidelity;
import org.etude.spec.LlmException;
import org.etude.spec.LlmOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tech.tablesaw.api.Table;

class LlmWorkloadTest {
    private static LlmWorkload small() {
        return Workloads.llm("llama_7B", p -> p.world(16)
                .tp(2)
                .pp(2)
                .layers(4)
                .microBatch(1)
                .globalBatch(16)
                .gpu("H100")
                .sequenceParallel()
                .flashAttention()
                .overlapGradients()
                .distributedOptimizer());
    }

    @Test
    void theChainGoesFromAModelToASimulatedStep() {
        LlmWorkload llm = small();
        assertThat(llm.toString())
                .startsWith(
                        "LlmWorkload llama_7B: 16 ranks, tp 2 x dp 4 x pp 2, 1f1b, 4 micro batches of 1 x 2048 tokens")
                .contains("total_bytes");
        Workload work = llm.toEt().repair();
        assertThat(work.changes().rowCount()).isZero();
        Simulation run = work.simulate(
                Topology.hierarchical(
                        Topology.switched(8).bandwidth(gbps(3600)).latency(us(0.5)),
                        Topology.switched(2).bandwidth(gbps(400)).latency(us(2))),
                s -> s.fidelity(Fidelity.ANALYTIC));
        assertThat(run.isComplete()).isTrue();
        assertThat(run.ranks().rowCount()).isEqualTo(16);
    }

    @Test
    void findingsNameOptionsWithoutEffect() {
        Table findings = Workloads.llm("llama_7B", p -> p.layers(4).expertLoads("zipf:1.2"))
                .findings();
        assertThat(findings.stringColumn("what").asList()).contains("--moe_expert_loads has no effect");
        assertThat(small().findings().stringColumn("what").asList()).noneMatch(what -> what.contains("no effect"));
    }

    @Test
    void tablesSayWhatRanksHoldAndSend() {
        Table memory = small().memory();
        assertThat(memory.rowCount()).isEqualTo(2);
        assertThat(memory.longColumn("gpu_bytes").get(0)).isEqualTo(80L << 30);
        long parameters = memory.longColumn("parameters").get(0);
        assertThat(memory.longColumn("parameters_bytes").get(0)).isEqualTo(2 * parameters);
        Table traffic = small().communication();
        Table gradients = traffic.where(traffic.stringColumn("group")
                .isEqualTo("data")
                .and(traffic.stringColumn("type").isEqualTo("reduce_scatter"))
                .and(traffic.intColumn("stage").isEqualTo(0)));
        assertThat(gradients.longColumn("size_bytes").get(0)).isEqualTo(4 * parameters);
        assertThat(gradients.doubleColumn("sent_bytes").get(0)).isEqualTo(3.0 * parameters);
        assertThat(traffic.stringColumn("group").asList()).contains("tensor", "model", "pipeline");
        assertThat(small().findings().stringColumn("what").asList()).contains("compute times are estimated");
    }

    @Test
    void theSameStepAsSimAisText() {
        assertThat(small().simai())
                .startsWith("HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 2 ep: 1 pp: 2");
        assertThat(small().training().number(LlmOption.HIDDEN)).isEqualTo(4096);
        assertThat(small().plan().ranks().dp()).isEqualTo(4);
    }

    @Test
    void aTextBecomesTracesOfAllRanks(@TempDir Path dir) throws IOException {
        Path file = dir.resolve("theirs.txt");
        Files.writeString(file, small().simai());
        Workload work = Workloads.simai(file.toString());
        assertThat(work.set().prefix()).isEqualTo("theirs");
        assertThat(work.set().ranks()).hasSize(16);
        assertThat(work.repair().changes().rowCount()).isZero();
        assertThat(work.simulate(
                                Topology.switched(16).bandwidth(gbps(400)).latency(us(1)),
                                s -> s.fidelity(Fidelity.ANALYTIC))
                        .isComplete())
                .isTrue();
    }

    @Test
    void aModelOfItsSizesNeedsNoName() {
        LlmWorkload llm =
                Workloads.llm(p -> p.hidden(256).heads(4).layers(2).sequence(64).globalBatch(1));
        assertThat(llm.toEt().set().prefix()).isEqualTo("llm");
        assertThat(llm.memory().rowCount()).isEqualTo(1);
        assertThat(llm.memory().longColumn("gpu_bytes").isMissing(0)).isTrue();
        assertThatThrownBy(() -> Workloads.llm("gpt_6B", p -> {}))
                .isInstanceOf(LlmException.class)
                .hasMessageContaining("gpt_175B");
    }
}
