// SPDX-License-Identifier: Apache-2.0
package org.etude.table.run;

import java.util.List;
import org.etude.calibrate.steps.PredictedStep;
import org.etude.table.schema.Missing;
import org.etude.table.schema.Schema;
import org.etude.trace.activity.StepActivity;
import tech.tablesaw.api.Table;

/** Steps of a recording in a simulated run of it. */
public final class PredictedStepsTable {
    /** The columns. */
    public static final Schema<PredictedStep> SCHEMA = Schema.<PredictedStep>of(
                    "predicted_steps", "One step of one rank, as recorded and as the simulated run predicts it.")
            .integer("rank", "the global rank", PredictedStep::rank)
            .integer(
                    "step",
                    "N of ProfilerStep#N; missing for the one row of a rank without such marks",
                    s -> Missing.unless(s.step() != StepActivity.UNMARKED, s.step()))
            .decimal(
                    "recorded_ms",
                    "from the recorded mark's start to its end; without marks, from the first start to the last end",
                    s -> s.recordedNs() / 1e6)
            .decimal("simulated_ms", "the same stretch of work in the simulated run", s -> s.simulatedNs() / 1e6)
            .build();

    private PredictedStepsTable() {}

    /** One row per step, in their order. */
    public static Table of(List<PredictedStep> steps) {
        return SCHEMA.table(steps);
    }
}
