// SPDX-License-Identifier: Apache-2.0
package org.etude.table.recorded;

import java.util.List;
import org.etude.calibrate.Parameter;
import org.etude.table.schema.Missing;
import org.etude.table.schema.Schema;
import tech.tablesaw.api.Table;

/** Fitted parameters with their intervals. */
public final class ParametersTable {
    /** The columns. */
    public static final Schema<Parameter> SCHEMA = Schema.<Parameter>of(
                    "parameters", "One fitted parameter with its interval of 95 %.")
            .text("of", "what it belongs to: a collective and group size, links, step", Parameter::of)
            .text("parameter", "alpha, bandwidth, overhead, latency, compute_scale or launch", Parameter::name)
            .text("unit", "us, GB/s (1e9 bytes) or frac", Parameter::unit)
            .decimal("value", "the best value", p -> p.value().value())
            .decimal("low", "lower end of the interval; missing with too few samples", p -> p.value()
                    .low())
            .decimal("high", "upper end of the interval; missing with too few samples", p -> p.value()
                    .high())
            .whole(
                    "from_bytes",
                    "smallest size it holds for; missing when it holds for all",
                    p -> Missing.ifNegative(p.fromBytes()))
            .whole(
                    "to_bytes",
                    "largest size it was fitted on; missing when it holds for all",
                    p -> Missing.ifNegative(p.toBytes()))
            .integer("samples", "number of samples behind it", Parameter::samples)
            .build();

    private ParametersTable() {}

    /** One row per parameter. */
    public static Table of(List<Parameter> parameters) {
        return SCHEMA.table(parameters);
    }
}
