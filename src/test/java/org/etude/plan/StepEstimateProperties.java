// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.statistics.Statistics;
import org.etude.report.EtudeException;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.llm.NamedModels;
import org.etude.workload.llm.cost.ElementType;
import org.etude.workload.llm.cost.GpuModel;
import org.etude.workload.llm.cost.Gpus;
import org.etude.workload.llm.cost.MachineOptions;
import org.etude.workload.llm.cost.NodeModel;
import org.etude.workload.llm.step.LlmStep;
import org.etude.workload.llm.step.MemoryPlan;

/** Any configuration is refused with a reason, or its step is no shorter than its operations and bytes, and its memory adds up. */
class StepEstimateProperties {
    private static final int COPIES_OF_SQUARE = 12;

    @SafeVarargs
    private static <T> T any(Random random, T... values) {
        return values[random.nextInt(values.length)];
    }

    /** One of the values that go together, once in ten the odd one. */
    @SafeVarargs
    private static <T> T usually(Random random, T odd, T... values) {
        return random.nextInt(10) == 0 ? odd : any(random, values);
    }

    private static Options drawn(Random random) {
        int tp = usually(random, 3, 1, 2, 4, 8);
        int pp = usually(random, 5, 1, 1, 2, 4);
        int cp = usually(random, 3, 1, 1, 2, 4);
        int dp = any(random, 1, 2, 3, 8, 32);
        int micro = any(random, 1, 2, 3);
        Options options = new Options()
                .split(tp * pp * cp * dp + usually(random, 1, 0), tp, pp, usually(random, 3, 1, 1, 2))
                .batch(
                        micro * dp * usually(random, 7, 4, 8, 16) + usually(random, 1, 0),
                        micro,
                        usually(random, 4095, 512, 2048, 8192))
                .set(LlmOption.CONTEXT_PARALLEL, cp)
                .set(LlmOption.GPU_TYPE, any(random, names()))
                .flag(LlmOption.SEQUENCE_PARALLEL, random.nextBoolean())
                .flag(LlmOption.FLASH, random.nextInt(3) > 0)
                .flag(LlmOption.TP_OVERLAP, random.nextInt(3) == 0)
                .flag(LlmOption.OVERLAP_GRAD, random.nextBoolean())
                .flag(LlmOption.DISTRIBUTED_OPTIMIZER, random.nextBoolean())
                .flag(LlmOption.LOSS_FUSION, random.nextBoolean())
                .set(LlmOption.RECOMPUTE_GRANULARITY, any(random, "none", "none", "selective", "full"))
                .set(
                        LlmOption.DTYPE,
                        usually(random, any(random, "fp8", "mxfp8", "nvfp4", "banana"), "bfloat16", "float16"));
        if (random.nextInt(3) == 0) {
            return options.set(
                            LlmOption.MODEL_NAME,
                            any(random, NamedModels.names().toArray(String[]::new)))
                    .set(LlmOption.EXPERT_PARALLEL, any(random, 1, 2, 4, 8, 64));
        }
        return dense(random, options);
    }

    private static Options dense(Random random, Options options) {
        options.set(LlmOption.HIDDEN, usually(random, 1000, 768, 4096, 12288))
                .set(LlmOption.HEADS, usually(random, 10, 8, 12, 32))
                .set(LlmOption.LAYERS, usually(random, 7, 8, 24, 64))
                .set(LlmOption.VOCABULARY, usually(random, 50257, 32000, 128256));
        if (random.nextInt(8) == 0) {
            options.set(LlmOption.SCHEDULE, any(random, "gpipe", "zb-h1", "dualpipe", "dualpipev"));
        }
        if (random.nextInt(8) == 0) {
            options.set(LlmOption.SHARDING, "optim_grads_params").set(LlmOption.INSTANCES, any(random, 1, 2, 3));
        }
        if (random.nextInt(6) == 0) {
            options.set(LlmOption.FIRST_LAYERS, any(random, 0, 1, 5)).set(LlmOption.LAST_LAYERS, any(random, 0, 1, 5));
        }
        return options;
    }

    private static String[] names() {
        Stream.Builder<String> all = Stream.builder();
        Gpus.names().forEach(all);
        return all.build().toArray(String[]::new);
    }

    private static Optional<LlmTraining> training(Map<LlmOption, String> options) {
        try {
            LlmTraining training = LlmTraining.of(options, false);
            LlmStep.of(training, Optional.empty());
            return Optional.of(training);
        } catch (EtudeException e) {
            assertThat(e.getMessage()).as("a reason").hasSizeGreaterThan(20).doesNotContain("null");
            return Optional.empty();
        }
    }

