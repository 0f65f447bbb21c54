package org.etude.table.run;

import java.util.List;
import org.etude.analysis.StepSpread;
import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import tech.tablesaw.api.Table;

/** How much recorded steps vary: {@link StepSpread} as tables. */
public final class StepSpreadTable {
    /** The columns of the spread. */
    public static final Schema SCHEMA = Schema.of(
                    "step_spread", "One part of recorded steps over all ranks and steps; the job's step first.")
            .text(
                    "part",
                    "job (largest own time of all ranks, drawn), own (wall time less waiting), kernels, transfers, copies,"
                            + " waiting, host, idle")
            .integer("count", "steps of ranks; of the job draws")
            .decimal("mean_ms", "mean")
            .decimal("p50_ms", "median")
            .decimal("p95_ms", "quantile of 95 %")
            .build();

    /** The columns of what ranks cost. */
    public static final Schema COSTS = Schema.of(
                    "straggler_cost", "What one rank costs the job's step, the dearest first.")
            .integer("rank", "the rank")
            .integer("steps", "steps that all ranks recorded")
            .integer("slowest", "steps in which its own time was the largest")
            .decimal("own_ms", "mean of its wall time less waiting for others")
            .decimal("others_ms", "mean over steps of the median of the other ranks' own times")
            .decimal("cost_ms", "how much shorter the job's step would be, on average, with this rank at that median")
            .build();

    private StepSpreadTable() {}

    /** One row per part. */
    public static Table of(List<StepSpread.Part> parts) {
        TableBuilder rows = new TableBuilder(SCHEMA);
        for (StepSpread.Part part : parts) {
            rows.put(part.part()).put(part.count()).put(part.meanNs() / 1e6);
            rows.put(part.p50Ns() / 1e6).put(part.p95Ns() / 1e6).end();
        }
        return rows.table();
    }

    /** One row per rank. */
    public static Table costs(List<StepSpread.Cost> costs) {
        TableBuilder rows = new TableBuilder(COSTS);
        for (StepSpread.Cost cost : costs) {
            rows.put(cost.rank()).put(cost.steps()).put(cost.slowest());
            rows.put(cost.ownNs() / 1e6).put(cost.othersNs() / 1e6);
            rows.put(cost.costNs() / 1e6).end();
        }
        return rows.table();
    }
}
