// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.device;

import java.util.List;
import org.etude.trace.model.CommArgs;
import org.etude.trace.model.CounterValue;
import org.etude.trace.model.SyncArgs;

/**
 * Details that only few events have: a collective's arguments and inputs, handles of a synchronising call, hardware
 * counters.
 */
record EventDetail(
        CommArgs comm,
        SyncArgs sync,
        String inputDims,
        String inputTypes,
        String concreteInputs,
        List<CounterValue> counters) {
    /** No details. */
    static final EventDetail NONE = new EventDetail(null, null, "", "", "", List.of());
}
