// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.etude.et.graph.EtGraph;
import org.etude.et.wire.EtSet;
import org.etude.report.EtudeException;
import org.etude.report.Progress;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.llm.given.IgnoredOption;
import org.etude.workload.llm.given.IgnoredOptions;
import org.etude.workload.llm.given.IgnoredOptions.Purpose;
import org.etude.workload.llm.step.LlmStep;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Gives each option to jobs of many kinds. It changes what is generated, or is refused, or is named as one without effect;
 * and one that is named changes nothing.
 */
class IgnoredOptionsTest {
    /** Values to try, where twice the present one, or the other one of a flag, will not do. */
    private static final Map<LlmOption, List<String>> VALUES = new EnumMap<>(LlmOption.class);

    /** Values that say what is so anyway in some job, such as a width equal to the usual one. */
    private static final Set<String> USUAL = Set.of(
            "--dtype float16",
            "--moe_dispatch_dtype bf16",
            "--moe_dispatch_dtype fp8",
            "--data_parallel_sharding_strategy no_shard",
            "--data_parallel_sharding_strategy optim",
            "--make_vocab_size_divisible_by 256",
            "--num_attention_heads 16",
            "--module_dtypes attention=fp8",
            "--module_dtypes mlp=fp8",
            "--module_dtypes attention=bf16",
            "--schedule gpipe");

    /** What only matters where the GPU, or its host, or what is exposed of an exchange sets the pace. */
    private static final Set<LlmOption> BY_PACE = Set.of(
            LlmOption.PEAK_TFLOPS,
            LlmOption.HBM,
            LlmOption.DETAIL,
            LlmOption.ATTENTION_KERNEL,
            LlmOption.CUDA_GRAPHS,
            LlmOption.GRAPH_SCOPE,
            LlmOption.OVERLAP_GRAD,
            LlmOption.LOSS_FUSION,
            LlmOption.PACKED);

    /** Which has neither effect on times, nor is it one of the things that are missing. */
    private static final Set<LlmOption> LABELS = Set.of(LlmOption.MODEL_NAME, LlmOption.MOE, LlmOption.AIOB);

    private enum Kind {
        DENSE,
        FUSED(LlmOption.FLASH, true, LlmOption.SEQUENCE_PARALLEL, true, LlmOption.DISTRIBUTED_OPTIMIZER, true),
        ALONE(LlmOption.WORLD_SIZE, 1, LlmOption.TENSOR_PARALLEL, 1, LlmOption.PIPELINE_PARALLEL, 1),
        COPIES(LlmOption.TENSOR_PARALLEL, 1, LlmOption.PIPELINE_PARALLEL, 1),
        RECOMPUTED(LlmOption.RECOMPUTE_GRANULARITY, "full"),
        CONTEXT(LlmOption.WORLD_SIZE, 16, LlmOption.CONTEXT_PARALLEL, 2, LlmOption.FLASH, true),
        MIXTURE(
                LlmOption.SEQUENCE_PARALLEL,
                true,
                LlmOption.MOE,
                true,
                LlmOption.EXPERTS,
                8,
                LlmOption.TOP_K,
                2,
                LlmOption.EXPERT_FFN,
                64,
                LlmOption.EXPERT_PARALLEL,
                2),
        WHOLE_EXPERTS(MIXTURE, LlmOption.EXPERT_PARALLEL, 1),
        SHARED(MIXTURE, LlmOption.SHARED_EXPERTS, 2),
        LIMITED(SHARED, LlmOption.ROUTER_GROUPS, 2),
        LATENT(MIXTURE, LlmOption.FRAME, "DeepSeek"),
        HYBRID(MIXTURE, LlmOption.HYBRID, "M*E-"),
        DEEP_SPEED(LlmOption.FRAME, "DeepSpeed", LlmOption.PIPELINE_PARALLEL, 1),
        TORCHTITAN(LlmOption.FRAME, "torchtitan"),
        FEW_BITS(LlmOption.DTYPE, "fp8"),
        ADAPTERS(LlmOption.LORA, 4),
        PREDICTING(LlmOption.MTP, 1),
        HALF_RATES(LlmOption.EFFICIENCY, "0.5"),
        GRAPHS(LlmOption.CUDA_GRAPHS, true),
        NODES(LlmOption.WORLD_SIZE, 32, LlmOption.GLOBAL_BATCH, 32),
        OFFLOADED(LlmOption.DISTRIBUTED_OPTIMIZER, true, LlmOption.OFFLOAD_OPTIMIZER, true),
        LARGE(
                FUSED,
                LlmOption.HIDDEN,
                4096,
                LlmOption.HEADS,
                32,
                LlmOption.SEQUENCE,
                2048,
                LlmOption.LOSS_FUSION,
                true),
        UNTIMED;

