// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.graph;

import org.etude.report.EtudeException;

/** A topology that cannot be read, built or used for a workload. */
public final class TopologyException extends EtudeException {
    /** Makes an error; see {@link EtudeException}. */
    public TopologyException(String what, String advice) {
        super(what, advice);
    }
}
