// SPDX-License-Identifier: Apache-2.0
package org.etude.table.run;

import java.util.List;
import org.etude.analysis.StepSpread;
import org.etude.table.schema.Schema;
import tech.tablesaw.api.Table;

/** How much recorded steps vary: {@link StepSpread} as tables. */
public final class StepSpreadTable {
    /** The columns of the spread. */
    public static final Schema<StepSpread.Part> SCHEMA = Schema.<StepSpread.Part>of(
                    "step_spread", "One part of recorded steps over all ranks and steps; the job's step first.")
            .text(
                    "part",
                    "job (largest own time of all ranks and what all of them wait, drawn), own (wall time less"
                            + " waiting), kernels, transfers, copies, waiting, host, idle",
                    StepSpread.Part::part)
            .integer("count", "steps of ranks; for the job the number of draws", StepSpread.Part::count)
            .decimal("mean_ms", "mean", part -> part.meanNs() / 1e6)
            .decimal("p50_ms", "median", part -> part.p50Ns() / 1e6)
            .decimal("p95_ms", "quantile of 95 %", part -> part.p95Ns() / 1e6)
            .build();

    /** The columns of what ranks cost. */
    public static final Schema<StepSpread.Cost> COSTS = Schema.<StepSpread.Cost>of(
                    "straggler_cost", "What one rank costs the job's step, the most expensive first.")
            .integer("rank", "the rank", StepSpread.Cost::rank)
            .integer("steps", "steps that all ranks recorded", StepSpread.Cost::steps)
            .integer("slowest", "steps in which its own time was the largest", StepSpread.Cost::slowest)
            .decimal("own_ms", "mean of its wall time less waiting for others", cost -> cost.ownNs() / 1e6)
            .decimal(
                    "others_ms",
                    "mean over steps of the median of the other ranks' own times",
                    cost -> cost.othersNs() / 1e6)
            .decimal(
                    "cost_ms",
                    "how much shorter the job's step would be, on average, with this rank at that median",
                    cost -> cost.costNs() / 1e6)
            .build();

    private StepSpreadTable() {}

    /** One row per part. */
    public static Table of(List<StepSpread.Part> parts) {
        return SCHEMA.table(parts);
    }

    /** One row per rank. */
    public static Table costs(List<StepSpread.Cost> costs) {
        return COSTS.table(costs);
    }
}
