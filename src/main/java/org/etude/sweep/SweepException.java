// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import org.etude.report.EtudeException;
import org.etude.report.Report;

/** A sweep that cannot be set up, or whose cache cannot be used. */
public final class SweepException extends EtudeException {
    private static final long serialVersionUID = 1L;

    /** With what is wrong and what to do about it. */
    public SweepException(String what, String advice) {
        super(what, advice);
    }

    /** The same, with what brought it about. */
    public SweepException(String what, String advice, Exception cause) {
        super(what, advice, Report.empty(), cause);
    }
}
