// SPDX-License-Identifier: Apache-2.0
package org.etude.store;

import org.etude.report.Inside;

/** A value that is no record, and is saved as one. Values that share one are opened again sharing one. */
@Inside
public interface Storable {
    /** What it is saved as; a record. */
    Saved saved();
}
