// SPDX-License-Identifier: Apache-2.0
package org.etude.store;

import org.etude.report.Internal;

/** A value that is not a record but is saved as one. Shared references stay shared when restored. */
@Internal
public interface Storable {
    /** Its saved form, a record. */
    Saved saved();
}
