package org.etude.table.recorded;

import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import org.etude.trace.activity.PartnerWaits;
import org.etude.trace.activity.Span;
import org.etude.trace.activity.StepActivity;
import org.etude.trace.model.TraceSet;
import tech.tablesaw.api.Table;

/** Where the time of each step went, measured: {@link StepActivity} as a table. */
public final class StepsTable {
    /** The columns. */
    public static final Schema SCHEMA = SplitColumns.describe(Schema.of("steps", "One step of one rank, as measured.")
                    .integer("rank", "the global rank")
                    .integer("step", "N of ProfilerStep#N; missing for the one row of a rank without such marks")
                    .decimal("start_ms", "start, counted from the first event of any rank")
                    .decimal("wall_ms", "from the mark's start to its end; without marks, of all events"))
            .build();

    private StepsTable() {}

    /** One row per rank and step; ranks without a Kineto trace have none. O(n log n) of the events. */
    public static Table of(TraceSet traces, PartnerWaits waits) {
        TableBuilder rows = new TableBuilder(SCHEMA);
        long origin = Span.origin(traces);
        for (StepActivity step : StepActivity.of(traces, waits)) {
            rows.put(step.rank()).putIf(step.step() != StepActivity.UNMARKED, step.step());
            rows.put((step.startNanos() - origin) / 1e6).put(step.wallNanos() / 1e6);
            SplitColumns.put(rows, step.split()).end();
        }
        return rows.table();
    }
}
