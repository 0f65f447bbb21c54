// SPDX-License-Identifier: Apache-2.0
package org.etude.table.work;

import org.etude.table.schema.Schema;
import org.etude.workload.extrapolate.Extrapolated;
import org.etude.workload.extrapolate.StageFigures;
import tech.tablesaw.api.Table;

/** Work of the ranks of an extrapolated step. */
public final class ExtrapolationTable {
    /** The columns. */
    public static final Schema<StageFigures> SCHEMA = Schema.<StageFigures>of(
                    "extrapolation",
                    "One row per part of the layers, in order: what each rank of its stage does in a step, before any network"
                            + " is simulated.")
            .integer("part", "the part, from 0; the stage unless the schedule is interleaved", StageFigures::part)
            .integer("stage", "the stage that holds it", StageFigures::stage)
            .integer(
                    "first_layer",
                    "its first layer with parameters, from 0 in the order of the forward pass",
                    StageFigures::firstLayer)
            .integer("last_layer", "its last layer", StageFigures::lastLayer)
            .whole("parameters_bytes", "bytes of its parameters on a rank", StageFigures::parameterBytes)
            .decimal(
                    "passes_ms",
                    "forward and backward passes of all micro batches: GPU or host, whichever takes longer",
                    StageFigures::passesMs)
            .decimal(
                    "doubt_ms",
                    "how far that may be off either way because one batch size does not tell what is fixed",
                    StageFigures::doubtMs)
            .whole(
                    "boundary_bytes",
                    "bytes sent to the next part for a micro batch; 0 for the last",
                    StageFigures::boundaryBytes)
            .build();

    private ExtrapolationTable() {}

    /** One row per part. */
    public static Table of(Extrapolated extrapolated) {
        return SCHEMA.table(extrapolated.stages());
    }
}
