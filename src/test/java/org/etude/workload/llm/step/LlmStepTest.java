// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.etude.unit.Units.gbps;
import static org.etude.unit.Units.ns;
import static org.etude.workload.llm.step.Steps.gpt;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.etude.Simulation;
import org.etude.Topology;
import org.etude.Workload;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.EtSet;
import org.etude.report.Progress;
import org.etude.spec.Fidelity;
import org.etude.spec.LlmException;
import org.etude.spec.LlmOption;
import org.etude.spec.LlmSettings;
import org.etude.spec.PipelineSchedule;
import org.etude.spec.SystemSpec;
import org.etude.workload.llm.AiobFile;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.llm.NamedModels;
import org.junit.jupiter.api.Test;

class LlmStepTest {
    private static EtSet traces(LlmStep step) {
        return step.write(Progress.NONE);
    }

    private static List<String> names(EtGraph graph) {
        return IntStream.range(0, graph.size()).mapToObj(graph::name).toList();
    }

    @Test
    void aLayerGoesForthAndBack() {
        EtGraph graph = traces(gpt(p -> p.world(2).tp(2).layers(1).globalBatch(2)))
                .ranks()
                .get(0);
        assertThat(names(graph))
                .containsExactly(
                        "F0 embedding",
                        "F0 embedding all-reduce",
                        "F0 layer 0 attention",
                        "F0 layer 0 attention all-reduce",
                        "F0 layer 0 mlp",
                        "F0 layer 0 mlp all-reduce",
                        "F0 output",
                        "F0 loss all-reduce",
                        "F0 loss all-reduce",
                        "F0 loss all-reduce",
                        "B0 output grad",
                        "B0 output grad all-reduce",
                        "B0 output weight grad",
                        "B0 output norm grad",
                        "B0 layer 0 mlp grad",
                        "B0 layer 0 mlp grad all-reduce",
                        "B0 layer 0 mlp weight grad",
                        "B0 layer 0 attention grad",
                        "B0 layer 0 attention grad all-reduce",
                        "B0 layer 0 attention weight grad",
                        "B0 layer 0 attention norm grad",
                        "B0 embedding grad",
                        "gradient norm",
                        "optimizer");
        // The gradient of inputs is summed up alongside the gradient of weights; what follows needs both.
        assertThat(graph.dataDeps(15)).containsExactly(14);
        assertThat(graph.dataDeps(16)).containsExactly(14);
        assertThat(graph.dataDeps(17)).containsExactly(16, 15);
    }

    @Test
    void stagesShareNothingButMessages() {
        EtSet set = traces(gpt(p -> p.world(4).pp(4)));
        assertThat(set.ranks()).hasSize(4);
        assertThat(names(set.ranks().get(1)))
                .startsWith("F0 receive", "F0 layer 1 attention")
                .contains("B3 send");
        assertThat(names(set.ranks().get(3))).contains("F0 output", "token table gradients");
        assertThat(names(set.ranks().get(1))).doesNotContain("token table gradients");
    }

    @Test
    void zeroThreeFetchesTheNextLayerBesideTheWorkOfThisOne() {
        EtGraph graph = traces(gpt(p -> p.world(2).layers(2).globalBatch(4).zero(3)))
                .ranks()
                .get(0);
        List<String> names = names(graph);
        int first = names.indexOf("F0 layer 0 parameters");
        int second = names.indexOf("F0 layer 1 parameters");
        int work = names.indexOf("F0 layer 0 attention");
        assertThat(graph.dataDeps(work)).contains((long) first).doesNotContain((long) second);
        assertThat(names.subList(0, work)).contains("F0 layer 0 parameters", "F0 layer 1 parameters");
        assertThat(graph.dataDeps(names.indexOf("F0 layer 1 attention"))).contains((long) second);
        assertThat(names).contains("B0 layer 1 parameters", "B0 gradients").doesNotContain("parameters");
    }

    /**
     * Narayanan et al. 2021, section 3.3.1 without recomputation: 72 B s l h^2 (1 + s / (6 h) + V / (12 l h)) operations of a
     * step's products; norms and the like add a little.
     */
    @Test
    void operationsAreThoseOfTheFormula() {
        LlmStep step =
                LlmStep.of(LlmTraining.of(new LlmSettings("gpt_13B").layers(2).globalBatch(3)), Optional.empty());
        double h = 5120;
        double s = 2048;
        double l = 2;
        double vocabulary = 50304;
        double published = 72 * 3 * s * l * h * h * (1 + s / (6 * h) + vocabulary / (12 * l * h));
        double ours = Steps.operations(traces(step).ranks().get(0));
        assertThat(ours).isCloseTo(published, within(0.005 * published)).isGreaterThan(published);
    }

