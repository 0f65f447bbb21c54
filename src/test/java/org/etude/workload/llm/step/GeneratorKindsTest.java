// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.etude.unit.Bandwidth.gbps;
import static org.etude.unit.Time.ns;
import static org.etude.workload.llm.step.Steps.gpt;
import static org.etude.workload.llm.step.Steps.traffic;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.assertj.core.data.Percentage;
import org.etude.Simulation;
import org.etude.Topology;
import org.etude.Workload;
import org.etude.et.check.EtValidator;
import org.etude.et.wire.EtSet;
import org.etude.report.Progress;
import org.etude.spec.CollectiveType;
import org.etude.spec.Fidelity;
import org.etude.spec.LlmOption;
import org.etude.spec.LlmSettings;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.parallel.FreeCommunication;
import org.etude.workload.parallel.Group;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every kind of step that the generator knows is sound, runs on every network, and takes as long added up as simulated. */
class GeneratorKindsTest {
    private static void experts(LlmSettings p) {
        p.sequenceParallel().set(LlmOption.MOE, true).set(LlmOption.EXPERTS, 8).set(LlmOption.TOP_K, 2);
    }

    /** What a kind adds to a small GPT of 4 layers. */
    private static Map<String, Consumer<LlmSettings>> kinds() {
        Map<String, Consumer<LlmSettings>> all = new LinkedHashMap<>();
        all.put("torchtitan", p -> p.world(4).globalBatch(8).set(LlmOption.FRAME, "torchtitan"));
        all.put("torchtitan in stages", p -> p.world(4).pp(2).globalBatch(16).set(LlmOption.FRAME, "torchtitan"));
        all.put("dualpipe", p -> p.world(4).pp(2).schedule("dualpipe").globalBatch(16));
        all.put("dualpipe, experts", p -> {
            experts(p.world(8).pp(4).ep(2).schedule("dualpipe").globalBatch(40).distributedOptimizer());
        });
        all.put(
                "dualpipev",
                p -> p.world(4).pp(2).schedule("dualpipev").globalBatch(16).overlapGradients());
        all.put(
                "dualpipev, experts",
                p -> experts(p.world(4).pp(2).ep(2).schedule("dualpipev").globalBatch(24)));
        all.put("experts beside another pass", p -> {
            experts(p.world(4).pp(2).ep(2).globalBatch(24).overlapExperts());
        });
        all.put("the same, interleaved", p -> {
            experts(p.world(8).tp(2).pp(2).ep(2).interleaved(2).globalBatch(24).overlapExperts());
        });
        all.put(
                "the same, one stage",
                p -> experts(p.world(4).ep(4).globalBatch(24).overlapExperts()));
        all.put(
                "tensor exchanges in chunks",
                p -> p.world(4).tp(4).sequenceParallel().overlapTensor());
        all.put("the same, shared sequences", p -> {
            p.world(4).tp(2).cp(2, "p2p").sequenceParallel().overlapTensor();
        });
        all.put("the same, split backward", p -> {
            p.world(4).tp(2).pp(2).sequenceParallel().overlapTensor().schedule("zb-h1");
        });
        all.put(
                "hybrid shards of parameters",
                p -> p.world(8).zero(3).instances(2).globalBatch(32));
        all.put("hybrid shards of experts", p -> {
            experts(p.world(8).ep(2).zero(3).instances(2).globalBatch(32));
        });
        all.put("whole experts over tensor-parallel ranks", p -> {
            experts(p.world(8).tp(2).pp(2).ep(4).globalBatch(24).distributedOptimizer());
            p.set(LlmOption.EXPERT_TENSOR, 1);
        });
        all.put("hybrid shards of whole experts", p -> {
            experts(p.world(8).tp(2).ep(4).zero(3).instances(2).globalBatch(16));
            p.set(LlmOption.EXPERT_TENSOR, 1);
        });
        all.put("whole experts, unevenly loaded", p -> {
            experts(p.world(4).tp(2).ep(4).globalBatch(16).expertLoads("zipf:0.7"));
            p.set(LlmOption.EXPERT_TENSOR, 1);
        });
        all.put("hybrid shards of the optimizer", p -> {
            p.world(8).pp(2).distributedOptimizer().instances(2).overlapGradients();
        });
        all.put("predictions", p -> {
            experts(p.world(4).tp(2).pp(2).set(LlmOption.UNTIED, true).multiTokenPrediction(2));
        });
        all.put(
                "predictions, shards",
                p -> p.world(4).zero(3).multiTokenPrediction(1).globalBatch(16));
        all.put(
                "predictions, split backward",
                p -> p.world(2).pp(2).multiTokenPrediction(1).schedule("zb-h1"));
        all.put("adapters", p -> p.world(4).tp(2).pp(2).adapters(8).distributedOptimizer());
        all.put("adapters, tensor exchanges in chunks", p -> {
            p.world(4).tp(4).sequenceParallel().overlapTensor().adapters(8);
        });
        all.put("adapters of some layers", p -> p.world(4)
                .tp(4)
                .sequenceParallel()
                .overlapTensor()
                .adapters(8)
                .set(LlmOption.LORA_MODULES, "linear_proj,linear_fc1"));
        all.put("adapters, experts", p -> experts(p.world(4).tp(2).ep(2).adapters(8)));
        all.put(
                "groups of experts",
                p -> experts(p.world(8).ep(8).globalBatch(16).expertGroups(4, 2)));
        all.put("uneven experts", p -> {
            experts(p.world(8).tp(2).pp(2).ep(2).expertLoads("zipf:1").globalBatch(16));
        });
        all.put("uneven experts beside another pass", p -> {
            experts(p.world(4).ep(4).expertLoads("zipf:0.5").globalBatch(24).overlapExperts());
        });
        all.put("state spaces", p -> {
            experts(p.world(4).tp(2).pp(2).set(LlmOption.HYBRID, "M*-E").set(LlmOption.LATENT, 32));
            p.set(LlmOption.MAMBA_HEADS, 4).set(LlmOption.MAMBA_HEAD_WIDTH, 32).set(LlmOption.MAMBA_STATES, 16);
        });
        all.put("state spaces, shards", p -> {
            p.world(2).zero(3).set(LlmOption.HYBRID, "M-M*").recompute("full").globalBatch(8);
        });
        all.put("predictions, state spaces", p -> {
            experts(p.world(4).ep(2).pp(2).set(LlmOption.HYBRID, "M*-E").multiTokenPrediction(2));
            p.set(LlmOption.MTP_HYBRID, "*E").set(LlmOption.UNTIED, true);
            p.set(LlmOption.MAMBA_HEADS, 4).set(LlmOption.MAMBA_HEAD_WIDTH, 32).set(LlmOption.MAMBA_STATES, 16);
        });
        all.put("predictions computed again", p -> {
            experts(p.world(4).ep(2).pp(2).multiTokenPrediction(2).recompute("full"));
        });
        all.put("modules computed again", p -> {
            experts(p.world(4).tp(2).ep(2).set(LlmOption.RECOMPUTE_MODULES, "moe,layernorm,core_attn"));
        });
        all.put("modules computed again, state spaces", p -> {
            experts(p.world(4).ep(2).pp(2).schedule("zb-h1").set(LlmOption.HYBRID, "M*-E"));
            p.set(LlmOption.RECOMPUTE_MODULES, "mlp,moe_act,shared_experts").set(LlmOption.SHARED_EXPERTS, 1);
            p.set(LlmOption.MAMBA_HEADS, 4).set(LlmOption.MAMBA_HEAD_WIDTH, 32).set(LlmOption.MAMBA_STATES, 16);
        });
        all.put("uneven stages", p -> {
            p.world(2).pp(2).set(LlmOption.FIRST_LAYERS, 3);
        });
        return all;
    }

