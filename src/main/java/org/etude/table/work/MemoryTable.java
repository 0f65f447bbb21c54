// SPDX-License-Identifier: Apache-2.0
package org.etude.table.work;

import java.util.List;
import org.etude.table.schema.Missing;
import org.etude.table.schema.Schema;
import org.etude.unit.Bytes;
import org.etude.workload.llm.step.MemoryPlan;
import tech.tablesaw.api.Table;

/** Memory of ranks in a generated training step. */
public final class MemoryTable {
    /** The columns. */
    public static final Schema<MemoryPlan.Stage> SCHEMA = Schema.<MemoryPlan.Stage>of(
                    "memory", "What a rank of one pipeline stage holds at most.")
            .integer("stage", "the pipeline stage", MemoryPlan.Stage::stage)
            .whole("parameters", "elements of the parameters of a rank", MemoryPlan.Stage::parameters)
            .whole("parameters_bytes", "parameters", s -> s.weights().value())
            .whole(
                    "gathered_bytes",
                    "parameters that other ranks keep and this one holds while it works (ZeRO stage 3, FSDP): the layer at work and the"
                            + " next one",
                    s -> s.gathered().value())
            .whole("gradients_bytes", "gradients", s -> s.gradients().value())
            .whole("optimizer_bytes", "optimizer states", s -> s.optimizer().value())
            .whole(
                    "activations_bytes",
                    "activations kept for the backward pass, of all micro batches in flight, with the logits of the last stage",
                    s -> s.activations().value())
            .whole(
                    "workspace_bytes",
                    "what exists only at the peak: copies of the logits in the loss, or a layer's backward pass with what it"
                            + " recomputes and its gradients",
                    s -> s.temporary().value())
            .whole("total_bytes", "their sum", s -> s.total().value())
            .whole("gpu_bytes", "memory of the GPU; missing when its type is not known", s -> s.capacity()
                    .map(Bytes::value)
                    .orElse(Missing.WHOLE))
            .build();

    private MemoryTable() {}

    /** One row per stage. */
    public static Table of(List<MemoryPlan.Stage> stages) {
        return SCHEMA.table(stages);
    }
}
