package org.etude.table.run;

import java.util.List;
import org.etude.plan.Accuracy;
import org.etude.plan.StepEstimate;
import org.etude.plan.StepPrediction;
import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import tech.tablesaw.api.Table;

/** Measured steps and their predictions. */
public final class PredictionsTable {
    /** The columns. */
    public static final Schema SCHEMA = Schema.of("predictions", "One measured step, and what was predicted for it.")
            .integer("row", "the line of the file, the header being 1")
            .text("group", "rows that are summed up together")
            .text("name", "what the row is called")
            .decimal("measured_s", "the measured step")
            .decimal("predicted_s", "the predicted step; missing when the row cannot be modelled")
            .decimal("error_frac", "predicted / measured - 1")
            .decimal("compute_s", "kernels of the stage that paces the pipeline")
            .decimal("exposed_s", "collectives that nothing hides on that stage")
            .decimal("bubble_s", "waiting for other stages on that stage")
            .text("note", "why it cannot be modelled, or what was assumed")
            .build();

    /** The columns of the summary. */
    public static final Schema SUMMARY = Schema.of("accuracy", "How near the predictions of a group are.")
            .text("group", "which rows; all for all of a file")
            .integer("rows", "rows with a prediction")
            .integer("missing", "rows that cannot be modelled")
            .decimal("mape_frac", "mean of |predicted / measured - 1|")
            .decimal("bias_frac", "mean of predicted / measured - 1")
            .decimal("spearman", "rank correlation; missing below two rows")
            .decimal("regret_frac", "how much slower than a job's fastest row the one predicted fastest was measured")
            .build();

    private PredictionsTable() {}

    /** One row per measured step. */
    public static Table of(List<StepPrediction> predictions) {
        TableBuilder rows = new TableBuilder(SCHEMA);
        for (StepPrediction one : predictions) {
            boolean known = one.predicted().isPresent();
            rows.put(one.row().line()).put(one.row().group()).put(one.row().name());
            rows.put(one.row().measured());
            rows.putIf(known, one.predicted().orElse(0))
                    .putIf(known, one.error().orElse(0));
            rows.putIf(known, one.estimate().map(StepEstimate::compute).orElse(0.0));
            rows.putIf(known, one.estimate().map(StepEstimate::exposed).orElse(0.0));
            rows.putIf(known, one.estimate().map(StepEstimate::bubble).orElse(0.0));
            rows.put(one.reason()).end();
        }
        return rows.table();
    }

    /** One row per group. */
    public static Table summary(List<Accuracy> groups) {
        TableBuilder rows = new TableBuilder(SUMMARY);
        for (Accuracy one : groups) {
            rows.put(one.group()).put(one.rows()).put(one.missing());
            rows.putIf(one.rows() > 0, one.mape()).putIf(one.rows() > 0, one.bias());
            rows.putIf(!Double.isNaN(one.spearman()), one.spearman());
            rows.putIf(!Double.isNaN(one.regret()), one.regret()).end();
        }
        return rows.table();
    }
}
