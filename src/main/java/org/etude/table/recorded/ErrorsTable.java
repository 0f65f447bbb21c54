package org.etude.table.recorded;

import org.etude.calibrate.ErrorSummary;
import org.etude.calibrate.FitResult;
import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import tech.tablesaw.api.Table;

/** How far a fit is from its samples, part by part. */
public final class ErrorsTable {
    /** The columns. */
    public static final Schema SCHEMA = Schema.of("errors", "One part of a fit: its error over its residuals.")
            .text("of", "what it belongs to, as in the parameters table; a note stands alone")
            .integer("samples", "number of residuals")
            .decimal("mean_frac", "mean of |fitted - measured| / measured (MAPE / 100)")
            .decimal("median_frac", "median of the same")
            .decimal("worst_frac", "the largest")
            .text("notes", "why it could not be fitted; mostly empty")
            .build();

    private ErrorsTable() {}

    /** One row per part, and one a note. */
    public static Table of(FitResult result) {
        TableBuilder rows = new TableBuilder(SCHEMA);
        for (String part : result.parts()) {
            ErrorSummary e = result.error(part);
            rows.put(part).put(e.samples()).put(e.meanFrac()).put(e.medianFrac());
            rows.put(e.worstFrac()).put("").end();
        }
        for (String note : result.notes()) {
            rows.put("").put(0).missing().missing().missing().put(note).end();
        }
        return rows.table();
    }
}
