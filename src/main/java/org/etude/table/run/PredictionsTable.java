// SPDX-License-Identifier: Apache-2.0
package org.etude.table.run;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.etude.plan.Accuracy;
import org.etude.plan.StepEstimate;
import org.etude.plan.StepPrediction;
import org.etude.table.schema.Missing;
import org.etude.table.schema.Schema;
import tech.tablesaw.api.Table;

/** Measured steps and their predictions. */
public final class PredictionsTable {
    /** The columns. */
    public static final Schema<StepPrediction> SCHEMA = Schema.<StepPrediction>of(
                    "predictions", "One measured step, and what was predicted for it.")
            .integer("row", "the line of the file, the header being 1", p -> p.row()
                    .line())
            .text("group", "rows that are summed up together", p -> p.row().group())
            .text("name", "what the row is called", p -> p.row().name())
            .decimal("measured_s", "the measured step", p -> p.row().measured())
            .decimal("predicted_s", "the predicted step; missing when the row cannot be modelled", p -> p.predicted()
                    .orElse(Double.NaN))
            .decimal("error_frac", "(predicted_s - measured_s) / measured_s", p -> p.error()
                    .orElse(Double.NaN))
            .decimal("compute_s", "kernels of the stage that paces the pipeline", p -> part(p, StepEstimate::compute))
            .decimal(
                    "exposed_comm_s",
                    "collectives that nothing hides on that stage",
                    p -> part(p, StepEstimate::exposed))
            .decimal("bubble_s", "waiting for other stages on that stage", p -> part(p, StepEstimate::bubble))
            .text("notes", "why it cannot be modelled, or what was assumed", StepPrediction::reason)
            .build();

    /** The columns of the summary. */
    public static final Schema<Accuracy> SUMMARY = Schema.<Accuracy>of(
                    "accuracy", "How near the predictions of a group are.")
            .text("group", "which rows; all for all of a file", Accuracy::group)
            .integer("rows", "rows with a prediction", Accuracy::rows)
            .integer("missing", "rows that cannot be modelled", Accuracy::missing)
            .decimal("mape_frac", "mean of |predicted / measured - 1|", a -> Missing.unless(a.rows() > 0, a.mape()))
            .decimal("bias_frac", "mean of predicted / measured - 1", a -> Missing.unless(a.rows() > 0, a.bias()))
            .decimal("spearman", "rank correlation; missing below two rows", Accuracy::spearman)
            .decimal(
                    "regret_frac",
                    "how much slower than a job's fastest row the one predicted fastest was measured",
                    Accuracy::regret)
            .build();

    private PredictionsTable() {}

    /** One row per measured step. */
    public static Table of(List<StepPrediction> predictions) {
        return SCHEMA.table(predictions);
    }

    private static double part(StepPrediction prediction, ToDoubleFunction<StepEstimate> seconds) {
        return prediction.estimate().map(seconds::applyAsDouble).orElse(Double.NaN);
    }

    /** One row per group. */
    public static Table summary(List<Accuracy> groups) {
        return SUMMARY.table(groups);
    }
}