        private final Options options;

        Kind(Object... more) {
            options = new Options()
                    .split(8, 2, 2, 1)
                    .batch(8, 1, 64)
                    .set(LlmOption.HIDDEN, 128)
                    .set(LlmOption.HEADS, 8)
                    .set(LlmOption.LAYERS, 4)
                    .set(LlmOption.VOCABULARY, 500)
                    .set(LlmOption.POSITIONS, 64)
                    .set(LlmOption.GPU_TYPE, "H100");
            add(more);
        }

        Kind(Kind base, Object... more) {
            options = new Options();
            base.options.values().forEach(options::set);
            add(more);
        }

        private void add(Object... more) {
            for (int i = 0; i < more.length; i += 2) {
                options.set((LlmOption) more[i], more[i + 1]);
            }
        }

        Map<LlmOption, String> job() {
            Map<LlmOption, String> job = new EnumMap<>(options.values());
            if (this == UNTIMED) {
                job.remove(LlmOption.GPU_TYPE);
            }
            return job;
        }
    }

    private static void tries(LlmOption option, String... values) {
        VALUES.put(option, List.of(values));
    }

    static {
        tries(LlmOption.FRAME, "DeepSpeed", "torchtitan", "DeepSeek", "Megatron");
        tries(LlmOption.GPU_TYPE, "A100");
        tries(LlmOption.DTYPE, "fp8", "float16");
        tries(LlmOption.FFN_HIDDEN, "320");
        tries(LlmOption.GATED, "True");
        tries(LlmOption.MODEL_NAME, "ours");
        tries(LlmOption.QUERY_GROUPS, "4");
        tries(LlmOption.HEADS, "16");
        tries(LlmOption.PACKED, "16");
        tries(LlmOption.ZERO_STAGE, "0", "1", "2");
        tries(LlmOption.MODEL_PERSISTENCE, "1000");
        tries(LlmOption.REDUCE_BUCKET, "1000");
        tries(LlmOption.TEST_COMM, "all_gather");
        tries(LlmOption.ACTIVATION, "gelu");
        tries(LlmOption.EFFICIENCY, "0.3");
        tries(LlmOption.PEAK_TFLOPS, "100");
        tries(LlmOption.HBM, "900");
        tries(LlmOption.MEMORY, "1MB");
        tries(LlmOption.LINK, "20");
        tries(LlmOption.NIC, "10Gbps");
        tries(LlmOption.OVERSUBSCRIPTION, "4");
        tries(LlmOption.DOMAIN, "2");
        tries(LlmOption.HOST_US, "100");
        tries(LlmOption.ATTENTION_KERNEL, "flash2", "triton", "flash3");
        tries(LlmOption.LOSS_IMPL, "te");
        tries(LlmOption.HEAD_WIDTH, "64");
        tries(LlmOption.EXPERT_FFN, "192");
        tries(LlmOption.EXPERT_TENSOR, "1");
        tries(LlmOption.EXPERT_LOAD, "1.5");
        tries(LlmOption.RECOMPUTE_GRANULARITY, "full", "selective", "op");
        tries(LlmOption.TOKEN_DISPATCHER, "alltoall");
        tries(LlmOption.DISPATCH_TYPE, "fp8", "bf16");
        tries(LlmOption.GRAPH_SCOPE, "attn", "mlp", "mamba", "moe_router", "moe_preprocess");
        tries(LlmOption.CONTEXT_EXCHANGE, "a2a", "all_gather");
        tries(
                LlmOption.RECOMPUTE_MODULES,
                "core_attn",
                "layernorm",
                "mla_up_proj",
                "mlp",
                "moe",
                "moe_act",
                "shared_experts");
        tries(LlmOption.RECOMPUTE_METHOD, "block");
        tries(LlmOption.OFFLOAD_FRACTION, "0.5");
        tries(LlmOption.HOST_LINK, "1");
        tries(LlmOption.HOST_MEMORY, "1");
        tries(LlmOption.FIRST_LAYERS, "1");
        tries(LlmOption.LAST_LAYERS, "1");
        tries(LlmOption.SCHEDULE, "gpipe", "zb-h1", "dualpipe", "dualpipev", "interleaved");
        tries(LlmOption.SHARDING, "optim", "optim_grads", "optim_grads_params", "no_shard");
        tries(
                LlmOption.MODULE_TYPES,
                "attention=fp8",
                "mlp=fp8",
                "experts=fp8",
                "latent=fp8",
                "mamba_in=fp8",
                "mamba_out=fp8",
                "mtp=fp8",
                "attention=bf16");
        tries(LlmOption.MTP_HYBRID, "*-");
        tries(LlmOption.LORA_MODULES, "linear_qkv");
        tries(LlmOption.EXPERT_LOADS, "zipf:0.7");
        tries(LlmOption.HYBRID, "M*E-");
        tries(LlmOption.SHARED_FFN, "96");
        tries(LlmOption.LATENT, "32");
        tries(LlmOption.DETAIL, "kernels");
        tries(LlmOption.SHARED_EXPERTS, "1");
        tries(LlmOption.TOP_K, "3");
        tries(LlmOption.MACHINE, "compute=0.9,memory=0.8,host=2,network=0.7");
        // Read where a job is put together, with the file; AiobTimesTest looks at its times.
        tries(LlmOption.AIOB_FILE);
    }

