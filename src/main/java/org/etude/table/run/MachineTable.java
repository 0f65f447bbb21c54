// SPDX-License-Identifier: Apache-2.0
package org.etude.table.run;

import java.util.List;
import org.etude.plan.FittedMachine;
import org.etude.table.schema.Schema;
import org.etude.workload.llm.cost.MachineFile.Fitted;
import tech.tablesaw.api.Table;

/** A machine fitted to measured steps. */
public final class MachineTable {
    /** The columns. */
    public static final Schema<Fitted> SCHEMA = Schema.<Fitted>of(
                    "machine", "What a machine reaches against its model.")
            .text("parameter", "compute, memory or network rates, or the host's time per kernel", Fitted::name)
            .decimal("value_frac", "factor on the model's; above 1 is faster, for the host slower", Fitted::value)
            .decimal("low_frac", "lower end of the 95 % interval", Fitted::low)
            .decimal("high_frac", "upper end", Fitted::high)
            .build();

    /** The columns of the error. */
    public static final Schema<FittedMachine> ERROR = Schema.<FittedMachine>of(
                    "fit_error", "How near a fitted machine is to the measured steps.")
            .integer("rows", "rows that were fitted", FittedMachine::rows)
            .decimal("before_frac", "mean |error| without the fit", FittedMachine::before)
            .decimal("inside_frac", "mean |error| of the fitted rows", FittedMachine::inside)
            .decimal(
                    "left_out_frac",
                    "mean |error| of each row predicted by a fit to the others; missing with one row",
                    FittedMachine::leftOut)
            .build();

    private MachineTable() {}

    /** One row per parameter. */
    public static Table of(FittedMachine machine) {
        return SCHEMA.table(machine.parameters());
    }

    /** One row. */
    public static Table error(FittedMachine machine) {
        return ERROR.table(List.of(machine));
    }
}
