// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.NamedModels;
import org.etude.workload.llm.cost.AttentionModel;
import org.etude.workload.llm.cost.Gpus;
import org.etude.workload.llm.cost.NodeModel;

/**
 * Reads Megatron-Bridge's performance summary: throughput of Megatron-Core with Transformer Engine. The recipes use
 * sequence parallelism, fused attention and loss, the distributed optimizer with overlapped gradient exchange, chunked
 * tensor-parallel exchanges, gradients in half precision (grad_reduce_in_fp32 is off in all configurations of
 * scripts/performance/configs), and forced balancing of expert loads. Expert exchanges between nodes overlap with another
 * micro batch if the pipeline has several chunks.
 */
final class BridgeRows implements RowLayout {
    /** Megatron-Bridge's default LoRA rank; it hardly affects the step time. */
    private static final int ADAPTER_RANK = 32;
    /**
     * Where the recipes of these tables have adapters (scripts/performance/configs/llama/llama3_llm_finetune.py; before it NeMo's
     * nemo/collections/llm/recipes, finetune_performance_optimizations).
     */
    private static final String ADAPTER_MODULES = "linear_qkv";
    /**
     * Fine-tuning packs examples of SQuAD 1.1 to the stated length (NeMo, docs/source/performance/performance_summary.md: "the inputs
     * are packed to 4096 tokens"; Megatron-Bridge, llama3_llm_finetune.py: packed_sequence=True), and each attends to itself. Tokens of
     * an example: a context of 137 words, a question of 11 and an answer of 3 (MRQA 2019, table 1, from memory), 1.2
     * tokens per word, and the prompt. Attention takes 5 % of what it would take over 4,096 tokens, whether it is 150 or 250.
     */
    private static final int PACKED_EXAMPLE = 190;
    /** Eight bits with a scale per block of a tensor, as DeepSeek-V3 was trained; "SC" is short for subchannel. */
    private static final String BLOCKS = "FP8-SC";

    private static final Set<String> TASKS = Set.of("pretraining", "pretrain", "sft", "finetuning", "lora");

    @Override
    public String title() {
        return "Megatron-Bridge's performance summary";
    }

    @Override
    public List<String> columns() {
        return List.of(
                "task",
                "model",
                "system",
                "gpus",
                "precision",
                "global_batch",
                "micro_batch",
                "sequence",
                "tp",
                "pp",
                "cp",
                "vp",
                "ep",
                "tokens_per_s_per_gpu");
    }

    @Override
    public Set<String> repeated() {
        return Set.of("model_tflops_per_gpu", "tokens_per_s_per_gpu");
    }

    @Override
    public String group(RowReader row) {
        boolean moe = experts(row.text("model"))
                .orElse(row.has("ep") && !row.text("ep").equals("1"));
        return "bridge " + (moe ? "MoE" : "dense") + " " + (precision(row).equals("BF16") ? "BF16" : "low precision");
    }

    @Override
    public String name(RowReader row) {
        return String.join(" ", row.text("release"), row.text("model"), row.text("system"), precision(row));
    }

    @Override
    public double measured(RowReader row) {
        double tokens = (double) row.count("global_batch") * row.count("sequence");
        return tokens / (row.count("gpus") * row.positive("tokens_per_s_per_gpu"));
    }

    /** Releases before 25.11 do not state it; a second one in parentheses belongs to another run of the same row. */
    private static String precision(RowReader row) {
        return row.has("precision") ? row.text("precision").split("[ (]")[0].toUpperCase(Locale.ROOT) : "FP8";
    }

    /**
     * The precision as an element type. All configurations of Megatron-Bridge in plain FP8 have current scales; NeMo's
     * before it have those of earlier steps.
     */
    private static String type(RowReader row) {
        String given = precision(row);
        boolean current = given.equals("FP8") && BridgeRecipe.number(row.text("release")) >= DenseRecipe.FIRST_RELEASE;
        return current ? "FP8-CS" : given.equals(BLOCKS) ? "FP8" : given;
    }

    @Override
    public Described describe(RowReader row) {
        String name = row.text("model");
        String model = model(name);
        if (NamedModels.named(model).isEmpty()) {
            throw new UnmodelledRow(
                    "sizes or kinds of layers of " + name + " are not public, or not known to the generator");
        }
        NodeModel node = Gpus.find(row.text("system"))
                .orElseThrow(() -> new UnmodelledRow("GPU of " + row.text("system") + " is not known"))
                .node();
        return new Described(options(row, model), Optional.of(node), assumed(row, model));
    }

    private static String task(RowReader row) {
        String task = row.text("task").toLowerCase(Locale.ROOT).replaceAll("[^a-z]", "");
        if (!TASKS.contains(task)) {
            throw new UnmodelledRow("task " + row.text("task") + " is not known: pre-training, SFT and LoRA are");
        }
        return task;
    }

    /** Whether a row trains adapters alone. */
    private static boolean adapters(RowReader row) {
        return task(row).equals("lora");
    }

    /** Whether a row trains on packed examples, adapters alone or the whole model; ranks that share a sequence pack otherwise. */
    private static boolean packs(RowReader row) {
        return !task(row).startsWith("pretrain") && row.count("cp", 1) == 1;
    }

    /** Whether a model has experts, if it is known. */
    private static Optional<Boolean> experts(String name) {
        return NamedModels.named(model(name)).map(sizes -> sizes.containsKey(LlmOption.EXPERTS));
    }

    private static boolean sharded(RowReader row) {
        return row.has("fsdp") && !row.text("fsdp").startsWith("0");
    }

