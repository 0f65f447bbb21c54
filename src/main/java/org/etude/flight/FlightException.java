// SPDX-License-Identifier: Apache-2.0
package org.etude.flight;

import org.etude.report.EtudeException;
import org.etude.report.Report;

/** Dumps of a flight recorder that cannot be used. */
public final class FlightException extends EtudeException {
    private static final long serialVersionUID = 1L;

    /** What cannot be used, and what to do. */
    public FlightException(String what, String advice) {
        this(what, advice, null);
    }

    /** The same with a cause. */
    public FlightException(String what, String advice, Exception cause) {
        super(what, advice, Report.empty(), cause);
    }
}
