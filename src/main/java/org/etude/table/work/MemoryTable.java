package org.etude.table.work;

import java.util.List;
import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import org.etude.unit.Bytes;
import org.etude.workload.llm.step.MemoryPlan;
import tech.tablesaw.api.Table;

/** What ranks hold in a generated training step. */
public final class MemoryTable {
    /** The columns. */
    public static final Schema SCHEMA = Schema.of("memory", "What a rank of one pipeline stage holds at most.")
            .integer("stage", "the pipeline stage")
            .whole("parameters", "elements of the parameters of a rank")
            .whole("weights_bytes", "parameters")
            .whole("gradients_bytes", "gradients")
            .whole("optimizer_bytes", "optimizer states")
            .whole("activations_bytes", "activations kept for the backward pass, of all micro batches in flight")
            .whole("total_bytes", "their sum")
            .whole("gpu_bytes", "memory of the GPU; missing when its type is not known")
            .build();

    private MemoryTable() {}

    /** One row per stage. */
    public static Table of(List<MemoryPlan.Stage> stages) {
        TableBuilder rows = new TableBuilder(SCHEMA);
        for (MemoryPlan.Stage stage : stages) {
            rows.put(stage.stage()).put(stage.parameters());
            rows.put(stage.weights().value()).put(stage.gradients().value());
            rows.put(stage.optimizer().value()).put(stage.activations().value());
            rows.put(stage.total().value());
            rows.putIf(
                            stage.capacity().isPresent(),
                            stage.capacity().map(Bytes::value).orElse(0L))
                    .end();
        }
        return rows.table();
    }
}
