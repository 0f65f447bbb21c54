// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.statistics.Statistics;
import org.etude.spec.CollectiveType;
import org.etude.spec.LlmOption;
import org.etude.spec.PipelineSchedule;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.llm.ZeroStage;
import org.etude.workload.llm.cost.ClusterNetwork;
import org.etude.workload.llm.cost.GpuModel;
import org.etude.workload.llm.cost.MachineOptions;
import org.etude.workload.llm.cost.NodeModel;
import org.etude.workload.parallel.FreeCommunication;
import org.etude.workload.parallel.Group;
import org.etude.workload.parallel.StageTimes;
import org.etude.workload.parallel.StepTimes;
import org.etude.workload.parallel.Traffic;

/** What must hold between a job of any options and the same job changed: memory, bytes exchanged, and time. */
class DrawnJobProperties {
    private static final double SLOWDOWN = 0.15;
    /** Sums of the same terms in another order. */
    private static final double ROUNDING = 1 + 1e-9;

    private static StepTimes times(Map<LlmOption, String> options, LlmStep step, NodeModel node) {
        boolean interleaved =
                step.plan().pipeline().parts() > step.plan().pipeline().stages();
        LlmTraining training = LlmTraining.of(options, false);
        int choices = (int) Math.max(1, training.number(LlmOption.TOP_K));
        return step.times(
                new ClusterNetwork(node, step.plan().ranks(), MachineOptions.fit(training), choices, !interleaved),
                SLOWDOWN);
    }

    private static GpuModel gpu(Map<LlmOption, String> options) {
        return MachineOptions.gpu(LlmTraining.of(options, false)).orElseThrow();
    }

    private static double seconds(Map<LlmOption, String> options, LlmStep step) {
        return times(options, step, gpu(options).node()).step();
    }

    private static double memory(LlmStep step) {
        return step.memory().most().value();
    }

    private static double activations(LlmStep step) {
        return step.memory().stages().stream()
                .mapToDouble(stage -> stage.activations().value())
                .max()
                .orElseThrow();
    }

    private static double bytes(LlmStep step, Group group) {
        return step.traffic().stream()
                .filter(row -> row.group().equals(Optional.of(group)))
                .mapToDouble(Traffic::bytes)
                .sum();
    }

    private static double messages(LlmStep step) {
        return step.traffic().stream()
                .filter(row -> row.type().isEmpty())
                .mapToDouble(Traffic::bytes)
                .sum();
    }

    private static long number(Map<LlmOption, String> options, LlmOption option) {
        return LlmTraining.of(options, false).number(option);
    }

    private static Map<LlmOption, String> times(Map<LlmOption, String> options, int factor, LlmOption... which) {
        Map<LlmOption, String> changed = new EnumMap<>(options);
        for (LlmOption option : which) {
            changed.put(option, Long.toString(factor * number(options, option)));
        }
        return changed;
    }

    private static Optional<LlmStep> drawn(Map<LlmOption, String> options) {
        Optional<LlmStep> step = DrawnJob.step(options);
        Statistics.label("job")
                .collect(step.isPresent() ? "is built" : "is refused")
                .coverage(c -> c.check("is built").percentage(p -> p > 10));
        return step;
    }

    @Property(tries = 75)
    void moreWorkNeedsNoLessMemoryAndMoreRanksNoMore(@ForAll long seed) {
        Map<LlmOption, String> options = DrawnJob.of(seed);
        drawn(options).ifPresent(step -> {
            double before = memory(step);
            for (LlmOption[] more : new LlmOption[][] {
                {LlmOption.MICRO_BATCH, LlmOption.GLOBAL_BATCH},
                {LlmOption.SEQUENCE},
                {LlmOption.GLOBAL_BATCH},
                {LlmOption.VOCABULARY}
            }) {
                DrawnJob.step(times(options, 2, more)).ifPresent(after -> assertThat(memory(after))
                        .as("%s of %s", more[0], options)
                        .isGreaterThanOrEqualTo(before / ROUNDING));
            }
            for (LlmOption[] ranks : new LlmOption[][] {
                {LlmOption.WORLD_SIZE, LlmOption.GLOBAL_BATCH}, {LlmOption.WORLD_SIZE, LlmOption.CONTEXT_PARALLEL}
            }) {
                DrawnJob.step(times(options, 2, ranks)).ifPresent(after -> assertThat(memory(after))
                        .as("%s of %s", ranks[1], options)
                        .isLessThanOrEqualTo(before * ROUNDING + 64));
            }
        });
    }