    private static List<String> names() {
        return List.copyOf(kinds().keySet());
    }

    private static LlmStep step(String kind) {
        return gpt(p -> kinds().get(kind).accept(p.gpu("H100")));
    }

    private static Simulation run(EtSet set, Fidelity network, double gbps) {
        int ranks = set.ranks().size();
        return Workload.of(set)
                .simulate(
                        network == Fidelity.ANALYTIC
                                ? Topology.fullyConnected(ranks)
                                        .bandwidth(gbps(gbps))
                                        .latency(ns(1))
                                : Topology.switched(ranks).bandwidth(gbps(gbps)).latency(ns(500)),
                        s -> s.fidelity(network).singleStream(false));
    }

    @ParameterizedTest
    @MethodSource("names")
    void theTracesAreSoundAndTakeAsLongAsAddedUp(String kind) {
        LlmStep step = step(kind);
        EtSet set = step.write(Progress.NONE);
        assertThat(EtValidator.check(set, Progress.NONE).findings())
                .filteredOn(row -> !row.effect().startsWith("ASTRA-sim never finishes this job"))
                .isEmpty();
        Simulation run = run(set, Fidelity.ANALYTIC, 800_000_000);
        assertThat(run.isComplete()).isTrue();
        // Uneven ranks wait for the fullest at every exchange, which is what is added up. A simulated collective takes
        // a few hundred
        // nanoseconds on the fastest network.
        assertThat(step.times(FreeCommunication.TIMES, 0).step())
                .isCloseTo(run.stepTime().toNanos(), Percentage.withPercentage(0.6));
    }

