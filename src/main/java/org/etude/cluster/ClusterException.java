// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster;

import org.etude.report.EtudeException;
import org.etude.report.Report;

/** A cluster that cannot be reached, or work that failed on it. */
public final class ClusterException extends EtudeException {
    private static final long serialVersionUID = 1L;

    /** Says what is wrong and what to do. */
    public ClusterException(String what, String advice) {
        super(what, advice);
    }

    /** The same with a cause. */
    public ClusterException(String what, String advice, Throwable cause) {
        super(what, advice, Report.empty(), cause);
    }
}
