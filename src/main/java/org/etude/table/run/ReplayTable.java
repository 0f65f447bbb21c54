// SPDX-License-Identifier: Apache-2.0
package org.etude.table.run;

import java.util.List;
import org.etude.replay.ReplayedStep;
import org.etude.table.schema.Missing;
import org.etude.table.schema.Schema;
import tech.tablesaw.api.Table;

/** Steps measured and replayed: {@link ReplayedStep} as a table. */
public final class ReplayTable {
    /** The columns. */
    public static final Schema<ReplayedStep> SCHEMA = Schema.<ReplayedStep>of(
                    "replay", "One step of one rank, measured and replayed by itself.")
            .integer("rank", "the rank in the recorded job", ReplayedStep::rank)
            .integer(
                    "step",
                    "N of ProfilerStep#N; missing for the one row of a rank without such marks",
                    s -> Missing.unless(s.step() != ReplayedStep.UNMARKED, s.step()))
            .decimal(
                    "measured_ms",
                    "from the mark's start to its end; without marks, from the first start to the last end",
                    s -> s.measuredNanos() / 1e6)
            .decimal(
                    "replayed_ms",
                    "the same in a replay of the rank alone with its own recorded durations",
                    s -> s.replayedNanos() / 1e6)
            .decimal("error_frac", "(replayed_ms - measured_ms) / measured_ms", ReplayedStep::errorFrac)
            .build();

    private ReplayTable() {}

    /** One row per rank and step. */
    public static Table of(List<ReplayedStep> steps) {
        return SCHEMA.table(steps);
    }
}
