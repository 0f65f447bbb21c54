// SPDX-License-Identifier: Apache-2.0
package org.etude.table.recorded;

import org.etude.calibrate.ErrorSummary;
import org.etude.calibrate.FitResult;
import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import tech.tablesaw.api.Table;

/** Errors of a fit on its samples, part by part. */
public final class ErrorsTable {
    /** The columns. */
    public static final Schema<Row> SCHEMA = Schema.<Row>of(
                    "errors", "One part of a fit: its error over its residuals.")
            .text("of", "what it belongs to, as in the parameters table; empty for a note", Row::of)
            .integer("samples", "number of residuals", row -> row.error.samples())
            .decimal("mean_frac", "mean of |fitted - measured| / measured (MAPE / 100)", row -> row.error.meanFrac())
            .decimal("median_frac", "median of the same", row -> row.error.medianFrac())
            .decimal("worst_frac", "the largest", row -> row.error.worstFrac())
            .text("notes", "why it could not be fitted; mostly empty", Row::note)
            .build();

    private ErrorsTable() {}

    private static final ErrorSummary NONE = new ErrorSummary(0, Double.NaN, Double.NaN, Double.NaN);

    /** One row per part, and one per note. */
    public static Table of(FitResult result) {
        TableBuilder<Row> rows = SCHEMA.rows();
        result.parts().forEach(part -> rows.add(new Row(part, result.error(part), "")));
        result.notes().forEach(note -> rows.add(new Row("", NONE, note)));
        return rows.table();
    }

    private record Row(String of, ErrorSummary error, String note) {}
}
