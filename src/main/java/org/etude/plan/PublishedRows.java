package org.etude.plan;

import java.util.List;
import java.util.Optional;
import org.etude.workload.llm.LlmOption;
import org.etude.workload.llm.NamedModels;
import org.etude.workload.llm.cost.Gpus;
import org.etude.workload.llm.cost.NodeModel;

/**
 * One published step per row, of Megatron-LM or NeMo. Flags: S sequence parallelism, F fused attention, D distributed
 * optimizer, O gradients exchanged during the backward pass.
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

    @Override
    public MeasuredRow read(RowReader row) {
        String flags = row.text("flags");
        boolean fused = flags.contains("F");
        Options options = new Options()
                .split(row.integer("gpus"), row.integer("tp"), row.integer("pp"), row.integer("vp", 1))
                .batch(row.integer("global_batch"), row.integer("micro_batch"), row.integer("sequence"))
                .set(LlmOption.EXPERT_PARALLEL, row.integer("ep", 1))
                .set(LlmOption.GPU_TYPE, row.text("gpu"))
                .flag(LlmOption.SEQUENCE_PARALLEL, flags.contains("S"))
                .flag(LlmOption.FLASH, fused)
                .flag(LlmOption.DISTRIBUTED_OPTIMIZER, flags.contains("D"))
                .flag(LlmOption.OVERLAP_GRAD, flags.contains("O"))
                .flag(LlmOption.TP_OVERLAP, fused && row.integer("tp") > 1)
                .set(LlmOption.RECOMPUTE_GRANULARITY, row.has("recompute") ? row.text("recompute") : "none");
        String refused = model(row, options);
        NodeModel node = node(row);
        return new MeasuredRow(
                row.line(),
                row.text("source"),
                row.text("name"),
                row.positive("measured_step_s"),
                refused.isEmpty() ? Optional.of(options.values()) : Optional.empty(),
                Optional.of(node),
                refused);
    }

    private static NodeModel node(RowReader row) {
        NodeModel base = Gpus.find(row.text("gpu")).orElse(Gpus.named("H100")).node();
        return row.has("nic_GBps_per_gpu") ? base.withNic(row.positive("nic_GBps_per_gpu")) : base;
    }

    /** Sets the sizes of the model; gives why they are not known. */
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
