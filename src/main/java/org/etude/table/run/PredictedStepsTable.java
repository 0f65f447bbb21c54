package org.etude.table.run;

import java.util.List;
import org.etude.calibrate.steps.PredictedStep;
import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import tech.tablesaw.api.Table;

/** Steps of a recording in a simulated run of it. */
public final class PredictedStepsTable {
    /** The columns. */
    public static final Schema SCHEMA = Schema.of(
                    "predicted_steps", "One step of one rank, as recorded and as the simulated run predicts it.")
            .integer("rank", "the global rank")
            .integer("step", "N of ProfilerStep#N")
            .decimal("recorded_ms", "from the recorded mark's start to its end")
            .decimal("simulated_ms", "the same stretch of the host's work in the simulated run")
            .build();

    private PredictedStepsTable() {}

    /** One row per step, in their order. */
    public static Table of(List<PredictedStep> steps) {
        TableBuilder rows = new TableBuilder(SCHEMA);
        for (PredictedStep s : steps) {
            rows.put(s.rank())
                    .put(s.step())
                    .put(s.recordedNs() / 1e6)
                    .put(s.simulatedNs() / 1e6)
                    .end();
        }
        return rows.table();
    }
}
