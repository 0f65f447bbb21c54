// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.model;

import org.etude.report.EtudeException;
import org.etude.report.Report;

/** A trace file that cannot be read or does not hold what it should. */
public final class TraceException extends EtudeException {
    /** Makes an error; see {@link EtudeException}. */
    public TraceException(String what, String advice) {
        super(what, advice);
    }

    /** Makes an error with rows and a cause; see {@link EtudeException}. */
    public TraceException(String what, String advice, Report details, Throwable cause) {
        super(what, advice, details, cause);
    }
}