    @ParameterizedTest
    @MethodSource("names")
    void theyRunOnEveryNetwork(String kind) {
        EtSet set = step(kind).write(Progress.NONE);
        for (Fidelity network : new Fidelity[] {Fidelity.ANALYTIC, Fidelity.AWARE, Fidelity.PACKET}) {
            assertThat(run(set, network, 400).isComplete()).as("%s", network).isTrue();
        }
    }

    private static double operations(LlmStep step) {
        return step.write(Progress.NONE).ranks().stream()
                .mapToDouble(Steps::operations)
                .sum();
    }

    private static long bytes(LlmStep step, Group group, CollectiveType type) {
        return step.traffic().stream()
                .filter(row -> row.group().equals(Optional.ofNullable(group))
                        && row.type().equals(Optional.ofNullable(type)))
                .mapToLong(row -> row.bytes())
                .sum();
    }

    private static double stepNanos(LlmStep step, double gbps) {
        return run(step.write(Progress.NONE), Fidelity.ANALYTIC, gbps)
                .stepTime()
                .toNanos();
    }

    /** DeepSeek-V3, table 2: DualPipe holds parameters twice; gradients of the two copies are summed up over both. */
    @Test
    void dualPipeHoldsParametersTwice() {
        LlmStep one = gpt(p -> p.world(4).pp(4).globalBatch(32).set(LlmOption.UNTIED, true));
        LlmStep dual =
                gpt(p -> p.world(4).pp(4).schedule("dualpipe").globalBatch(32).set(LlmOption.UNTIED, true));
        long single = one.memory().stages().stream()
                .mapToLong(MemoryPlan.Stage::parameters)
                .sum();
        long twice = dual.memory().stages().stream()
                .mapToLong(MemoryPlan.Stage::parameters)
                .sum();
        assertThat(twice).isEqualTo(2 * single);
        assertThat(operations(dual)).isCloseTo(operations(one), Percentage.withPercentage(1e-9));
        assertThat(dual.plan().groups().members(Group.DATA, 3)).containsExactly(0, 3);
        assertThat(Steps.traffic(dual, 0, Group.DATA, CollectiveType.ALL_REDUCE).bytes())
                .isEqualTo(4 * dual.memory().stages().get(0).parameters());
    }

    /** What DualPipeV keeps: 2 p + 1 chunks of half a stage's layers (table 2 with p = PP / 2). */
    @Test
    void dualPipeVKeepsOneChunkMoreThanThereAreParts() {
        LlmStep v =
                gpt(p -> p.world(2).pp(2).schedule("dualpipev").globalBatch(16).flashAttention());
        double layer = 34.0 * Steps.BATCH * Steps.SEQUENCE * Steps.HIDDEN;
        assertThat(v.memory().stages().get(1).activations().value()).isEqualTo((long) Math.ceil(layer * 5));
    }

    /** Wide enough that products take longer than their launches. */
    private static LlmSettings wide(LlmSettings p) {
        return p.gpu("H100").hidden(2048).sequence(1024).heads(16).flashAttention();
    }

