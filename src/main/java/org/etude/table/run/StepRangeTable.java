// SPDX-License-Identifier: Apache-2.0
package org.etude.table.run;

import java.util.List;
import org.etude.calibrate.steps.RangeCause;
import org.etude.table.schema.Schema;
import tech.tablesaw.api.Table;

/** Uncertainty of predicted steps, by cause. */
public final class StepRangeTable {
    /** The columns. */
    public static final Schema<RangeCause> SCHEMA = Schema.<RangeCause>of(
                    "step_range",
                    "How far the predicted steps may be off, one row per cause and one for all together; no rows where nothing was"
                            + " predicted.")
            .text("cause", "why they may be off", RangeCause::cause)
            .decimal(
                    "low_frac",
                    "the shortest step that the cause allows minus the predicted step, as a fraction of the predicted step",
                    RangeCause::lowFrac)
            .decimal(
                    "high_frac",
                    "the longest step that the cause allows minus the predicted step, as the same fraction",
                    RangeCause::highFrac)
            .text("evidence", "the evidence for it", RangeCause::evidence)
            .build();

    private StepRangeTable() {}

    /** One row per cause, in their order. */
    public static Table of(List<RangeCause> causes) {
        return SCHEMA.table(causes);
    }
}
