package org.etude.table.work;

import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import org.etude.workload.extrapolate.Extrapolated;
import org.etude.workload.extrapolate.StageFigures;
import tech.tablesaw.api.Table;

/** What the ranks of an extrapolated step do. */
public final class ExtrapolationTable {
    /** The columns. */
    public static final Schema SCHEMA = Schema.of(
                    "extrapolation",
                    "One row a part of the layers, in order: what each rank of its stage does in a step, before any network"
                            + " is simulated.")
            .integer("part", "the part, from 0; the stage unless the schedule is interleaved")
            .integer("stage", "the stage that holds it")
            .integer("first_layer", "its first layer with parameters, from 0 in the order of the forward pass")
            .integer("last_layer", "its last layer")
            .whole("parameter_bytes", "bytes of its parameters on a rank")
            .decimal(
                    "passes_ms",
                    "forward and backward passes of all micro batches: GPU or host, whichever takes longer")
            .decimal(
                    "doubt_ms", "how far that may be off either way because one batch size does not tell what is fixed")
            .whole("boundary_bytes", "bytes sent to the next part for a micro batch; 0 behind the last")
            .build();

    private ExtrapolationTable() {}

    /** One row per part. */
    public static Table of(Extrapolated extrapolated) {
        TableBuilder rows = new TableBuilder(SCHEMA);
        for (StageFigures s : extrapolated.stages()) {
            rows.put(s.part()).put(s.stage()).put(s.firstLayer()).put(s.lastLayer());
            rows.put(s.parameterBytes())
                    .put(s.passesMs())
                    .put(s.doubtMs())
                    .put(s.boundaryBytes())
                    .end();
        }
        return rows.table();
    }
}
