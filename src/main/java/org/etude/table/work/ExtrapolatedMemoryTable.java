// SPDX-License-Identifier: Apache-2.0
package org.etude.table.work;

import java.util.List;
import org.etude.table.schema.Schema;
import org.etude.workload.extrapolate.StageMemory;
import tech.tablesaw.api.Table;

/** Memory of the ranks of an extrapolated step. */
public final class ExtrapolatedMemoryTable {
    /** The columns. */
    public static final Schema<StageMemory> SCHEMA = Schema.<StageMemory>of(
                    "extrapolation_memory",
                    "What a rank of one pipeline stage holds, by the tensors of the recorded step; for each kind the most at once.")
            .integer("stage", "the pipeline stage", StageMemory::stage)
            .whole("parameters_bytes", "its parameters", StageMemory::parameters)
            .whole("gradients_bytes", "their gradients", StageMemory::gradients)
            .whole("optimizer_bytes", "states of the optimizer", StageMemory::optimizer)
            .whole("communication_bytes", "gradient buckets", StageMemory::communication)
            .whole("inputs_bytes", "samples, running statistics, frozen parameters", StageMemory::inputs)
            .whole(
                    "activations_bytes",
                    "activations kept for the backward pass, of all micro batches in flight",
                    StageMemory::activations)
            .whole("workspace_bytes", "tensors of one pass", StageMemory::workspace)
            .whole("peak_bytes", "the most held at once by all kinds together", StageMemory::peak)
            .whole(
                    "zero1_peak_bytes",
                    "the peak if the data-parallel copies shared the optimizer's states (ZeRO stage 1)",
                    StageMemory::zero1)
            .whole("zero2_peak_bytes", "if they shared gradients too (ZeRO stage 2)", StageMemory::zero2)
            .whole("zero3_peak_bytes", "if they shared parameters too (ZeRO stage 3, FSDP)", StageMemory::zero3)
            .build();

    private ExtrapolatedMemoryTable() {}

    /** One row per stage. */
    public static Table of(List<StageMemory> stages) {
        return SCHEMA.table(stages);
    }
}
