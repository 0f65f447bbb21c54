// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.statistics.Statistics;
import org.etude.report.EtudeException;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.llm.cost.ElementType;
import org.etude.workload.llm.cost.GpuModel;
import org.etude.workload.llm.cost.MachineOptions;
import org.etude.workload.llm.step.LlmStep;
import org.etude.workload.llm.step.MemoryPlan;
import org.etude.workload.llm.step.ModelWork;
import org.etude.workload.llm.step.StepFloors;

/**
 * Odd but legal splits of odd models: fewer heads of keys and values than tensor ranks, stages that do not divide the layers, experts,
 * prediction modules, long sequences, shared parameters, few bits, described GPUs. Their steps are no shorter than their bounds, their parts
 * sum up to the step, and ranks that share more hold no more.
 */
class StepSharingProperties {
    private static final double NS_PER_S = 1e9;
    /** Bytes of a parameter that the optimizer reads and writes at least: gradient, parameter and moments. */
    private static final int LEAST_UPDATE = 20;

    private static final int OPTIMIZER_STATE = 12;
    private static final double ROUNDING = 1 + 1e-6;

    @SafeVarargs
    private static <T> T any(Random random, T... values) {
        return values[random.nextInt(values.length)];
    }

    private static Options drawn(Random random) {
        int tp = any(random, 1, 2, 4, 8);
        int pp = any(random, 1, 1, 2, 4);
        int cp = any(random, 1, 1, 2, 4);
        int dp = any(random, 1, 2, 8);
        int micro = any(random, 1, 2);
        Options options = new Options()
                .split(tp * pp * cp * dp, tp, pp, any(random, 1, 2))
                .batch(micro * dp * pp * any(random, 2, 4), micro, any(random, 4096, 131_072))
                .set(LlmOption.CONTEXT_PARALLEL, cp)
                .set(LlmOption.CONTEXT_EXCHANGE, any(random, "p2p", "p2p", "a2a", "all_gather"))
                .flag(LlmOption.SEQUENCE_PARALLEL, tp > 1)
                .flag(LlmOption.FLASH, true)
                .flag(LlmOption.DISTRIBUTED_OPTIMIZER, true)
                .flag(LlmOption.OVERLAP_GRAD, random.nextBoolean())
                .flag(LlmOption.TP_OVERLAP, random.nextInt(4) == 0)
                .flag(LlmOption.EP_OVERLAP, random.nextInt(3) == 0)
                .set(LlmOption.RECOMPUTE_GRANULARITY, any(random, "none", "none", "full"))
                .set(LlmOption.DTYPE, any(random, "bfloat16", "fp8", "mxfp8", "nvfp4"));
        if (random.nextInt(4) == 0) {
            options.set(LlmOption.SCHEDULE, any(random, "zb-h1", "dualpipe", "dualpipev", "gpipe"));
        }
        if (pp == 1 && random.nextInt(3) == 0) {
            options.set(LlmOption.SHARDING, "optim_grads_params").set(LlmOption.INSTANCES, any(random, 1, 2));
        }
        machine(random, options);
        return model(random, options);
    }

    private static void machine(Random random, Options options) {
        options.set(LlmOption.GPU_TYPE, any(random, "B200", "GB300", "our own"));
        if (options.values().get(LlmOption.GPU_TYPE).equals("our own")) {
            options.set(LlmOption.PEAK_TFLOPS, any(random, 90, 700))
                    .set(LlmOption.HBM, any(random, 900, 5000))
                    .set(LlmOption.MEMORY, "64GB")
                    .set(LlmOption.LINK, any(random, 40, 500))
                    .set(LlmOption.DTYPE, "bfloat16");
        }
    }

    private static Options model(Random random, Options options) {
        int heads = any(random, 8, 32, 40);
        options.set(LlmOption.HEADS, heads)
                .set(LlmOption.HIDDEN, heads * any(random, 64, 128))
                .set(LlmOption.FFN_HIDDEN, heads * 256)
                .set(LlmOption.LAYERS, any(random, 8, 13, 30))
                .set(LlmOption.QUERY_GROUPS, any(random, 1, 2, 4, 8))
                .set(LlmOption.VOCABULARY, any(random, 32_000, 128_256))
                .flag(LlmOption.SWIGLU, random.nextBoolean());
        if (random.nextInt(2) == 0) {
            options.flag(LlmOption.MOE, true)
                    .set(LlmOption.EXPERTS, any(random, 8, 64))
                    .set(LlmOption.TOP_K, any(random, 1, 2, 4))
                    .set(LlmOption.EXPERT_FFN, 1024)
                    .set(LlmOption.EXPERT_PARALLEL, any(random, 1, 2, 4));
        }
        return random.nextInt(4) == 0 ? options.set(LlmOption.MTP, 1) : options;
    }