    private static List<String> values(LlmOption option, String now) {
        if (VALUES.containsKey(option)) {
            return VALUES.get(option);
        }
        if (option.kind() == LlmOption.Kind.FLAG) {
            return List.of("true".equals(now) ? "false" : "true");
        }
        long number = Long.parseLong(now);
        return List.of(Long.toString(number <= 0 ? 2 : 2 * number));
    }

    /** What is generated: traces of the first and the last rank, memory, traffic and findings; and the estimated step. */
    private record Generated(String written, String memory, String estimated) {
        static Generated of(Map<LlmOption, String> options) {
            LlmTraining training = LlmTraining.of(options, false);
            training.checkEach();
            LlmStep step = LlmStep.of(training, Optional.empty());
            EtSet set = step.write(Progress.NONE);
            String written = set.prefix()
                    + set.groups()
                    + nodes(set.ranks().get(0))
                    + nodes(set.ranks().get(set.ranks().size() - 1))
                    + step.traffic()
                    + step.report();
            String estimated = "";
            if (training.text(LlmOption.GPU_TYPE) != null) {
                StepEstimate estimate = StepEstimate.of(training, Optional.empty());
                estimated = estimate.seconds() + " " + estimate.compute() + " " + estimate.exposed();
            }
            return new Generated(written, step.memory().stages().toString(), estimated);
        }