    /**
     * The same bytes and operations, in less time: tokens of one micro batch travel while the GPU, or the host for it, works for
     * another. Of m micro batches the exchanges of m - 1 hide, however large a share of the step they are.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void exchangesOfExpertsHideBesideAnotherPass(boolean graphs) {
        Consumer<LlmSettings> base =
                p -> experts(wide(p).world(4).ep(4).globalBatch(64).set(LlmOption.CUDA_GRAPHS, graphs));
        LlmStep plain = gpt(base);
        LlmStep merged = gpt(base.andThen(LlmSettings::overlapExperts));
        assertThat(operations(merged)).isEqualTo(operations(plain));
        assertThat(bytes(merged, Group.EXPERT, CollectiveType.ALL_TO_ALL))
                .isEqualTo(bytes(plain, Group.EXPERT, CollectiveType.ALL_TO_ALL));
        LlmStep half = gpt(base.andThen(p -> p.globalBatch(32)));
        // Gradients are exchanged once per step, so what half the micro batches add are the exchanges of experts alone.
        double exchanges = 2 * (exposedNanos(plain) - exposedNanos(half));
        double microBatches = 64.0 / 4 / Steps.BATCH;
        assertThat(stepNanos(plain, 400) - stepNanos(merged, 400))
                .isCloseTo(exchanges * (microBatches - 1) / microBatches, Percentage.withPercentage(0.5));
    }

    /** What a network of 400 Gbps adds to a step over one that takes next to no time. */
    private static double exposedNanos(LlmStep step) {
        return stepNanos(step, 400) - stepNanos(step, 4e6);
    }

    /** All but one of tp chunks overlap with products; exactly as many bytes are exchanged. */
    @Test
    void tensorExchangesHideBesideProducts() {
        Consumer<LlmSettings> base = p -> wide(p).world(4).tp(4).sequenceParallel();
        LlmStep plain = gpt(base);
        LlmStep chunked = gpt(base.andThen(LlmSettings::overlapTensor));
        assertThat(operations(chunked)).isCloseTo(operations(plain), Percentage.withPercentage(0.01));
        for (CollectiveType type : new CollectiveType[] {CollectiveType.ALL_GATHER, CollectiveType.REDUCE_SCATTER}) {
            assertThat(bytes(chunked, Group.TENSOR, type)).isEqualTo(bytes(plain, Group.TENSOR, type));
        }
        assertThat(stepNanos(chunked, 1000)).isLessThan(0.95 * stepNanos(plain, 1000));
    }

    /** Zhao et al. 2023, section 3.2.2: shards within F of W ranks, W / F of them; states over F, shares of gradients over W / F. */
    @Test
    void hybridShardsLieWithinAnInstance() {
        LlmStep all = gpt(p -> p.world(8).zero(3).globalBatch(16));
        LlmStep hybrid = gpt(p -> p.world(8).zero(3).instances(2).globalBatch(16));
        MemoryPlan.Stage stage = hybrid.memory().stages().get(0);
        long share = (stage.parameters() + 3) / 4;
        assertThat(stage.weights().value()).isEqualTo(2 * share);
        assertThat(stage.optimizer().value()).isEqualTo(12 * share);
        assertThat(all.memory().stages().get(0).weights().value()).isEqualTo(2 * ((stage.parameters() + 7) / 8));
        assertThat(Steps.traffic(hybrid, 0, Group.SHARD, CollectiveType.REDUCE_SCATTER)
                        .bytes())
                .isEqualTo(2 * stage.parameters());
        assertThat(Steps.traffic(hybrid, 0, Group.REPLICA, CollectiveType.ALL_REDUCE)
                        .bytes())
                .isBetween(2 * share, 2 * share + 20);
        assertThat(hybrid.plan().groups().members(Group.SHARD, 5)).containsExactly(4, 5, 6, 7);
        assertThat(hybrid.plan().groups().members(Group.REPLICA, 5)).containsExactly(1, 5);
        assertThatThrownBy(() -> gpt(p -> p.world(8).instances(2).globalBatch(16)))
                .hasMessageContaining("--num_distributed_optimizer_instances 2 without shares");
        assertThatThrownBy(() -> gpt(p -> p.world(8).zero(3).instances(3).globalBatch(16))
                        .traffic())
                .hasMessageContaining("--num_distributed_optimizer_instances 3 with 8 data-parallel ranks");
    }

