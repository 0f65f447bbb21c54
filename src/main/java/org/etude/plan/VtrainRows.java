// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import java.util.List;
import java.util.Optional;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.cost.Gpus;

/**
 * Reads vTrain's table (Bang et al. 2024): GPT on nodes of 8 A100 with four HDR InfiniBand NICs, Megatron-DeepSpeed
 * with ZeRO stage 1 and half-precision gradients, full recomputation except in the last pipeline stage, no fused
 * attention.
 */
final class VtrainRows implements RowLayout {
    /** Four NICs of 200 Gb/s for eight GPUs. */
    private static final double NIC = 12.5;

    private static final double MS_PER_S = 1000;

    @Override
    public List<String> columns() {
        return List.of(
                "parameters_b",
                "gpus",
                "global_batch",
                "micro_batch",
                "hidden",
                "heads",
                "layers",
                "sequence",
                "tp",
                "dp",
                "pp",
                "step_ms");
    }

    @Override
    public MeasuredRow read(RowReader row) {
        Options options = new Options()
                .split(row.integer("gpus"), row.integer("tp"), row.integer("pp"), 1)
                .batch(row.integer("global_batch"), row.integer("micro_batch"), row.integer("sequence"))
                .set(LlmOption.HIDDEN, row.integer("hidden"))
                .set(LlmOption.HEADS, row.integer("heads"))
                .set(LlmOption.LAYERS, row.integer("layers"))
                .set(LlmOption.VOCABULARY, 50257)
                .set(LlmOption.POSITIONS, row.integer("sequence"))
                .set(LlmOption.GPU_TYPE, "A100")
                .set(LlmOption.DTYPE, "float16")
                .set(LlmOption.FRAME, "DeepSpeed")
                .set(LlmOption.ZERO_STAGE, 1)
                .flag(LlmOption.BIAS, true)
                .set(LlmOption.RECOMPUTE_GRANULARITY, "full");
        String name = String.format(
                "%sB tp%s dp%s pp%s mb%s",
                row.text("parameters_b"), row.text("tp"), row.text("dp"), row.text("pp"), row.text("micro_batch"));
        return new MeasuredRow(
                row.line(),
                "vtrain " + row.text("parameters_b") + "B",
                name,
                row.positive("step_ms") / MS_PER_S,
                Optional.of(options.values()),
                Optional.of(Gpus.named("A100").node().withNic(NIC)),
                "");
    }
}