    /** Parts of a stage sum up to the step, which no bound exceeds and no faster network or larger batch shortens. */
    @Property(tries = 75)
    void timesAddUpAndFollowTheMachine(@ForAll long seed) {
        Map<LlmOption, String> options = DrawnJob.of(seed);
        drawn(options).ifPresent(step -> {
            NodeModel node = gpu(options).node();
            StepTimes times = times(options, step, node);
            double whole = times.step();
            for (StageTimes stage : times.stages()) {
                assertThat(stage.compute() + stage.exposed() + stage.bubble()).isCloseTo(whole, within(whole / 1e6));
                assertThat(Math.min(stage.exposed(), stage.bubble())).isGreaterThan(-whole / 1e6);
            }
            double link = 2 * Math.max(node.link(), node.pair());
            for (NodeModel faster : List.of(node.withLink(link), node.withNic(2 * node.nic()))) {
                assertThat(times(options, step, faster).step())
                        .as("%s", options)
                        .isLessThanOrEqualTo(whole * ROUNDING);
            }
            Map<LlmOption, String> shared = DrawnJob.with(options, LlmOption.OVERSUBSCRIPTION, 4);
            assertThat(seconds(shared, DrawnJob.step(shared).orElseThrow()))
                    .as("%s", shared)
                    .isGreaterThanOrEqualTo(whole / ROUNDING);
            assertThat(step.times(FreeCommunication.TIMES, SLOWDOWN).step()).isLessThanOrEqualTo(whole * ROUNDING);
            assertThat(new StepFloors().of(step, FreeCommunication.TIMES))
                    .as("bound of %s", options)
                    .isLessThanOrEqualTo(whole * ROUNDING);
            Map<LlmOption, String> faster = DrawnJob.with(
                    options,
                    LlmOption.PEAK_TFLOPS,
                    1.5 * gpu(options).teraFlops(),
                    LlmOption.HBM,
                    1.5 * gpu(options).memoryRate());
            LlmStep same = DrawnJob.step(faster).orElseThrow();
            assertThat(times(options, same, node).step()).as("%s", options).isLessThanOrEqualTo(whole * ROUNDING);
            for (LlmOption more : List.of(LlmOption.SEQUENCE, LlmOption.GLOBAL_BATCH)) {
                DrawnJob.step(times(options, 2, more)).ifPresent(after -> assertThat(seconds(options, after))
                        .as("%s of %s", more, options)
                        .isGreaterThanOrEqualTo(whole / ROUNDING));
            }
        });
    }

    /** What is recomputed is not kept, and what it exchanges is exchanged again; no gradient changes. */
    @Property(tries = 30)
    void recomputationKeepsLessAndTakesNoLess(@ForAll long seed) {
        Map<LlmOption, String> plain = DrawnJob.of(seed);
        DrawnJob.recomputing().forEach(plain::remove);
        drawn(plain).ifPresent(step -> {
            double kept = activations(step);
            double whole = seconds(plain, step);
            for (Object[] change : new Object[][] {
                {LlmOption.RECOMPUTE_GRANULARITY, "full"},
                {LlmOption.RECOMPUTE_GRANULARITY, "full", LlmOption.RECOMPUTE_METHOD, "block"},
                {LlmOption.RECOMPUTE_GRANULARITY, "selective"},
                {LlmOption.RECOMPUTE_GRANULARITY, "op"},
                {LlmOption.RECOMPUTE_MODULES, "core_attn"},
                {LlmOption.RECOMPUTE_MODULES, "mla_up_proj"},
                {LlmOption.RECOMPUTE_MODULES, "mlp"},
                {LlmOption.RECOMPUTE_MODULES, "moe"}
            }) {
                Map<LlmOption, String> again = DrawnJob.with(plain, change);
                DrawnJob.step(again).ifPresent(after -> {
                    assertThat(activations(after)).as("%s", again).isLessThanOrEqualTo(kept * ROUNDING);
                    assertThat(seconds(again, after)).as("%s", again).isGreaterThanOrEqualTo(whole / ROUNDING);
                    for (Group group : List.of(Group.TENSOR, Group.EXPERT, Group.CONTEXT)) {
                        assertThat(bytes(after, group))
                                .as("%s of %s", group, again)
                                .isGreaterThanOrEqualTo(bytes(step, group));
                    }
                });
            }
        });
    }