    /** DeepSeek-V3: "685B: 671B of the main model and 14B of the prediction module", of which 11.5B are not the two tables. */
    @Test
    void aPredictionModuleHasAsManyParametersAsPublished() {
        Consumer<LlmSettings> base =
                p -> p.world(256).pp(4).ep(64).globalBatch(256).sequence(4096).microBatch(1);
        LlmStep plain = LlmStep.of(settings("DeepSeek_671B", base), Optional.empty());
        LlmStep more =
                LlmStep.of(settings("DeepSeek_671B", base.andThen(p -> p.multiTokenPrediction(1))), Optional.empty());
        StageParameters before = new StageParameters(settings("DeepSeek_671B", base), plain.plan());
        StageParameters after = new StageParameters(
                settings("DeepSeek_671B", base.andThen(p -> p.multiTokenPrediction(1))), more.plan());
        double table = 129_280.0 * 7168;
        double added = after.dense(3) - before.dense(3) + 64.0 * (after.experts(3) - before.experts(3)) - table;
        assertThat(added).isCloseTo(11.5e9, Percentage.withPercentage(2));
        assertThat(Steps.find(plain, 3, Group.EMBEDDING, CollectiveType.ALL_REDUCE))
                .isEmpty();
        assertThat(Steps.traffic(more, 3, Group.EMBEDDING, CollectiveType.ALL_REDUCE)
                        .bytes())
                .isEqualTo((long) (4 * table));
    }

    private static LlmTraining settings(String model, Consumer<LlmSettings> change) {
        LlmSettings settings = new LlmSettings(model);
        change.accept(settings);
        return LlmTraining.of(settings);
    }

    /** Hu et al. 2021: r (in + out) of each layer are trained; no gradient of any other weight is made, kept or exchanged. */
    @Test
    void adaptersAloneAreTrained() {
        LlmStep full = gpt(p -> p.world(2).flashAttention());
        LlmStep adapted = gpt(p -> p.world(2).flashAttention().adapters(2));
        int h = Steps.HIDDEN;
        long trained = 2L * Steps.LAYERS * ((h + 3 * h) + (h + h) + (h + 4 * h) + (4 * h + h));
        MemoryPlan.Stage stage = adapted.memory().stages().get(0);
        assertThat(stage.gradients().value()).isEqualTo(4 * trained);
        assertThat(stage.optimizer().value()).isEqualTo(12 * trained);
        assertThat(stage.weights().value())
                .isEqualTo(full.memory().stages().get(0).weights().value() + 2 * trained);
        assertThat(Steps.traffic(adapted, 0, Group.DATA, CollectiveType.ALL_REDUCE)
                        .bytes())
                .isEqualTo(4 * trained);
        // Of 3 products per weight one is missing, of attention's core none: 2 / 3 for wide layers.
        double ratio = operations(adapted) / operations(full);
        assertThat(ratio).isBetween(0.66, 0.85);
    }

    /** Layers that are not named are frozen without adapters: fewer elements, kernels and gradients. */
    @Test
    void adaptersOfNamedLayersAloneAreTrained() {
        int h = Steps.HIDDEN;
        Map<String, Integer> widths =
                Map.of("linear_qkv", h + 3 * h, "linear_proj", h + h, "linear_fc1", h + 4 * h, "linear_fc2", 4 * h + h);
        LlmStep all = gpt(p -> p.world(2).flashAttention().adapters(2));
        widths.forEach((layer, width) -> {
            LlmStep one = gpt(p -> p.world(2).flashAttention().adapters(2).set(LlmOption.LORA_MODULES, layer));
            long trained = 2L * Steps.LAYERS * width;
            assertThat(one.memory().stages().get(0).gradients().value()).isEqualTo(4 * trained);
            assertThat(Steps.traffic(one, 0, Group.DATA, CollectiveType.ALL_REDUCE)
                            .bytes())
                    .isEqualTo(4 * trained);
            assertThat(operations(one)).isLessThan(operations(all));
        });
        assertThat(operations(gpt(p -> p.world(2)
                        .flashAttention()
                        .adapters(2)
                        .set(LlmOption.LORA_MODULES, String.join(",", widths.keySet())))))
                .isEqualTo(operations(all));
        assertThatThrownBy(() -> gpt(p -> p.set(LlmOption.LORA_MODULES, "linear_qkv")))
                .hasMessageContaining("--lora_target_modules without --lora_rank");
        assertThatThrownBy(() -> gpt(p -> p.adapters(2).set(LlmOption.LORA_MODULES, "qkv")))
                .hasMessageContaining("--lora_target_modules has 'qkv'");
    }

