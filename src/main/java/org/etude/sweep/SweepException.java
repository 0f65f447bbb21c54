// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import org.etude.report.EtudeException;
import org.etude.report.Report;

/** A sweep that cannot be set up, or whose cache cannot be used. */
public final class SweepException extends EtudeException {
    private static final long serialVersionUID = 1L;

    /** Creates an error; see {@link EtudeException}. */
    public SweepException(String what, String advice) {
        super(what, advice);
    }

    /** Creates an error with its cause; see {@link EtudeException}. */
    public SweepException(String what, String advice, Exception cause) {
        super(what, advice, Report.empty(), cause);
    }
}