    @Property(tries = 20)
    void tensorParallelRanksShareTheOperations(@ForAll @IntRange(min = 0, max = 2) int log) {
        int tp = 1 << log;
        double whole =
                Steps.operations(traces(gpt(p -> p.flashAttention())).ranks().get(0));
        EtSet spread = traces(gpt(p -> p.world(tp).tp(tp).flashAttention().sequenceParallel()));
        double each = Steps.operations(spread.ranks().get(0));
        assertThat(each * tp).isCloseTo(whole, within(0.02 * whole));
    }

    @Test
    void kernelsTakeTheTimeOfTheirParts() {
        Consumer<LlmSettings> job = p -> p.world(2).tp(2).sequenceParallel().gpu("A100");
        EtGraph parts = traces(gpt(job)).ranks().get(0);
        EtGraph kernels =
                traces(gpt(job.andThen(LlmSettings::everyKernel))).ranks().get(0);
        assertThat(kernels.size()).isGreaterThan(parts.size());
        assertThat(Steps.computeNanos(kernels)).isEqualTo(Steps.computeNanos(parts));
        assertThat(Steps.operations(kernels)).isCloseTo(Steps.operations(parts), within(1000.0));
        assertThat(names(kernels)).contains("F0 layer 0 attention core", "F0 layer 0 mlp activation");
    }

    /** AIOB measured attention 10 us, the feed-forward layer 20 us, the look-up 3 us, the optimizer 5 and 7 us. */
    @Test
    void measuredTimesAreThoseOfTheFile() {
        AiobFile file = new AiobFile(List.of(
                section("atten_qkv", 4000),
                section("atten_core", 6000),
                section("mlp_linear", 20000),
                section("Emb", 3000),
                new AiobFile.Section("param_time", OptionalDouble.of(7000), OptionalDouble.of(5000))));
        LlmSettings settings =
                new LlmSettings(null).layers(2).hidden(64).heads(4).globalBatch(1);
        LlmStep step = LlmStep.of(LlmTraining.of(settings), Optional.of(file));
        EtGraph graph = traces(step).ranks().get(0);
        long layers = 2 * 3 * (10_000 + 20_000);
        assertThat(Steps.computeNanos(graph)).isBetween(layers + 2 * 3_000 + 12_000 - 9L, layers + 18_000 + 9L);
        assertThat(step.report().findings()).noneMatch(finding -> finding.what().contains("compute times"));
    }

    private static AiobFile.Section section(String name, double ns) {
        return new AiobFile.Section(name, OptionalDouble.of(ns), OptionalDouble.empty());
    }

    /** Recomputing layers costs a forward pass of them. */
    @Test
    void recomputationCostsTheForwardPass() {
        double none = Steps.operations(traces(gpt(p -> {})).ranks().get(0));
        double selective = Steps.operations(
                traces(gpt(p -> p.recompute("selective"))).ranks().get(0));
        double full =
                Steps.operations(traces(gpt(p -> p.recompute("full"))).ranks().get(0));
        // Four micro batches of four layers; the core of attention is 4 b s^2 h and a soft-max.
        double core = 4.0 * Steps.BATCH * Steps.SEQUENCE * Steps.SEQUENCE * Steps.HIDDEN
                + 5.0 * Steps.BATCH * Steps.SEQUENCE * Steps.SEQUENCE * 4;
        assertThat(selective - none).isEqualTo(4 * 4 * core);
        assertThat(full - none)
                .isGreaterThan(4 * 4 * (24.0 * Steps.BATCH * Steps.SEQUENCE * Steps.HIDDEN * Steps.HIDDEN));
    }

