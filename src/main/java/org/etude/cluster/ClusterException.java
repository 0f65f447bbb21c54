// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster;

import org.etude.report.EtudeException;
import org.etude.report.Report;

/** Thrown when a cluster cannot be reached or work fails on it. */
public final class ClusterException extends EtudeException {
    private static final long serialVersionUID = 1L;

    /** Creates the exception; see {@link EtudeException}. */
    public ClusterException(String what, String advice) {
        super(what, advice);
    }

    /** Creates the exception with a cause. */
    public ClusterException(String what, String advice, Throwable cause) {
        super(what, advice, Report.empty(), cause);
    }
}
