// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.result;

import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;

/** How many training steps a trace says it holds. */
final class StepCount {
    private StepCount() {}

    /** The number, 0 when it says nothing. */
    static int of(EtGraph graph) {
        return graph.metadata().stream()
                .filter(a -> a.name().equals(EtNames.STEPS) && a.value() instanceof Long)
                .mapToInt(a -> Math.toIntExact((Long) a.value()))
                .filter(n -> n > 0)
                .findFirst()
                .orElse(0);
    }
}
