// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.device;

import org.etude.trace.model.CommArgs;
import org.etude.trace.model.SyncArgs;

/** What only a few events have: a collective's arguments and inputs, handles of a synchronising call. */
record EventDetail(CommArgs comm, SyncArgs sync, String inputDims, String inputTypes, String concreteInputs) {
    /** An event with nothing of it. */
    static final EventDetail NONE = new EventDetail(null, null, "", "", "");
}
