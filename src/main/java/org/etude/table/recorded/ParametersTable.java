package org.etude.table.recorded;

import java.util.List;
import org.etude.calibrate.Parameter;
import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import tech.tablesaw.api.Table;

/** Fitted parameters with their intervals. */
public final class ParametersTable {
    /** The columns. */
    public static final Schema SCHEMA = Schema.of("parameters", "One fitted parameter with its interval of 95 %.")
            .text("of", "what it belongs to: a collective and group size, links, step")
            .text("parameter", "alpha, bandwidth, overhead, latency, compute_scale or launch")
            .text("unit", "us, GB/s (1e9 bytes) or frac")
            .decimal("value", "the best value")
            .decimal("low", "lower end of the interval; missing with too few samples")
            .decimal("high", "upper end of the interval; missing with too few samples")
            .whole("from_bytes", "smallest size it holds for; missing when it holds for all")
            .whole("to_bytes", "largest size it was fitted on; missing when it holds for all")
            .integer("samples", "number of samples behind it")
            .build();

    private ParametersTable() {}

    /** One row per parameter. */
    public static Table of(List<Parameter> parameters) {
        TableBuilder rows = new TableBuilder(SCHEMA);
        for (Parameter p : parameters) {
            rows.put(p.of()).put(p.name()).put(p.unit());
            rows.put(p.value().value()).put(p.value().low()).put(p.value().high());
            rows.putIf(p.fromBytes() >= 0, p.fromBytes()).putIf(p.toBytes() >= 0, p.toBytes());
            rows.put(p.samples()).end();
        }
        return rows.table();
    }
}
