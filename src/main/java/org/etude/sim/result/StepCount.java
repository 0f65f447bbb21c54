// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.result;

import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.MetadataNumbers;

/** The number of training steps in a trace. */
final class StepCount {
    private StepCount() {}

    /** The number, 0 when the trace does not give it. */
    static int of(EtGraph graph) {
        return Math.max(0, MetadataNumbers.ordinal(graph, EtNames.STEPS));
    }
}
