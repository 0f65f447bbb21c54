// SPDX-License-Identifier: Apache-2.0
package org.etude.table.run;

import java.util.List;
import org.etude.analysis.ChangedRun;
import org.etude.table.schema.Missing;
import org.etude.table.schema.Schema;
import tech.tablesaw.api.Table;

/** Effects of hypothetical changes to a scenario, each simulated. */
public final class WhatIfTable {
    /** The columns. */
    public static final Schema<ChangedRun.Outcome> SCHEMA = Schema.<ChangedRun.Outcome>of(
                    "what_if", "One change of a simulated run, simulated anew, next to the run as it was.")
            .text("change", "what was changed: links by speed, operators by time", ChangedRun.Outcome::change)
            .decimal(
                    "baseline_ms",
                    "end of the last rank before the change; all steps of a run together",
                    o -> o.baselineNs() / 1e6)
            .decimal(
                    "changed_ms",
                    "the same with the change; missing when that run did not end",
                    o -> Missing.unless(o.stopped().isEmpty(), o.changedNs() / 1e6))
            .decimal(
                    "gain_ms",
                    "baseline_ms - changed_ms; negative when the change costs time",
                    o -> Missing.unless(o.stopped().isEmpty(), o.gainNs() / 1e6))
            .decimal("gain_frac", "gain_ms / baseline_ms", WhatIfTable::gainFrac)
            .decimal(
                    "path_ms",
                    "time on the critical path of the run as it was in what was changed; missing when it kept no ops",
                    o -> o.pathNs().isPresent() ? o.pathNs().getAsLong() / 1e6 : Double.NaN)
            .text("reason", "why the changed run did not end; empty when it did", ChangedRun.Outcome::stopped)
            .build();

    private WhatIfTable() {}

    /** One row per change. */
    public static Table of(List<ChangedRun.Outcome> outcomes) {
        return SCHEMA.table(outcomes);
    }

    private static double gainFrac(ChangedRun.Outcome o) {
        return Missing.unless(
                o.stopped().isEmpty() && o.baselineNs() > 0, (double) o.gainNs() / Math.max(1, o.baselineNs()));
    }
}
