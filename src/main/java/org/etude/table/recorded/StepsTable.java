// SPDX-License-Identifier: Apache-2.0
package org.etude.table.recorded;

import org.etude.table.schema.Missing;
import org.etude.table.schema.Schema;
import org.etude.trace.activity.PartnerWaits;
import org.etude.trace.activity.Span;
import org.etude.trace.activity.StepActivity;
import org.etude.trace.model.TraceSet;
import tech.tablesaw.api.Table;

/** Measured time of each step by activity: {@link StepActivity} as a table. */
public final class StepsTable {
    /** The columns. */
    public static final Schema<Row> SCHEMA = SplitColumns.describe(
                    Schema.<Row>of("steps", "One step of one rank, as measured.")
                            .integer("rank", "the global rank", row -> row.step.rank())
                            .integer(
                                    "step",
                                    "N of ProfilerStep#N; missing for the one row of a rank without such marks",
                                    row -> Missing.unless(row.step.step() != StepActivity.UNMARKED, row.step.step()))
                            .decimal(
                                    "start_ms",
                                    "start, counted from the first event of any rank",
                                    row -> (row.step.startNanos() - row.origin) / 1e6)
                            .decimal(
                                    "wall_ms",
                                    "from the mark's start to its end; without marks, of all events",
                                    row -> row.step.wallNanos() / 1e6),
                    row -> row.step.split())
            .build();

    private StepsTable() {}

    /** One row per rank and step; ranks without a Kineto trace have none. O(n log n) of the events. */
    public static Table of(TraceSet traces, PartnerWaits waits) {
        long origin = Span.origin(traces);
        return SCHEMA.table(StepActivity.of(traces, waits).stream()
                .map(step -> new Row(step, origin))
                .toList());
    }

    private record Row(StepActivity step, long origin) {}
}
