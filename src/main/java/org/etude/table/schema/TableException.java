// SPDX-License-Identifier: Apache-2.0
package org.etude.table.schema;

import org.etude.report.EtudeException;
import org.etude.report.Report;

/** A table that cannot be read. */
public final class TableException extends EtudeException {
    /** Creates an error; see {@link EtudeException}. */
    public TableException(String what, String advice) {
        super(what, advice);
    }

    /** Creates an error with a cause; see {@link EtudeException}. */
    public TableException(String what, String advice, Throwable cause) {
        super(what, advice, Report.empty(), cause);
    }
}
