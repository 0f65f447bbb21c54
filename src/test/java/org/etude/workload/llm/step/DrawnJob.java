// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.assertj.core.api.Assertions;
import org.etude.report.EtudeException;
import org.etude.spec.LlmOption;
import org.etude.spec.PipelineSchedule;
import org.etude.workload.llm.LlmTraining;

/** A small job with options of every kind drawn together; many of them fit each other, the others are refused. */
final class DrawnJob {
    private final Random random;
    private final Map<LlmOption, String> options = new EnumMap<>(LlmOption.class);
    private final int tp;
    private final int pp;
    private final int cp;
    private final int dp;

    private DrawnJob(long seed) {
        random = new Random(seed);
        tp = any(1, 1, 2, 4);
        pp = any(1, 1, 2, 3, 4);
        cp = any(1, 1, 1, 2);
        dp = any(1, 2, 3, 4);
        model();
        split();
        schedule();
        if (random.nextInt(3) == 0) {
            experts();
        }
        sharing();
        recomputation();
        others();
    }

    /** The options that a seed draws. */
    static Map<LlmOption, String> of(long seed) {
        return new DrawnJob(seed).options;
    }

    /** The step of options; empty when they are refused, with a reason and an advice. */
    static Optional<LlmStep> step(Map<LlmOption, String> options) {
        try {
            return Optional.of(LlmStep.of(LlmTraining.of(options, false), Optional.empty()));
        } catch (EtudeException e) {
            Assertions.assertThat(e.getMessage().split("\\R"))
                    .as("a reason and an advice")
                    .hasSize(2);
            Assertions.assertThat(e.getMessage()).contains("--").doesNotContain("null", "-1");
            return Optional.empty();
        }
    }

    /** The same options with some changed; null removes one. */
    static Map<LlmOption, String> with(Map<LlmOption, String> options, Object... changes) {
        Map<LlmOption, String> changed = new EnumMap<>(options);
        for (int i = 0; i < changes.length; i += 2) {
            LlmOption option = (LlmOption) changes[i];
            if (changes[i + 1] == null) {
                changed.remove(option);
            } else {
                changed.put(option, changes[i + 1].toString());
            }
        }
        return changed;
    }

    @SafeVarargs
    private <T> T any(T... values) {
        return values[random.nextInt(values.length)];
    }

    private boolean oneIn(int number) {
        return random.nextInt(number) == 0;
    }

    private void set(LlmOption option, Object value) {
        options.put(option, value.toString());
    }

    private void model() {
        set(LlmOption.HIDDEN, any(64, 96, 128));
        set(LlmOption.HEADS, any(4, 8));
        set(LlmOption.LAYERS, any(4, 5, 6, 7, 8, 12));
        set(LlmOption.VOCABULARY, any(512, 500, 1000));
        set(LlmOption.POSITIONS, 64);
        set(LlmOption.SWIGLU, random.nextBoolean());
        if (random.nextBoolean()) {
            set(LlmOption.QUERY_GROUPS, any(1, 2, 4));
        }
        set(LlmOption.UNTIED, oneIn(3));
        set(LlmOption.FLASH, random.nextBoolean());
        set(LlmOption.LOSS_FUSION, oneIn(4));
        set(LlmOption.LOSS_IMPL, any("native", "te"));
        set(LlmOption.MTP, any(0, 0, 0, 0, 1, 2));
    }

    private void split() {
        int micro = any(1, 2, 4);
        set(LlmOption.WORLD_SIZE, tp * pp * cp * dp);
        set(LlmOption.TENSOR_PARALLEL, tp);
        set(LlmOption.PIPELINE_PARALLEL, pp);
        set(LlmOption.CONTEXT_PARALLEL, cp);
        set(LlmOption.CONTEXT_EXCHANGE, any("p2p", "a2a", "all_gather"));
        set(LlmOption.MICRO_BATCH, micro);
        set(LlmOption.GLOBAL_BATCH, micro * dp * any(1, 2, 2 * pp, 4 * pp));
        set(LlmOption.SEQUENCE, any(48, 64, 128));
        set(LlmOption.SEQUENCE_PARALLEL, random.nextBoolean());
        set(LlmOption.TP_OVERLAP, oneIn(4));
    }

    private void schedule() {
        if (pp > 1 && oneIn(2)) {
            set(LlmOption.SCHEDULE, any("gpipe", "zb-h1", "dualpipe", "dualpipev", "1f1b"));
            set(LlmOption.VIRTUAL_STAGES, options.get(LlmOption.SCHEDULE).equals("1f1b") ? any(2, 3) : 1);
        }
        if (oneIn(5)) {
            set(LlmOption.FIRST_LAYERS, any(0, 1, 2));
        }
        if (oneIn(5)) {
            set(LlmOption.LAST_LAYERS, any(0, 1, 2));
        }
    }

