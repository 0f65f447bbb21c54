// SPDX-License-Identifier: Apache-2.0
package org.etude.table.recorded;

import java.util.List;
import org.etude.table.schema.Missing;
import org.etude.table.schema.Schema;
import org.etude.trace.memory.MemoryKind;
import org.etude.trace.memory.StepMemory;
import tech.tablesaw.api.Table;

/** Memory of recorded steps, by kind. */
public final class StepMemoryTable {
    /** The columns. */
    public static final Schema<StepMemory> SCHEMA = Schema.<StepMemory>of(
                    "step_memory",
                    "What a rank holds in a recorded step, by the storages of the tensors in its execution trace; for each kind the"
                            + " most at once.")
            .integer("rank", "the global rank", StepMemory::rank)
            .integer("step", "number of the profiler's step; -1 when the recording has none", StepMemory::step)
            .text("device", "where the tensors lie: cpu, cuda:0, ...", StepMemory::device)
            .whole(
                    "parameters_bytes",
                    "parameters: there before the step, read by its passes, changed by its optimizer",
                    row -> row.most(MemoryKind.PARAMETERS))
            .whole("gradients_bytes", "gradients", row -> row.most(MemoryKind.GRADIENTS))
            .whole(
                    "optimizer_bytes",
                    "states of the optimizer: there before the step, used by it alone",
                    row -> row.most(MemoryKind.OPTIMIZER))
            .whole(
                    "communication_bytes",
                    "buffers of collectives that were there before the step, such as gradient buckets",
                    row -> row.most(MemoryKind.COMMUNICATION))
            .whole(
                    "inputs_bytes",
                    "what else was there before: samples, running statistics, frozen parameters",
                    row -> row.most(MemoryKind.INPUTS))
            .whole(
                    "activations_bytes",
                    "allocated in the forward pass and used in the backward pass",
                    row -> row.most(MemoryKind.ACTIVATIONS))
            .whole("workspace_bytes", "allocated and released within a pass", row -> row.most(MemoryKind.WORKSPACE))
            .whole("peak_bytes", "the most held at once by all kinds together", StepMemory::peak)
            .text("peak_operator", "the host's operator there", StepMemory::operator)
            .whole("rise_bytes", "the most by which it rises above the lowest before", StepMemory::rise)
            .whole(
                    "recorded_rise_bytes",
                    "the same by the profiler's allocations and releases; missing without profile_memory=True",
                    row -> Missing.unless(row.recordedRise() >= 0, row.recordedRise()))
            .decimal(
                    "rise_error_frac",
                    "rise_bytes by recorded_rise_bytes, less 1; missing where nothing is recorded",
                    row -> row.recordedRise() > 0 ? (double) row.rise() / row.recordedRise() - 1 : Double.NaN)
            .build();

    private StepMemoryTable() {}

    /** One row per rank and step. */
    public static Table of(List<StepMemory> rows) {
        return SCHEMA.table(rows);
    }
}
