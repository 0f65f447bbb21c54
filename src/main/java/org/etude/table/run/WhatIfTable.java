package org.etude.table.run;

import java.util.List;
import org.etude.analysis.WhatIf;
import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import tech.tablesaw.api.Table;

/** What changes of a scenario would bring, each simulated. */
public final class WhatIfTable {
    /** The columns. */
    public static final Schema SCHEMA = Schema.of(
                    "what_if", "One change of a simulated run, simulated anew, next to the run as it was.")
            .text("change", "what was changed: links by speed, operators by time")
            .decimal("baseline_ms", "step as it was")
            .decimal("step_ms", "step with the change; missing when that run did not end")
            .decimal("gain_ms", "baseline_ms - step_ms; negative when the change costs time")
            .decimal("gain_frac", "gain_ms / baseline_ms")
            .decimal(
                    "path_ms",
                    "time on the critical path of the run as it was in what was changed; missing when it kept no ops")
            .text("stopped", "why the changed run did not end; empty when it did")
            .build();

    private WhatIfTable() {}

    /** One row per change. */
    public static Table of(List<WhatIf.Outcome> outcomes) {
        TableBuilder rows = new TableBuilder(SCHEMA);
        for (WhatIf.Outcome o : outcomes) {
            boolean ended = o.stopped().isEmpty();
            rows.put(o.change()).put(o.baselineNs() / 1e6).putIf(ended, o.stepNs() / 1e6);
            rows.putIf(ended, o.gainNs() / 1e6);
            rows.putIf(ended && o.baselineNs() > 0, (double) o.gainNs() / Math.max(1, o.baselineNs()));
            rows.putIf(o.pathNs().isPresent(), o.pathNs().orElse(0) / 1e6)
                    .put(o.stopped())
                    .end();
        }
        return rows.table();
    }
}