    private void experts() {
        set(LlmOption.MOE, true);
        set(LlmOption.SEQUENCE_PARALLEL, true);
        set(LlmOption.EXPERTS, any(4, 8, 12));
        set(LlmOption.TOP_K, any(1, 2, 3));
        set(LlmOption.EXPERT_FFN, any(64, 128));
        set(LlmOption.SHARED_EXPERTS, any(0, 1, 2));
        set(LlmOption.EXPERT_PARALLEL, any(1, 2, dp * cp, tp * dp * cp));
        set(LlmOption.EXPERT_TENSOR, any(0, 1));
        switch (random.nextInt(6)) {
            case 0 -> set(LlmOption.EP_OVERLAP, true);
            case 1 -> set(LlmOption.ROUTER_GROUPS, 2);
            case 2 -> set(LlmOption.EXPERT_LOADS, "zipf:0.7");
            case 3 -> set(LlmOption.SHARED_OVERLAP, true);
            case 4 -> set(LlmOption.FRAME, "DeepSeek");
            default -> hybrid();
        }
    }

    private void hybrid() {
        StringBuilder kinds = new StringBuilder("M*E");
        while (kinds.length() < Integer.parseInt(options.get(LlmOption.LAYERS))) {
            kinds.append(any('M', '*', '-', 'E'));
        }
        set(LlmOption.HYBRID, kinds);
        set(LlmOption.MTP_HYBRID, "*E");
        set(LlmOption.MAMBA_HEADS, 8);
        set(LlmOption.MAMBA_HEAD_WIDTH, 16);
        set(LlmOption.MAMBA_STATES, 16);
        set(LlmOption.LATENT, any(0, 32));
    }

    private void sharing() {
        boolean free = !options.containsKey(LlmOption.FRAME);
        switch (random.nextInt(7)) {
            case 0 -> set(LlmOption.OVERLAP_GRAD, true);
            case 1 -> {
                set(LlmOption.FRAME, free ? "DeepSpeed" : options.get(LlmOption.FRAME));
                set(LlmOption.ZERO_STAGE, any(0, 1, 2, 3));
            }
            case 2 -> set(LlmOption.SHARDING, any("no_shard", "optim", "optim_grads", "optim_grads_params"));
            case 3 -> {
                set(LlmOption.DISTRIBUTED_OPTIMIZER, true);
                set(LlmOption.INSTANCES, any(1, 2));
            }
            case 4 -> {
                set(LlmOption.FRAME, free ? "torchtitan" : options.get(LlmOption.FRAME));
                set(LlmOption.COMPILE, free && random.nextBoolean());
            }
            default -> set(LlmOption.DISTRIBUTED_OPTIMIZER, random.nextBoolean());
        }
    }

    private void recomputation() {
        switch (random.nextInt(9)) {
            case 0 -> set(LlmOption.RECOMPUTE_GRANULARITY, "full");
            case 1 -> {
                set(LlmOption.RECOMPUTE_GRANULARITY, "full");
                set(LlmOption.RECOMPUTE_METHOD, any("block", "uniform"));
                set(LlmOption.RECOMPUTE_LAYERS, any(1, 2, 3));
            }
            case 2 -> set(LlmOption.RECOMPUTE_GRANULARITY, "selective");
            case 3 -> set(LlmOption.RECOMPUTE_GRANULARITY, "op");
            case 4 -> set(LlmOption.RECOMPUTE_MODULES, any("core_attn", "layernorm", "mla_up_proj", "mlp", "moe"));
            default -> set(LlmOption.RECOMPUTE_GRANULARITY, "none");
        }
        set(LlmOption.KEEP_LAST, oneIn(6));
    }

    private void others() {
        if (oneIn(8)) {
            set(LlmOption.LORA, 4);
        }
        if (pp == 1 && oneIn(3)) {
            set(LlmOption.OFFLOAD_LAYERS, any(1, 2, 3));
        }
        if (oneIn(6)) {
            set(LlmOption.OFFLOAD_OPTIMIZER, true);
            set(LlmOption.OFFLOAD_FRACTION, any("0.5", "1"));
            set(LlmOption.OFFLOAD_OVERLAP, random.nextBoolean());
        }
        if (oneIn(6)) {
            set(LlmOption.PACKED, any(16, 40));
        }
        set(LlmOption.CUDA_GRAPHS, oneIn(6));
        set(LlmOption.DETAIL, oneIn(6) ? "kernels" : "parts");
        set(LlmOption.GPU_TYPE, any("H100", "B200"));
        set(
                LlmOption.DTYPE,
                options.get(LlmOption.GPU_TYPE).equals("B200") ? any("mxfp8", "nvfp4", "bfloat16") : "fp8");
        if (oneIn(4)) {
            set(LlmOption.START_IN_HALF, any(0, 1, 2));
            set(LlmOption.END_IN_HALF, any(0, 1, 2));
        }
        if (oneIn(4)) {
            set(LlmOption.MODULE_TYPES, any("attention=bf16", "mlp=fp8,mtp=bf16", "experts=bf16,attention=fp8"));
        }
    }

    /** Boundaries between stages that each micro batch crosses either way. */
    static int boundaries(LlmStep step) {
        int stages = step.plan().pipeline().stages();
        PipelineSchedule schedule = step.plan().pipeline().schedule();
        return switch (schedule) {
            case DUAL_PIPE -> stages - 1;
            case DUAL_PIPE_V -> 2 * stages - 2;
            default -> stages == 1 ? 0 : step.plan().pipeline().parts() - 1;
        };
    }

    /** Names of options that choose what is recomputed. */
    static List<LlmOption> recomputing() {
        return List.of(LlmOption.RECOMPUTE_GRANULARITY, LlmOption.RECOMPUTE_MODULES);
    }
}