    /** DeepSeek-V3, section 2.1.2: a token goes to at most four nodes; without the limit 8 experts are on 8 (1 - (7 / 8)^8) = 5.3. */
    @Test
    void tokensGoToFewGroups() {
        ExpertRouting limited = new ExpertRouting(8, 4, 256, 64, 8);
        ExpertRouting free = new ExpertRouting(8, 8, 256, 64, 8);
        assertThat(limited.groupsOfToken()).isBetween(3.6, 3.7);
        assertThat(free.groupsOfToken()).isCloseTo(8 * (1 - Math.pow(7 / 8.0, 8)), Percentage.withPercentage(1));
        assertThat(new ExpertRouting(4, 1, 8, 8, 2).groupsOfToken()).isEqualTo(1);
        assertThat(new ExpertRouting(4, 1, 8, 4, 2).ranksOfToken()).isEqualTo(1);
        assertThat(free.ranksOfToken()).isBetween(7.0, 8.0);
        assertThatThrownBy(() -> new ExpertRouting(8, 4, 256, 60, 8)).hasMessageContaining("8 does not divide the 60");
        assertThatThrownBy(() -> new ExpertRouting(8, 9, 256, 64, 8)).hasMessageContaining("topk is 9 of 8 groups");
        LlmStep step = gpt(p -> experts(p.world(8).ep(8).globalBatch(16).expertGroups(4, 1)));
        // One group per token, which is sent there once, four times per layer; each rank of it holds one of its two
        // experts.
        long tokens = 2L * Steps.BATCH * Steps.SEQUENCE * Steps.HIDDEN;
        assertThat(bytes(step, Group.EXPERT_FAR, CollectiveType.ALL_TO_ALL)).isEqualTo(4 * Steps.LAYERS * tokens);
        assertThat(bytes(step, Group.EXPERT_NEAR, CollectiveType.ALL_TO_ALL))
                .isEqualTo((long) (4 * Steps.LAYERS * tokens * new ExpertRouting(4, 1, 8, 8, 2).ranksOfToken()));
        assertThat(step.plan().groups().members(Group.EXPERT_FAR, 3)).containsExactly(1, 3, 5, 7);
        assertThat(step.plan().groups().members(Group.EXPERT_NEAR, 3)).containsExactly(2, 3);
    }

    /** Nemotron 3 Nano, Super: 31.6 and 120.6 billion parameters, as their model cards count them; Ultra 550, and Nemotron-H as it is called. */
    @Test
    void hybridModelsHaveAsManyParametersAsPublished() {
        Map<String, Double> published = Map.of(
                "Nemotron-3-Nano",
                31.6,
                "Nemotron-3-Super",
                120.6,
                "Nemotron-3-Ultra",
                550.0,
                "Nemotron-H-8B",
                8.1,
                "Nemotron-H-47B",
                47.0,
                "Nemotron-H-56B",
                56.0);
        published.forEach((name, billions) -> {
            LlmStep step =
                    LlmStep.of(settings(name, p -> p.world(1).globalBatch(1).microBatch(1)), Optional.empty());
            assertThat(step.memory().stages().get(0).parameters() / 1e9)
                    .as(name)
                    .isCloseTo(billions, Percentage.withPercentage(1.5));
        });
    }

