// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.NamedModels;
import org.etude.workload.llm.cost.Gpus;

/**
 * Reads Megatron-Bridge's performance summary: throughput of Megatron-Core with Transformer Engine. The recipes use
 * sequence parallelism, fused attention and loss, the distributed optimizer with overlapped gradient exchange, chunked
 * tensor-parallel exchanges, and forced balancing of expert loads. Expert exchanges between nodes overlap with another
 * micro batch if the pipeline has several chunks.
 */
final class BridgeRows implements RowLayout {
    /** Megatron-Bridge's default LoRA rank; it hardly affects the step time. */
    private static final int ADAPTER_RANK = 32;

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
                "fsdp",
                "tokens_per_s_per_gpu");
    }

    @Override
    public MeasuredRow read(RowReader row) {
        int gpus = row.integer("gpus");
        double tokens = (double) row.integer("global_batch") * row.integer("sequence");
        double measured = tokens / (gpus * row.positive("tokens_per_s_per_gpu"));
        String model = model(row.text("model"));
        String refused = refused(row, model);
        String precision = row.has("precision") ? row.text("precision").split(" ")[0] : "FP8";
        String name = String.join(" ", row.text("release"), row.text("model"), row.text("system"), precision);
        boolean moe = row.integer("ep", 1) > 1;
        String group =
                "bridge " + (moe ? "MoE" : "dense") + " " + (precision.equals("BF16") ? "BF16" : "low precision");
        Optional<Options> options = refused.isEmpty() ? Optional.of(options(row, model, precision)) : Optional.empty();
        String assumed = assumed(row);
        return new MeasuredRow(
                row.line(),
                group,
                name,
                measured,
                options.map(Options::values),
                Gpus.find(row.text("system")).map(gpu -> gpu.node()),
                refused.isEmpty() ? assumed : refused);
    }

    private static String assumed(RowReader row) {
        List<String> all = new ArrayList<>();
        if (!row.has("precision")) {
            all.add("precision is not stated; FP8, as in the releases after it");
        }
        if (row.text("task").equals("LoRA")) {
            all.add("adapters of rank " + ADAPTER_RANK + ", which the table does not state");
        }
        int ep = row.integer("ep", 1);
        if (experts(row) < ep) {
            all.add("experts are distributed over " + experts(row) + " ranks, the copies of a stage, instead of " + ep);
        }
        return String.join("; ", all);
    }

    /**
     * Ranks over which experts are distributed: at most those that hold the same layers, as the generator requires.
     */
    private static int experts(RowReader row) {
        return Math.min(row.integer("ep", 1), row.integer("gpus") / (row.integer("tp") * row.integer("pp")));
    }

    private static String refused(RowReader row, String model) {
        if (NamedModels.named(model).isEmpty()) {
            return "sizes or kinds of layers of " + row.text("model")
                    + " are not public, or not known to the generator";
        }
        return Gpus.find(row.text("system")).isEmpty() ? "GPU of " + row.text("system") + " is not known" : "";
    }

    private static Options options(RowReader row, String model, String precision) {
        int tp = row.integer("tp");
        int pp = row.integer("pp");
        int cp = row.integer("cp", 1);
        boolean sharded = row.has("fsdp") && !row.text("fsdp").startsWith("0") && row.integer("ep", 1) == 1;
        Options options = new Options()
                .split(row.integer("gpus"), tp, pp, row.integer("vp", 1))
                .batch(row.integer("global_batch"), row.integer("micro_batch"), row.integer("sequence"))
                .set(LlmOption.MODEL_NAME, model)
                .set(LlmOption.CONTEXT_PARALLEL, cp)
                .set(LlmOption.EXPERT_PARALLEL, experts(row))
                .set(LlmOption.GPU_TYPE, row.text("system"))
                .set(LlmOption.DTYPE, precision)
                .flag(LlmOption.SEQUENCE_PARALLEL, true)
                .flag(LlmOption.FLASH, true)
                .flag(LlmOption.LOSS_FUSION, true)
                .flag(LlmOption.DISTRIBUTED_OPTIMIZER, true)
                .flag(LlmOption.OVERLAP_GRAD, true)
                .flag(LlmOption.TP_OVERLAP, tp > 1);
        if (row.text("task").equals("LoRA")) {
            options.set(LlmOption.LORA, ADAPTER_RANK);
        }
        int domain = Gpus.named(row.text("system")).node().domain();
        options.flag(LlmOption.EP_OVERLAP, row.integer("ep", 1) * tp > domain && row.integer("vp", 1) > 1);
        if (row.integer("ep", 1) > 1) {
            int chunks = pp > 1 ? row.integer("vp", 1) : 1;
            boolean predicts = !row.text("model").contains("w/o MTP");
            new BridgeRecipe(row.text("release"), row.text("system"), model, precision)
                    .apply(options, pp * chunks, chunks > 1, predicts);
        }
        if (sharded) {
            options.set(LlmOption.FRAME, "DeepSpeed")
                    .set(LlmOption.ZERO_STAGE, 3)
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
