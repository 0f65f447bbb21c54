package org.etude.table.run;

import java.util.List;
import org.etude.replay.ReplayedStep;
import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import tech.tablesaw.api.Table;

/** Steps measured and replayed: {@link ReplayedStep} as a table. */
public final class ReplayTable {
    /** The columns. */
    public static final Schema SCHEMA = Schema.of("replay", "One step of one rank, measured and replayed by itself.")
            .integer("rank", "the rank in the recorded job")
            .integer("step", "N of ProfilerStep#N; missing for the one row of a rank without such marks")
            .decimal(
                    "measured_ms",
                    "from the mark's start to its end; without marks, from the first start to the last end")
            .decimal("replayed_ms", "the same in a replay of the rank alone with its own recorded durations")
            .decimal("error_frac", "(replayed_ms - measured_ms) / measured_ms")
            .build();

    private ReplayTable() {}

    /** One row per rank and step. */
    public static Table of(List<ReplayedStep> steps) {
        TableBuilder rows = new TableBuilder(SCHEMA);
        for (ReplayedStep step : steps) {
            rows.put(step.rank()).putIf(step.step() != ReplayedStep.UNMARKED, step.step());
            rows.put(step.measuredNanos() / 1e6).put(step.replayedNanos() / 1e6);
            rows.put(step.errorFrac()).end();
        }
        return rows.table();
    }
}