    /**
     * Shoeybi et al. 2019 and Narayanan et al. 2021: however layers are cut into stages, tensor, context and expert groups
     * exchange the same in all of them together, and b s h crosses each boundary of a micro batch both ways.
     */
    @Property(tries = 75)
    void stagesExchangeTogetherWhatOneStageDoes(@ForAll long seed) {
        Map<LlmOption, String> options = DrawnJob.of(seed);
        options.remove(LlmOption.RECOMPUTE_GRANULARITY);
        options.remove(LlmOption.EXPERT_LOADS);
        drawn(options).ifPresent(step -> {
            int stages = step.plan().pipeline().stages();
            double each = (double) Math.floorDiv(
                    LlmTraining.of(options, false).activationBytes(),
                    number(options, LlmOption.CONTEXT_PARALLEL)
                            * ("true".equals(options.get(LlmOption.SEQUENCE_PARALLEL))
                                    ? step.plan().ranks().tp()
                                    : 1));
            assertThat(messages(step))
                    .as("%s", options)
                    .isEqualTo(2.0 * step.plan().pipeline().microBatches() * DrawnJob.boundaries(step) * each);
            boolean mirrored = step.plan().pipeline().schedule() == PipelineSchedule.DUAL_PIPE;
            Map<LlmOption, String> whole = DrawnJob.with(
                    options,
                    LlmOption.WORLD_SIZE,
                    number(options, LlmOption.WORLD_SIZE) / stages,
                    LlmOption.PIPELINE_PARALLEL,
                    1,
                    LlmOption.SCHEDULE,
                    null,
                    LlmOption.VIRTUAL_STAGES,
                    null,
                    LlmOption.FIRST_LAYERS,
                    null,
                    LlmOption.LAST_LAYERS,
                    null);
            boolean shared = "torchtitan".equals(options.get(LlmOption.FRAME));
            DrawnJob.step(whole).filter(one -> !shared).ifPresent(one -> {
                for (Group group : List.of(Group.EXPERT, Group.CONTEXT, Group.EXPERT_NEAR, Group.EXPERT_FAR)) {
                    assertThat(bytes(step, group))
                            .as("%s of %s", group, options)
                            .isEqualTo(bytes(one, group));
                }
                if (!mirrored) {
                    assertThat(bytes(step, Group.TENSOR)).as("%s", options).isEqualTo(bytes(one, Group.TENSOR));
                }
            });
        });
    }

    /** Rajbhandari et al. 2020, section 7: the gradient of each trained parameter that a stage holds, and once. */
    @Property(tries = 100)
    void gradientsOfAllTrainedParametersAreExchanged(@ForAll long seed) {
        Map<LlmOption, String> options = DrawnJob.of(seed);
        options.remove(LlmOption.INSTANCES);
        drawn(options).filter(step -> ZeroStage.of(step.local()) < 2).ifPresent(step -> {
            StageParameters parameters = new StageParameters(step.local(), step.plan());
            int size = step.local().deepSpeed() ? 2 : 4;
            CollectiveType type =
                    ZeroStage.of(step.local()) == 0 ? CollectiveType.ALL_REDUCE : CollectiveType.REDUCE_SCATTER;
            for (int stage = 0; stage < step.plan().ranks().pp(); stage++) {
                exchanged(step, stage, Group.DATA, type, size * parameters.trained(stage), options);
                exchanged(step, stage, Group.EXPERT_DATA, type, size * parameters.trainedExperts(stage), options);
            }
        });
    }

    private static void exchanged(
            LlmStep step, int stage, Group group, CollectiveType type, long bytes, Map<LlmOption, String> options) {
        if (step.plan().groups().size(group) > 1) {
            assertThat(Steps.find(step, stage, group, type).map(Traffic::bytes).orElse(0L))
                    .as("%s of stage %d of %s", group, stage, options)
                    .isEqualTo(bytes);
        }
    }

    @Tag("campaign")
    @Property(tries = 1000)
    void allOfThemHoldForManyJobs(@ForAll long seed) {
        moreWorkNeedsNoLessMemoryAndMoreRanksNoMore(seed);
        timesAddUpAndFollowTheMachine(seed);
        recomputationKeepsLessAndTakesNoLess(seed);
        stagesExchangeTogetherWhatOneStageDoes(seed);
        gradientsOfAllTrainedParametersAreExchanged(seed);
    }
}
