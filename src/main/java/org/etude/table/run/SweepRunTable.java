// SPDX-License-Identifier: Apache-2.0
package org.etude.table.run;

import java.util.List;
import org.etude.sweep.SweepRow;
import org.etude.table.schema.Schema;
import tech.tablesaw.api.Table;

/** How long the runs of a sweep took: apart from what came out, because it differs from machine to machine. */
public final class SweepRunTable {
    /** The columns. */
    public static final Schema<SweepRow> SCHEMA = Schema.<SweepRow>of(
                    "sweep_runs", "How long one run of a sweep took; in the order of the sweep.")
            .text("key", "SHA-256 of all that the outcome depends on, as in the table sweep", SweepRow::key)
            .decimal(
                    SweepTable.RUN,
                    "wall time of the run itself, when it was made",
                    row -> row.outcome().seconds() * 1e3)
            .text(
                    SweepTable.CACHED,
                    "yes when the outcome was known before, no when it was run now",
                    row -> row.cached() ? "yes" : "no")
            .build();

    private SweepRunTable() {}

    /** One row per run. */
    public static Table of(List<SweepRow> sweep) {
        return SCHEMA.table(sweep);
    }
}