        private static String nodes(EtGraph graph) {
            StringBuilder text = new StringBuilder();
            for (int node = 0; node < graph.size(); node++) {
                text.append(graph.id(node))
                        .append(graph.name(node))
                        .append(graph.durationNanos(node))
                        .append(Arrays.toString(graph.ctrlDeps(node)))
                        .append(Arrays.toString(graph.dataDeps(node)));
                for (int k = 0; k < graph.attributeCount(node); k++) {
                    text.append(graph.attribute(node, k).name())
                            .append(graph.attribute(node, k).value());
                }
            }
            return text.toString();
        }

        boolean sameTraces(Generated other) {
            return written.equals(other.written) && memory.equals(other.memory);
        }

        boolean sameEstimate(Generated other) {
            return estimated.equals(other.estimated) && memory.equals(other.memory);
        }
    }

    private static boolean named(Map<LlmOption, String> job, LlmOption option, Purpose purpose) {
        return !IgnoredOptions.of(LlmTraining.of(job, false), Map.of(option, job.get(option)), purpose)
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void eachOptionChangesTheJobOrIsRefusedOrNamed(Kind kind) {
        Map<LlmOption, String> job = kind.job();
        Generated before = Generated.of(job);
        LlmTraining training = LlmTraining.of(job, false);
        List<String> silent = new ArrayList<>();
        List<String> wrong = new ArrayList<>();
        for (LlmOption option : LlmOption.values()) {
            for (String value : values(option, training.text(option))) {
                if (value.equals(training.text(option))) {
                    continue;
                }
                Map<LlmOption, String> changed = new EnumMap<>(job);
                changed.put(option, value);
                Generated after;
                try {
                    after = Generated.of(changed);
                } catch (EtudeException e) {
                    continue;
                }
                String what = option.option() + " " + value;
                boolean excused = USUAL.contains(what) || BY_PACE.contains(option) || LABELS.contains(option);
                boolean traces = after.sameTraces(before);
                boolean estimate = after.sameEstimate(before);
                boolean forTraces = named(changed, option, Purpose.TRACES);
                boolean forEstimate = named(changed, option, Purpose.ESTIMATE);
                if (!excused && (traces && !forTraces || !before.estimated.isEmpty() && estimate && !forEstimate)) {
                    silent.add(what);
                }
                if (!traces && forTraces || !estimate && forEstimate) {
                    wrong.add(what);
                }
            }
        }
        assertThat(silent).as("without effect, and not said").isEmpty();
        assertThat(wrong).as("said to have no effect").isEmpty();
    }

    @Test
    void theReasonIsNamed() {
        Map<LlmOption, String> job = Kind.DENSE.job();
        job.put(LlmOption.EXPERT_LOADS, "zipf:1.2");
        job.put(LlmOption.RECOMPUTE_MODULES, "mlp,moe");
        job.put(LlmOption.NIC, "100Gbps");
        job.put(LlmOption.AMP, "true");
        LlmTraining training = LlmTraining.of(job, false);
        assertThat(IgnoredOptions.of(training, job, Purpose.TRACES))
                .extracting(IgnoredOption::sentence)
                .containsExactly(
                        "--amp_enabled has no effect but on AICB's own texts and tables",
                        "--nic has no effect on traces: give the network to the simulation",
                        "--recompute_modules moe has no effect without experts (--moe_enable)",
                        "--moe_expert_loads has no effect without experts (--moe_enable)");
        assertThat(IgnoredOptions.of(training, job, Purpose.ESTIMATE))
                .extracting(IgnoredOption::sentence)
                .contains("--nic has no effect on GPUs of one node");
    }

    /** A value equal to a default, or to a size of the named model, is not worth a word. */
    @Test
    void whatIsSoAnywayIsNotMentioned() {
        Map<LlmOption, String> job = new EnumMap<>(Map.of(
                LlmOption.MODEL_NAME, "llama_7B",
                LlmOption.TOP_K, LlmOption.TOP_K.base(),
                LlmOption.AMP, "false"));
        assertThat(IgnoredOptions.of(LlmTraining.of(job, false), job, Purpose.TRACES))
                .isEmpty();
    }
}
