// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.model;

import org.etude.report.EtudeException;
import org.etude.report.Report;

/** A trace file that cannot be read or has invalid content. */
public final class TraceException extends EtudeException {
    /** Creates an error; see {@link EtudeException}. */
    public TraceException(String what, String advice) {
        super(what, advice);
    }

    /** Creates an error with details and a cause; see {@link EtudeException}. */
    public TraceException(String what, String advice, Report details, Throwable cause) {
        super(what, advice, details, cause);
    }
}
