// SPDX-License-Identifier: Apache-2.0
package org.etude;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.etude.plan.Accuracy;
import org.etude.plan.MeasuredRows;
import org.etude.plan.StepPrediction;
import org.etude.report.Counted;
import org.etude.report.Given;
import org.etude.table.run.PredictionsTable;
import org.etude.workload.llm.cost.MachineFile;
import tech.tablesaw.api.Table;

/** Measured training steps next to predictions that were made without them. Immutable. */
public final class Predictions {
    private final List<StepPrediction> rows;

    private Predictions(List<StepPrediction> rows) {
        this.rows = rows;
    }

    /**
     * Predicts every row of tables of measured steps, from the machine model alone or with a machine file written by
     * {@code etude fit}.
     *
     * @throws org.etude.report.EtudeException when a file cannot be read or has an unknown layout, or the machine file
     *     is invalid
     */
    public static Predictions of(List<Path> files, Optional<String> machine) {
        // Fail once here rather than repeat the reason in every row.
        Given.value(machine, "the machine").ifPresent(MachineFile::of);
        return new Predictions(Given.values(files, "the files").stream()
                .flatMap(file -> MeasuredRows.read(file).stream())
                .map(row -> StepPrediction.of(row, machine))
                .toList());
    }

    /** One row per measured step: {@link PredictionsTable#SCHEMA}. */
    public Table table() {
        return PredictionsTable.of(rows);
    }

    /** Mean error, bias and rank correlation per group, all rows last: {@link PredictionsTable#SUMMARY}. */
    public Table accuracy() {
        return PredictionsTable.summary(Accuracy.of(rows));
    }

    /** The lines that cannot be read, each with the reason; rows without a model are not among them. */
    public List<String> unreadable() {
        return rows.stream()
                .filter(predicted -> !predicted.row().readable())
                .map(StepPrediction::lineAndReason)
                .toList();
    }

    @Override
    public String toString() {
        return "Predictions of " + Counted.of(rows.size(), "measured step") + System.lineSeparator() + accuracy();
    }
}
