// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.graph;

import org.etude.report.EtudeException;

/** Thrown when a topology cannot be read or built, or does not fit a workload. */
public final class TopologyException extends EtudeException {
    /** Creates the exception; see {@link EtudeException}. */
    public TopologyException(String what, String advice) {
        super(what, advice);
    }
}
