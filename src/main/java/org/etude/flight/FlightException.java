// SPDX-License-Identifier: Apache-2.0
package org.etude.flight;

import org.etude.report.EtudeException;
import org.etude.report.Report;

/** Dumps of a flight recorder that cannot be used. */
public final class FlightException extends EtudeException {
    private static final long serialVersionUID = 1L;

    /** Creates an error; see {@link EtudeException}. */
    public FlightException(String what, String advice) {
        this(what, advice, null);
    }

    /** Creates an error with its cause; see {@link EtudeException}. */
    public FlightException(String what, String advice, Exception cause) {
        super(what, advice, Report.empty(), cause);
    }
}
