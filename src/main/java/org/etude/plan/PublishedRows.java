// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.NamedModels;
import org.etude.workload.llm.cost.Gpus;
import org.etude.workload.llm.cost.NodeModel;

/**
 * Reads tables with one published step per row, of Megatron-LM, NeMo or FSDP. Flags: S sequence parallelism, F fused
 * attention and loss (T: attention of Triton, 2022), D distributed optimizer, P parameters and gradients sharded across
 * copies too (FSDP), O gradient exchange overlapped with the backward pass. The column {@code cp} states context
 * parallelism. In tables without it, a name ending in {@code cpNasS} means that N ranks shared each sequence and that S
 * is the part of one rank.
 */
final class PublishedRows implements RowLayout {
    @Override
    public List<String> columns() {
        return List.of(
                "source",
                "name",
                "gpus",
                "gpu",
                "model",
                "layers",
                "hidden",
                "heads",
                "sequence",
                "tp",
                "pp",
                "vp",
                "micro_batch",
                "global_batch",
                "recompute",
                "flags",
                "nvlink_GBps",
                "nic_GBps_per_gpu",
                "measured_step_s");
    }

    private static final Pattern SHARED = Pattern.compile("cp([1-9][0-9]{0,3})as([1-9][0-9]{0,7})$");

    @Override
    public MeasuredRow read(RowReader row) {
        String flags = row.text("flags");
        boolean fused = flags.contains("F");
        Options options = new Options()
                .split(row.integer("gpus"), row.integer("tp"), row.integer("pp"), row.integer("vp", 1))
                .set(LlmOption.EXPERT_PARALLEL, row.integer("ep", 1))
                .set(LlmOption.GPU_TYPE, row.text("gpu"))
                .flag(LlmOption.SEQUENCE_PARALLEL, flags.contains("S"))
                .flag(LlmOption.FLASH, fused)
                .flag(LlmOption.LOSS_FUSION, fused)
                .set(LlmOption.ATTENTION_KERNEL, flags.contains("T") ? "triton" : "auto")
                .flag(LlmOption.DISTRIBUTED_OPTIMIZER, flags.contains("D"))
                .flag(LlmOption.OVERLAP_GRAD, flags.contains("O"))
                .flag(LlmOption.TP_OVERLAP, fused && row.integer("tp") > 1)
                .set(LlmOption.RECOMPUTE_GRANULARITY, row.has("recompute") ? row.text("recompute") : "none");
        if (flags.contains("P")) {
            options.set(LlmOption.SHARDING, "optim_grads_params");
        }
        String assumed = batch(row, options);
        String refused = model(row, options);
        NodeModel node = node(row);
        return new MeasuredRow(
                row.line(),
                row.text("source"),
                row.text("name"),
                row.positive("measured_step_s"),
                refused.isEmpty() ? Optional.of(options.values()) : Optional.empty(),
                Optional.of(node),
                refused.isEmpty() ? assumed : refused);
    }

    /**
     * Sets batch, sequence and context parallelism, and returns the assumptions made. When a row states a rank's part
     * of a sequence as its sequence, its batch counts parts as sequences, so that the tokens per step stay the same.
     */
    private static String batch(RowReader row, Options options) {
        int global = row.integer("global_batch");
        int micro = row.integer("micro_batch");
        int sequence = row.integer("sequence");
        Matcher shared = SHARED.matcher(row.text("name"));
        if (row.has("cp") || !shared.find() || Integer.parseInt(shared.group(2)) != sequence) {
            options.batch(global, micro, sequence).set(LlmOption.CONTEXT_PARALLEL, row.integer("cp", 1));
            return "";
        }
        int ranks = Integer.parseInt(shared.group(1));
        options.batch(global / ranks, micro, sequence * ranks).set(LlmOption.CONTEXT_PARALLEL, ranks);
        return "context parallelism " + ranks + " on sequences of " + sequence * ranks + ", as the name states";
    }

    private static NodeModel node(RowReader row) {
        NodeModel base = Gpus.find(row.text("gpu")).orElse(Gpus.named("H100")).node();
        return row.has("nic_GBps_per_gpu") ? base.withNic(row.positive("nic_GBps_per_gpu")) : base;
    }

    /** Sets the sizes of the model; returns why they are unknown, or "". */
    private static String model(RowReader row, Options options) {
        if (row.has("model")) {
            String name = row.text("model");
            options.set(LlmOption.MODEL_NAME, name);
            return NamedModels.named(name).isPresent() ? "" : "model " + name + " is not known";
        }
        options.set(LlmOption.HIDDEN, row.integer("hidden"))
                .set(LlmOption.HEADS, row.integer("heads"))
                .set(LlmOption.LAYERS, row.integer("layers"))
                .flag(LlmOption.BIAS, true)
                .set(LlmOption.VOCABULARY, row.integer("vocabulary", 51200));
        return "";
    }
}