    private static Optional<LlmTraining> training(Map<LlmOption, String> options) {
        try {
            LlmTraining training = LlmTraining.of(options, false);
            LlmStep.of(training, Optional.empty());
            return Optional.of(training);
        } catch (EtudeException e) {
            return Optional.empty();
        }
    }

    @Property(tries = 150)
    void stepsKeepTheirBoundsAndMoreSharingNeedsNoMoreMemory(@ForAll long seed) {
        Map<LlmOption, String> options = drawn(new Random(seed)).values();
        Optional<LlmTraining> drawn = training(options);
        Statistics.label("step")
                .collect(drawn.isPresent() ? "is estimated" : "is refused")
                .coverage(c -> c.check("is estimated").percentage(p -> p > 20));
        drawn.ifPresent(training -> {
            StepEstimate step = StepEstimate.of(training, Optional.empty());
            assertThat(step.compute() + step.exposed() + step.bubble())
                    .isCloseTo(step.seconds(), within(1e-6 * step.seconds()));
            bounds(training, step.seconds());
            sharing(options, memory(training));
        });
    }

    private static void bounds(LlmTraining training, double seconds) {
        GpuModel gpu = MachineOptions.gpu(training).orElseThrow();
        double peak = NS_PER_S * gpu.peakPerNano(ElementType.named(training.text(LlmOption.DTYPE)));
        assertThat(seconds).as("operations").isGreaterThan(ModelWork.operations(training) / (peak * training.world()));
        LlmStep step = LlmStep.of(training, Optional.empty());
        double floor = new StepFloors().of(step, StepEstimate.network(training, step, Optional.empty()));
        assertThat(floor / NS_PER_S).as("the search's bound").isLessThanOrEqualTo(seconds * ROUNDING);
        for (MemoryPlan.Stage stage : step.memory().stages()) {
            double updated = (double) stage.optimizer().value() / OPTIMIZER_STATE;
            assertThat(seconds).as("optimizer").isGreaterThan(LEAST_UPDATE * updated / (NS_PER_S * gpu.memoryRate()));
        }
    }

    private static double memory(LlmTraining training) {
        return LlmStep.of(training, Optional.empty()).memory().most().value();
    }

    private static void sharing(Map<LlmOption, String> options, double before) {
        int world = Integer.parseInt(options.get(LlmOption.WORLD_SIZE));
        for (LlmOption degree :
                new LlmOption[] {LlmOption.TENSOR_PARALLEL, LlmOption.CONTEXT_PARALLEL, LlmOption.EXPERT_PARALLEL}) {
            Map<LlmOption, String> more = doubled(options, degree);
            if (degree != LlmOption.EXPERT_PARALLEL) {
                more.put(LlmOption.WORLD_SIZE, Integer.toString(2 * world));
                more.put(
                        LlmOption.SEQUENCE_PARALLEL,
                        Boolean.toString(!more.get(LlmOption.TENSOR_PARALLEL).equals("1")));
            }
            training(more).ifPresent(shared -> assertThat(memory(shared))
                    .as("%s of %s", degree, more)
                    .isLessThanOrEqualTo(before * ROUNDING));
        }
        Map<LlmOption, String> copies = doubled(options, LlmOption.WORLD_SIZE);
        copies.put(
                LlmOption.GLOBAL_BATCH, doubled(options, LlmOption.GLOBAL_BATCH).get(LlmOption.GLOBAL_BATCH));
        training(copies)
                .ifPresent(shared -> assertThat(memory(shared)).as("copies").isLessThanOrEqualTo(before * ROUNDING));
    }

    private static Map<LlmOption, String> doubled(Map<LlmOption, String> options, LlmOption degree) {
        Map<LlmOption, String> more = new EnumMap<>(options);
        more.put(degree, Integer.toString(2 * Integer.parseInt(options.getOrDefault(degree, "1"))));
        return more;
    }
}
