// SPDX-License-Identifier: Apache-2.0
package org.etude.et.graph;

import org.etude.report.EtudeException;
import org.etude.report.Report;

/** An ET file or text workload that cannot be read, written or converted. */
public final class EtException extends EtudeException {
    /** Creates an error; see {@link EtudeException}. */
    public EtException(String what, String advice) {
        super(what, advice);
    }

    /** Creates an error with details and a cause; see {@link EtudeException}. */
    public EtException(String what, String advice, Report details, Throwable cause) {
        super(what, advice, details, cause);
    }
}
