// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.ipynb;

import org.etude.report.EtudeException;
import org.etude.report.Report;

/** A notebook file that cannot be read, written or run. */
public final class NotebookException extends EtudeException {
    /** An error: what is wrong and where, and what to do about it. */
    public NotebookException(String what, String advice) {
        super(what, advice);
    }

    /** An error with its cause. */
    public NotebookException(String what, String advice, Throwable cause) {
        super(what, advice, Report.empty(), cause);
    }
}