    private static double seconds(LlmTraining training, NodeModel node) {
        return StepEstimate.of(training, Optional.of(node)).seconds();
    }

    @Property(tries = 200)
    void stepsAreNoShorterThanTheirWorkAndMemoryAddsUp(@ForAll long seed) {
        Map<LlmOption, String> options = drawn(new Random(seed)).values();
        Optional<LlmTraining> drawn = training(options);
        Statistics.label("step")
                .collect(drawn.isPresent() ? "is estimated" : "is refused")
                .coverage(c -> c.check("is estimated").percentage(p -> p > 25));
        drawn.ifPresent(training -> {
            StepEstimate step = StepEstimate.of(training, Optional.empty());
            assertThat(Stream.of(step.seconds(), step.compute())).allMatch(value -> value > 0 && value < 1e9);
            assertThat(Stream.of(step.exposed(), step.bubble())).allMatch(value -> value >= 0 && value < 1e9);
            memory(training);
            faster(training, step.seconds());
            if (!options.containsKey(LlmOption.MODEL_NAME)) {
                floors(training, step.seconds());
            }
        });
    }

    /** Linear layers alone: 12 h^2 elements per layer, 6 operations per element and token; gradients of 2 bytes or more there and back. */
    private static void floors(LlmTraining training, double seconds) {
        double elements =
                COPIES_OF_SQUARE * (double) training.number(LlmOption.LAYERS) * training.hidden() * training.hidden();
        double tokens = (double) training.number(LlmOption.GLOBAL_BATCH) * training.number(LlmOption.SEQUENCE);
        GpuModel gpu = MachineOptions.gpu(training).orElseThrow();
        double peak = 1e9 * gpu.peakPerNano(ElementType.named(training.text(LlmOption.DTYPE)));
        assertThat(seconds).isGreaterThan(6 * elements * tokens / (peak * training.number(LlmOption.WORLD_SIZE)));
        double rate = 1e9
                * Math.max(
                        gpu.node().nic(), Math.max(gpu.node().link(), gpu.node().pair()));
        double shared = (training.dp() - 1.0) / training.dp() * elements / (training.tp() * training.pp());
        assertThat(seconds).isGreaterThan(2 * 2 * shared / rate);
    }

    private static void faster(LlmTraining training, double seconds) {
        GpuModel gpu = MachineOptions.gpu(training).orElseThrow();
        NodeModel node = gpu.node();
        double link = 2 * Math.max(node.link(), node.pair());
        assertThat(seconds(training, node.withLink(link))).as("links").isLessThanOrEqualTo(seconds * (1 + 1e-9));
        assertThat(seconds(training, node.withNic(2 * node.nic())))
                .as("NICs")
                .isLessThanOrEqualTo(seconds * (1 + 1e-9));
        Options better = new Options();
        training.values().forEach(better::set);
        better.set(LlmOption.PEAK_TFLOPS, 1.5 * gpu.teraFlops()).set(LlmOption.HBM, 1.5 * gpu.memoryRate());
        assertThat(seconds(LlmTraining.of(better.values(), false), node))
                .as("GPU")
                .isLessThanOrEqualTo(seconds * (1 + 1e-9));
    }

    private static void memory(LlmTraining training) {
        MemoryPlan memory = LlmStep.of(training, Optional.empty()).memory();
        assertThat(memory.stages()).hasSize(training.pp()).allSatisfy(stage -> {
            long[] parts = {
                stage.weights().value(),
                stage.gathered().value(),
                stage.gradients().value(),
                stage.optimizer().value(),
                stage.activations().value(),
                stage.temporary().value()
            };
            assertThat(Arrays.stream(parts).min().orElseThrow()).isNotNegative();
            assertThat(stage.total().value()).isEqualTo(Arrays.stream(parts).sum());
            assertThat(stage.weights().value()).isBetween(1L, 2 * stage.parameters());
        });
        long all =
                memory.stages().stream().mapToLong(MemoryPlan.Stage::parameters).sum();
        double least = training.text(LlmOption.MODEL_NAME) == null
                ? COPIES_OF_SQUARE * (double) training.number(LlmOption.LAYERS) * training.hidden() * training.hidden()
                : 0;
        assertThat((double) all * training.tp()).isGreaterThan(least);
        assertThat(memory.most().value())
                .isEqualTo(memory.stages().stream()
                        .mapToLong(stage -> stage.total().value())
                        .max()
                        .orElseThrow());
    }
}
