package org.etude.table.recorded;

import java.util.List;
import org.etude.calibrate.Residual;
import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import tech.tablesaw.api.Table;

/** What a fit says of each sample. */
public final class ResidualsTable {
    /** The columns. */
    public static final Schema SCHEMA = Schema.of("residuals", "One sample next to what the fit says of it.")
            .text("of", "what it belongs to, as in the parameters table")
            .text("sample", "which one: bytes, or run, rank and step")
            .decimal("measured_us", "measured time")
            .decimal("fitted_us", "time the fit predicts")
            .decimal("error_frac", "(fitted_us - measured_us) / measured_us")
            .text("seen", "fitted, or held_out when the fit has not seen it")
            .build();

    private ResidualsTable() {}

    /** One row per sample. */
    public static Table of(List<Residual> residuals) {
        TableBuilder rows = new TableBuilder(SCHEMA);
        for (Residual r : residuals) {
            rows.put(r.of()).put(r.sample()).put(r.measuredUs()).put(r.fittedUs());
            rows.put(r.errorFrac()).put(r.heldOut() ? "held_out" : "fitted").end();
        }
        return rows.table();
    }
}