    @Property(tries = 12)
    void everySortOfModelSimulatesWithoutRepair(
            @ForAll @IntRange(min = 0, max = 5) int model,
            @ForAll @IntRange(min = 1, max = 2) int tp,
            @ForAll @IntRange(min = 1, max = 2) int pp) {
        String name = List.of("gpt_7B", "llama_70B", "Mixtral_8x7B", "DeepSeek_671B", "Qwen3-MoE-235B", "DeepSeek_16B")
                .get(model);
        LlmSettings settings = new LlmSettings(name)
                .world(4 * tp * pp)
                .tp(tp)
                .pp(pp)
                .ep(model > 1 ? 2 : 1)
                .layers(4)
                .globalBatch(8)
                .sequence(128)
                .gpu("H100")
                .distributedOptimizer()
                .overlapGradients();
        EtSet set = traces(LlmStep.of(LlmTraining.of(settings), Optional.empty()));
        Workload repaired = Workload.of(set).repair();
        assertThat(repaired.changes().rowCount()).as(name).isZero();
        assertThat(repaired.findings().rowCount()).isEqualTo(set.report().size());
        Simulation run = repaired.simulate(
                Topology.switched(4 * tp * pp).bandwidth(gbps(400)).latency(ns(500)),
                s -> s.fidelity(Fidelity.AWARE).record());
        assertThat(run.isComplete()).isTrue();
        assertThat(run.stepTime().toNanos())
                .isGreaterThan(Steps.computeNanos(set.ranks().get(0)));
    }

    @Test
    void runsOnTheUnawareAndThePacketNetworkToo() {
        EtSet set = traces(gpt(
                p -> p.world(8).tp(2).pp(2).globalBatch(8).sequenceParallel().overlapGradients()));
        Topology network = Topology.switched(8).bandwidth(gbps(100)).latency(ns(500));
        for (Fidelity fidelity : List.of(Fidelity.ANALYTIC, Fidelity.PACKET)) {
            Simulation run = Workload.of(set).repair().simulate(network, s -> s.fidelity(fidelity)
                    .record());
            assertThat(run.isComplete()).as(fidelity.name()).isTrue();
        }
    }

    /** Narayanan et al. 2021, section 2.2: the bubble is (p - 1) / m of the work, (p - 1) / (v m) with v chunks. */
    @Test
    void theSimulatedBubbleIsThatOfTheFormula() {
        for (int chunks : List.of(1, 2)) {
            LlmSettings settings = new LlmSettings("gpt_7B")
                    .world(4)
                    .pp(4)
                    .layers(32)
                    .globalBatch(8)
                    .gpu("A100")
                    .flashAttention()
                    .interleaved(chunks)
                    // A small vocabulary, since the formula has stages of equal work.
                    .set(LlmOption.VOCABULARY, 128);
            LlmStep step = LlmStep.of(LlmTraining.of(settings), Optional.empty());
            assertThat(step.plan().pipeline().schedule()).isEqualTo(PipelineSchedule.INTERLEAVED);
            EtSet set = traces(step);
            Simulation run = Workload.of(set)
                    .simulate(
                            Topology.fullyConnected(4)
                                    .bandwidth(gbps(1_000_000))
                                    .latency(ns(1)),
                            s -> s.fidelity(Fidelity.ANALYTIC).record());
            EtGraph middle = set.ranks().get(1);
            long optimizer = middle.durationNanos(middle.size() - 1);
            double work = Steps.computeNanos(middle) - (double) optimizer;
            double bubble = (run.stepTime().toNanos() - optimizer) / work - 1;
            assertThat(bubble)
                    .as("%d chunks", chunks)
                    .isCloseTo(step.plan().pipeline().bubble(), within(0.01));
        }
    }

    /** A simulator with the GPU's peaks takes the time that the generator estimates for them, kernel by kernel. */
    @Test
    void aSimulatorsRooflineTakesTheEstimatedTime() {
        Consumer<LlmSettings> job = LlmSettings::everyKernel;
        EtGraph estimated = traces(gpt(job.andThen(p -> p.gpu("A100").efficiency(1))))
                .ranks()
                .get(0);
        EtSet untimed = traces(gpt(job.andThen(p -> p.world(2).globalBatch(16))));
        assertThat(Steps.computeNanos(untimed.ranks().get(0))).isZero();
        Simulation run = Workload.of(untimed)
                .simulate(Topology.switched(2).bandwidth(gbps(1_000_000)).latency(ns(1)), s -> s.fidelity(
                                Fidelity.ANALYTIC)
                        .system(SystemSpec.builder()
                                .roofline(true, 312)
                                .localMemoryGBps(2039)
                                .build()));
        // Nodes' times are cut to whole ns here and rounded up there.
        double computed = run.ranks().doubleColumn("compute_ms").get(0) * 1e6;
        assertThat(computed).isCloseTo(Steps.computeNanos(estimated), within((double) estimated.size()));
    }

