package org.etude.table.run;

import org.etude.plan.FittedMachine;
import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import org.etude.workload.llm.cost.MachineFile.Fitted;
import tech.tablesaw.api.Table;

/** A machine fitted to measured steps. */
public final class MachineTable {
    /** The columns. */
    public static final Schema SCHEMA = Schema.of("machine", "What a machine reaches against its model.")
            .text("parameter", "compute, memory or network rates, or the host's time per kernel")
            .decimal("value_frac", "factor on the model's; above 1 is faster, for the host slower")
            .decimal("low_frac", "lower end of the 95 % interval")
            .decimal("high_frac", "upper end")
            .build();

    /** The columns of the error. */
    public static final Schema ERROR = Schema.of("fit_error", "How near a fitted machine is to the measured steps.")
            .integer("rows", "rows that were fitted")
            .decimal("before_frac", "mean |error| without the fit")
            .decimal("inside_frac", "mean |error| of the fitted rows")
            .decimal("left_out_frac", "mean |error| of each row predicted by a fit to the others; missing with one row")
            .build();

    private MachineTable() {}

    /** One row per parameter. */
    public static Table of(FittedMachine machine) {
        TableBuilder rows = new TableBuilder(SCHEMA);
        for (Fitted one : machine.parameters()) {
            rows.put(one.name()).put(one.value()).put(one.low()).put(one.high()).end();
        }
        return rows.table();
    }

    /** One row. */
    public static Table error(FittedMachine machine) {
        TableBuilder rows = new TableBuilder(ERROR);
        rows.put(machine.rows()).put(machine.before()).put(machine.inside());
        rows.putIf(!Double.isNaN(machine.leftOut()), machine.leftOut()).end();
        return rows.table();
    }
}
