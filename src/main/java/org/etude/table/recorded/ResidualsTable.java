// SPDX-License-Identifier: Apache-2.0
package org.etude.table.recorded;

import java.util.List;
import org.etude.calibrate.Residual;
import org.etude.table.schema.Schema;
import tech.tablesaw.api.Table;

/** Measured and fitted time of each sample. */
public final class ResidualsTable {
    /** The columns. */
    public static final Schema<Residual> SCHEMA = Schema.<Residual>of(
                    "residuals", "One sample next to what the fit says of it.")
            .text("of", "what it belongs to, as in the parameters table", Residual::of)
            .text("sample", "which one: bytes, or run, rank and step", Residual::sample)
            .decimal("measured_us", "measured time", Residual::measuredUs)
            .decimal("fitted_us", "time the fit predicts", Residual::fittedUs)
            .decimal("error_frac", "(fitted_us - measured_us) / measured_us", Residual::errorFrac)
            .text("seen", "fitted, or held_out when the fit has not seen it", r -> r.heldOut() ? "held_out" : "fitted")
            .build();

    private ResidualsTable() {}

    /** One row per sample. */
    public static Table of(List<Residual> residuals) {
        return SCHEMA.table(residuals);
    }
}