    @Test
    void unevenLayersLeaveTheLastStageTheFewest() {
        StageLayers split = new StageLayers(61, 16);
        int[] sizes =
                IntStream.range(0, 16).map(p -> split.to(p) - split.from(p)).toArray();
        assertThat(IntStream.of(sizes).sum()).isEqualTo(61);
        assertThat(sizes[0]).isEqualTo(3);
        assertThat(sizes[13]).isEqualTo(4);
        assertThat(sizes[14]).isEqualTo(3);
        assertThat(sizes[15]).isEqualTo(3);
        assertThat(new StageLayers(7, 4).to(2)).isEqualTo(6);
        assertThatThrownBy(() -> new StageLayers(1, 4)).hasMessageContaining("1 layer cannot fill 4 parts");
    }

    @Test
    void graphsOfAStageShareTheirColumns() {
        EtSet set = traces(gpt(p -> p.world(16).globalBatch(128)));
        assertThat(set.ranks()).allMatch(graph -> graph == set.ranks().get(0));
        EtGraph moved =
                traces(gpt(p -> p.world(4).tp(2).globalBatch(16))).ranks().get(3);
        assertThat(moved.string(1, EtNames.PG_NAME, "")).isEqualTo("2");
        assertThat(moved.type(1)).isEqualTo(EtNodeType.COMM_COLL);
    }

    @Test
    void whatDoesNotFitIsNamed() {
        refused(p -> p.world(8).tp(8), "4 attention heads cannot be spread over 8 (tp) ranks");
        refused(p -> p.world(2).pp(2).zero(3), "--stage 3 with --pipeline_model_parallel 2");
        refused(p -> p.zero(4), "--stage is 4");
        refused(p -> p.schedule("zigzag"), "there is no pipeline schedule 'zigzag'");
        refused(p -> p.recompute("some"), "--recompute_granularity is 'some'");
        refused(p -> p.world(16).globalBatch(2), "a global batch of 2 is 0 micro batches");
        refused(p -> p.set(LlmOption.FRAME, "collective_test"), "not a training step");
        refused(p -> p.layers(2_000_000_000), "too long to write");
        refused(p -> p.set(LlmOption.SEQUENCE, 3_000_000_000_000_000L), "--seq_length is 3000000000000000");
        refused(
                p -> p.set(LlmOption.SEQUENCE, 2_000_000_000L)
                        .set(LlmOption.MICRO_BATCH, 2_000_000_000L)
                        .globalBatch(2_000_000_000),
                "a micro batch of 4.00e+18 tokens");
        refused(p -> mixture(p).set(LlmOption.TOP_K, 9), "--moe_router_topk is 9 of 8 experts");
        refused(p -> mixture(p).set(LlmOption.TOP_K, 0), "--moe_router_topk is 0 of 8 experts");
        refused(p -> p.set(LlmOption.QUERY_GROUPS, 3), "4 attention heads cannot share 3 heads of keys and values");
        refused(p -> p.efficiency(2), "--efficiency is '2.0'");
        refused(p -> p.world(2).tp(2).sequenceParallel().sequence(31), "sequences of 31 tokens");
        assertThatThrownBy(() -> traces(gpt(p -> p.set(LlmOption.DETAIL, "atoms"))))
                .hasMessageContaining("--detail is 'atoms'");
        assertThatThrownBy(() -> NamedModels.settings("gpt_9B"))
                .isInstanceOf(LlmException.class)
                .hasMessageContaining("there is no model 'gpt_9B'");
    }

    private static LlmSettings mixture(LlmSettings p) {
        return p.sequenceParallel().set(LlmOption.MOE, true).set(LlmOption.EXPERTS, 8);
    }

    private static void refused(Consumer<LlmSettings> change, String message) {
        assertThatThrownBy(() -> gpt(change)).hasMessageContaining(message);
    }

    @Test
    void leftOverSequencesAreAFinding() {
        assertThat(gpt(p -> p.globalBatch(9)).report().findings())
                .anySatisfy(finding -> assertThat(finding.what()).isEqualTo("1 of 9 sequences are left out"));
    }
}
