// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.cost.GpuModel;
import org.etude.workload.llm.cost.Gpus;

/**
 * Reads vTrain's table (Bang et al. 2024): GPT on nodes of 8 A100 with four HDR InfiniBand NICs, Megatron-DeepSpeed
 * with ZeRO stage 1 and half-precision gradients, full recomputation except in the last pipeline stage, no fused
 * attention. Columns {@code gpu} (with its own node), {@code precision}, {@code vocabulary} and {@code vp} override
 * this.
 */
final class VtrainRows implements RowLayout {
    /** Four NICs of 200 Gb/s for eight GPUs. */
    private static final double NIC = 12.5;

    private static final double MS_PER_S = 1000;
    private static final String PARAMETERS = "parameters_b";

    @Override
    public String title() {
        return "vTrain's table";
    }

    @Override
    public List<String> columns() {
        return List.of(
                "gpus", "global_batch", "micro_batch", "hidden", "heads", "layers", "sequence", "tp", "pp", "step_ms");
    }

    /** The names of the tables that vTrain's authors publish. */
    @Override
    public Map<String, String> spellings() {
        return Map.ofEntries(
                Map.entry("hidden_size", "hidden"),
                Map.entry("attention_heads", "heads"),
                Map.entry("num_attention_heads", "heads"),
                Map.entry("num_layers", "layers"),
                Map.entry("sequence_length", "sequence"),
                Map.entry("tensor_parallelism", "tp"),
                Map.entry("data_parallelism", "dp"),
                Map.entry("pipeline_parallelism", "pp"),
                Map.entry("iteration_time_ms", "step_ms"),
                Map.entry("parameters", PARAMETERS),
                Map.entry("params", PARAMETERS),
                Map.entry("params_b", PARAMETERS),
                Map.entry("model_size", PARAMETERS),
                Map.entry("model_size_b", PARAMETERS));
    }

    private static String model(RowReader row) {
        return row.has(PARAMETERS)
                ? row.text(PARAMETERS) + "B"
                : "hidden " + row.text("hidden") + " layers " + row.text("layers");
    }

    @Override
    public String group(RowReader row) {
        return row.has(PARAMETERS) ? "vtrain " + model(row) : "vtrain hidden " + row.text("hidden");
    }

    @Override
    public String name(RowReader row) {
        return model(row) + " tp" + row.text("tp") + (row.has("dp") ? " dp" + row.text("dp") : "") + " pp"
                + row.text("pp") + " mb" + row.text("micro_batch");
    }

    @Override
    public double measured(RowReader row) {
        return row.positive("step_ms") / MS_PER_S;
    }

    @Override
    public Described describe(RowReader row) {
        int gpus = row.count("gpus");
        long split = (long) row.count("tp") * row.count("pp") * row.count("dp", 1);
        if (row.has("dp") && split != gpus) {
            throw new UnmodelledRow("tp x dp x pp is " + split + ", not the " + gpus + " GPUs");
        }
        GpuModel gpu = Gpus.find(row.has("gpu") ? row.text("gpu") : "A100")
                .orElseThrow(() -> new UnmodelledRow("GPU " + row.text("gpu") + " is not known"));
        Options options = new Options()
                .split(gpus, row.count("tp"), row.count("pp"), row.count("vp", 1))
                .batch(row.count("global_batch"), row.count("micro_batch"), row.count("sequence"))
                .set(LlmOption.HIDDEN, row.count("hidden"))
                .set(LlmOption.HEADS, row.count("heads"))
                .set(LlmOption.LAYERS, row.count("layers"))
                .set(LlmOption.VOCABULARY, row.count("vocabulary", 50257))
                .set(LlmOption.POSITIONS, row.count("sequence"))
                .set(LlmOption.GPU_TYPE, gpu.name())
                .set(LlmOption.DTYPE, row.has("precision") ? row.text("precision") : "float16")
                .set(LlmOption.FRAME, "DeepSpeed")
                .set(LlmOption.ZERO_STAGE, 1)
                .flag(LlmOption.BIAS, true)
                .set(LlmOption.RECOMPUTE_GRANULARITY, "full");
        return new Described(
                options.requireWholeHeads(),
                Optional.of(row.has("gpu") ? gpu.node() : gpu.node().withNic(NIC)),
                "");
    }
}
