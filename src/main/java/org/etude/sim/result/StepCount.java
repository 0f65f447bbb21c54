// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.result;

import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;

/** The number of training steps in a trace. */
final class StepCount {
    private StepCount() {}

    /** The number, 0 when the trace does not give it. */
    static int of(EtGraph graph) {
        return graph.metadata().stream()
                .filter(a -> a.name().equals(EtNames.STEPS) && a.value() instanceof Long)
                .mapToInt(a -> Math.toIntExact((Long) a.value()))
                .filter(n -> n > 0)
                .findFirst()
                .orElse(0);
    }
}
