// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import java.util.List;
import org.etude.workload.llm.cost.MachineFile.Fitted;

/**
 * A machine fitted to measured steps.
 *
 * @param parameters the factors with their 95 % intervals
 * @param rows rows that were fitted
 * @param omitted rows that were not, because they cannot be read or modelled: line and reason
 * @param before mean |error| on these rows without the fit
 * @param inside mean |error| on these rows with the fit
 * @param leftOut mean |error| in cross-validation, with each row predicted by a fit to the others; NaN with one row
 */
public record FittedMachine(
        List<Fitted> parameters, int rows, List<String> omitted, double before, double inside, double leftOut) {
    /** Copies. */
    public FittedMachine {
        parameters = List.copyOf(parameters);
        omitted = List.copyOf(omitted);
    }
}