    /**
     * Dao and Gu 2024, section 6: 2 q n of each group, of each head q w (half is masked) and 4 n w; backward three times the first
     * two and five halves of the last; 6 h (2 d + 2 g n + heads + d) of the matrices. On elements, the convolution takes 8 in the forward
     * pass, again, and 16 for gradients; norm and gate 30 and 12; the activation of the other layer 16. */
    @Test
    void aStateSpaceLayerDoesAsManyOperationsAsPublished() {
        Consumer<LlmSettings> base = p -> p.world(1)
                .globalBatch(Steps.BATCH)
                .flashAttention()
                .set(LlmOption.MAMBA_HEADS, 4)
                .set(LlmOption.MAMBA_HEAD_WIDTH, 32)
                .set(LlmOption.MAMBA_STATES, 16)
                .set(LlmOption.MAMBA_GROUPS, 2);
        double with = operations(gpt(base.andThen(p -> p.set(LlmOption.HYBRID, "MM--"))));
        double without = operations(gpt(base.andThen(p -> p.set(LlmOption.HYBRID, "M---"))));
        double layer = with - without;
        double tokens = Steps.BATCH * Steps.SEQUENCE;
        double scan = 4 * (2 * 2 * 128 * 16 + 4 * 128 * 32) + 3.5 * 4 * 4 * 16 * 32;
        double matrices = 6.0 * Steps.HIDDEN * (2 * 128 + 2 * 2 * 16 + 4 + 128);
        double feedForward = 6.0 * 2 * Steps.HIDDEN * 4 * Steps.HIDDEN;
        double elements = 32 * (128 + 2 * 2 * 16) + 42 * 128 - 16 * 4 * Steps.HIDDEN;
        assertThat(layer / tokens).isEqualTo(scan + matrices + elements - feedForward);
    }

    /** A layer of experts computed again sends its tokens twice more, does its products once more, and keeps its input alone. */
    @Test
    void aLayerOfExpertsThatIsComputedAgainSendsItsTokensAgain() {
        Consumer<LlmSettings> base = p -> experts(p.world(2).ep(2).flashAttention());
        LlmStep kept = gpt(base);
        LlmStep again = gpt(base.andThen(p -> p.set(LlmOption.RECOMPUTE_MODULES, "moe")));
        assertThat(2
                        * traffic(again, 0, Group.EXPERT, CollectiveType.ALL_TO_ALL)
                                .bytes())
                .isEqualTo(3
                        * traffic(kept, 0, Group.EXPERT, CollectiveType.ALL_TO_ALL)
                                .bytes());
        assertThat(activations(again)).isLessThan(activations(kept));
        assertThatThrownBy(() -> gpt(p -> p.set(LlmOption.RECOMPUTE_MODULES, "attn")))
                .hasMessageContaining("--recompute_modules has 'attn'");
        assertThatThrownBy(() -> gpt(p -> p.recompute("full").set(LlmOption.RECOMPUTE_MODULES, "moe")))
                .hasMessageContaining("--recompute_modules with --recompute_granularity full");
    }

    private static double activations(LlmStep step) {
        return step.memory().stages().get(0).activations().value();
    }

    @Test
    void whatIsNoPatternOfLayersIsRefused() {
        assertThatThrownBy(() -> gpt(p -> p.set(LlmOption.HYBRID, "M*-")))
                .hasMessageContaining("'M*-' does not name the kinds of 4 layers");
        assertThatThrownBy(() -> gpt(p -> p.set(LlmOption.HYBRID, "M*-x")))
                .hasMessageContaining("'M*-x' does not name the kinds");
        assertThatThrownBy(() -> gpt(p -> p.set(LlmOption.HYBRID, "M*--").multiTokenPrediction(1)))
                .hasMessageContaining("--mtp_num_layers");
    }

    @Test
    void theFirstAndTheLastStageHoldWhatIsAsked() {
        StageLayers split = new StageLayers(61, 16, 3, 2);
        assertThat(List.of(split.from(0), split.to(0), split.from(15), split.to(15)))
                .containsExactly(0, 3, 59, 61);
        assertThat(split.to(14) - split.from(1)).isEqualTo(56);
        assertThat(split.to(1) - split.from(1)).isEqualTo(4);
        assertThatThrownBy(() -> new StageLayers(4, 3, 4, -1))
                .hasMessageContaining(
                        "--decoder_first_pipeline_num_layers 4: 0 of 4 layers left for 2 other parts of the pipeline");
    }
}
