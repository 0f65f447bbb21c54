// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import java.util.List;

/** A layout of tables of measured steps, recognised by its columns. */
interface RowLayout {
    /** Columns that the header must have. */
    List<String> columns();

    /** The measured step of a line. */
    MeasuredRow read(RowReader row);
}