    /**
     * Layers of Llama 3 70B whose activations wait in the host's memory in the recipes with FSDP
     * (scripts/performance/configs/llama/llama3_workload_base_configs.py, cpu_offloading_num_layers).
     */
    private static int offloaded(RowReader row, String model) {
        if (!sharded(row) || !model.equals("llama_70B") || adapters(row)) {
            return 0;
        }
        boolean half = precision(row).equals("BF16");
        return switch (Gpus.named(row.text("system")).name()) {
            case "GB300" -> half ? 30 : 20;
            case "GB200" -> half ? 20 : 40;
            case "B200" -> half ? 0 : 5;
            default -> 0;
        };
    }

    private static String assumed(RowReader row, String model) {
        List<String> all = new ArrayList<>();
        if (!row.has("precision")) {
            all.add("precision is not stated; FP8, as in the releases after it");
        }
        if (packs(row)) {
            all.add("examples of " + PACKED_EXAMPLE + " tokens are packed into a sequence, as in the recipes");
        }
        if (adapters(row)) {
            all.add("adapters of rank " + ADAPTER_RANK + " on " + ADAPTER_MODULES + ", which the table does not state");
        }
        if (precision(row).equals(BLOCKS)) {
            all.add("scales of blocks (SC) are timed as one of a tensor");
        }
        int offloaded = offloaded(row, model);
        if (offloaded > 0) {
            all.add("activations of " + offloaded
                    + " layers wait in the host's memory, as in the recipe, which the table does not state");
        }
        int ep = row.count("ep", 1);
        if (spread(row) < ep) {
            all.add("experts are spread over " + spread(row) + " ranks, those of a stage, instead of " + ep);
        }
        if (sharded(row) && hasExperts(model)) {
            all.add("shares of parameters (FSDP) are not modelled together with experts");
        }
        return String.join("; ", all);
    }

    private static boolean hasExperts(String model) {
        return NamedModels.named(model).orElseThrow().containsKey(LlmOption.EXPERTS);
    }

    /** Ranks over which experts are spread: no more than the ranks of a stage. */
    private static int spread(RowReader row) {
        return (int) Math.max(1, Math.min(row.count("ep", 1), row.count("gpus") / row.count("pp")));
    }

    /**
     * Whether experts are whole on their ranks, which the table does not state: where they are spread over more ranks than there
     * are copies, and so over tensor-parallel ranks as well.
     */
    private static boolean wholeExperts(RowReader row) {
        return spread(row) > row.count("gpus") / ((long) row.count("tp") * row.count("pp"));
    }

    private static Options options(RowReader row, String model) {
        int tp = row.count("tp");
        int pp = row.count("pp");
        String precision = type(row);
        Options options = new Options()
                .split(row.count("gpus"), tp, pp, row.count("vp", 1))
                .batch(row.count("global_batch"), row.count("micro_batch"), row.count("sequence"))
                .set(LlmOption.MODEL_NAME, model)
                .set(LlmOption.CONTEXT_PARALLEL, row.count("cp", 1))
                .set(LlmOption.EXPERT_PARALLEL, spread(row))
                .set(LlmOption.EXPERT_TENSOR, wholeExperts(row) ? 1 : 0)
                .set(LlmOption.GPU_TYPE, row.text("system"))
                .set(LlmOption.DTYPE, precision)
                .flag(LlmOption.SEQUENCE_PARALLEL, true)
                .flag(LlmOption.FLASH, true)
                .flag(LlmOption.LOSS_FUSION, true)
                .set(LlmOption.LOSS_IMPL, "te")
                .flag(LlmOption.DISTRIBUTED_OPTIMIZER, true)
                .flag(LlmOption.OVERLAP_GRAD, true)
                .flag(LlmOption.GRAD_HALF, true)
                .flag(LlmOption.TP_OVERLAP, tp > 1);
        if (packs(row)) {
            options.set(LlmOption.PACKED, PACKED_EXAMPLE);
        }
        if (adapters(row)) {
            options.set(LlmOption.LORA, ADAPTER_RANK).set(LlmOption.LORA_MODULES, ADAPTER_MODULES);
        }
        int domain = Gpus.named(row.text("system")).node().domain();
        options.flag(LlmOption.EP_OVERLAP, (long) row.count("ep", 1) * tp > domain && row.count("vp", 1) > 1);
        if (hasExperts(model)) {
            int chunks = pp > 1 ? row.count("vp", 1) : 1;
            boolean predicts = !row.text("model").contains("w/o MTP");
            new BridgeRecipe(row.text("release"), row.text("system"), model, precision)
                    .apply(options, pp * chunks, chunks > 1, predicts);
        } else {
            new DenseRecipe(row.text("release"), row.text("system"), model, precision(row), task(row))
                    .apply(options, sharded(row));
        }
        if (sharded(row) && !hasExperts(model)) {
            // Megatron-FSDP: DeepSpeed's exchanges, but the attention of Transformer Engine.
            AttentionModel attention = Gpus.named(row.text("system")).attention();
            options.set(LlmOption.FRAME, "DeepSpeed")
                    .set(LlmOption.ATTENTION_KERNEL, attention.usual().name())
                    .set(LlmOption.ZERO_STAGE, 3)
                    .set(LlmOption.OFFLOAD_LAYERS, offloaded(row, model))
                    .set(LlmOption.HOST_US, 15);
        }
        return options;
    }

    /** The generator's name for a model of the table, which appends remarks in parentheses. */
    private static String model(String text) {
        String plain = text.replaceFirst("\\s*\\(.*\\)", "");
        return NamedModels.canonical(plain).orElse(text);
    }
}
