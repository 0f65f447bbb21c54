// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.ipynb;

import org.etude.report.EtudeException;
import org.etude.report.Report;

/** Thrown when a notebook file cannot be read, written or run. */
public final class NotebookException extends EtudeException {
    /** Creates the exception; see {@link EtudeException}. */
    public NotebookException(String what, String advice) {
        super(what, advice);
    }

    /** Creates the exception with a cause. */
    public NotebookException(String what, String advice, Throwable cause) {
        super(what, advice, Report.empty(), cause);
    }
}
